"""Everything that can be wrong with a map file, found in one run (the first hundred of it).

    >>> [str(problem) for problem in check_map("format = 2", "my.toml")][0]
    'my.toml: format = 2 is not allowed here. Write 1.'

The models of `mapfile` judge types and single numbers (`shape`). What they refuse is cut out of the tables, so that
the checks in `entries` and `numbers` see only values of the right type, and one mistake does not hide another.
"""

from __future__ import annotations

import tomllib
from itertools import chain, islice

from whistlestop.maps.check.entries import check_connections, check_locations, check_routes, check_tickets
from whistlestop.maps.check.longest_path import check_longest_path
from whistlestop.maps.check.names import check_names
from whistlestop.maps.check.numbers import check_rules, check_size, check_tokens
from whistlestop.maps.check.outlines import check_outlines
from whistlestop.maps.check.oversize import find_oversize_tables, find_oversize_text
from whistlestop.maps.check.shape import MOST_PROBLEMS, Table, explain_syntax, validate
from whistlestop.maps.check.smells import find_smells
from whistlestop.maps.mapfile import Map, Problem

CHECKS = (
    check_locations,
    check_routes,
    check_tickets,
    check_connections,
    check_rules,
    check_tokens,
    check_size,
    check_outlines,
    check_names,
    check_longest_path,
)


def check_map(text: str, file: str) -> list[Problem]:
    """All errors of a map file, or, if there are none, all warnings."""
    return _with_smells(*examine(text, file), file)


def check_tables(tables: Table, file: str) -> list[Problem]:
    """The same of parsed TOML or JSON. What has a wrong type is cut out of the tables."""
    return _with_smells(*examine_tables(tables, file), file)


def _with_smells(board_map: Map | None, problems: list[Problem], file: str) -> list[Problem]:
    if board_map is not None:
        smells = islice(find_smells(board_map), MOST_PROBLEMS)
        problems += [Problem("warning", file, *found) for found in smells]
    return problems


def examine(text: str, file: str) -> tuple[Map | None, list[Problem]]:
    """The map that `text` describes, or None and every error in it."""
    if oversize := list(find_oversize_text(text)):
        return None, [Problem("error", file, *found) for found in oversize]
    try:
        tables = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a TOMLDecodeError, mostly
        return None, [Problem("error", file, *explain_syntax(str(error)))]
    return examine_tables(tables, file)


def examine_tables(tables: Table, file: str) -> tuple[Map | None, list[Problem]]:
    """The map that parsed TOML (or a record's JSON) describes, or None and every error in it."""
    if oversize := list(find_oversize_tables(tables)):
        return None, [Problem("error", file, *one) for one in oversize]
    board_map, found = validate(tables)
    found += islice(chain.from_iterable(check(tables) for check in CHECKS), MOST_PROBLEMS)
    problems: dict[tuple[str, str], Problem] = {}  # each once, though two checks may find it
    for one in found:
        problems.setdefault((one.key, one.message), Problem("error", file, *one))
    return (None, list(problems.values())[:MOST_PROBLEMS]) if problems else (board_map, [])
