"""Tickets by proposal: spread over all places, valued and mixed as on USA, the same for the same seed."""

from __future__ import annotations

import json
import random
import tomllib
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from tests.maps.sample import changed, tiny_map
from whistlestop.cli.app import app
from whistlestop.maps.distances import distances_from, find_neighbours
from whistlestop.maps.limits import MAX_LOCATIONS, MAX_TICKETS
from whistlestop.maps.mapfile import Map, MapError, builtin_maps, earlier_maps, parse_map, read_earlier_map, read_map
from whistlestop.maps.tickets import (
    CannotPropose,
    ProposedDeck,
    find_places,
    propose_tickets,
    rank,
    read_map_for_tickets,
    ticket_points,
    usa_ranks,
)

TICKETS_OF_TINY = tiny_map()[tiny_map().index("tickets = [") : tiny_map().index("[rules]")]


@pytest.fixture(params=builtin_maps())
def board_map(request: pytest.FixtureRequest) -> Map:
    return read_map(request.param)


def first_san_francisco() -> Map:
    return read_earlier_map("san-francisco", *earlier_maps("san-francisco"))


@pytest.fixture(params=["usa", "san-francisco", "first"])
def large_map(request: pytest.FixtureRequest) -> Map:
    """With enough pairs of places to choose from."""
    return first_san_francisco() if request.param == "first" else read_map(request.param)


def tiny() -> Map:
    return parse_map(tiny_map(), "tiny.toml")


def ends(deck: ProposedDeck) -> Counter[str]:
    return Counter(name for ticket in deck.tickets for name in (ticket.a, ticket.b))


def ids(deck: ProposedDeck) -> list[str]:
    return [ticket.id for ticket in deck.tickets]


def alike_count(pairs: list[tuple[str, str]], board_map: Map) -> int:
    """Pairs of tickets from one place to two neighbours."""
    neighbours = find_neighbours(board_map.routes)
    turned = [(pair, pair[::-1]) for pair in pairs]
    return sum(
        any(a == c and d in neighbours[b] for a, b in one for c, d in other) for one, other in combinations(turned, 2)
    )


@pytest.mark.parametrize("board_map", [read_map("usa"), first_san_francisco()], ids=["usa", "first"])
def test_the_value_of_tickets_is_the_one_measured(board_map: Map) -> None:
    """San Francisco's of today are worth what their keepers make of them in games (decision 38)."""
    neighbours = find_neighbours(board_map.routes)
    more = Counter(
        ticket.points - ticket_points(distances_from(ticket.a, neighbours)[ticket.b]) for ticket in board_map.tickets
    )
    assert more == ({0: 25, 1: 4, 2: 1} if board_map.name == "USA" else {0: 24})


def test_a_deck_covers_all_places_without_duplicates_or_neighbours(large_map: Map) -> None:
    deck = propose_tickets(large_map)
    assert len(deck.tickets) == len(set(ids(deck))) == 6 * large_map.rules.players.max == len(large_map.tickets)
    neighbours = find_neighbours(large_map.routes)
    for ticket in deck.tickets:
        assert ticket.b not in neighbours[ticket.a]
        assert ticket.points == ticket.length == distances_from(ticket.a, neighbours)[ticket.b]
    assert deck.without_ticket == []
    counts = ends(deck)
    assert counts.keys() == {place.name for place in large_map.locations}
    assert max(counts.values()) - min(counts.values()) == 1
    assert alike_count([(ticket.a, ticket.b) for ticket in deck.tickets], large_map) == 0


def test_there_are_short_medium_and_long_tickets_as_on_usa(large_map: Map) -> None:
    deck = propose_tickets(large_map)
    if large_map.name == "USA":
        assert deck.kind_counts() == {"short": 9, "medium": 14, "long": 7}
        assert sum(ticket.length <= 8 for ticket in deck.tickets) == 9
        assert sum(ticket.length >= 15 for ticket in deck.tickets) == 7
    neighbours = find_neighbours(large_map.routes)
    names = [place.name for place in large_map.locations]
    lengths = sorted(distances_from(a, neighbours)[b] for a, b in combinations(names, 2) if b not in neighbours[a])
    ranks = [rank(ticket.length, lengths) for ticket in sorted(deck.tickets, key=lambda ticket: ticket.length)]
    expected = usa_ranks()
    reach = 0.21 if large_map == read_map("san-francisco") else 0.2  # many of San Francisco's are equal
    for i, one in enumerate(ranks):
        assert one == pytest.approx(expected[int((i + 0.5) * 30 / len(ranks))], abs=reach)
    assert sum(ranks) / len(ranks) == pytest.approx(sum(expected) / 30, abs=0.03)


def test_the_same_seed_gives_the_same_deck_and_another_one_another(board_map: Map) -> None:
    assert propose_tickets(board_map, seed=5) == propose_tickets(board_map, seed=5)
    assert set(ids(propose_tickets(board_map, seed=5))) != set(ids(propose_tickets(board_map, seed=6)))


