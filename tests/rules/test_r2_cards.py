"""R2: drawing cards, the face-up row, the deck and the discards."""

from collections import Counter
from collections.abc import Callable

import pytest

from .scene import EMPTY_ROW, Scene, assert_refused, cards_in, names, on_both_maps, payments, san_francisco, texts, usa

Table = Callable[..., Scene]
ROW = ("red", "blue", "green", "black", "orange")


@on_both_maps
def test_r2_1_a_turn_is_draw_or_claim_or_tickets(table: Table) -> None:
    game = table().with_row(*ROW).with_hand(0, red=1, wild=1)
    verbs = {action.verb for action in game.legal_actions()}
    assert verbs == {"draw", "claim", "tickets"}


@on_both_maps
def test_r2_1_drawing_is_the_whole_turn(table: Table) -> None:
    game = table().with_hand(0, wild=2)
    game.apply("draw deck")
    assert {action.verb for action in game.legal_actions()} == {"draw"}
    game.apply("draw deck")
    assert (game.phase, game.to_play) == ("turn", 1)


@on_both_maps
def test_r2_1_claiming_is_the_whole_turn(table: Table) -> None:
    game = table().with_hand(0, wild=6)
    game.apply(next(action for action in game.legal_actions() if action.verb == "claim"))
    assert (game.phase, game.to_play) == ("turn", 1)


@on_both_maps
def test_r2_1_drawing_tickets_is_the_whole_turn(table: Table) -> None:
    game = table().with_tickets(0, "los-angeles/seattle" if table is usa else "castro/pier-39")
    game.apply("tickets")
    assert {action.verb for action in game.legal_actions()} == {"keep"}
    game.apply(game.legal_actions()[0])
    assert (game.phase, game.to_play) == ("turn", 1)


@on_both_maps
def test_r2_1_anything_else_is_no_way_to_spend_a_turn(table: Table) -> None:
    game = table().with_row(*ROW)
    for text in ("", "   ", "steal red", "draw", "draw deck deck", "draw pink", "claim", "tickets please", "keep"):
        assert_refused(game, text, "R2.1")
    assert_refused(game, f"keep {game.board.ticket_ids[0]}", "R2.1")


def test_r2_1_nothing_to_place_or_to_take_on_a_turn() -> None:
    game = san_francisco().with_stack("castro", "bell")
    assert_refused(game, "take bell", "R2.1")
    assert_refused(game, "place bell castro", "R2.1")


@on_both_maps
def test_r2_2_two_cards_from_the_deck(table: Table) -> None:
    game = table().with_row(*ROW).with_next("purple", "red")
    game.apply("draw deck")
    assert (game.phase, game.to_play) == ("second-card", 0)
    game.apply("draw deck")
    assert game.position()["seats"][0]["hand"] == {"purple": 1, "red": 1}
    assert game.position()["face_up"] == list(ROW)


@on_both_maps
def test_r2_2_a_face_up_card_is_replaced_before_the_second_is_chosen(table: Table) -> None:
    game = table().with_row(*ROW).with_next("purple", "red")
    assert "draw purple" not in texts(game)
    game.apply("draw green")
    assert game.position()["face_up"] == ["red", "blue", "purple", "black", "orange"]
    assert texts(game) == {f"draw {card}" for card in ("deck", "red", "blue", "purple", "black", "orange")}
    game.apply("draw purple")
    assert game.position()["seats"][0]["hand"] == {"green": 1, "purple": 1}
    assert game.position()["face_up"] == ["red", "blue", "red", "black", "orange"]
    assert game.to_play == 1


@on_both_maps
def test_r2_2_one_card_of_each_kind_in_either_order(table: Table) -> None:
    for first, second, hand in (
        ("deck", "blue", {"purple": 1, "blue": 1}),
        ("blue", "deck", {"blue": 1, "red": 1}),
    ):
        game = table().with_row(*ROW).with_next("purple", "red")
        game.apply(f"draw {first}")
        game.apply(f"draw {second}")
        assert game.position()["seats"][0]["hand"] == hand


