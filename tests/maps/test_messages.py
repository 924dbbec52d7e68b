"""Texts of the checks: each is said somewhere, and everything that is said has one."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import whistlestop
from whistlestop.maps.check import check_map
from whistlestop.maps.messages import ENGLISH, english

SOURCES = Path(whistlestop.__file__).parent
SPEAKERS = [
    *sorted((SOURCES / "maps" / "check").glob("*.py")),
    SOURCES / "maps" / "mapfile.py",
    SOURCES / "cli" / "map_commands.py",
    SOURCES / "maps" / "tickets.py",
    *sorted((SOURCES / "studio").glob("*.py")),
    *sorted((SOURCES / "printing").glob("*.py")),
    *sorted((SOURCES / "server").rglob("*.py")),
]
REFUSALS = {"MapRefusal": 0, "NotOpened": 0, "CannotPrint": 0, "CannotPropose": 0}
ID_AT = {"Finding": 1, "near_or_not": 1, "_problem": 1, "Problem": 3} | REFUSALS
"""Which argument of these names a text."""


def words_in(file: Path) -> set[str]:
    """All string literals."""
    nodes = ast.walk(ast.parse(file.read_text("utf-8")))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def ids_in(file: Path) -> Iterator[str]:
    """The texts that are named where something is found; `NAME-near` goes with `near_or_not`."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ID_AT:
            at = ID_AT[node.func.id]
            if len(node.args) > at and isinstance(id := node.args[at], ast.Constant):
                yield id.value
                if node.func.id == "near_or_not":
                    yield f"{id.value}-near"


def test_everything_that_is_found_has_a_text() -> None:
    found = {id for file in SPEAKERS for id in ids_in(file)}
    assert len(found) > 60
    assert found - ENGLISH.keys() == set()


def test_no_text_is_stale() -> None:
    said = {word for file in SPEAKERS for word in (*words_in(file), *ids_in(file))}
    assert ENGLISH.keys() - said == set()


def test_values_are_put_into_a_text_and_never_read_as_one() -> None:
    [problem] = [one for one in check_map('format = "{least} {0}"', "my.toml") if one.key == "format"]
    assert problem.message == '= "{least} {0}" is not allowed here. Write 1.'


def test_a_text_says_which_value_is_missing() -> None:
    with pytest.raises(KeyError, match="least"):
        english("too-small", {"value": 1})
