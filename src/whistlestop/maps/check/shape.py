"""Types, keys and single numbers: what the models of `mapfile` refuse, explained in words that say what to do."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from math import inf
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from whistlestop import english
from whistlestop.maps import limits, mapfile
from whistlestop.maps.blank import blank_value
from whistlestop.maps.check.finding import Finding, replace
from whistlestop.maps.check.finding import remove as removal
from whistlestop.maps.mapfile import Change, Fix, Map
from whistlestop.maps.messages import Values, reason

Table = dict[str, Any]
ROUTE_LISTS = ("locations", "routes", "tickets")
MODELS: dict[str, type[BaseModel]] = {
    "": Map,
    "words": mapfile.Words,
    "rules": mapfile.Rules,
    "rules.players": mapfile.Players,
    "rules.cards": mapfile.Cards,
    "rules.tickets": mapfile.TicketRules,
    "rules.tickets.opening": mapfile.Offer,
    "rules.tickets.action": mapfile.Offer,
    "rules.tokens": mapfile.Tokens,
    "board": mapfile.BoardDesign,
    "board.outlines[]": mapfile.Outline,
    "locations[]": mapfile.Location,
    "routes[]": mapfile.Route,
    "tickets[]": mapfile.Ticket,
}


def explain_syntax(error: str) -> Finding:
    """TOML's own message, with the place first: `Invalid value (at line 3, column 9)`."""
    what, _, place = error.rstrip(")").partition(" (at ")
    return Finding(place or "the text", "not-toml", reason(what))


MOST_PROBLEMS = 100
"""How many problems are reported at once."""
LONGEST_SUGGESTED = 30
"""Letters of a word that others are compared with."""
LARGEST_FIX = 1_000_000
RIGHT_TYPE = ("missing", "too_short", "too_long", "greater_than_equal", "less_than_equal")
"""Refusals that leave a value the other checks can still look at."""


def validate(tables: Table) -> tuple[Map | None, list[Finding]]:
    """What the models make of the tables. Values of a wrong type are cut out of `tables`."""
    try:
        # As JSON, so that strict models take arrays for tuples and "2" for the player count 2, but nothing else.
        return Map.model_validate_json(json.dumps(tables, default=str)), []
    except ValidationError as error:
        details = [detail for detail in error.errors(include_url=False) if not is_consequence(detail)]
    found = [
        Finding(key_of(detail["loc"]), *explain(detail, tables), fix_of(detail, tables))
        for detail in details[:MOST_PROBLEMS]
    ]
    for detail in details:
        if detail["type"] not in RIGHT_TYPE:
            remove(tables, detail["loc"])
    return None, found


def is_consequence(detail: ErrorDetails) -> bool:
    """Whether a list is too short only because entries in it were refused themselves."""
    return detail["type"] == "too_short" and len(detail["input"]) >= detail["ctx"]["min_length"]


def key_of(path: tuple[int | str, ...]) -> str:
    """('routes', 12, 'colors', 1) as people write it: routes[12].colors[1]."""
    parts = (f"[{part}]" if isinstance(part, int) else f".{part}" for part in path if part != "[key]")
    return "".join(parts).removeprefix(".")


def remove(tables: Any, path: tuple[int | str, ...]) -> None:
    """Take out what a path leads to, if it is there."""
    *parents, last = (part for part in path if part != "[key]")
    for part in parents:
        try:
            tables = tables[part]
        except (KeyError, IndexError, TypeError):
            return  # cut out already
    if isinstance(tables, list):
        tables[int(last)] = None
    elif isinstance(tables, dict):
        tables.pop(last, None)


WRONG_TYPES = {
    "int_type": "not-a-whole-number",
    "int_from_float": "not-a-whole-number",
    "float_type": "not-a-number",
    "finite_number": "not-a-finite-number",
    "string_type": "not-a-text",
    "tuple_type": "not-a-list",
    "dict_type": "not-a-table",
    "model_type": "not-a-table",
}


