"""Free answers: what is unambiguous is accepted, everything else is told what is wrong with it."""

import json
import random

import pytest

from tests.tables import TABLES, played
from whistlestop import Game, View, load_board
from whistlestop.envs.text import BadAnswer, read_answer

USA = load_board("usa")
BAY = load_board("san-francisco")


def usa_view() -> View:
    """Seat 1 is to play and holds two black cards and one each of five other colours."""
    game = played("usa", 2, 3, 60)
    assert (game.to_play, game.phase, game.view(1)["hand"]["black"]) == (1, "turn", 2)
    return game.view(1)


def bay_view(phase: str) -> View:
    game = Game(BAY, players=2, seed=1)
    while game.phase != phase:
        game.apply(game.legal_actions()[0])
    return game.view(game.to_play)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_legal_action_is_read_as_itself_however_it_is_wrapped(name: str, players: int) -> None:
    board, choices = load_board(name), random.Random(1)
    for seed in range(6):
        game = played(name, players, seed, 20 * seed)
        if game.is_over:
            continue
        view = game.view(game.to_play)
        for action in choices.sample(view["legal_actions"], min(8, len(view["legal_actions"]))):
            for text in (
                action,
                f"I think this is best.\n\n**ACTION:** `{action.upper()}`.",
                f"<think>pass? ACTION: pass</think>\n- {action}",
                json.dumps({"reason": "draw or claim", "action": action}, indent=1),
                f"Action: pass\nOn second thought:\nFinal action: {action}",
            ):
                assert read_answer(board, view, text) == action


@pytest.mark.parametrize(
    ("answer", "action"),
    [
        ("I will draw from the deck", "draw deck"),
        ("Draw 2 cards from the top of the deck.", "draw deck"),
        ("take the face-up purple card", "draw purple"),
        ("My move: take a locomotive", "draw wild"),
        ("draw destination tickets", "tickets"),
        ("Claim Denver to Santa Fe with 2 black cards", "claim denver/santa-fe black:2"),
        ("claim santa fe – denver using black", "claim denver/santa-fe black:2"),
        ("santa-fe/denver black:2", "claim denver/santa-fe black:2"),
        ("build the route between Sault St. Marie and Toronto", "claim sault-st-marie/toronto black:2"),
        ("claim new-york/washington black:2", "claim new-york/washington#2 black:2"),  # the first track is orange
        ("claim kansas city/oklahoma city", "claim kansas-city/oklahoma-city black:2"),  # equal tracks are one choice
        ("claim kansas city/oklahoma city #2", "claim kansas-city/oklahoma-city#2 black:2"),
    ],
)
def test_what_people_would_understand_is_understood(answer: str, action: str) -> None:
    assert read_answer(USA, usa_view(), answer) == action


@pytest.mark.parametrize(
    ("phase", "answer", "action"),
    [
        ("keep-tickets", "keep both", "keep mission-district/pier-39 chinatown/golden-gate-bridge"),
        ("keep-tickets", "Keep Pier 39–Mission District", "keep mission-district/pier-39"),
        ("keep-tickets", "golden-gate-bridge/chinatown", "keep chinatown/golden-gate-bridge"),
        ("place-tokens", "put the lantern on Union Square", "place lantern union-square"),
        ("second-card", "the deck", "draw deck"),
    ],
)
def test_each_phase_has_its_words(phase: str, answer: str, action: str) -> None:
    view = bay_view(phase) if phase != "second-card" else second_card()
    assert read_answer(BAY, view, answer) == action


def second_card() -> View:
    game = Game(BAY, players=2, seed=1)
    while game.phase != "turn":
        game.apply(game.legal_actions()[0])
    game.apply("draw deck")
    return game.view(game.to_play)


