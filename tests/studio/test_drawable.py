"""Everything that can be drawn of a map is drawn, as the table would draw it."""

import copy
import json
import random
import tomllib
from typing import Any

import pytest

from tests.maps.sample import tiny_map, with_tokens
from whistlestop.draw.drawing import make_drawing, scenery_svg
from whistlestop.maps.blank import blank_map
from whistlestop.maps.mapfile import builtin_maps, parse_map, read_map_toml
from whistlestop.studio.drawable import drawable_map
from whistlestop.studio.opening import judge, open_text

TEXTS = {name: read_map_toml(name)[0] for name in builtin_maps()} | {"tiny": with_tokens()}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_map_that_can_be_played_is_drawn_as_at_the_table(text: str) -> None:
    ours = judge(tomllib.loads(text))["drawing"]
    assert ours == make_drawing(parse_map(text, "map"), "studio", "")


def test_a_board_is_drawn_from_its_first_place_on() -> None:
    tables = blank_map()
    assert drawn(tables)["places"] == []
    tables["locations"] = [{"name": "A", "x": 100, "y": 100}]
    assert [place["name"] for place in drawn(tables)["places"]] == ["A"]
    tables["locations"].append({"name": "B", "x": 300, "y": 100})
    assert len(drawn(tables)["places"]) == 2
    tables["routes"] = [{"a": "A", "b": "B", "length": 2, "colors": ["red"]}]
    assert [len(track["spaces"]) for track in drawn(tables)["tracks"]] == [2]


def drawn(tables: dict[str, Any]) -> Any:
    judged = judge(copy.deepcopy(tables))
    return json.loads(json.dumps(judged["drawing"], allow_nan=False))


def test_entries_with_mistakes_are_left_out_and_the_others_keep_their_numbers() -> None:
    tables = tomllib.loads(tiny_map())
    tables["locations"].insert(0, {"name": "Nowhere"})
    tables["routes"].insert(1, {"a": "Ashford", "b": "Atlantis", "length": 1, "colors": ["red"]})
    tables["routes"][0]["colors"] = ["pink", "red"]
    tables["routes"][0]["length"] = 99
    judged = judge(tables)
    assert judged["locations"] == [1, 2, 3, 4]
    assert judged["tracks"] == [(0, 0), (0, 1), (2, 0), (3, 0), (4, 0), (5, 0)]
    assert judged["drawing"] is not None
    first = judged["drawing"]["tracks"][0]
    assert (first["colour"], first["length"]) == ("grey", 10)
    assert {problem["key"] for problem in judged["problems"]} >= {"locations[0].x", "routes[1].b", "routes[0].length"}


@pytest.mark.parametrize("seed", range(60))
def test_whatever_a_map_lacks_it_is_drawn(seed: int) -> None:
    """With parts cut out or replaced by nonsense, anywhere."""
    rng = random.Random(seed)
    tables = tomllib.loads(with_tokens())
    for _ in range(rng.randint(1, 12)):
        spoil(tables, rng)
    whole = drawable_map(tables).map
    json.dumps(make_drawing(whole, "x", ""), allow_nan=False)
    scenery_svg(whole)
    judge(tables)


def spoil(value: Any, rng: random.Random) -> None:
    while isinstance(value, dict | list) and value:
        key: Any = rng.choice(list(value)) if isinstance(value, dict) else rng.randrange(len(value))
        if rng.random() < 0.4 or not isinstance(value[key], dict | list):
            value[key] = rng.choice([None, -1, 0, 1e300, "x", "<svg onload=x>", [], {}, [[1, 2]], True, 10**9])
            return
        value = value[key]


def test_a_map_too_large_to_look_at_is_told_and_not_drawn() -> None:
    tables = tomllib.loads(tiny_map())
    tables["locations"] *= 50
    judged = judge(tables)
    assert judged["drawing"] is None
    assert "at most 96" in judged["problems"][0]["message"]


def test_dates_and_infinite_numbers_of_toml_become_texts() -> None:
    opened = open_text("name = 2026-11-17\n[board]\nwidth = inf\nheight = nan\n")
    assert opened["map"] == {"name": "2026-11-17", "board": {"width": "inf", "height": "nan"}}
