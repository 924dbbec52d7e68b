"""What OpenSpiel's players are told: all that they know, and nothing else."""

import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

from tests.envs.open_spiel_states import load, played
from tests.tables import TABLES
from whistlestop import Game
from whistlestop.envs.layout import Layout
from whistlestop.envs.open_spiel.play import Play, opening

STATES_PER_TABLE = 12


def observed(state: Any, seat: int) -> tuple[object, ...]:
    """All that OpenSpiel lets a player know."""
    return (
        state.observation_string(seat),
        state.information_state_string(seat),
        state.observation_tensor(seat),
        state.information_state_tensor(seat),
        state.legal_actions(seat),
    )


def states(name: str, players: int) -> list[Any]:
    game = load(name, players)
    return [played(game, number, 4 + 5 * number * players // 2) for number in range(STATES_PER_TABLE)]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_whatever_is_dealt_anew_does_not_change_what_a_player_knows(name: str, players: int) -> None:
    changed = 0
    sampler = random.Random(0).random
    for state in states(name, players):
        for seat in range(players):
            other = state.resample_from_infostate(seat, sampler)
            assert observed(other, seat) == observed(state, seat)
            assert (other.current_player(), other.history()) == (state.current_player(), state.history())
            changed += any(observed(other, i) != observed(state, i) for i in range(players) if i != seat)
    assert changed > STATES_PER_TABLE * players // 2  # the law would hold for a resampling that does nothing


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_who_saw_the_same_of_another_deal_knows_the_same(name: str, players: int) -> None:
    """Unlike a state dealt anew, the two have different pasts: the others choose from other opening tickets."""
    game = load(name, players)
    for seat in range(players):
        state, other = played(game, 1, 0), played(game, 1, 0)
        anew = state.play.redealt(seat, seed=1).state
        other.play = Play(game.board, anew, list(opening(game.board, anew)))
        for _ in range(players):
            action = state.legal_actions()[0]
            state.apply_action(action)
            other.apply_action(action)
            assert observed(other, seat) == observed(state, seat)
        assert all(observed(other, i)[1] != observed(state, i)[1] for i in range(players) if i != seat)


def test_a_state_dealt_anew_plays_on_to_its_end() -> None:
    choices = random.Random(3)
    for state in states("san-francisco", 3):
        other = state.resample_from_infostate(1, choices.random)
        while not other.is_terminal():
            other.apply_action(choices.choice(other.legal_actions()))
        assert len(other.information_state_string(1)) > 0


def test_what_others_alone_saw_is_in_nobodys_past_once_it_is_dealt_anew() -> None:
    state = played(load("san-francisco", 2), 3, 40)
    other = state.resample_from_infostate(0, random.Random(0).random)
    past = [line for line in state.information_state_string(0).split("\n")[1:] if line.startswith("1 ")]
    assert any("?" in line for line in past)
    assert [line for line in other.information_state_string(1).split("\n")[1:] if line.startswith("1 ")] == past
    assert [line for line in state.information_state_string(1).split("\n")[1:] if line.startswith("1 ")] != past


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_player_forgets_nothing(name: str, players: int) -> None:
    state = played(load(name, players), 2, 0)
    choices = random.Random(2)
    pasts: list[list[str]] = [[] for _ in range(players)]
    while not state.is_terminal():
        state.apply_action(choices.choice(state.legal_actions()))
        for seat in range(players):
            past = state.information_state_string(seat).split("\n")[1:]
            assert past[: len(pasts[seat])] == pasts[seat]
            assert len(past) > len(pasts[seat])
            pasts[seat] = past


def test_the_past_is_that_of_the_view() -> None:
    state, game = played(load("usa", 3), 1, 0), Game("usa", 3, seed=0, number=1)
    choices = random.Random(5)
    for _ in range(120):
        action = choices.choice(state.legal_actions())
        game.apply(state.action_to_string(action))
        state.apply_action(action)
    for seat in range(3):
        seen = [event for event in game.view(seat)["history"] if event["event"] != "end-turn"]
        lines = state.information_state_string(seat).split("\n")[1 + 1 + 3 :]  # what is known; the row; three deals
        assert [line.split()[0 if event["seat"] is None else 1] for line, event in zip(lines, seen, strict=True)] == [
            event["event"] for event in seen
        ]
        hidden = [event for event in seen if None in list(event.values())[2:]]
        assert [line for line in lines if "?" in line.split()] != []
        assert sum("?" in line.split() for line in lines) == len(hidden)


def test_words_are_the_same_exactly_when_tensors_are() -> None:
    game = load("san-francisco", 2)
    pairs = set()
    for number in range(6):
        state = played(game, number, 0)
        while not state.is_terminal():
            pairs.add((state.observation_string(0), tuple(state.observation_tensor(0))))
            state.apply_action(state.legal_actions()[number % len(state.legal_actions())])
    words, tensors = {words for words, _ in pairs}, {tensor for _, tensor in pairs}
    assert len(words) == len(tensors) == len(pairs) > 300


def test_words_say_what_a_player_sees() -> None:
    state = played(load("usa", 2, seed=1), 0, 0)
    view = Game("usa", 2, seed=1).view(1)
    known = dict(part.split(": ") for part in state.observation_string(1).split("; ")[1:])
    assert known["hand"] == ", ".join(f"{colour} {count}" for colour, count in view["hand"].items())
    assert known["offered"] == ", ".join(f"place {i} {ticket}" for i, ticket in enumerate(view["offered"]))
    assert (known["to_play"], known["deck_count"]) == ("seat 0", str(view["deck_count"]))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_an_observer_has_the_parts_of_the_layout(name: str, players: int) -> None:
    game, state = load(name, players), played(load(name, players), 1, 60)
    layout = Layout(game.board, players)
    observation, with_past = make_observation(game), make_observation(game, INFO_STATE_OBS_TYPE)
    for seat in range(players):
        observation.set_from(state, seat)
        with_past.set_from(state, seat)
        assert {key: part.shape for key, part in observation.dict.items()} == {part.name: part.shape for part in layout}
        assert observation.tensor.tolist() == state.observation_tensor(seat)
        assert with_past.tensor.tolist() == state.information_state_tensor(seat)
        assert all(np.array_equal(with_past.dict[part.name], observation.dict[part.name]) for part in layout)
        assert with_past.dict["seat"].argmax() == seat
        assert observation.string_from(state, seat) == state.observation_string(seat)


def test_sums_over_the_past_count_what_all_could_see() -> None:
    game = load("san-francisco", 2)
    state = played(game, 4, 60)
    observation = make_observation(game, INFO_STATE_OBS_TYPE)
    observation.set_from(state, 1)
    texts = [(item.player, game.board.actions[item.action].text) for item in state.full_history()[1:]]
    chosen = {action.text: i for i, action in enumerate(game.board.actions[: game.board.first_keep])}
    for place, seat in enumerate((1, 0)):
        mine = [text for player, text in texts if player == seat]
        assert [mine.count(text) for text in chosen] == observation.dict["chosen"][place].tolist()
        spent = game.board.map.rules.pieces - state.play.state["pieces"][0, seat]
        assert observation.dict["paid"][place].sum() == spent > 0


def test_other_kinds_of_observers_there_are_not() -> None:
    for kind in (
        pyspiel.IIGObservationType(False, perfect_recall=False),
        pyspiel.IIGObservationType(perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE),
        pyspiel.IIGObservationType(perfect_recall=True, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS),
    ):
        assert make_observation(load("usa", 2), kind) is None
    with pytest.raises(ValueError, match="no parameters"):
        make_observation(load("usa", 2), None, {"colour": "red"})