@on_both_maps
def test_r2_2_of_two_like_cards_the_leftmost_is_taken(table: Table) -> None:
    game = table().with_row("red", "blue", "red", "blue", "red").with_next("green")
    game.apply("draw blue")
    assert game.position()["face_up"] == ["red", "green", "red", "blue", "red"]


@on_both_maps
def test_r2_2_there_is_no_hand_limit(table: Table) -> None:
    everything = Counter(cards_in(table().position())) - Counter(ROW) - Counter({"wild": 2})
    game = table().with_row(*ROW).with_hand(0, **everything)
    game.apply("draw deck")
    game.apply("draw red")
    assert sum(game.position()["seats"][0]["hand"].values()) == everything.total() + 2


@on_both_maps
def test_r2_2_a_card_that_is_not_face_up_is_refused(table: Table) -> None:
    game = table().with_row(*ROW)
    assert_refused(game, "draw purple", "R2.2")
    assert_refused(game, "draw wild", "R2.2")


@on_both_maps
def test_r2_2_after_one_card_only_a_second_card_may_follow(table: Table) -> None:
    game = table().with_row(*ROW).with_hand(0, wild=2)
    route = "kansas-city/omaha" if table is usa else "castro/mission-district"
    assert payments(game, route)
    game.apply("draw red")
    for action in ("tickets", f"claim {route} wild:1", "pass"):
        assert_refused(game, action, "R2.2")


@on_both_maps
def test_r2_3_a_face_up_wild_is_the_only_card_of_the_turn(table: Table) -> None:
    game = table().with_row("red", "wild", "green", "black", "orange").with_next("purple")
    game.apply("draw wild")
    assert game.position()["seats"][0]["hand"] == {"wild": 1}
    assert game.position()["face_up"][1] == "purple"
    assert (game.phase, game.to_play) == ("turn", 1)


@on_both_maps
@pytest.mark.parametrize("first", ["deck", "red"])
def test_r2_3_a_face_up_wild_cant_be_the_second_card(table: Table, first: str) -> None:
    game = table().with_row("red", "wild", "green", "black", "orange").with_next("purple", "purple")
    game.apply(f"draw {first}")
    assert "draw wild" not in texts(game)
    assert_refused(game, "draw wild", "R2.3")


@on_both_maps
def test_r2_3_nor_can_one_that_has_just_been_turned_up(table: Table) -> None:
    game = table().with_row(*ROW).with_next("wild")
    game.apply("draw red")
    assert game.position()["face_up"][0] == "wild"
    assert_refused(game, "draw wild", "R2.3")
    game.apply("draw blue")
    assert game.to_play == 1


@on_both_maps
def test_r2_4_an_unseen_wild_is_a_card_like_any_other(table: Table) -> None:
    game = table().with_row(*ROW).with_next("wild", "wild")
    game.apply("draw deck")
    assert (game.phase, game.to_play) == ("second-card", 0)
    game.apply("draw deck")
    assert game.position()["seats"][0]["hand"] == {"wild": 2}
    assert game.to_play == 1


@on_both_maps
def test_r2_4_after_an_unseen_wild_a_face_up_card_may_follow_but_no_face_up_wild(table: Table) -> None:
    game = table().with_row("red", "wild", "green", "black", "orange").with_next("wild")
    game.apply("draw deck")
    assert_refused(game, "draw wild", "R2.3")
    game.apply("draw red")
    assert game.position()["seats"][0]["hand"] == {"red": 1, "wild": 1}


@on_both_maps
def test_r2_5_a_third_wild_sweeps_the_row_away_before_the_second_card(table: Table) -> None:
    new_row = ["purple", "purple", "green", "black", "red"]
    game = table().with_row("red", "wild", "wild", "blue", "green").with_next("wild", *new_row)
    events = game.apply("draw red")
    assert game.position()["face_up"] == new_row
    assert game.position()["discards"] == {"wild": 3, "blue": 1, "green": 1}
    assert names(events).count("sweep") == 1
    assert game.phase == "second-card"
    game.apply("draw purple")
    assert game.position()["seats"][0]["hand"] == {"red": 1, "purple": 1}


