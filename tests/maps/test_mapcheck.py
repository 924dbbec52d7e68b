"""Every mistake is found, named by its key, and explained; and one mistake does not hide another."""

from __future__ import annotations

import copy
import itertools
import json
import re
import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.maps.sample import changed, tiny_map, with_tokens
from whistlestop.board import Board, load_board
from whistlestop.ids import location_id
from whistlestop.maps import limits
from whistlestop.maps.check import check_map, examine, oversize
from whistlestop.maps.check.numbers import check_size, count_actions
from whistlestop.maps.mapfile import MapError, builtin_maps, parse_map, read_map_toml
from whistlestop.maps.sweep_states import sweep_cost

FAR_RIDGE = '{ kind = "ridge", points = [[0, 0], [1e9, 0], [0, 1]] }'
LONG_RIDGE = f'{{ kind = "ridge", points = [{", ".join(["[0, 0], [400, 330]"] * 30)}] }}'
ROUTE = '{ a = "Ashford", b = "Cold Spring", length = 2, colors = ["grey"] },'


@pytest.mark.parametrize("name", builtin_maps())
def test_built_in_maps_have_no_errors_and_no_warnings(name: str) -> None:
    assert check_map(*read_map_toml(name)) == []


def test_the_tiny_map_of_the_docs_has_no_errors_and_no_warnings() -> None:
    assert check_map(tiny_map(), "tiny.toml") == []
    assert check_map(with_tokens(), "tiny.toml") == []


