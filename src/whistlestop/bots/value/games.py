"""Games of planners that a value net learns from: what some of their states look like, and how they end."""

import numpy as np

from whistlestop.bots.planner.choose import best_candidate, list_candidates
from whistlestop.bots.planner.memory import PlannerMemory, memory_at, reset_memory, weights_at
from whistlestop.bots.value.inputs import SEATS, describe
from whistlestop.engine.actions import apply
from whistlestop.engine.rng import below, seed_words
from whistlestop.engine.scoring import SCORE_PARTS, compare_seats, lead_of, score_game
from whistlestop.engine.setup import new_game
from whistlestop.engine.state import OVER, TURN, board_of, state_at
from whistlestop.kernels import entry_point, kernel
from whistlestop.kernels.structs import IntArray, Records, SmallIntArray

ONE_IN = 8
"""One turn in so many is written down."""
STRAYING_GAMES, STRAYING_TURNS, STRAYS, RANKS = 2, 64, 6, 4
"""One game in two strays for up to so many turns: one choice in six is one of the planner's best four. Afterwards, and
from there on states are written down, planners play on."""


@entry_point("training")
def record_games(
    boards: Records,
    states: Records,
    weights: Records,
    memories: Records,
    deal_base: IntArray,
    choice_base: IntArray,
    first: int,
    games: int,
    inputs: SmallIntArray,
    results: SmallIntArray,
    kept: Records,
) -> int:
    """Play games first, first + 1, …; how many states were written down, as many as there is room for.

    `results[i]` is (2 for a win, 1 for a tie, 0; lead at the end; turn; game) for who was to play, `kept` the states
    themselves where there is room for them.
    """
    board, s = board_of(boards), state_at(states, 0)
    words = np.empty(4, np.int64)
    x = np.zeros(inputs.shape[1], np.int64)
    scores = np.zeros((SEATS, len(SCORE_PARTS)), np.int64)
    count = 0
    for game in range(games):
        new_game(board, s, SEATS, deal_base, first + game)
        seed_words(words, choice_base, first + game)
        for seat in range(SEATS):
            reset_memory(memory_at(memories, seat))
        strays_until = below(words, STRAYING_TURNS) if below(words, STRAYING_GAMES) == 0 else 0
        begin, turn = count, -1
        while s.phase != OVER:
            is_straying = s.turn_count < strays_until
            if s.phase == TURN and s.turn_count != turn:
                turn = s.turn_count
                if not is_straying and below(words, ONE_IN) == 0 and count < inputs.shape[0]:
                    describe(board, s, weights, memories, SEATS, x)
                    for i in range(x.shape[0]):
                        inputs[count, i] = x[i]
                    results[count, 0] = s.to_play
                    results[count, 2] = turn
                    results[count, 3] = game
                    if count < kept.shape[0]:
                        kept[count] = states[0]
                    count += 1
            m = memory_at(memories, s.to_play)
            list_candidates(board, s, weights_at(weights, s.to_play), m)
            action = best_candidate(m)
            if is_straying and below(words, STRAYS) == 0:
                action = ranked_candidate(m, below(words, min(RANKS, m.count)))
            apply(board, s, action)
        score_game(board, s, scores)
        for i in range(begin, count):
            seat = results[i, 0]
            results[i, 0] = 1 + compare_seats(scores, seat, 1 - seat)
            results[i, 1] = lead_of(scores, SEATS, seat)
    return count


@kernel
def ranked_candidate(m: PlannerMemory, rank: int) -> int:
    """The candidate with the rank-th highest score, counted from 0."""
    for at in range(rank + 1):
        best = at
        for i in range(at + 1, m.count):
            if m.score[i] > m.score[best]:
                best = i
        m.action[at], m.action[best] = m.action[best], m.action[at]
        m.score[at], m.score[best] = m.score[best], m.score[at]
    return m.action[rank]
