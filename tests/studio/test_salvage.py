"""A broken map file opens with what can be read; the rest becomes comments, so that nothing is lost."""

import random
import tomllib

import pytest

from tests.maps.sample import changed, tiny_map
from whistlestop.maps.mapfile import read_map_toml
from whistlestop.studio.salvage import salvage


def test_toml_stays_as_it_is() -> None:
    assert salvage(tiny_map()).text == tiny_map()
    assert salvage(tiny_map()).problems == []


@pytest.mark.parametrize(
    ("old", "new", "line", "places", "routes"),
    [
        ('{ name = "Birch Bay"', '{ name = "Birch Bay', "line 7", 3, 5),
        ('length = 2, colors = ["grey"], ferries', 'length = , colors = ["grey"], ferries', "line 16", 4, 4),
        ("pieces = 10", "pieces = ten", "line 29", 4, 5),
        ("pieces = 10", "pieces 10", "line 29", 4, 5),
        ("[rules.cards]", "[rules.cards", "line 34", 4, 5),
    ],
)
def test_one_broken_line_costs_that_line_only(old: str, new: str, line: str, places: int, routes: int) -> None:
    text = changed(tiny_map(), old, new)
    salvaged = salvage(text)
    tables = tomllib.loads(salvaged.text)
    assert (len(tables["locations"]), len(tables["routes"])) == (places, routes)
    assert [problem.key for problem in salvaged.problems] == [line]
    broken = text.splitlines()[int(line.split()[1]) - 1]
    assert f"# {broken}" in salvaged.text.splitlines(), "it is kept as a comment"
    assert tables["rules"]["players"] == {"min": 2, "max": 2}


@pytest.mark.parametrize("new", ['label = "e" }\n', 'label = "e" }, # here\n'])
def test_a_forgotten_comma_or_bracket_costs_nothing(new: str) -> None:
    usa = read_map_toml("usa")[0]
    for text in (changed(usa, 'label = "e" },\n', new), changed(usa, "]\n\nroutes", "\nroutes")):
        salvaged = salvage(text)
        assert tomllib.loads(salvaged.text)["locations"] == tomllib.loads(usa)["locations"]
        assert salvaged.problems == []


def test_half_a_file_gives_what_is_in_it() -> None:
    usa = read_map_toml("usa")[0]
    tables = tomllib.loads(salvage(usa[: usa.index('b = "Montréal"')]).text)
    assert len(tables["locations"]) == 36
    assert len(tables["routes"]) == 5


def test_whatever_one_types_the_outcome_is_toml() -> None:
    text = read_map_toml("usa")[0]
    for seed in range(40):
        rng = random.Random(seed)
        letters = list(text)
        for _ in range(rng.randint(1, 60)):
            letters[rng.randrange(len(letters))] = rng.choice("[]{}=\"',#\n\x00 x1")
        salvaged = salvage("".join(letters))
        tomllib.loads(salvaged.text)
        assert salvaged.text.count("\n") >= text.count("\n") - 60
    for text in ("", "\x00", "name", "= = =", "]]]]", '"""', "a = [\n" * 300):
        tomllib.loads(salvage(text).text)