@on_both_maps
def test_r2_5_two_wilds_stay(table: Table) -> None:
    game = table().with_row("red", "wild", "black", "blue", "green").with_next("wild")
    events = game.apply("draw red")
    assert game.position()["face_up"] == ["wild", "wild", "black", "blue", "green"]
    assert "sweep" not in names(events)


@on_both_maps
def test_r2_5_a_sweep_after_the_second_card_is_the_next_players_row(table: Table) -> None:
    new_row = ["purple", "purple", "green", "black", "red"]
    game = table().with_row("red", "wild", "wild", "blue", "green").with_next("purple", "wild", *new_row)
    game.apply("draw deck")
    game.apply("draw blue")
    assert (game.to_play, game.position()["face_up"]) == (1, new_row)


@on_both_maps
def test_r2_5_a_new_row_with_three_wilds_is_swept_again(table: Table) -> None:
    rows = ["wild", "red", "wild", "wild", "blue", *ROW]
    game = table().with_row("red", "wild", "wild", "blue", "green").with_next("wild", *rows)
    events = game.apply("draw red")
    assert names(events).count("sweep") == 2
    assert game.position()["face_up"] == list(ROW)
    assert Counter(game.position()["discards"]).total() == 10


def test_r2_5_after_three_sweeps_the_row_stays_as_it_is() -> None:
    wild_row = ["wild", "red", "wild", "wild", "blue"]
    game = usa().with_row("red", "wild", "wild", "blue", "green").with_next("wild", *wild_row * 3)
    events = game.apply("draw red")
    assert names(events).count("sweep") == 3
    assert game.position()["face_up"] == wild_row
    assert Counter(game.position()["discards"]).total() == 15


def test_r2_5_a_row_that_stayed_is_looked_at_again_when_a_card_is_taken() -> None:
    wild_row = ["wild", "red", "wild", "wild", "blue"]
    game = usa().with_row("red", "wild", "wild", "blue", "green").with_next("wild", *wild_row * 3, "green", *ROW)
    game.apply("draw red")
    events = game.apply("draw blue")
    assert names(events).count("sweep") == 1
    assert game.position()["face_up"] == list(ROW)


def test_r2_5_the_sweep_takes_cards_from_the_reshuffled_discards_when_the_deck_runs_out() -> None:
    game = san_francisco().with_cards(row=("red", "wild", "wild", "blue", "green"), deck=("wild", "red", "black"))
    events = game.apply("draw red")
    position = game.position()
    assert "reshuffle" in names(events)
    assert position["face_up"][:2] == ["red", "black"]
    assert None not in position["face_up"]
    assert position["discards"] == {}
    assert cards_in(position).total() == 44


def test_r2_5_gaps_filled_after_a_payment_can_sweep_too() -> None:
    # Paying brings wilds back: deck and discards were empty, so the payment is the new deck, and it fills the row.
    game = (
        san_francisco().with_hand(0, wild=5).with_cards(row=("red", "blue", "green", None, None), deck=(), rest_with=1)
    )
    events = game.apply("claim fort-mason/golden-gate-bridge wild:5")
    assert names(events).count("sweep") == 0  # two gaps, two wilds: not three
    assert game.position()["face_up"] == ["red", "blue", "green", "wild", "wild"]
    game = san_francisco().with_hand(0, wild=5).with_cards(row=("red", None, None, None, None), deck=(), rest_with=1)
    events = game.apply("claim fort-mason/golden-gate-bridge wild:5")
    assert names(events).count("sweep") > 0


@on_both_maps
def test_r2_6_when_the_deck_runs_out_the_discards_are_the_new_deck_at_once(table: Table) -> None:
    game = table().with_hand(1, black=2).with_cards(row=ROW, deck=("purple",))
    discards = Counter(game.position()["discards"])
    events = game.apply("draw deck")
    assert names(events) == ["draw", "reshuffle"]
    assert game.position()["discards"] == {}
    assert Counter(game.position()["deck"]) == discards
    assert game.position()["deck"] != sorted(game.position()["deck"])


