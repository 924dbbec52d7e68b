"""Positions: every reachable one comes back as it was, and a bad one is refused with a reason."""

import copy
import json
import re
from collections.abc import Callable
from typing import Any

import pytest

import whistlestop as ws

from .scene import at_every_table, play_on, san_francisco, texts, usa

JsonObject = dict[str, Any]


@at_every_table
def test_every_position_of_a_game_comes_back_as_it_was(map: str, players: int) -> None:
    game = ws.Game(map, players, seed=31)
    phases = set()
    while not game.is_over:
        position = json.loads(json.dumps(game.position()))
        again = ws.Game.from_position(position)
        assert again.position() == position == game.position()
        assert texts(again) == texts(game)
        assert (again.phase, again.to_play, again.scores()) == (game.phase, game.to_play, game.scores())
        phases.add(game.phase)
        play_on(game, seed=game.version, actions=1)
    over = ws.Game.from_position(game.position())
    assert (over.position(), over.is_over, over.winners()) == (game.position(), True, game.winners())
    assert {"keep-tickets", "turn", "second-card"} <= phases


def test_a_position_is_a_copy() -> None:
    game = usa().with_hand(0, red=2)
    game.position()["seats"][0]["hand"]["red"] = 12
    position = game.position()
    other = ws.Game.from_position(position)
    position["face_up"][0] = "wild"
    assert game.position()["seats"][0]["hand"] == {"red": 2}
    assert other.position() == game.position()


def test_a_game_goes_on_from_a_position() -> None:
    game = ws.Game("san-francisco", players=3, seed=2)
    play_on(game, seed=2, actions=40)
    again = ws.Game.from_position(game.position(), seed=5)
    play_on(again, seed=5)
    assert again.is_over
    assert len(again.winners()) >= 1


def change(key: str, value: Any) -> Callable[[JsonObject], None]:
    """A spoiler that sets one key, given as a path with dots."""

    def spoil(position: JsonObject) -> None:
        *path, last = key.split(".")
        part: Any = position
        for step in path:
            part = part[int(step)] if isinstance(part, list) else part[step]
        if isinstance(part, list):
            part[int(last)] = value
        else:
            part[last] = value

    return spoil


def drop(key: str) -> Callable[[JsonObject], None]:
    return lambda position: position.pop(key)


def offer_too_soon(position: JsonObject) -> None:
    position["seats"][1]["offered"] = [position["ticket_deck"].pop()]


BAD_USA = [
    (change("map", "atlantis"), "atlantis"),
    (change("map", 7), "map"),
    (change("players", 6), "players: 6"),
    (change("players", 3), "seats: 2 of them for 3"),
    (change("players", "2"), "players"),
    (change("phase", "lunch"), "phase"),
    (change("phase", "over"), "to_play"),
    (change("to_play", 2), "to_play: 2"),
    (change("to_play", None), "to_play"),
    (change("seats.0.hand", {"red": 3}), "cards: 13 red"),
    (change("seats.0.hand", {"red": 1}), "cards: 11 red"),
    (change("seats.0.hand", {"red": 2, "pink": 1}), "pink"),
    (change("seats.0.hand", {"red": -1, "blue": 3}), "hand"),
    (change("discards", {"red": 1}), "cards: 13 red"),
    (change("face_up.0", None), "cards: 11"),
    (change("face_up", []), "cards"),
    (change("deck", []), "cards"),
    (change("deck.0", "pink"), "pink"),
    (change("seats.0.tickets", ["boston/miami"]), "boston/miami more than once"),
    (change("seats.0.tickets", ["boston/atlantis"]), "boston/atlantis"),
    (change("seats.0.tickets", ["miami/boston"]), "miami/boston"),
    (offer_too_soon, "seats.1.offered"),
    (change("phase", "keep-tickets"), "offered"),
    (change("claimed", {"denver/atlantis": 0}), "denver/atlantis"),
    (change("claimed", {"denver/omaha": 2}), "2 is not a seat"),
    (change("claimed", {"atlanta/raleigh": 0, "atlanta/raleigh#2": 0}), "R3.4"),
    (change("claimed", {"atlanta/raleigh": 0, "atlanta/raleigh#2": 1}), "R3.4"),
    (change("claimed", {"denver/omaha": 0}), "seats.0.pieces: 45 and 4"),
    (change("seats.0.pieces", 46), "seats.0.pieces: 46"),
    (change("seats.0.pieces", -1), "pieces"),
    (change("seats.0.pieces", 44.5), "pieces"),
    (change("seats.0.score", 10**30), "score"),
    (change("seats.0.tokens", ["bell"]), "bell"),
    (change("stacks", {"denver": {"symbol": "bell", "count": 1}}), "bell"),
    (change("turns_left", 0), "turns_left: 0"),
    (change("turns_left", 3), "turns_left: 3"),
    (change("passes", 2), "passes: 2"),
    (change("luck", 7), "luck"),
    (change("seats.0.luck", 7), "luck"),
    (drop("deck"), "deck"),
    (drop("map"), "map"),
    (drop("seats"), "seats"),
]