MISTAKES = [
    # types, keys and single numbers
    ("format = 1", "format = 2", "format", "Write 1"),
    ("pieces = 10", "", "rules.pieces", "missing"),
    ("pieces = 10", "pieces = 0", "rules.pieces", "at least 1"),
    ("pieces = 10", "pieces = 1.5", "rules.pieces", "a whole number"),
    ("pieces = 10", "pieces = true", "rules.pieces", "a whole number"),
    ("pieces = 10", 'pieces = "10"', "rules.pieces", "a whole number"),
    ("pieces = 10", "peices = 10", "rules.peices", 'Did you mean "pieces"?'),
    ("width = 400", "width = nan", "board.width", "finite"),
    ("[board]", "[board]\ntheme = 'moon'", "board.theme", '"paper", "bay"'),
    ('name = "Ashford"', 'name = ""', "locations[0].name", "empty"),
    ('name = "Three Lakes"', 'name = "\u3164"', "name", "can't be seen"),
    ("[rules]", '[words]\ncard = "\u2800"\n[rules]', "words.card", "can't be seen"),
    ("x = 80, y = 80", 'x = "80", y = 80', "locations[0].x", "a number"),
    ('length = 2, colors = ["grey"] }', 'length = 2, colors = "grey" }', "routes[1].colors", "a list"),
    ("max = 2", "max = 6", "rules.players.max", f"at most {limits.MAX_SEATS}"),
    ("min = 2", "min = 1", "rules.players.min", "at least 2"),
    ("face_up = 3", "face_up = 9", "rules.cards.face_up", f"at most {limits.MAX_ROW}"),
    ("length = 4", "length = 11", "routes[2].length", f"at most {limits.MAX_LENGTH}"),
    ("opening = { dealt = 2", "opening = { dealt = 6", "rules.tickets.opening.dealt", f"at most {limits.MAX_OFFERED}"),
    # outlines, which a server draws for strangers
    ("[board]", f"[board]\noutlines = [{FAR_RIDGE}]", "board.outlines[0]", "far outside the board"),
    ("[board]", f"[board]\noutlines = [{LONG_RIDGE}]", "board.outlines", "too long to draw"),
    # places
    ('name = "Birch Bay"', 'name = "ASHFORD"', "locations[1].name", "same id (ashford) as locations[0]"),
    ('name = "Birch Bay"', 'name = "?"', "locations[1].name", "no letter"),
    ("x = 320, y = 80", "x = 401, y = 80", "locations[1].x", "outside the board"),
    ("bend = [[205, 160]]", "bend = [[205, 331]]", "routes[2].bend[0].y", "outside the board"),
    ("tickets = [", 'tickets = [\n{ a = "Ashford", b = "Asford", points = 1 },', "tickets[0].b", 'mean "Ashford"?'),
    ('b = "Cold Spring", length', 'b = "Cold Sprig", length', "routes[1].b", 'Did you mean "Cold Spring"?'),
    ('b = "Cold Spring", length', 'b = "Ashford", length', "routes[1].b", "the same place as a"),
    (
        "points = 4 }",
        'points = 4 },\n{ a = "Dunmore", b = "Ashford", points = 4 }',
        "tickets[1]",
        "repeats ashford/dunmore",
    ),
    ('  { name = "Dunmore"', '  { name = "Nowhere", x = 1, y = 1 },\n  { name = "Dunmore"', "locations[3]", "no route"),
    # routes
    (ROUTE, ROUTE + '{ a = "Cold Spring", b = "Ashford", length = 2, colors = ["red"] },', "routes[2]", "one entry"),
    (
        ROUTE,
        ROUTE + '{ a = "Ashford", b = "Cold Spring", length = 3, colors = ["red"] },',
        "routes[2].length",
        "equally long",
    ),
    ('["red", "blue"]', '["red", "blue", "red"]', "routes[0].colors", "at most 2"),
    ('["red", "blue"]', '["red", "bleu"]', "routes[0].colors[1]", 'Did you mean "blue"?'),
    ("[1, 2, 4, 7]", "[1, 2, 4]", "routes[2].length", "Lengthen"),
    ("ferries = 1", "ferries = 3", "routes[3].ferries", "more than the route's 2 spaces"),
    ("pieces = 10", "pieces = 3", "routes[2].length", "more than a player's 3 pieces"),
    # the rules' numbers
    ("min = 2", "min = 3", "rules.players.min", "more than rules.players.max"),
    ("both_tracks_from = 3", "both_tracks_from = 4", "rules.both_tracks_from", "3 for never"),
    ("final_round_at = 2", "final_round_at = 10", "rules.final_round_at", "at once"),
    ("opening = { dealt = 2, keep = 1", "opening = { dealt = 2, keep = 3", "rules.tickets.opening.keep", "at most 2"),
    ("action = { dealt = 2, keep = 1", "action = { dealt = 2, keep = 3", "rules.tickets.action.keep", "at most 2"),
    ("opening = { dealt = 2", "opening = { dealt = 3", "tickets", "Add 2"),
    ("opening_hand = 2", "opening_hand = 9", "rules.cards", "need 21"),
    ("{ red = 8", "{ red = 150", "rules.cards", f"at most {limits.MAX_CARDS}"),
    ("{ red = 8", "{ deck = 8, red = 8", "rules.cards.colors.deck", "reserved"),
    ("{ red = 8", '{ "Dark Red" = 8, red = 8', "rules.cards.colors.Dark Red", '"dark-red"'),
    # tokens
    ('spots = ["Ashford"]', 'spots = ["Ashfort"]', "rules.tokens.spots[0]", 'mean "Ashford"?'),
    ('spots = ["Ashford"]', 'spots = ["Ashford", "Ashford"]', "rules.tokens.spots[1]", "twice"),
    ('["bell", "crab", "seal"]', '["bell", "crab", "bell"]', "rules.tokens.symbols[2]", "twice"),
    ('["bell", "crab", "seal"]', '["bell", "crab", "Sea Lion"]', "rules.tokens.symbols[2]", '"sea-lion"'),
    ('["bell", "crab", "seal"]', "[]", "rules.tokens.symbols", "at least 1"),
    ('["bell", "crab", "seal"]', '["a", "b", "c", "d", "e"]', "rules.tokens.symbols", "4 locations"),
    ('["bell", "crab", "seal"]', '["a", "b", "c", "d", "e"]', "rules.tokens.spots", "Name at least 1 more"),
    (
        'spots = ["Ashford"]',
        'spots = ["Ashford", "Dunmore", "Birch Bay", "Cold Spring"]',
        "rules.tokens.spots",
        "1 more",
    ),
    ("stack = { 2 = 2 }", "stack = { 3 = 2 }", "rules.tokens.stack", "Add 2"),
    ("stack = { 2 = 2 }", "stack = { 2 = 2, 3 = 2 }", "rules.tokens.stack.3", "Remove"),
    ("placed = { 2 = 1 }", "placed = { two = 1 }", "rules.tokens.placed.two", "number of players"),
    ("[0, 0, 1, 2]", "[0, 0, 1]", "rules.tokens.points", "Write 4"),
]


@pytest.mark.parametrize(("old", "new", "key", "words"), MISTAKES)
def test_a_mistake_is_named_by_its_key_and_explained(old: str, new: str, key: str, words: str) -> None:
    problems = check_map(changed(with_tokens(), old, new), "tiny.toml")
    assert any(p.severity == "error" and p.key == key and words in p.message for p in problems), problems