def explain(detail: ErrorDetails, tables: Table) -> tuple[str, Values]:
    """What one refusal of the models is said by."""
    kind, context = detail["type"], detail.get("ctx", {})
    if kind == "missing":
        return "missing", {}
    if kind == "extra_forbidden":
        return explain_unknown_key(detail["loc"], tables)
    value = {"value": quoted(detail["input"])}
    if kind in WRONG_TYPES:
        return WRONG_TYPES[kind], value
    if detail["loc"][-1:] == ("[key]",):
        return "not-a-player-count", {}
    if kind == "literal_error":
        if words := allowed_words(context):
            return "not-one-of", {**value, "allowed": ", ".join(words)}
        return "not-allowed", {**value, "allowed": context["expected"]}
    if kind == "greater_than_equal":
        return "too-small", {**value, "least": context["ge"]}
    if kind == "less_than_equal":
        return "too-large", {**value, "most": context["le"]}
    if kind == "too_short":
        return "list-too-short", {"count": context["actual_length"], "least": context["min_length"]}
    if kind == "too_long" and context["actual_length"]:
        return "list-too-long", {"count": context["actual_length"], "most": context["max_length"]}
    if kind == "too_long":
        return "list-far-too-long", {"most": context["max_length"]}
    if kind == "string_too_long":
        return "text-too-long", {**value, "most": context["max_length"]}
    if kind == "string_too_short":
        return "empty-text", {}
    return "wrong", {**value, "reason": detail["msg"]}


def allowed_words(context: dict[str, Any]) -> list[str]:
    """The texts that pydantic would take, in quotes; none where it wants a number."""
    return [f'"{word}"' for word in re.findall(r"'([^']+)'", str(context["expected"]))]


def fix_of(detail: ErrorDetails, tables: Table) -> Fix:
    """What would set a refusal of the models right, where one can know it."""
    kind, value, context, key = detail["type"], detail["input"], detail.get("ctx", {}), key_of(detail["loc"])
    if detail["loc"][-1:] == ("[key]",):
        return removal(key)
    if kind == "missing":
        return replace(key, blank_value(*detail["loc"]))
    if kind == "extra_forbidden":
        meant = closest(str(detail["loc"][-1]), tuple(_known_keys(detail["loc"])))
        if meant is None:
            return removal(key)
        is_taken = meant in (_value_at(tables, detail["loc"][:-1]) or {})
        return removal(key) if is_taken else (Change(key_of((*detail["loc"][:-1], meant)), value), *removal(key))
    if kind == "literal_error":
        words = [word.strip('"') for word in allowed_words(context)]
        return replace(key, closest(value, tuple(words)) if isinstance(value, str) and words else None if words else 1)
    if kind == "greater_than_equal":
        return replace(key, context["ge"])
    if kind == "less_than_equal":
        return replace(key, context["le"])
    if kind in ("int_from_float", "int_type", "float_type"):
        return replace(key, _number_in(value, is_whole=kind != "float_type"))
    return ()


def _number_in(value: object, *, is_whole: bool) -> float | None:
    """The number that a text or another number stands for."""
    try:
        number = float(value) if isinstance(value, str | float) else inf
    except ValueError:
        return None
    if abs(number) > LARGEST_FIX:
        return None
    return round(number) if is_whole or number.is_integer() else number


def _value_at(tables: Any, path: tuple[int | str, ...]) -> Any:
    for part in path:
        tables = tables[part]
    return tables


def _known_keys(path: tuple[int | str, ...]) -> list[str]:
    """What the table may have in which a key stands."""
    model = MODELS.get(re.sub(r"\[\d+\]", "[]", key_of(path[:-1])))
    return list(model.model_fields) if model else []


def explain_unknown_key(path: tuple[int | str, ...], tables: Table) -> tuple[str, Values]:
    """Why a key is not known: most often a list that stands inside of another table."""
    *parents, last = path
    if last in ROUTE_LISTS and last not in tables:
        return "list-inside-table", {"table": key_of(tuple(parents)), "list": last}
    known = _known_keys(path)
    if meant := closest(str(last), tuple(known)):
        return "unknown-key-near", {"meant": meant}
    return "unknown-key", {"known": ", ".join(known)}


def quoted(value: object) -> str:
    """A value as it would stand in a file, shortened."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else f"{text[:56]} …"


@lru_cache(maxsize=256)  # the same mistake is often made many times
def closest(word: str, known: tuple[str, ...]) -> str | None:
    """The known word that was probably meant."""
    if word in known:
        return word
    if len(word) > LONGEST_SUGGESTED or len(known) > limits.MAX_LOCATIONS:  # comparing takes long
        return None
    return english.closest(word, (name for name in known if len(name) <= LONGEST_SUGGESTED), likeness=0.5)
