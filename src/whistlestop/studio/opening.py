"""What an editor gets: a map that was opened, with what could not be read; a map that was changed, with its drawing."""

from __future__ import annotations

import json
import tomllib
from math import isfinite
from typing import Any, Literal

from whistlestop.draw.drawing import Drawing, make_drawing
from whistlestop.json_types import JsonObject, TypedDict, described
from whistlestop.maps.check import check_tables
from whistlestop.maps.check.oversize import find_oversize_tables, find_oversize_text
from whistlestop.maps.check.shape import MOST_PROBLEMS, Table
from whistlestop.maps.mapfile import Problem, Severity
from whistlestop.maps.messages import MapRefusal
from whistlestop.studio.drawable import drawable_map
from whistlestop.studio.salvage import salvage
from whistlestop.studio.sheets import read_sheet, sheet_of

THE_TEXT, THE_MAP = "the text", "the map"
"""What a refusal is about, where that is no key."""


@described
class MapChange(TypedDict):
    key: str
    value: Any
    """Null removes the key, from a table or out of a list."""


@described
class MapProblem(TypedDict):
    severity: Severity
    """An error keeps the map from being played, a warning does not."""
    key: str
    id: str
    """What is wrong, for a text in another language; it may speak of the values."""
    values: dict[str, str | int | float]
    message: str
    """The same in English."""
    fix: list[MapChange]
    """What would set it right, to be changed in this order; often nobody can know."""


@described
class OpenedMap(TypedDict):
    """A text as an editor takes it: a whole map, or a table of its places, routes or tickets."""

    kind: Literal["map", "locations", "routes", "tickets"]
    map: JsonObject
    """All keys of the map's file that could be read; of a table, only the one."""
    text: str
    """The TOML that it is, for `/api/studio/toml` to change; empty for a table."""
    problems: list[MapProblem]
    """What could not be read. Whether the map can be played is another question."""


@described
class JudgedMap(TypedDict):
    """A map as it is now."""

    problems: list[MapProblem]
    drawing: Drawing | None
    """All that can be drawn of it; null for one that is too large."""
    locations: list[int]
    """For each place of the drawing, which of the map's locations it is."""
    tracks: list[tuple[int, int]]
    """For each track of the drawing, the number of its route, and whether it is the first (0) or second (1)."""


class NotOpened(MapRefusal):
    """A text that can't be opened; says why."""


def open_text(text: str) -> OpenedMap:
    """A map's TOML, or the CSV of a table."""
    if sheet_of(text) is not None:
        sheet = read_sheet(text)
        return _opened(sheet.sheet, {sheet.sheet: sheet.rows}, "", sheet.problems)
    if oversize := list(find_oversize_text(text)):
        raise NotOpened(oversize[0].id, oversize[0].values, key=THE_TEXT)
    salvaged = salvage(text)
    return _opened("map", tomllib.loads(salvaged.text), salvaged.text, salvaged.problems)


def _opened(
    kind: Literal["map", "locations", "routes", "tickets"], tables: Table, text: str, problems: list[Problem]
) -> OpenedMap:
    refuse_oversize(tables)
    return {
        "kind": kind,
        "map": _as_json(tables),
        "text": text,
        "problems": [problem_json(problem) for problem in problems[:MOST_PROBLEMS]],
    }


def _as_json(value: Any) -> Any:
    """TOML has dates and infinite numbers; as texts they stay what they are: wrong."""
    if isinstance(value, dict):
        return {key: _as_json(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_as_json(inner) for inner in value]
    is_plain = isinstance(value, str | int) or (isinstance(value, float) and isfinite(value))
    return value if is_plain else str(value)


def read_tables(map_json: str) -> Table:
    """The tables of a map that an editor sends as JSON."""
    try:
        tables = json.loads(map_json)
    except (ValueError, RecursionError):
        raise NotOpened("not-an-object") from None
    if not isinstance(tables, dict):
        raise NotOpened("not-an-object")
    return tables


def refuse_oversize(tables: Table) -> None:
    """NotOpened for a map that is too large to be worked on."""
    for found in find_oversize_tables(tables):
        raise NotOpened(found.id, found.values, key=found.key or THE_MAP)


def judge(tables: Table) -> JudgedMap:
    """What is wrong with a map, and how it is drawn."""
    if any(find_oversize_tables(tables)):
        return {"problems": _problems(tables), "drawing": None, "locations": [], "tracks": []}
    drawable = drawable_map(tables)
    return {
        "drawing": make_drawing(drawable.map, "studio", ""),
        "locations": drawable.locations,
        "tracks": [
            (number, track)
            for number, route in zip(drawable.routes, drawable.map.routes, strict=True)
            for track in range(len(route.colors))
        ],
        "problems": _problems(tables),  # last: the check cuts out of the tables what it refuses
    }


def _problems(tables: Table) -> list[MapProblem]:
    return [problem_json(problem) for problem in check_tables(tables, "map")]


def problem_json(problem: Problem) -> MapProblem:
    """A problem as the page gets it."""
    return {
        "severity": problem.severity,
        "key": problem.key,
        "id": problem.id,
        "values": dict(problem.values),
        "message": problem.message,
        "fix": [{"key": change.key, "value": change.value} for change in problem.fix],
    }