def test_a_ferry_route_may_not_need_more_wilds_than_the_deck_has() -> None:
    text = changed(changed(tiny_map(), "wild = 4", "wild = 1"), "ferries = 1", "ferries = 2")
    assert [p.key for p in check_map(text, "tiny.toml")] == ["routes[3].ferries"]


def test_the_error_of_the_style_guide() -> None:
    text = changed(tiny_map(), '["red", "blue"]', '["red", "reed"]')
    assert [str(p) for p in check_map(text, "tiny.toml")] == [
        'tiny.toml: routes[0].colors[1] = "reed" is not a colour of this deck (red, blue, grey). Did you mean "red"?'
    ]


def test_a_ticket_between_unconnected_places_is_an_error() -> None:
    island = '{ name = "East", x = 9, y = 9 }, { name = "West", x = 9, y = 99 },\n  { name = "Dunmore"'
    text = changed(tiny_map(), '{ name = "Dunmore"', island)
    text = changed(text, ROUTE, ROUTE + '{ a = "East", b = "West", length = 2, colors = ["grey"] },')
    text = changed(text, "tickets = [", 'tickets = [\n  { a = "East", b = "Dunmore", points = 4 },')
    assert [(p.key, "no routes connect" in p.message) for p in check_map(text, "tiny.toml")] == [("tickets[0]", True)]


def test_syntax_errors_name_the_line() -> None:
    text = changed(tiny_map(), "pieces = 10", "pieces = ")
    (problem,) = check_map(text, "tiny.toml")
    assert problem.key.startswith(f"line {text.splitlines().index('pieces = ') + 1},")
    assert "not TOML" in problem.message


def test_lists_under_a_table_are_moved_up_by_the_message() -> None:
    text = changed(tiny_map(), "tickets = [", "[words]\ntickets = [")
    assert any(p.key == "words.tickets" and "before the first [table]" in p.message for p in check_map(text, "t.toml"))


def test_one_mistake_does_not_hide_another_not_even_in_the_same_entry() -> None:
    text = changed(tiny_map(), 'b = "Cold Spring", length = 2', 'b = "Cold Sprig", length = "two"')
    text = changed(text, 'b = "Dunmore", length = 4, colors = ["blue"]', 'b = "Dunmoor", length = 4, colors = ["bleu"]')
    text = changed(text, "reset_at = 2", "reset_at = 0")
    assert {p.key for p in check_map(text, "tiny.toml")} == {
        "routes[1].b",
        "routes[1].length",
        "routes[2].b",
        "routes[2].colors[0]",
        "rules.cards.reset_at",
    }


def test_too_many_tracks_and_kinds_are_told_with_the_bound() -> None:
    names = [f"P{i}" for i in range(18)]
    pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    places = ",".join(f'{{ name = "{n}", x = 10, y = {10 + i} }}' for i, n in enumerate(names))
    routes = ",".join(
        f'{{ a = "{a}", b = "{b}", length = {1 + i % 10}, ferries = {i % 9 % (1 + i % 10)}, colors = ["grey", "red"] }}'
        for i, (a, b) in enumerate(pairs)
    )
    text = tiny_map()
    text = text.replace(
        text[text.index("locations =") : text.index("tickets =")], f"locations=[{places}]\nroutes=[{routes}]\n"
    )
    text = changed(text, "[1, 2, 4, 7]", "[1, 2, 4, 7, 10, 15, 18, 21, 24, 27]").replace("Ashford", "P0")
    messages = " ".join(p.message for p in check_map(text, "tiny.toml"))
    assert f"306 tracks; the engine takes at most {limits.MAX_TRACKS}" in messages
    assert f"at most {limits.MAX_KINDS}" in messages


def board_map(names: list[str], pairs: list[tuple[str, str]], bonus: int = 10) -> str:
    """The tiny map with other places and routes, and points for the longest path."""
    text = changed(tiny_map(), "[rules]\n", f"[rules]\nlongest_path = {bonus}\n")
    places = ",".join(f'{{ name = "{name}", x = {10 + i % 15 * 25}, y = {10 + i // 15 * 25} }}'
                      for i, name in enumerate(names))  # fmt: skip
    routes = ",".join(f'{{ a = "{a}", b = "{b}", length = 1, colors = ["grey"] }}' for a, b in pairs)
    tickets = ",".join(f'{{ a = "{names[0]}", b = "{name}", points = 1 }}' for name in names[1:7])
    cut = text[text.index("locations =") : text.index("[words]" if "[words]" in text else "[rules]")]
    return text.replace(cut, f"locations=[{places}]\nroutes=[{routes}]\ntickets=[{tickets}]\n")


