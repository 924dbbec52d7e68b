"""Games and states of OpenSpiel for tests."""

import random
from typing import Any

import pyspiel

import whistlestop.envs.open_spiel  # noqa: F401 (registers the game)


def load(name: str, players: int, **parameters: str | int) -> Any:
    return pyspiel.load_game("python_whistlestop", {"map": name, "players": players, **parameters})


def played(game: Any, number: int, actions: int) -> Any:
    """The state of a deal after `actions` random actions (fewer if it is over before)."""
    state = game.new_initial_state()
    state.apply_action(number)
    choices = random.Random(number)
    for _ in range(actions):
        if state.is_terminal():
            break
        state.apply_action(choices.choice(state.legal_actions()))
    return state
