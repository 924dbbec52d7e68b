"""The oracle stands on its own: small scenes checked by hand against the rules of record."""

from collections import Counter
from typing import Any

import pytest

from .map import OracleMap
from .oracle import Oracle
from .rng import Rng, block

TABLES: dict[str, Any] = {
    "rules": {
        "pieces": 8,
        "final_round_at": 2,
        "both_tracks_from": 3,
        "route_points": [1, 2, 4],
        "longest_path": 10,
        "cards": {
            "colors": {"black": 6, "red": 6},
            "wild": 6,
            "opening_hand": 1,
            "face_up": 5,
            "reset_at": 3,
            "reset_limit": 3,
        },
        "tickets": {"opening": {"dealt": 2, "keep": 1}, "action": {"dealt": 2, "keep": 1}},
        "tokens": {
            "symbols": ["bell", "crab", "seal"],
            "spots": ["Ash"],
            "stack": {"2": 2, "3": 2},
            "placed": {"2": 1, "3": 2},
            "points": [0, 0, 1, 2],
        },
    },
    "locations": [{"name": name} for name in ("Ash", "Birch", "Cedar", "Dogwood", "Elm Street")],
    "routes": [
        {"a": "Birch", "b": "Ash", "length": 3, "colors": ["black"]},
        {"a": "Birch", "b": "Cedar", "length": 2, "colors": ["grey", "red"]},
        {"a": "Cedar", "b": "Dogwood", "length": 2, "colors": ["grey"], "ferries": 1},
        {"a": "Dogwood", "b": "Ash", "length": 1, "colors": ["red"]},
        {"a": "Dogwood", "b": "Elm Street", "length": 1, "colors": ["grey"]},
    ],
    "tickets": [
        {"a": "Cedar", "b": "Ash", "points": 5},
        {"a": "Birch", "b": "Dogwood", "points": 3},
        {"a": "Ash", "b": "Birch", "points": 2},
        {"a": "Birch", "b": "Elm Street", "points": 4},
        {"a": "Ash", "b": "Elm Street", "points": 1},
        {"a": "Cedar", "b": "Elm Street", "points": 2},
    ],
}
GROVE = OracleMap(TABLES)


def scene(players: int = 2, seat: dict[str, Any] | None = None, **changes: Any) -> Oracle:
    """A game on the grove in the middle of play; `seat` changes seat 0."""
    row = ["black", "black", "red", "red", "wild"]
    seats = [
        {"score": 0, "pieces": 8, "hand": {}, "tickets": ["ash/birch"], "offered": [], "tokens": []}
        for _ in range(players)
    ]
    seats[0] |= seat or {}
    position = {
        "map": "grove",
        "players": players,
        "phase": "turn",
        "to_play": 0,
        "deck": ["red", "black", "wild", "red"],
        "face_up": row,
        "discards": {},
        "ticket_deck": [],
        "seats": seats,
        "claimed": {},
        "stacks": {},
        "set_aside": [],
        "token_choice": [],
        "turns_left": None,
        "passes": 0,
    }
    return Oracle.from_position(GROVE, {**position, **changes}, Rng(1))


def claims(game: Oracle) -> list[str]:
    return [action.removeprefix("claim ") for action in game.legal_actions() if action.startswith("claim")]


def draws(game: Oracle) -> list[str]:
    return [action.removeprefix("draw ") for action in game.legal_actions() if action.startswith("draw")]


def test_the_generator_is_chacha() -> None:
    """RFC 8439, 2.3.2, for 20 rounds; for 12 the usual vector of an all-zero key."""
    nonce = bytes.fromhex("000000090000004a00000000")
    assert block(bytes(range(32)), 1, nonce, 20).hex().startswith("10f1e7e4d13b5915500fdd1fa32071c4")
    assert block(bytes(32), 0, bytes(12), 12).hex().startswith("9bf49a6a0755f953811fce125f2683d5")


def test_every_game_number_has_its_own_random_numbers() -> None:
    first = {tuple(rng.below(1000) for _ in range(8)) for rng in (Rng(7, number) for number in range(300))}
    assert len(first) == 300


def test_below_is_fair_and_never_reaches_its_bound() -> None:
    rng = Rng(1)
    counts = Counter(rng.below(3) for _ in range(30_000))
    assert set(counts) == {0, 1, 2}
    assert all(9_700 < count < 10_300 for count in counts.values())


def test_r1_1_setup_deals_hands_row_and_tickets() -> None:
    position = Oracle(GROVE, "grove", 3, seed=1).position()
    assert [sum(seat["hand"].values()) for seat in position["seats"]] == [1, 1, 1]
    assert all(position["face_up"])
    assert [len(seat["offered"]) for seat in position["seats"]] == [2, 2, 2]
    assert (position["phase"], position["to_play"], position["ticket_deck"]) == ("keep-tickets", 0, [])