def test_routes_too_interwoven_for_the_longest_path_are_named() -> None:
    names = [f"P{i}" for i in range(12)]
    pairs = list(itertools.combinations(names, 2))
    (problem,) = check_map(board_map(names, pairs), "knot.toml")
    assert (problem.severity, problem.key) == ("error", "routes")
    assert "12 places" in problem.message or "11 places" in problem.message
    named = re.findall(r"routes\[(\d+)\] \((P\d+) – (P\d+)\)", problem.message)
    assert named
    assert all(pairs[int(number)] == (a, b) for number, a, b in named)


def test_without_points_for_the_longest_path_routes_may_be_as_interwoven_as_they_like() -> None:
    names = [f"P{i}" for i in range(12)]
    text = board_map(names, list(itertools.combinations(names, 2)), bonus=0)
    assert not [problem for problem in check_map(text, "knot.toml") if problem.severity == "error"]


@pytest.mark.parametrize("name", builtin_maps())
def test_built_in_maps_pass_the_bound_of_the_longest_path_with_room(name: str) -> None:
    board = load_board(name)
    place = {id: i for i, id in enumerate(board.location_ids)}
    ends = [(place[location_id(route.a)], place[location_id(route.b)]) for route in board.map.routes]
    assert sweep_cost(len(place), ends, limits.MAX_SWEEP_STATES).state_count < limits.MAX_SWEEP_STATES / 2


def test_entries_beyond_what_the_engine_takes_are_refused_before_anything_is_compared() -> None:
    names = [f"P{i}" for i in range(300)]
    pairs = [(names[i], names[i * 7 % 300]) for i in range(300)]
    (problem,) = check_map(board_map(names, pairs), "large.toml")
    assert problem.key == "locations"
    assert f"300 entries; the engine takes at most {limits.MAX_LOCATIONS}" in problem.message


def test_of_many_problems_the_first_hundred_are_told() -> None:
    rows = ",".join(f'{{ name = "P{i}", x = 1, y = 1, a{i} = 1, b{i} = 1 }}' for i in range(90))
    text = tiny_map()
    text = text.replace(text[text.index("locations =") : text.index("routes =")], f"locations=[{rows}]\n")
    assert len(check_map(text, "many.toml")) == 100


MAPS = {**{name: read_map_toml(name)[0] for name in builtin_maps()}, "tiny": tiny_map(), "tokens": with_tokens()}


@pytest.mark.parametrize("text", MAPS.values(), ids=MAPS.keys())
def test_a_map_is_checked_for_as_many_actions_as_its_board_has(text: str) -> None:
    assert count_actions(tomllib.loads(text)) == Board(parse_map(text, "map"), "map").action_count


def test_too_many_actions_are_told_with_the_bound() -> None:
    colours = {f"c{i}": 10 for i in range(limits.MAX_COLOURS)}
    routes = [{"a": "A", "b": f"P{i}", "length": 10, "colors": ["grey", "grey"]} for i in range(80)]
    tables = {"routes": routes, "rules": {"cards": {"colors": colours}}}
    # 160 grey tracks, each paid with 10 counts of 12 colours or all wild.
    assert any(
        f"possible actions; the engine takes at most {limits.MAX_ACTIONS}" in found.message
        for found in check_size(tables)
    )
    assert not any("possible actions" in found.message for found in check_size(tables | {"routes": routes[:10]}))


@pytest.mark.parametrize(
    ("old", "new", "key", "words"),
    [
        ('["red", "blue"]', '["red", "red"]', "routes", "9 spaces of red but 4 of blue"),
        ("blue = 8 }", "blue = 8, green = 8 }", "rules.cards.colors.green", "no route of its own"),
        ("points = 4", "points = 9", "tickets[0].points", "Write about 4"),
        ('name = "Birch Bay", x = 320, y = 80', 'name = "Birch Bay", x = 85, y = 80', "locations", "too close"),
        (ROUTE, "", "locations[2]", "single connection"),
        ("blue = 8 }\nwild = 4", "blue = 2 }\nwild = 1", "routes[2].colors[0]", "can never be paid"),
    ],
)
def test_design_smells_are_warnings(old: str, new: str, key: str, words: str) -> None:
    text = changed(tiny_map(), old, new)
    problems = check_map(text, "tiny.toml")
    assert any(p.severity == "warning" and p.key == key and words in p.message for p in problems), problems
    assert all(p.severity == "warning" for p in problems)
    parse_map(text, "tiny.toml")


