"""What most implementations get wrong: the positions in which they go astray."""

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import whistlestop as ws

from .scene import (
    EMPTY_ROW,
    Scene,
    at_every_table,
    cards_in,
    names,
    on_both_maps,
    payments,
    play_on,
    san_francisco,
    texts,
    usa,
)

Table = Callable[..., Scene]
ROUTE_1 = {usa: "kansas-city/omaha", san_francisco: "castro/mission-district"}


@on_both_maps
def test_r6_1_who_triggers_the_end_is_not_denied_the_last_turn(table: Table) -> None:
    game = table().with_hand(0, red=1).with_pieces(0, 3)
    game.apply(f"claim {ROUTE_1[table]} red:1")
    game.apply("draw deck")
    game.apply("draw deck")
    assert (game.is_over, game.to_play, game.phase) == (False, 0, "turn")


@on_both_maps
def test_r6_1_the_last_turn_does_not_end_after_one_card(table: Table) -> None:
    game = table().with_row("red", "blue", "green", "black", "orange").with_turns_left(1)
    game.apply("draw red")
    assert not game.is_over
    game.apply("draw blue")
    assert game.is_over
    assert game.position()["seats"][0]["hand"] == {"red": 1, "blue": 1}


@at_every_table
def test_r2_6_cards_pieces_and_tickets_are_conserved_in_whole_games(map: str, players: int) -> None:
    game = ws.Game(map, players, seed=23)
    rules = game.board.map.rules
    cards, tickets = cards_in(game.position()), set(game.board.ticket_ids)
    assert cards.total() == {"usa": 110, "san-francisco": 44}[map]
    lengths = {route.id: route.length for route in game.board.map.routes}
    while not game.is_over:
        play_on(game, seed=game.version, actions=1)
        position = game.position()
        assert cards_in(position) == cards
        somewhere = [ticket for seat in position["seats"] for ticket in (*seat["tickets"], *seat["offered"])]
        assert Counter([*somewhere, *position["ticket_deck"]]) == Counter(tickets)
        for number, seat in enumerate(position["seats"]):
            own = [route for route, owner in position["claimed"].items() if owner == number]
            assert seat["pieces"] + sum(lengths[route.removesuffix("#2")] for route in own) == rules.pieces


@pytest.mark.parametrize(
    ("table", "players", "is_open"),
    [(usa, players, players >= 4) for players in (2, 3, 4, 5)]
    + [(san_francisco, players, players >= 3) for players in (2, 3, 4)],
)
def test_r3_4_the_second_track_opens_at_the_right_player_count(table: Table, players: int, is_open: bool) -> None:
    taken, left = {
        usa: ("chicago/pittsburgh", "chicago/pittsburgh#2"),
        san_francisco: ("golden-gate-bridge/presidio", "golden-gate-bridge/presidio#2"),
    }[table]
    game = table(players).with_claimed(taken, by=players - 1).with_hand(0, wild=3)
    assert bool(payments(game, left)) == is_open


def test_r1_1_three_wilds_in_the_opening_row_do_not_go_unnoticed() -> None:
    rows = [ws.Game("san-francisco", players=4, seed=seed).position() for seed in range(300)]
    assert any(row["discards"] for row in rows)
    assert all(row["face_up"].count("wild") < 3 for row in rows if Counter(row["discards"]).total() < 15)


@pytest.mark.parametrize("seed", range(20))
def test_r2_5_the_wild_reset_does_not_loop_for_ever(seed: int) -> None:
    # Ten cards out of the hands, six of them wild: two rows of five could replace each other for ever.
    deck = ("wild", "wild", "wild", "wild", "orange", "blue")
    few_cards = san_francisco().with_cards(row=("red", "wild", "wild", "blue", "green"), deck=deck, rest_with=1)
    game = ws.Game.from_position(few_cards.position(), seed=seed)
    events = game.apply("draw red")
    sweeps = names(events).count("sweep")
    assert 1 <= sweeps <= 3
    wild_count = game.position()["face_up"].count("wild")
    assert wild_count < 3 or sweeps == 3
    assert cards_in(game.position()).total() == 44


@on_both_maps
def test_r5_1_no_legal_move_does_not_stall_the_game(table: Table) -> None:
    game = table().with_ticket_deck().with_cards(row=EMPTY_ROW, rest_with=1).with_pieces(1, 0)
    for _ in range(2):
        assert texts(game) == {"pass"}
        game.apply("pass")
    assert game.is_over
    assert len(game.scores()) == 2


