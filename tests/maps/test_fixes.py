"""Problems that come with their fix: making the changes sets the problem right."""

import copy
import re
import tomllib
from typing import Any

import pytest

from tests.maps.sample import changed, with_tokens
from whistlestop.maps.check import check_tables
from whistlestop.maps.mapfile import Change, Fix

MISTAKES = {
    "routes[0].colors[0]": ('"red", "blue"]', '"reed", "blue"]'),
    "routes[3].ferries": ("ferries = 1", "ferries = 9"),
    "routes[0].a": ('a = "Ashford", b = "Birch Bay", length', 'a = "Ashfort", b = "Birch Bay", length'),
    "tickets[0].a": ('a = "Ashford", b = "Dunmore", points', 'a = "Atlantis City", b = "Dunmore", points'),
    "locations[0].x": ("x = 80, y = 80", "x = -80, y = 80"),
    "routes[2].bend[0].y": ("[205, 160]", "[205, 1600]"),
    "locations[1].name": ('{ name = "Birch Bay"', '{ name = "Ashford"'),
    "format": ("format = 1", "format = 2"),
    "rules.piecs": ("pieces = 10", "piecs = 10"),
    "rules.pieces": ("pieces = 10\n", ""),
    "rules.final_round_at": ("final_round_at = 2", "final_round_at = 20"),
    "rules.players.min": ("min = 2, max = 2", "min = 3, max = 2"),
    "rules.both_tracks_from": ("both_tracks_from = 3", "both_tracks_from = 9"),
    "rules.cards.face_up": ("face_up = 3", "face_up = 99"),
    "rules.cards.wild": ("wild = 4", 'wild = "4"'),
    "rules.tickets.action.keep": ("action = { dealt = 2, keep = 1 }", "action = { dealt = 2, keep = 3 }"),
    "routes[0].length": ("route_points = [1, 2, 4, 7]", "route_points = [1, 2]"),
    "tickets": ("opening = { dealt = 2", "opening = { dealt = 3"),
    "rules.tokens.symbols[1]": ('"crab"', '"bell"'),
    "rules.tokens.spots[0]": ('spots = ["Ashford"]', 'spots = ["Ashfort"]'),
    "rules.tokens.points": ("points = [0, 0, 1, 2]", "points = [0, 0]"),
    "rules.tokens.stack": ("stack = { 2 = 2 }", "stack = {}"),
    "rules.tokens.placed.4": ("placed = { 2 = 1 }", "placed = { 2 = 1, 4 = 1 }"),
    "tickets[1].points": ("points = 5", "points = 20"),
    "board.theme": ("height = 330", 'height = 330\ntheme = "papr"'),
    "board.width": ("width = 400", "width = 40"),
}


@pytest.mark.parametrize("key", MISTAKES)
def test_a_fix_sets_its_problem_right(key: str) -> None:
    tables = tomllib.loads(changed(with_tokens(), *MISTAKES[key]))
    problem = next(one for one in check_tables(copy.deepcopy(tables), "map") if one.key == key)
    assert problem.fix, problem.message
    fix(tables, problem.fix)
    left = check_tables(tables, "map")
    assert (problem.key, problem.message) not in {(one.key, one.message) for one in left}


def test_two_entries_of_the_same_places_become_a_double_route() -> None:
    text = changed(with_tokens(), "colors = [\"grey\"] },", 'colors = ["grey"] },\n'
                   '  { a = "Cold Spring", b = "Ashford", length = 2, colors = ["red"] },')  # fmt: skip
    tables = tomllib.loads(text)
    (problem,) = check_tables(copy.deepcopy(tables), "map")
    fix(tables, problem.fix)
    assert check_tables(copy.deepcopy(tables), "map") == []
    assert tables["routes"][1]["colors"] == ["grey", "red"]
    assert len(tables["routes"]) == 5


def test_a_misspelt_key_keeps_its_value() -> None:
    tables = tomllib.loads(changed(with_tokens(), "pieces = 10", "piecs = 11"))
    problem = next(one for one in check_tables(copy.deepcopy(tables), "map") if one.key == "rules.piecs")
    assert problem.fix == (Change("rules.pieces", 11), Change("rules.piecs"))


def fix(tables: dict[str, Any], changes: Fix) -> None:
    """As the page does (web/src/studio/keys.ts)."""
    for key, value in changes:
        path: list[Any] = [int(part[1:-1]) if part[0] == "[" else part for part in re.findall(r"\[\d+\]|[^.[\]]+", key)]
        parent: Any = tables
        for part in path[:-1]:
            parent = parent[part]
        if value is None:
            del parent[path[-1]]
        else:
            parent[path[-1]] = value