@on_both_maps
def test_r2_6_so_too_when_the_last_card_is_turned_up(table: Table) -> None:
    game = table().with_cards(row=ROW, deck=("purple",))
    discards = Counter(game.position()["discards"])
    game.apply("draw red")
    assert game.position()["face_up"][0] == "purple"
    assert Counter(game.position()["deck"]) == discards


@on_both_maps
def test_r2_6_without_discards_the_deck_stays_empty_and_the_row_has_gaps(table: Table) -> None:
    game = table().with_cards(row=ROW, deck=("purple",), rest_with=1)
    game.apply("draw deck")
    assert (game.position()["deck"], game.position()["discards"]) == ([], {})
    game.apply("draw blue")
    assert game.position()["face_up"] == ["red", None, "green", "black", "orange"]


@on_both_maps
def test_r2_6_a_payment_fills_the_gaps_left_to_right_and_the_rest_is_the_deck(table: Table) -> None:
    route = "nashville/raleigh" if table is usa else "sunset/twin-peaks"
    row = ("red", None, "green", None, "orange")
    game = table().with_hand(0, black=3).with_cards(row=row, rest_with=1)
    game.apply(f"claim {route} black:3")
    position = game.position()
    assert position["face_up"] == ["red", "black", "green", "black", "orange"]
    assert (position["deck"], position["discards"]) == (["black"], {})


@on_both_maps
def test_r2_6_a_payment_too_small_fills_the_leftmost_gap(table: Table) -> None:
    route = "kansas-city/omaha" if table is usa else "castro/mission-district"
    row = ("red", None, "green", None, "orange")
    game = table().with_hand(0, black=1).with_cards(row=row, rest_with=1)
    game.apply(f"claim {route} black:1")
    assert game.position()["face_up"] == ["red", "black", "green", None, "orange"]
    assert (game.position()["deck"], game.position()["discards"]) == ([], {})


@on_both_maps
def test_r2_7_the_turn_ends_with_one_card_when_nothing_is_left(table: Table) -> None:
    game = table().with_cards(row=("red", None, None, None, None), rest_with=1)
    events = game.apply("draw red")
    assert names(events) == ["draw", "end-turn"]
    assert (game.phase, game.to_play) == ("turn", 1)
    assert game.position()["face_up"] == list(EMPTY_ROW)


@on_both_maps
def test_r2_7_the_turn_ends_with_one_card_when_only_face_up_wilds_are_left(table: Table) -> None:
    game = table().with_cards(row=("red", "wild", None, "wild", None), rest_with=1)
    game.apply("draw red")
    assert game.position()["seats"][0]["hand"] == {"red": 1}
    assert (game.phase, game.to_play) == ("turn", 1)


@on_both_maps
def test_r2_7_so_it_does_after_an_unseen_card(table: Table) -> None:
    # A row of wilds that R2.5 has left lying, because a deck with a card in it has no gap above it.
    game = table().with_cards(row=("wild",) * 5, deck=("red",), rest_with=1)
    game.apply("draw deck")
    assert game.position()["seats"][0]["hand"] == {"red": 1}
    assert (game.phase, game.to_play) == ("turn", 1)


@on_both_maps
def test_r2_7_a_last_face_up_wild_may_be_taken(table: Table) -> None:
    game = table().with_cards(row=(None, "wild", None, None, None), rest_with=1)
    assert "draw wild" in texts(game)
    game.apply("draw wild")
    assert game.position()["seats"][0]["hand"] == {"wild": 1}


@on_both_maps
def test_r2_7_no_drawing_when_no_card_can_be_taken(table: Table) -> None:
    game = table().with_cards(row=EMPTY_ROW, rest_with=1)
    assert not [text for text in texts(game) if text.startswith("draw")]
    assert_refused(game, "draw deck", "R2.7")


@on_both_maps
def test_r2_7_an_empty_deck_cant_give_the_second_card_either(table: Table) -> None:
    game = table().with_cards(row=("red", "blue", None, None, None), rest_with=1)
    game.apply("draw red")
    assert texts(game) == {"draw blue"}
    assert_refused(game, "draw deck", "R2.7")
