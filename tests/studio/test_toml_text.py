"""TOML out of the studio: nothing changes that nobody changed."""

import copy
import random
import tomllib
from typing import Any

import pytest

from tests.maps.sample import changed, with_tokens
from whistlestop.maps.blank import blank_map
from whistlestop.maps.check import check_map
from whistlestop.maps.mapfile import builtin_maps, read_map_toml
from whistlestop.studio.toml_text import write_toml

COMMENTED = changed(with_tokens(), "x = 80, y = 80 },", "x = 80, y = 80 }, # the capital\n  # by the water:")
TEXTS = {name: read_map_toml(name)[0] for name in builtin_maps()} | {"tiny": COMMENTED}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_map_that_was_not_changed_is_the_same_text(text: str) -> None:
    assert write_toml(tomllib.loads(text), text) == (text, True)


def test_only_the_changed_line_changes() -> None:
    tables = tomllib.loads(COMMENTED)
    tables["locations"][0]["x"] = 90.5
    tables["rules"]["pieces"] = 12
    written = write_toml(tables, COMMENTED)
    assert written.keeps_comments
    differing = [
        pair for pair in zip(COMMENTED.splitlines(), written.text.splitlines(), strict=True) if len({*pair}) > 1
    ]
    assert [new for _, new in differing] == [
        '  { name = "Ashford", x = 90.5, y = 80 }, # the capital',
        "pieces = 12",
    ]


def test_rows_come_and_go_without_their_neighbours_comments() -> None:
    tables = tomllib.loads(COMMENTED)
    del tables["locations"][1]
    tables["locations"].append({"name": "East End", "x": 1, "y": 2})
    tables["routes"][0], tables["routes"][1] = tables["routes"][1], tables["routes"][0]
    text = write_toml(tables, COMMENTED).text
    assert tomllib.loads(text) == tables
    assert "# the capital" in text
    assert '\n  { name = "East End", x = 1, y = 2 },\n]' in text


def test_the_order_of_colours_is_kept() -> None:
    tables = tomllib.loads(COMMENTED)
    tables["rules"]["cards"]["colors"] = {"blue": 8, "red": 8}
    assert list(tomllib.loads(write_toml(tables, COMMENTED).text)["rules"]["cards"]["colors"]) == ["blue", "red"]


def test_a_base_that_is_no_toml_is_told() -> None:
    tables = tomllib.loads(COMMENTED)
    text, keeps_comments = write_toml(tables, "= = =")
    assert not keeps_comments
    assert tomllib.loads(text) == tables
    assert check_map(text, "map") == check_map(COMMENTED, "map")


def test_the_blank_map_lacks_only_places_routes_and_tickets() -> None:
    keys = {problem.key for problem in check_map(write_toml(blank_map()).text, "blank")}
    assert keys == {"locations", "routes", "tickets"}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_edited_is_written(text: str, seed: int) -> None:
    rng = random.Random(seed)
    tables = tomllib.loads(text)
    for _ in range(30):
        edit(tables, rng)
    written = write_toml(tables, text)
    assert tomllib.loads(written.text) == tables
    assert written.keeps_comments


def edit(tables: dict[str, Any], rng: random.Random) -> None:
    name = rng.choice(["locations", "routes", "tickets"])
    rows = tables[name]
    what = rng.choice(["change", "remove", "insert", "swap", "rule", "drop"])
    if what == "change" and rows:
        rng.choice(rows)[rng.choice(["x", "length", "points", "name", "label"])] = rng.choice(
            [3, 4.5, 'a "quoted" \\ name', "<b>\n", True, [1, [2]]]
        )
    elif what == "remove" and rows:
        del rows[rng.randrange(len(rows))]
    elif what == "insert":
        rows.insert(rng.randint(0, len(rows)), copy.deepcopy(rng.choice(rows)) if rows else {"name": "New"})
    elif what == "swap" and len(rows) > 1:
        rows[0], rows[-1] = rows[-1], rows[0]
    elif what == "rule":
        tables["rules"][rng.choice(["pieces", "longest_path", "final_round_at"])] = rng.randint(0, 99)
    elif what == "drop" and rows and (row := rng.choice(rows)):
        del row[rng.choice(list(row))]