def test_r1_1_three_wilds_in_the_opening_row_are_swept_away() -> None:
    swept = 0
    for number in range(50):
        position = Oracle(GROVE, "grove", 2, seed=1, number=number).position()
        swept += bool(position["discards"])
        # With 18 cards three sweeps in a row may leave the wilds lying; one or two sweeps may not.
        if sum(position["discards"].values()) in (5, 10):
            assert position["face_up"].count("wild") < 3
    assert swept


def test_r1_2_tickets_not_kept_go_under_the_pile_in_seat_order() -> None:
    game = Oracle(GROVE, "grove", 2, seed=3)
    pile = game.position()["ticket_deck"]
    (a, b), (c, d) = [seat["offered"] for seat in game.position()["seats"]]
    assert game.legal_actions() == [f"keep {a}", f"keep {b}", f"keep {a} {b}"]
    game.apply(f"keep {b}")
    assert game.to_play == 1
    game.apply(f"keep {c}")
    assert game.position()["ticket_deck"] == [*pile, a, d]
    assert game.position()["seats"][0] | {"hand": {}} == {
        "score": 0,
        "pieces": 8,
        "hand": {},
        "tickets": [b],
        "offered": [],
        "tokens": [],
    }


@pytest.mark.parametrize(("players", "placers", "count"), [(2, [1, 1], 1), (3, [2, 1], 2)])
def test_r1_5_the_stacks_set_aside_are_placed_by_the_last_players(players: int, placers: list[int], count: int) -> None:
    game = Oracle(GROVE, "grove", players, seed=3)
    for _ in range(players):
        game.apply(game.legal_actions()[0])
    first, second = [stack["symbol"] for stack in game.position()["set_aside"]]
    assert (game.phase, game.to_play) == ("place-tokens", placers[0])
    assert len(game.legal_actions()) == 2 * 4  # not on Ash, which has a stack already
    game.apply(f"place {second} elm-street")
    assert (game.phase, game.to_play) == ("place-tokens", placers[1])
    assert len(game.legal_actions()) == 3
    game.apply(f"place {first} birch")
    assert (game.phase, game.to_play) == ("turn", 0)
    assert game.position()["set_aside"] == []
    assert {place: stack["count"] for place, stack in game.position()["stacks"].items()} == {
        "ash": 2,
        "elm-street": count,
        "birch": count,
    }


def test_r2_2_the_leftmost_face_up_card_is_replaced_before_the_second_is_chosen() -> None:
    game = scene(deck=["wild", "red"])
    game.apply("draw black")
    assert game.position()["face_up"] == ["wild", "black", "red", "red", "wild"]
    assert game.phase == "second-card"
    assert game.legal_actions() == ["draw deck", "draw black", "draw red"]  # R2.3: no wild


def test_r2_3_a_face_up_wild_is_the_only_card_of_the_turn() -> None:
    game = scene()
    assert "wild" in draws(game)
    game.apply("draw wild")
    assert (game.phase, game.to_play, game.position()["seats"][0]["hand"]) == ("turn", 1, {"wild": 1})


def test_r2_4_a_wild_from_the_deck_counts_as_any_card() -> None:
    game = scene(deck=["wild", "red"])
    game.apply("draw deck")
    assert (game.phase, game.to_play) == ("second-card", 0)
    game.apply("draw deck")
    assert game.position()["seats"][0]["hand"] == {"wild": 1, "red": 1}
    assert (game.phase, game.to_play) == ("turn", 1)


def test_r2_5_three_wilds_sweep_the_row() -> None:
    deck = ["wild", "red", "black", "red", "black", "red", "black"]
    game = scene(deck=deck, face_up=["black", "wild", "wild", "red", "red"])
    game.apply("draw black")
    assert game.position()["face_up"] == ["red", "black", "red", "black", "red"]
    assert game.position()["discards"] == {"wild": 3, "red": 2}


def test_r2_5_after_three_sweeps_the_row_stays_as_it_is() -> None:
    game = scene(deck=["wild"] * 30, face_up=["black", "wild", "wild", "red", "red"])
    game.apply("draw black")
    assert game.position()["face_up"] == ["wild"] * 5
    assert game.position()["discards"] == {"wild": 13, "red": 2}
    assert (game.phase, draws(game)) == ("second-card", ["deck"])


def test_r2_6_the_deck_is_renewed_the_moment_it_runs_out() -> None:
    game = scene(deck=["red"], discards={"black": 3})
    game.apply("draw deck")
    assert game.position()["deck"] == ["black"] * 3
    assert game.position()["discards"] == {}