@pytest.mark.parametrize(
    ("answer", "mistake", "message"),
    [
        ("", "unreadable", "The answer is empty"),
        ("Hello there!", "unreadable", "I don't understand 'hello'"),
        ("claim pitsburgh/raleigh black:2", "unreadable", "Did you mean 'pittsburgh'?"),
        ("I will not draw deck", "unreadable", "I don't understand 'not'"),
        ("draw deck and draw purple", "unreadable", "draw one card at a time"),
        ("claim las-vegas/los-angeles 2", "unreadable", "write the payment as in purple:3,wild:1"),
        ("claim denver", "unreadable", "name the two places of one route"),
        ("I might\ndraw deck\nor\ndraw wild", "ambiguous", "2 actions: draw deck; draw wild"),
        ("draw red", "illegal", "R2.2: draw red: no red card lies face up; the row has purple, black"),
        ("claim denver/omaha", "illegal", "R3.1: claim denver/omaha purple:4: you hold only"),
        ("claim denver to omaha with 4 red", "illegal", "R3.2: claim denver/omaha red:4: this route takes purple"),
        ("claim denver/boston red:2", "illegal", "There is no route boston/denver. From denver routes go to helena"),
        (
            "claim atlanta/charleston black:2",
            "illegal",
            "atlanta/charleston belongs to seat 0 already",
        ),
        ("keep boston/miami", "illegal", "R2.1: keep boston/miami: on a turn you draw cards"),
        ("pass", "illegal", "R5.1: pass: you may pass only if"),
        ("thinking …\nclaim denver/omaha purple:4\nthat is it", "illegal", "R3.1: claim denver/omaha"),
    ],
)
def test_a_wrong_answer_is_told_what_is_wrong(answer: str, mistake: str, message: str) -> None:
    with pytest.raises(BadAnswer) as caught:
        read_answer(USA, usa_view(), answer)
    assert message in str(caught.value)
    assert caught.value.mistake == mistake


def test_a_payment_that_is_left_open_is_asked_for() -> None:
    view = played("san-francisco", 2, 3, 40).view(0)
    choices = r"can mean 2 actions: .* blue:1,wild:1; .* orange:1,wild:1\. Write one"
    with pytest.raises(BadAnswer, match=choices) as caught:
        read_answer(BAY, view, "claim pier-39/chinatown")
    assert caught.value.mistake == "ambiguous"
    said = "claim pier-39/chinatown with a blue and a ferry"
    assert read_answer(BAY, view, said) == "claim chinatown/pier-39 blue:1,wild:1"


def test_reasons_are_those_of_the_game() -> None:
    """What the parser says of an illegal action is what the game would say, from the view alone."""
    for seed in range(8):
        game = played("usa", 3, seed, 40 + 9 * seed)
        view = game.view(game.to_play)
        for action in random.Random(seed).sample(USA.action_texts, 40):
            if action in view["legal_actions"] or not action.startswith(("claim", "draw", "pass", "tickets")):
                continue
            with pytest.raises(ValueError, match=r"^R\d") as said:
                game.apply(action)
            read = reading(view, action)
            assert read == str(said.value) or read.replace("#2", "") == action  # the other track is open


def reading(view: View, answer: str) -> str:
    """What an answer is read as, or what is wrong with it."""
    try:
        return read_answer(USA, view, answer)
    except BadAnswer as error:
        return str(error)


@pytest.mark.parametrize(
    "answer",
    ["\n" * 300_000, "action" * 50_000, "ACTION:" + " " * 300_000, "* " * 150_000, "<think>" * 40_000, "a/" * 150_000,
     "claim " * 50_000, "\x00\ud800" * 100_000, "draw deck\n" * 30_000 + "draw wild"],
)  # fmt: skip
def test_answers_of_any_size_are_read_or_refused(answer: str) -> None:
    with pytest.raises(BadAnswer) as caught:
        read_answer(USA, usa_view(), answer)
    assert len(str(caught.value)) < 1000


def test_nothing_is_chosen_when_it_is_not_one_s_turn() -> None:
    game = played("usa", 2, 3, 60)
    with pytest.raises(BadAnswer, match="seat 1 is to play"):
        read_answer(USA, game.view(0), "draw deck")