def test_a_ticket_longer_than_the_pieces_is_a_warning() -> None:
    text = changed(changed(tiny_map(), "pieces = 10", "pieces = 4"), "points = 5", "points = 6")
    assert [(p.severity, p.key) for p in check_map(text, "tiny.toml")] == [("warning", "tickets[1]")]


def test_map_error_has_exactly_the_errors_of_the_check() -> None:
    text = changed(changed(tiny_map(), "pieces = 10", "pieces = 3"), "keep = 1", "keep = 4")
    with pytest.raises(MapError) as caught:
        parse_map(text, "tiny.toml")
    assert caught.value.problems == check_map(text, "tiny.toml")


LONG_KEY = ".".join(["a"] * (oversize.LONGEST_KEY + 1))


@pytest.mark.parametrize(
    ("text", "key", "words"),
    [
        ("[[routes]]\n" * (oversize.MOST_HEADERS + 1), "", f"has {oversize.MOST_HEADERS + 1} tables"),
        (f"{LONG_KEY} = 1", "", f"more than {oversize.LONGEST_KEY} parts"),
        (f"[{LONG_KEY}]", "", f"more than {oversize.LONGEST_KEY} parts"),
        (LONG_KEY.replace("a", '"\\""') + " = 1", "", f"more than {oversize.LONGEST_KEY} parts"),
        (LONG_KEY.replace("a", "'!'").replace(".", " . ") + " = 1", "", f"more than {oversize.LONGEST_KEY} parts"),
        ("a = " + "[" * 20 + "]" * 20, "a", "inside each other"),
        (f"a = [[{2**63}]]", "a", "too large"),
        (f"a = {{ b = [{'1,' * (oversize.MOST_ENTRIES + 1)}] }}", "a", "entries"),
        ("\n".join(f"a.b{i} = 1" for i in range(oversize.MOST_KEYS + 1)), "a", f"has {oversize.MOST_KEYS + 1} entries"),
        ("\n".join(f"a{i} = 1" for i in range(oversize.MOST_KEYS + 1)), "", f"has {oversize.MOST_KEYS + 1} keys"),
        (f"routes = [{'1,' * (limits.MAX_TRACKS + 1)}]", "routes", f"has {limits.MAX_TRACKS + 1} entries"),
        (f"a = [{'1,' * oversize.MOST_SIGNS}]", "", "commas"),
        (f"a = [{'{a=1},' * (oversize.MOST_EQUALS + 1)}]", "", "equals signs"),
    ],
)
def test_what_is_no_map_but_a_burden_is_refused_at_first_sight(text: str, key: str, words: str) -> None:
    (problem,) = check_map(text, "burden.toml")
    assert (problem.severity, problem.key) == ("error", key)
    assert words in problem.message


def test_what_is_just_not_too_much_is_checked_as_ever() -> None:
    numbers = ", ".join(["1.5"] * 500)
    texts = [
        "[[a]]\n" * oversize.MOST_HEADERS,
        ".".join(["a"] * oversize.LONGEST_KEY) + " = 1",
        f"a = [{numbers}]",
        f"a = [{'1,' * oversize.MOST_ENTRIES}]",
        f"routes = [{'1,' * limits.MAX_TRACKS}]",
    ]
    for text in texts:
        assert "format" in {problem.key for problem in check_map(text, "large.toml")}, text[:60]


def paths(value: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [here, *(path for key, child in children for path in paths(child, (*here, key)))]


def toml(value: Any) -> str:
    """A value as inline TOML, which differs from JSON in its tables."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {toml(child)}" for key, child in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value)


TABLES = tomllib.loads(with_tokens())
PATHS = [path for path in paths(TABLES) if path]


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(PATHS), st.sampled_from([None, 0, -1, 10**12, 1.5, True, "x", "", [], [[]], {}, {"x": 1}])
        ),
        min_size=1,
        max_size=4,
    )
)
def test_whatever_is_broken_the_check_answers_and_agrees_with_the_models(
    mutations: list[tuple[tuple[Any, ...], Any]],
) -> None:
    tables = copy.deepcopy(TABLES)
    for path, value in mutations:
        parent: Any = tables
        try:
            for part in path[:-1]:
                parent = parent[part]
            if value is None:
                del parent[path[-1]]
            else:
                parent[path[-1]] = copy.deepcopy(value)
        except (KeyError, IndexError, TypeError):
            continue  # an earlier mutation has removed the place
    text = "\n".join(f"{key} = {toml(value)}" for key, value in tables.items())
    board_map, problems = examine(text, "broken.toml")
    assert (board_map is None) == bool(problems)
    assert all(problem.key and problem.message for problem in problems)
