"""Whatever the server refuses, the page says it in the person's language, and not in the server's English."""

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import whistlestop.server
from whistlestop.maps.check import check_map
from whistlestop.server.play import refusal
from whistlestop.server.play.upload_process import CODES
from whistlestop.server.web.errors import BadRequest
from whistlestop.studio.opening import open_text
from whistlestop.studio.sheets import read_sheet

TEXTS = Path(__file__).parents[2] / "web" / "src" / "i18n" / "texts"
LANGUAGES = ("en", "pt-BR", "pl", "ro")
KINDS = {name for name, kind in vars(refusal).items() if isinstance(kind, type) and issubclass(kind, refusal.Refusal)}
FOR_PROGRAMS = {"bad-message", "hello-first", "hello-again", "headers-too-large", "metrics-token-needed"}
"""Met only by who writes a program of their own."""
IN_THE_SERVERS_WORDS = {"failed", "illegal-action"}
"""What the page does not know, and what it never offers at a table."""


def raised() -> Iterator[tuple[str, bool]]:
    """The code of every refusal in the server's source, and whether it tells its problem in parts."""
    for path in Path(whistlestop.server.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                place = {BadRequest.__name__: 1, refusal.about_map.__name__: 0}.get(node.func.id)
                place = 0 if node.func.id in KINDS else place
                if place is not None and len(node.args) > place and isinstance(node.args[place], ast.Constant):
                    parts = node.func.id == refusal.about_map.__name__
                    yield (
                        str(ast.literal_eval(node.args[place])),
                        parts or any(word.arg == "problem" for word in node.keywords),
                    )


REFUSALS = [*raised(), *((code, True) for code in CODES.values())]


def codes(language: str) -> dict[str, str]:
    texts: dict[str, str] = json.loads((TEXTS / language / "errors.json").read_text("utf-8"))["code"]
    return texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_a_text(language: str) -> None:
    known = {code for code, _ in REFUSALS}
    assert len(known) > 50  # or else they are not found in the source any more
    assert known - FOR_PROGRAMS - codes(language).keys() == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_that_repeats_the_server_has_it_in_parts(language: str) -> None:
    repeating = {code for code, text in codes(language).items() if "{{message}}" in text} - IN_THE_SERVERS_WORDS
    assert repeating >= set(CODES.values())
    assert {code for code, is_in_parts in REFUSALS if code in repeating and not is_in_parts} == set()


@pytest.mark.parametrize(
    "text",
    [
        "name =", "name = ?", "name", "= 1", "[words", "[[routes]", "routes = [1, 2", "words = { piece = 1",
        'name = "x', "name = 'x", "name = '''x", 'name = "x" y', "name = 1\nname = 2", "words = { a = 1, a = 2 }",
        "[words]\n[words]", "words = {}\n[words.more]", "name = \"\x01\"", 'name = "\\q"', 'name = "\\u12"',
        'name = "\\ud800"', "name = 2026-13-01", "name = 'a\nb'", "# \x01", "routes = []\n[[routes]]",
    ],
)  # fmt: skip
def test_what_tomls_parser_says_is_known(text: str) -> None:
    for problem in [*open_text(text)["problems"], *check_map(text, "map")[:1]]:
        values = problem["values"] if isinstance(problem, dict) else problem.values
        assert values["why"], values


@pytest.mark.parametrize("cell", ['"open', '"a"b', "x" * 200_000])
def test_what_the_reader_of_csv_says_is_known(cell: str) -> None:
    (problem,) = [one for one in read_sheet(f"name,x,y\n{cell}").problems if one.id == "unreadable-rest"]
    assert problem.values["why"], problem.values
