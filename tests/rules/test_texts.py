"""The text of actions: what is understood, and what is refused with a word of advice."""

from collections.abc import Callable

import pytest

import whistlestop as ws

from .scene import Scene, assert_refused, at_every_table, play_on, san_francisco, usa

Table = Callable[..., Scene]


@at_every_table
def test_every_legal_action_is_understood_from_its_own_text(map: str, players: int) -> None:
    game = ws.Game(map, players, seed=6)
    for _ in range(60):
        for action in game.legal_actions():
            copy = game.copy()
            copy.apply(str(action))
            assert copy.actions[-1] == action
        play_on(game, seed=game.version, actions=1)


@pytest.mark.parametrize(
    "text",
    [
        "claim denver/omaha purple:3,wild:1",
        "CLAIM Denver/Omaha PURPLE:3,Wild:1",
        "  claim   denver/omaha\tpurple:3,wild:1  ",
        "claim omaha/denver purple:3,wild:1",
        "claim denver/omaha wild:1,purple:3",
        "claim denver / omaha purple : 3 , wild : 1",
    ],
)
def test_case_spaces_and_the_order_of_ends_do_not_matter(text: str) -> None:
    game = usa().with_hand(0, purple=4, wild=1)
    game.apply(text)
    assert str(game.actions[-1]) == "claim denver/omaha purple:3,wild:1"
    assert game.position()["claimed"] == {"denver/omaha": 0}


@pytest.mark.parametrize("text", ["claim raleigh/atlanta#2 red:2", "Claim RALEIGH/atlanta #2 red:2"])
def test_the_second_track_keeps_its_mark_when_the_ends_are_turned_round(text: str) -> None:
    game = usa().with_hand(0, red=2)
    game.apply(text)
    assert game.position()["claimed"] == {"atlanta/raleigh#2": 0}


def test_a_tickets_ends_may_come_in_either_order() -> None:
    game = (
        usa().with_claimed("dallas/houston", by=1).with_ticket_deck("boston/miami", "calgary/phoenix", "denver/el-paso")
    )
    game.apply("Tickets")
    game.apply("KEEP phoenix/calgary  El-Paso/Denver")
    assert set(game.position()["seats"][0]["tickets"]) == {"calgary/phoenix", "denver/el-paso"}


def test_draws_places_and_takes_in_any_case() -> None:
    game = san_francisco().with_row("red", "blue", "green", "black", "wild")
    game.apply(" Draw  RED ")
    game.apply("DRAW Deck")
    game = san_francisco().with_stack("castro", "bell").with_stack("mission-district", "seal").with_hand(0, red=1)
    game.apply("claim mission-district/castro RED:1")
    game.apply("Take Seal")
    assert game.position()["seats"][0]["tokens"] == ["seal"]


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("clam denver/omaha purple:4", "claim"),
        ("claim denver/omahaa purple:4", "denver/omaha"),
        ("claim denver/omaha purpel:4", "purple"),
        ("draw bleu", "blue"),
        ("keep boston/miamy", "boston/miami"),
        ("claim denver/omaha", "claim ROUTE"),
        ("claim denver/omaha purple:4 wild:1", "claim ROUTE"),
        ("claim denver/omaha purple:2,purple:2", "once"),
        ("claim denver/omaha purple:-4", "red:2,wild:1"),
        ("claim denver/omaha purple:0,wild:4", "red:2,wild:1"),
        ("claim denver/omaha purple", "red:2,wild:1"),
        ("claim denver/omaha#3 purple:4", "denver/omaha"),
    ],
)
def test_a_text_that_means_nothing_is_refused_with_advice(text: str, advice: str) -> None:
    game = usa().with_hand(0, purple=4, wild=4)
    with pytest.raises(ws.IllegalAction, match=advice):
        game.apply(text)
    assert_refused(game, text, "R2.1")


def test_texts_and_actions_are_the_same_thing() -> None:
    game = usa().with_hand(0, purple=4)
    action = next(action for action in game.legal_actions() if action.route == "denver/omaha")
    assert (action.verb, action.payment, str(action)) == ("claim", (("purple", 4),), "claim denver/omaha purple:4")
    by_action, by_text = game.copy(), game.copy()
    assert by_action.apply(action) == by_text.apply(str(action))
    assert by_action.position() == by_text.position() != game.position()


def test_an_action_made_by_hand_that_names_nothing_is_refused() -> None:
    game = san_francisco().with_hand(0, red=2)
    assert_refused(game, ws.Action("claim", route="castro/nowhere", payment=(("red", 2),)), "R2.1")
    assert_refused(game, ws.Action("draw", card="pink"), "R2.2")


def test_keeping_no_ticket_is_not_taken_for_drawing_a_wild() -> None:
    game = usa().with_row("wild", "blue", "green", "black", "orange")
    assert_refused(game, ws.Action("keep"), "R2.1")