def test_tickets_that_are_kept_stay_as_they_are_and_count(board_map: Map) -> None:
    kept = board_map.tickets[:7]
    deck = propose_tickets(board_map, kept=kept, count=20)
    old = {ticket.id: ticket.points for ticket in deck.tickets if ticket.is_kept}
    assert old == {ticket.id: ticket.points for ticket in kept}
    assert len(set(ids(deck))) == 20
    assert propose_tickets(board_map, kept=board_map.tickets).tickets != []
    assert all(ticket.is_kept for ticket in propose_tickets(board_map, kept=board_map.tickets).tickets)


def test_a_long_deck_that_is_kept_makes_the_new_tickets_shorter() -> None:
    usa = read_map("usa")
    long = sorted(usa.tickets, key=lambda ticket: ticket.points)[-10:]
    new = [ticket for ticket in propose_tickets(usa, kept=long).tickets if not ticket.is_kept]
    assert max(ticket.length for ticket in new) <= 13


def test_only_the_places_that_are_named_are_used() -> None:
    usa = read_map("usa")
    places = find_places(usa, ["denver", "Saint Louis", "sault st. marie", "MIAMI", "new-york", "Montreal"])
    assert places[-1] == "Montréal"
    deck = propose_tickets(usa, places=places, count=6)
    assert ends(deck).keys() == set(places)


@pytest.mark.parametrize("count", [1, 2, 12, 20, 36, 60, MAX_TICKETS])
def test_a_deck_of_any_size_leaves_out_no_place_that_it_could_have(count: int) -> None:
    deck = propose_tickets(read_map("usa"), count=count)
    assert len(set(ids(deck))) == count
    assert len(deck.without_ticket) == max(0, 36 - 2 * count)


def test_neighbours_come_in_only_where_there_are_too_few_other_pairs() -> None:
    deck = propose_tickets(tiny())
    assert [(ticket.id, ticket.is_between_neighbours) for ticket in deck.tickets] == [
        ("ashford/birch-bay", True),
        ("cold-spring/dunmore", True),
        ("ashford/dunmore", True),
        ("birch-bay/cold-spring", False),
    ]


def test_no_ticket_is_longer_than_a_player_s_pieces() -> None:
    few = parse_map(changed(tiny_map(), "pieces = 10", "pieces = 4").replace("points = 5", "points = 3"), "few.toml")
    deck = propose_tickets(few, count=5)
    assert max(ticket.length for ticket in deck.tickets) <= 4


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"count": 0}, "0 tickets can't be. A deck has 1 to 96."),
        ({"count": 97}, "97 tickets can't be. A deck has 1 to 96."),
        ({"count": 7}, "7 different tickets can't be: these places have 6 other pairs that can be joined. Ask for 6"),
        ({"places": ["Ashford"]}, "A ticket needs two places"),
        ({"count": 3, "kept": tiny().tickets}, "The map has 4 tickets to keep already"),
    ],
)
def test_what_can_not_be_proposed_is_said(options: dict[str, Any], message: str) -> None:
    with pytest.raises(CannotPropose, match=message):
        propose_tickets(tiny(), **options)


def test_places_that_nothing_joins_have_no_tickets() -> None:
    text = changed(tiny_map(), "tickets = [", "tickets = [\n").replace(
        'name = "Dunmore", x = 320, y = 250 },',
        (
            'name = "Dunmore", x = 320, y = 250 },\n  { name = "Island", x = 200, y = 40 },\n'
            '  { name = "Isle", x = 200, y = 300 },'
        ),
    )
    text = changed(text, "routes = [", 'routes = [\n  { a = "Island", b = "Isle", length = 1, colors = ["grey"] },')
    islands = parse_map(text, "islands.toml")
    deck = propose_tickets(islands, count=7)
    assert {frozenset((t.a, t.b)) for t in deck.tickets if "Isl" in t.a + t.b} == {frozenset(("Island", "Isle"))}
    with pytest.raises(CannotPropose, match="No two of these places can be joined with 10 pieces"):
        propose_tickets(islands, places=["Island", "Ashford"])


def test_the_largest_board_has_a_deck_without_a_place_left_out() -> None:
    """A ladder with some chords, as large as a map may be."""
    rng = random.Random(3)
    names = [f"Place {i}" for i in range(MAX_LOCATIONS)]
    routes = [{"a": names[i], "b": names[i + 1], "length": rng.randint(1, 5), "colors": ["grey"]} for i in range(95)]
    routes += [{"a": names[i], "b": names[i + 2], "length": 3, "colors": ["grey"]} for i in range(0, 94, 2)]
    model = tiny().model_dump(mode="json")
    model["locations"] = [{"name": name, "x": 10, "y": 10} for name in names]
    model["routes"], model["rules"]["pieces"] = routes, 200
    large = Map.model_validate_json(json.dumps(model))
    deck = propose_tickets(large, count=MAX_TICKETS)
    assert len(set(ids(deck))) == MAX_TICKETS
    assert deck.without_ticket == []


