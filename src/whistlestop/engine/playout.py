"""Whole games played compiled by uniformly random seats."""

import numpy as np

from whistlestop.engine.actions import apply, count_actions, nth_action
from whistlestop.engine.kernel import entry_point
from whistlestop.engine.rng import below, seed_words
from whistlestop.engine.scoring import score_game
from whistlestop.engine.setup import new_game
from whistlestop.engine.state import OVER, board_of, state_at
from whistlestop.records import IntArray, Records


@entry_point
def random_games(
    boards: Records,
    states: Records,
    seats: int,
    deal_base: IntArray,
    choice_base: IntArray,
    first: int,
    scores: IntArray,
    turns: IntArray,
) -> int:
    """Play games first, first+1, …, every legal action equally likely: one row of `scores` and `turns` each.

    Returns how many actions that took in all.
    """
    board, s = board_of(boards), state_at(states, 0)
    words = np.empty(4, np.int64)
    actions = 0
    for i in range(turns.shape[0]):
        new_game(board, s, seats, deal_base, first + i)
        seed_words(words, choice_base, first + i)
        while s.phase != OVER:
            apply(board, s, nth_action(board, s, below(words, count_actions(board, s))))
            actions += 1
        score_game(board, s, scores[i])
        turns[i] = s.turn_count
    return actions