def test_r2_6_a_payment_renews_an_empty_deck_and_fills_the_gaps_from_the_left() -> None:
    game = scene(deck=[], face_up=[None, "black", None, None, None], seat={"hand": {"red": 2}})
    game.apply("claim birch/cedar#2 red:2")
    assert game.position()["face_up"] == ["red", "black", "red", None, None]
    assert (game.position()["deck"], game.position()["discards"]) == ([], {})


def test_r2_5_a_gap_filled_after_a_claim_may_sweep_the_row() -> None:
    game = scene(deck=[], face_up=["wild", "wild", None, "red", "red"], seat={"hand": {"wild": 1}})
    game.apply("claim ash/dogwood wild:1")
    # The sweep empties the row into the empty deck, which becomes the row again, three times.
    assert sorted(card or "" for card in game.row) == ["red", "red", "wild", "wild", "wild"]
    assert game.rng.used > 0
    assert (game.deck, game.discards.total()) == ([], 0)


def test_r2_5_a_row_left_with_wilds_is_not_swept_by_a_claim_that_fills_no_gap() -> None:
    game = scene(face_up=["wild"] * 5, seat={"hand": {"red": 1}})
    game.apply("claim ash/dogwood red:1")
    assert game.position()["face_up"] == ["wild"] * 5


def test_r2_7_with_only_a_face_up_wild_left_the_turn_ends_after_one_card() -> None:
    game = scene(deck=[], face_up=["red", None, "wild", None, None])
    game.apply("draw red")
    assert (game.phase, game.to_play) == ("turn", 1)
    assert draws(game) == ["wild"]


def test_r3_2_a_black_route_of_three_can_be_paid_in_four_ways() -> None:
    game = scene(seat={"hand": {"black": 3, "wild": 3}})
    payments = [claim for claim in claims(game) if claim.startswith("ash/birch ")]
    assert sorted(payments) == [f"ash/birch {way}" for way in ("black:1,wild:2", "black:2,wild:1", "black:3", "wild:3")]


def test_r3_3_a_ferry_needs_its_wild_which_is_not_counted_twice() -> None:
    assert not any("cedar/dogwood" in claim for claim in claims(scene(seat={"hand": {"red": 2, "black": 2}})))
    game = scene(seat={"hand": {"red": 2, "wild": 2}})
    assert {claim for claim in claims(game) if "cedar/dogwood" in claim} == {
        "cedar/dogwood red:1,wild:1",
        "cedar/dogwood wild:2",
    }


def test_r3_1_a_claim_takes_the_last_piece_but_not_one_more() -> None:
    assert "ash/birch black:3" in claims(scene(seat={"hand": {"black": 3}, "pieces": 3}))
    assert not any("ash/birch" in claim for claim in claims(scene(seat={"hand": {"black": 3}, "pieces": 2})))


@pytest.mark.parametrize(("players", "owner", "is_open"), [(2, 1, False), (3, 1, True), (3, 0, False)])
def test_r3_4_the_second_track_of_a_double(players: int, owner: int, is_open: bool) -> None:
    game = scene(players=players, seat={"hand": {"red": 2}}, claimed={"birch/cedar": owner})
    assert ("birch/cedar#2 red:2" in claims(game)) == is_open
    assert "birch/cedar red:2" not in claims(game)


def test_r3_5_a_claim_moves_cards_pieces_and_points() -> None:
    game = scene(seat={"hand": {"black": 2, "wild": 2}})
    game.apply("claim ash/birch black:2,wild:1")
    position = game.position()
    assert position["claimed"] == {"ash/birch": 0}
    assert position["discards"] == {"black": 2, "wild": 1}
    assert (position["seats"][0]["hand"], position["seats"][0]["pieces"], position["seats"][0]["score"]) == (
        {"wild": 1},
        5,
        4,
    )


STACKS = {"ash": {"symbol": "crab", "count": 2}, "dogwood": {"symbol": "bell", "count": 1}}


def test_r3_6_two_tokens_at_the_ends_are_a_choice() -> None:
    game = scene(seat={"hand": {"red": 1}}, stacks=STACKS)
    game.apply("claim ash/dogwood red:1")
    assert (game.phase, game.to_play, game.position()["token_choice"]) == ("take-token", 0, ["crab", "bell"])
    assert game.legal_actions() == ["take crab", "take bell"]
    game.apply("take bell")
    assert game.position()["stacks"] == {"ash": {"symbol": "crab", "count": 2}}  # the last bell took its stack along
    assert (game.phase, game.to_play, game.position()["token_choice"]) == ("turn", 1, [])


