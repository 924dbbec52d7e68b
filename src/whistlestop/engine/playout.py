"""Whole games played compiled by uniformly random seats."""

import numpy as np

from whistlestop.board import BoardTable
from whistlestop.engine.actions import apply, count_actions, nth_action
from whistlestop.engine.kernel import entry_point, kernel
from whistlestop.engine.rng import below, seed_words
from whistlestop.engine.scoring import score_game
from whistlestop.engine.setup import new_game
from whistlestop.engine.state import OVER, State, board_of, state_at
from whistlestop.records import IntArray, Records


@kernel
def play_randomly(board: BoardTable, s: State, words: IntArray) -> int:
    """Play to the end, every legal action equally likely; how many actions that took."""
    actions = 0
    while s.phase != OVER:
        apply(board, s, nth_action(board, s, below(words, count_actions(board, s))))
        actions += 1
    return actions


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
    """Play games first, first+1, …: one row of `scores` and `turns` each; how many actions in all."""
    board, s = board_of(boards), state_at(states, 0)
    words = np.empty(4, np.int64)
    actions = 0
    for i in range(turns.shape[0]):
        new_game(board, s, seats, deal_base, first + i)
        seed_words(words, choice_base, first + i)
        actions += play_randomly(board, s, words)
        score_game(board, s, scores[i])
        turns[i] = s.turn_count
    return actions
