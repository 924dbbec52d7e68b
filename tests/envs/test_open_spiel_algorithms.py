"""OpenSpiel's algorithms really run on the game."""

import random
from typing import Any

import numpy as np
import pytest
from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr

from tests.envs.open_spiel_states import load, played


def last_choice(number: int) -> Any:
    """A state of this deal from which every choice ends the game, but not all alike; None if it has none."""
    state = played(load("san-francisco", 2, reward="margin"), number, 40)
    choices = random.Random(number)
    while not state.is_terminal():
        children = [state.child(action) for action in state.legal_actions()]
        if all(child.is_terminal() for child in children) and len({child.returns()[0] for child in children}) > 1:
            return state
        state = choices.choice(children)
    return None


def test_mcts_plays() -> None:
    game = load("san-francisco", 2)
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 4, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = played(game, 3, 0)
    for _ in range(10):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_mcts_finds_a_last_move_that_wins() -> None:
    """Plain MCTS knows what lies face down, so with a turn to go it sees how each choice ends."""
    game = load("san-francisco", 2, reward="margin")
    state = next(s for s in (last_choice(number) for number in range(100)) if s is not None)
    rng = np.random.RandomState(2)
    bot = mcts.MCTSBot(game, 2.0, 300, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    seat = state.current_player()
    best = max(state.child(action).player_return(seat) for action in state.legal_actions())
    assert state.child(bot.step(state)).player_return(seat) == best


@pytest.mark.parametrize("players", [2, 3])
def test_is_mcts_plays_by_what_a_player_knows(players: int) -> None:
    game = load("san-francisco", players)
    rng = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 2.0, 8, random_state=rng)
    state = played(game, 3, 15)
    for _ in range(6):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_outcome_sampling_mccfr_learns_from_whole_games() -> None:
    game = load("san-francisco", 2, deals=1)
    np.random.seed(1)  # the solver has no generator of its own
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(6):
        solver.iteration()
    state = played(game, 0, 0)
    policy = solver.average_policy().action_probabilities(state)
    assert set(policy) == set(state.legal_actions())
    assert sum(policy.values()) == pytest.approx(1)
    assert len({round(probability, 6) for probability in policy.values()}) > 1  # it is not what it began with