def test_r3_6_the_only_new_token_is_taken_at_once_and_none_twice() -> None:
    game = scene(seat={"hand": {"red": 1}, "tokens": ["bell"]}, stacks=STACKS)
    game.apply("claim ash/dogwood red:1")
    assert game.position()["seats"][0]["tokens"] == ["bell", "crab"]
    assert game.position()["stacks"]["ash"]["count"] == 1
    game = scene(seat={"hand": {"red": 1}, "tokens": ["bell", "crab"]}, stacks=STACKS)
    game.apply("claim ash/dogwood red:1")
    assert (game.to_play, game.position()["stacks"]) == (1, STACKS)


def test_r4_1_a_single_ticket_left_must_be_kept() -> None:
    game = scene(ticket_deck=["ash/elm-street"])
    game.apply("tickets")
    assert game.legal_actions() == ["keep ash/elm-street"]
    game.apply("keep ash/elm-street")
    assert game.position()["seats"][0]["tickets"] == ["ash/birch", "ash/elm-street"]
    assert game.to_play == 1
    assert "tickets" not in game.legal_actions()


def test_r5_passing_is_legal_only_without_any_move_and_a_round_of_it_ends_the_game() -> None:
    assert "pass" not in scene().legal_actions()
    game = scene(deck=[], face_up=[None] * 5)
    assert game.legal_actions() == ["pass"]
    game.apply("pass")
    assert (game.is_over, game.position()["passes"]) == (False, 1)
    game.apply("pass")
    assert (game.is_over, game.to_play, game.legal_actions()) == (True, None, [])


def test_r5_2_a_turn_between_the_passes_starts_the_count_again() -> None:
    game = scene(deck=[], face_up=["red", None, None, None, None], passes=1)
    game.apply("draw red")
    assert (game.is_over, game.position()["passes"]) == (False, 0)


def test_r6_1_everybody_has_one_more_turn_the_trigger_included() -> None:
    game = scene(seat={"pieces": 3, "hand": {"red": 1}}, deck=["red"] * 12)
    game.apply("claim ash/dogwood red:1")
    turns = []
    while not game.is_over:
        turns.append(game.to_play)
        assert game.position()["turns_left"] == 3 - len(turns)
        game.apply("draw deck")
        game.apply("draw deck")  # the last turn has two cards like any other
    assert turns == [1, 0]


def test_r6_2_to_r6_4_scores_add_up() -> None:
    seat = {"score": 7, "tickets": ["ash/birch", "ash/cedar", "birch/elm-street"], "tokens": ["bell", "crab"]}
    game = scene(seat=seat, claimed={"ash/birch": 0, "birch/cedar": 0, "dogwood/elm-street": 0})
    assert game.scores()[0] == {
        "total": 7 + 2 + 5 - 4 + 10 + 1,
        "routes": 7,
        "tickets": 3,
        "longest_path": 10,
        "tokens": 1,
        "completed_tickets": 2,
        "longest_path_length": 5,
    }
    assert game.winners() == []


def test_r6_3_tied_longest_paths_are_all_paid_and_no_route_gets_nothing() -> None:
    game = scene(players=3, claimed={"birch/cedar": 0, "cedar/dogwood": 1})
    assert [score["longest_path"] for score in game.scores()] == [10, 10, 0]
    assert [score["longest_path"] for score in scene().scores()] == [0, 0]


def test_r6_5_ties_go_to_completed_tickets_then_to_the_longest_path() -> None:
    over: dict[str, Any] = {"phase": "over", "to_play": None}
    # Seat 0 completes ash/birch (2) and has the path; seat 1 has as many points and no ticket: seat 0 wins.
    game = scene(seat={"score": 4}, claimed={"ash/birch": 0}, **over)
    game.seats[1].score = 4 + 2 + 10 + 2
    assert [score["total"] for score in game.scores()] == [16, 16]
    assert game.winners() == [0]
    game.seats[1].score += 1
    assert game.winners() == [1]
    # Seat 1 has the path, seat 0 the completed ticket: tickets count first.
    game = scene(seat={"score": 6}, claimed={"ash/birch": 0, "birch/cedar": 1, "cedar/dogwood": 1}, **over)
    assert [score["total"] for score in game.scores()] == [8, 8]
    assert game.winners() == [0]
    # No ticket complete on either side and equal points: the path decides; without one the win is shared.
    game = scene(claimed={"birch/cedar": 1}, **over)
    game.seats[0].score = 10
    assert [score["total"] for score in game.scores()] == [8, 8]
    assert game.winners() == [1]
    assert scene(**over).winners() == [0, 1]