@pytest.mark.parametrize(("spoil", "message"), BAD_USA)
def test_a_bad_position_is_refused_and_the_message_says_why(spoil: Callable[[JsonObject], None], message: str) -> None:
    position = usa().with_hand(0, red=2).position()
    spoil(position)
    with pytest.raises(ValueError, match=re.escape(message)):
        ws.Game.from_position(position)


STACKS = {"castro": {"symbol": "bell", "count": 1}, "mission-district": {"symbol": "seal", "count": 1}}
BAD_TOKENS = [
    (change("stacks.atlantis", {"symbol": "crab", "count": 1}), "atlantis"),
    (change("stacks.alcatraz", {"symbol": "duck", "count": 1}), "duck"),
    (change("stacks.alcatraz", {"symbol": "seal", "count": 1}), "seal more than once"),
    (change("stacks.alcatraz", {"symbol": "crab", "count": 0}), "count"),
    (change("stacks.alcatraz", {"symbol": "crab", "count": 3}), "3 of crab"),
    (change("set_aside", [{"symbol": "bell", "count": 1}]), "bell more than once"),
    (change("seats.1.tokens", ["crab", "crab"]), "crab more than once"),
    (change("phase", "place-tokens"), "set_aside"),
    (change("phase", "take-token"), "token_choice"),
    (change("token_choice", ["bell", "seal"]), "token_choice"),
]


@pytest.mark.parametrize(("spoil", "message"), BAD_TOKENS)
def test_bad_tokens_are_refused(spoil: Callable[[JsonObject], None], message: str) -> None:
    position = san_francisco().position()
    position["stacks"] = copy.deepcopy(STACKS)
    assert ws.Game.from_position(position).position() == position
    spoil(position)
    with pytest.raises(ValueError, match=re.escape(message)):
        ws.Game.from_position(position)


@pytest.mark.parametrize("choice", [["bell", "bell"], ["bell"], ["bell", "crab"], []])
def test_a_choice_of_tokens_is_between_two_that_lie_on_the_board(choice: list[str]) -> None:
    position = san_francisco().position() | {"phase": "take-token", "token_choice": choice}
    position["stacks"] = copy.deepcopy(STACKS)
    with pytest.raises(ValueError, match="token_choice"):
        ws.Game.from_position(position)


def test_a_choice_of_tokens_is_between_two_that_the_seat_does_not_have() -> None:
    position = san_francisco().with_tokens(0, "bell").position()
    position |= {"phase": "take-token", "token_choice": ["bell", "seal"], "stacks": copy.deepcopy(STACKS)}
    with pytest.raises(ValueError, match="bell"):
        ws.Game.from_position(position)


def test_what_the_rules_do_at_once_must_have_been_done() -> None:
    gap = usa().position()
    gap["deck"].append(gap["face_up"][2])
    gap["face_up"][2] = None
    with pytest.raises(ValueError, match=r"R2\.6"):
        ws.Game.from_position(gap)
    undealt = usa().position()
    undealt["discards"] = {card: undealt["deck"].count(card) for card in set(undealt["deck"])}
    undealt["deck"] = []
    with pytest.raises(ValueError, match=r"R2\.6"):
        ws.Game.from_position(undealt)
    stuck = usa().with_cards(row=("wild", None, None, None, None), rest_with=1).position() | {"phase": "second-card"}
    with pytest.raises(ValueError, match=r"R2\.7"):
        ws.Game.from_position(stuck)


@pytest.mark.parametrize("nonsense", [None, [], "usa", 7, {}])
def test_what_is_no_position_at_all_is_refused(nonsense: Any) -> None:
    with pytest.raises(ValueError, match="map"):
        ws.Game.from_position(nonsense)