def test_r6_3_not_only_the_first_of_tied_longest_paths_is_paid() -> None:
    game = usa(players=4).with_claimed("duluth/helena", by=1).with_claimed("calgary/winnipeg", by=3)
    game = game.with_claimed("el-paso/houston", by=2).finished()
    assert [score["longest_path"] for score in game.scores()] == [0, 10, 10, 10]


def test_r6_5_ties_are_broken_by_the_number_of_tickets_not_their_value() -> None:
    # Seat 0: one ticket of 20 points. Seat 1: two of 4 and 5. The totals are equal; seat 0 even has the longest path.
    west = ("los-angeles/phoenix", "el-paso/phoenix", "el-paso/houston", "houston/new-orleans", "miami/new-orleans")
    game = usa().with_claimed(*west, by=0).with_tickets(0, "los-angeles/miami")
    middle = ("denver/santa-fe", "el-paso/santa-fe", "dallas/houston", "dallas/oklahoma-city")
    game = game.with_claimed(*middle, "kansas-city/oklahoma-city", by=1)
    game = game.with_tickets(1, "denver/el-paso", "houston/kansas-city").with_score(0, 20).with_score(1, 41).finished()
    scores = game.scores()
    assert [score["total"] for score in scores] == [50, 50]
    assert [(score["tickets"], score["completed_tickets"]) for score in scores] == [(20, 1), (9, 2)]
    assert game.winners() == [1]


@pytest.mark.parametrize("map", ["usa", "san-francisco", "amber-lake"])
def test_r4_1_unkept_tickets_do_not_vanish(map: str) -> None:
    game = ws.Game(map, players=2, seed=8)
    returned = []
    for _ in range(2):
        offered = game.position()["seats"][game.to_play]["offered"]
        choice = min(game.legal_actions(), key=lambda action: len(action.tickets))
        returned += [ticket for ticket in offered if ticket not in choice.tickets]
        game.apply(choice)
    assert game.position()["ticket_deck"][-2:] == returned


@on_both_maps
def test_r3_1_a_claim_with_exactly_enough_pieces_is_not_refused(table: Table) -> None:
    route, length, colour = {
        usa: ("duluth/helena", 6, "orange"),
        san_francisco: ("fort-mason/golden-gate-bridge", 5, "red"),
    }[table]
    game = table().with_hand(0, **{colour: 5}, wild=1).with_pieces(0, length)
    payment = f"{colour}:{length - 1},wild:1"
    assert payment in payments(game, route)
    game.apply(f"claim {route} {payment}")
    assert game.position()["seats"][0]["pieces"] == 0


def test_r3_3_the_required_ferry_card_is_not_counted_twice() -> None:
    # One wild for the ferry leaves none for the other space, and it is among the two cards, not a third.
    assert payments(san_francisco().with_hand(0, wild=1), "alcatraz/pier-39") == set()
    game = san_francisco().with_hand(0, wild=1, red=1)
    assert payments(game, "alcatraz/pier-39") == {"red:1,wild:1"}
    game.apply("claim alcatraz/pier-39 red:1,wild:1")
    assert game.position()["discards"] == {"red": 1, "wild": 1}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"map": None}, "A map is a built-in map's name, the path of a .toml file or a Board, not None."),
        ({"players": "2"}, "The number of players is a whole number, not '2'."),
        ({"players": 2.0}, "The number of players is a whole number, not 2.0."),
        ({"seed": 1.0}, "A seed is a whole number, not 1.0."),
        ({"seed": True}, "A seed is a whole number, not True."),
        ({"seed": "abc"}, "A seed is a whole number, not 'abc'."),
        ({"number": 0.5}, "A game's number is a whole number, not 0.5."),
    ],
)
def test_a_game_of_what_is_no_number_is_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        ws.Game(**{"map": "usa", "players": 2} | arguments)


def test_a_seat_that_is_no_number_is_refused() -> None:
    game = ws.Game("usa", players=2, seed=1)
    with pytest.raises(ValueError, match=r"^A seat is a whole number, not '0'\.$"):
        game.view("0")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^A seed is a whole number, not 0\.5\.$"):
        game.determinize(0, seed=0.5)  # type: ignore[arg-type]


def test_numbers_of_numpy_are_numbers_and_go_into_records() -> None:
    game = ws.Game("usa", players=np.int64(2), seed=np.uint8(7))
    assert type(game.seed) is int
    assert ws.Game.from_record(game.record()).position() == ws.Game("usa", 2, seed=7).position()