# Maps without tickets, and the command ------------------------------------------------------------------------------


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["map", "tickets", *(str(argument) for argument in arguments)])


@pytest.mark.parametrize(
    "instead", ["", "tickets = []\n\n", 'tickets = [{ a = "Nowhere", b = "Ashford", points = 4 }]\n']
)
def test_a_map_that_has_no_tickets_yet_gets_some(tmp_path: Path, instead: str) -> None:
    text = changed(tiny_map(), TICKETS_OF_TINY, instead)
    file = tmp_path / "new.toml"
    file.write_text(text, encoding="utf-8")
    assert read_map_for_tickets(text, "new.toml").tickets == ()
    result = run(file, "--toml")
    assert result.exit_code == 0, result.output
    whole = changed(tiny_map(), TICKETS_OF_TINY, result.stdout + "\n")
    assert len(parse_map(whole, "whole.toml").tickets) == 4
    assert "there are no tickets to keep" in run(file, "--keep").output


def test_other_mistakes_of_a_map_are_told_all_at_once() -> None:
    text = changed(changed(tiny_map(), TICKETS_OF_TINY, ""), '["red", "blue"]', '["red", "bleu"]')
    with pytest.raises(MapError) as error:
        read_map_for_tickets(text, "broken.toml")
    assert [problem.key for problem in error.value.problems] == ["routes[0].colors[1]"]


def test_lines_for_the_file_make_a_map_that_passes_its_check(tmp_path: Path) -> None:
    lines = run("usa", "--toml").stdout
    text = Path(str(Path(parse_map.__code__.co_filename).parent / "usa.toml")).read_text(encoding="utf-8")
    own = text[text.index("tickets = [") : text.index("]\n", text.index("tickets = [")) + 2]
    file = tmp_path / "proposed.toml"
    file.write_text(text.replace(own, lines), encoding="utf-8")
    checked = CliRunner().invoke(app, ["map", "check", str(file)])
    assert "No errors, no warnings" in checked.output
    assert len(tomllib.loads(file.read_text(encoding="utf-8"))["tickets"]) == 30


def test_names_with_quotes_are_escaped_in_lines_for_the_file(tmp_path: Path) -> None:
    file = tmp_path / "quotes.toml"
    file.write_text(tiny_map().replace('"Ashford"', "'Ash\"ford\\'"), encoding="utf-8")
    rows = tomllib.loads(run(file, "--toml").stdout)["tickets"]
    assert 'Ash"ford\\' in {row["a"] for row in rows}


def test_json_tells_everything_about_a_proposal() -> None:
    answer = json.loads(
        run("san-francisco", "--json", "--seed", "3", "-n", "10", "--keep", "--places", "x").stdout or "{}"
    )
    assert answer == {}
    answer = json.loads(run("san-francisco", "--json", "--seed", "3", "-n", "10").stdout)
    assert answer["seed"] == 3
    assert answer["without_ticket"] == []
    assert sum(answer["kinds"].values()) == len(answer["tickets"]) == 10
    assert answer["tickets"][0].keys() == {
        "id",
        "a",
        "b",
        "points",
        "length",
        "kind",
        "is_kept",
        "is_between_neighbours",
    }


def test_a_list_for_people_says_what_was_kept() -> None:
    result = run("usa", "--keep", "-n", "32")
    assert "USA: 32 tickets (" in result.stdout
    assert "    22  New York – Seattle  (kept, shortest path 20)" in result.stdout
    assert result.stdout.count("kept") == 30


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("usa", "--places", "denver,omahaa"), "'omahaa' is no place of USA. Did you mean 'omaha'?"),
        (("usa", "-n", "500"), "500 tickets can't be. A deck has 1 to 96."),
        (("atlantis",), "there is no such file"),
        (("usa", "--json", "--toml"), "Choose one"),
    ],
)
def test_bad_input_is_refused_with_what_to_do(arguments: tuple[str, ...], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 1
    assert message in result.output
    assert "Traceback" not in result.output


def mean_length(deck: ProposedDeck) -> float:
    return sum(ticket.length for ticket in deck.tickets) / len(deck.tickets)


def test_how_far_apart_and_how_long_can_be_chosen() -> None:
    usa = read_map("usa")
    bounded = propose_tickets(usa, least=6, most=9, count=20)
    assert {ticket.length for ticket in bounded.tickets} == {6, 7, 8, 9}
    short, usual, long = (mean_length(propose_tickets(usa, mix=mix)) for mix in ("short", "usual", "long"))
    assert short + 1 < usual < long - 1
    with pytest.raises(CannotPropose, match="Their shortest paths have 1 to"):
        propose_tickets(usa, least=44)


def test_the_command_takes_them_too() -> None:
    told = json.loads(run("usa", "--least", "6", "--most", "9", "--mix", "long", "-n", "20", "--json").stdout)
    deck = propose_tickets(read_map("usa"), least=6, most=9, mix="long", count=20)
    assert [ticket["id"] for ticket in told["tickets"]] == [ticket.id for ticket in deck.tickets]
