"""Learning a policy: games in which it plays itself and the planner, and what each of its choices led to.

An actor and a critic with eligibility traces (Sutton and Barto, Reinforcement Learning, chapter 13). Choices are drawn
by their scores. The critic says from the situation what the game is worth to the seat; by how much that has changed at
the seat's next choice, all its choices so far become likelier or less likely, the last ones most.
"""

import math
from typing import NamedTuple

import numpy as np

from whistlestop.board import BoardArrays
from whistlestop.bots.planner.choose import best_candidate, best_index, choose, list_candidates
from whistlestop.bots.planner.memory import (
    MAX_CANDIDATES,
    PlannerMemory,
    memory_at,
    reset_memory,
    weights_at,
)
from whistlestop.bots.planner.weights import Weights
from whistlestop.bots.policy.inputs import CANDIDATE, SITUATION, Floats32
from whistlestop.bots.policy.net import (
    LEAK,
    MARGIN,
    TEMPERATURE,
    WIDTH,
    Policy,
    add_inputs,
    choose_corrected,
    describe_candidate,
    describe_situation,
    evaluate,
    is_learned,
    soften_keeps,
)
from whistlestop.bots.search.grow import value_of, win_share
from whistlestop.bots.search.tree import UNIT
from whistlestop.engine.actions import apply
from whistlestop.engine.playout import Playouts, finish, take
from whistlestop.engine.rng import MASK, below, next_word, seed_words
from whistlestop.engine.scoring import SCORE_PARTS, lead_of, score_game
from whistlestop.engine.setup import new_game
from whistlestop.engine.state import NOBODY, OVER, State, board_of, state_at
from whistlestop.kernels import entry_point, kernel
from whistlestop.kernels.structs import IntArray, Records

# All that is learned is one array with a row for each input of the policy and of its critic, and one for what follows.
LAST = SITUATION + CANDIDATE
CRITIC = LAST + 1
CRITIC_LAST = CRITIC + SITUATION
ROWS = CRITIC_LAST + 1
PLANNER_GAMES, OF_GAMES = 3, 10
"""So many of so many games have the planner in one seat; in the others the policy has all seats."""


class Rates(NamedTuple):
    """How it learns."""

    decay: np.float32
    """Of a trace from one choice of a seat to its next."""
    curiosity: np.float32
    """What a choice gains for each unit of entropy: else it would stop to try anything else too soon."""


class Work(NamedTuple):
    """Working memory of one thread."""

    traces: Floats32
    """[seat, row, unit]"""
    worth: Floats32
    """[seat]: what the critic said at its last choice."""
    situation: Floats32
    inputs: Floats32
    """[candidate, input]"""
    base: Floats32
    hidden: Floats32
    """[candidate, unit]"""
    critic: Floats32
    """The critic's hidden units."""
    chance: Floats32
    """[candidate]"""
    slope: Floats32
    likelier: Floats32
    livelier: Floats32
    """How the output moves with each hidden unit: of one candidate, and in sum."""


def new_work(seats: int) -> Work:
    """Working memory for games of so many seats."""
    shapes = (
        (seats, ROWS, WIDTH),
        (seats,),
        (SITUATION,),
        (MAX_CANDIDATES, CANDIDATE),
        (WIDTH,),
        (MAX_CANDIDATES, WIDTH),
        (WIDTH,),
        (MAX_CANDIDATES,),
        (WIDTH,),
        (WIDTH,),
        (WIDTH,),
    )
    return Work(*(np.zeros(shape, np.float32) for shape in shapes))


@kernel
def policy_of(learned: Floats32) -> Policy:
    """The policy's part of what is learned."""
    return Policy(learned[:SITUATION], learned[SITUATION:LAST], learned[LAST])


@entry_point("training")
def learn_from_games(
    boards: Records,
    states: Records,
    weights: Records,
    memories: Records,
    deal_base: IntArray,
    choice_base: IntArray,
    first: int,
    games: int,
    learned: Floats32,
    rates: Rates,
    work: Work,
    gradient: Floats32,
) -> None:
    """Play games first, first + 1, … and add to the gradient what should change in what is learned."""
    board, s = board_of(boards), state_at(states, 0)
    seats, words = work.worth.shape[0], np.empty(4, np.int64)
    scores = np.zeros((seats, len(SCORE_PARTS)), np.int64)
    has_chosen = np.zeros(seats, np.int64)
    for game in range(first, first + games):
        new_game(board, s, seats, deal_base, game)
        seed_words(words, choice_base, game)
        planner = game % seats if below(words, OF_GAMES) < PLANNER_GAMES else NOBODY
        work.traces[:] = 0.0
        has_chosen[:] = 0
        for seat in range(seats):
            reset_memory(memory_at(memories, seat))
        while s.phase != OVER:
            seat = s.to_play
            w, m = weights_at(weights, seat), memory_at(memories, seat)
            list_candidates(board, s, w, m)
            if seat == planner or not is_learned(s, m, policy_of(learned)):
                apply(board, s, best_candidate(m))
                continue
            soften_keeps(s, m)
            judge_candidates(board, s, w, m, policy_of(learned), work)
            worth = judge_situation(learned, work)
            if has_chosen[seat]:
                credit(work.traces[seat], worth - work.worth[seat], gradient)
            has_chosen[seat] = 1
            work.worth[seat] = worth
            chosen = draw_choice(m.count, words, work)
            trace_choice(learned, chosen, m.count, rates, work, work.traces[seat], gradient)
            apply(board, s, m.action[chosen])
        score_game(board, s, scores)
        for seat in range(seats):
            if has_chosen[seat]:
                value = value_of(win_share(s, seat, scores), float(lead_of(scores, seats, seat))) / UNIT - 0.5
                credit(work.traces[seat], np.float32(value) - work.worth[seat], gradient)


@kernel
def judge_candidates(board: BoardArrays, s: State, w: Weights, m: PlannerMemory, policy: Policy, work: Work) -> None:
    """The chance of each candidate near the best; the others are dropped."""
    best, count = m.score[best_index(m)], 0
    for i in range(m.count):
        if m.score[i] >= best - MARGIN:
            m.action[count] = m.action[i]
            m.score[count] = m.score[i]
            count += 1
    m.count = count
    deck = describe_situation(board, s, w, m, work.situation)
    work.base[:] = 0.0
    add_inputs(policy.situation, work.situation, work.base)
    highest, total = np.float32(-1e9), np.float32(0.0)
    for i in range(count):
        behind = best - m.score[i]
        describe_candidate(board, s, m, m.action[i], behind, deck, work.inputs[i])
        said = evaluate(policy, work.base, work.inputs[i], work.hidden[i])
        work.chance[i] = said - np.float32(behind) / np.float32(TEMPERATURE)
        highest = max(highest, work.chance[i])
    for i in range(count):
        work.chance[i] = math.exp(work.chance[i] - highest)
        total += work.chance[i]
    for i in range(count):
        work.chance[i] /= total


@kernel
def judge_situation(learned: Floats32, work: Work) -> np.float32:
    """What the critic gives for the situation, from -0.5 (lost) to 0.5 (won)."""
    work.critic[:] = 0.0
    add_inputs(learned[CRITIC:CRITIC_LAST], work.situation, work.critic)
    worth = np.float32(0.0)
    for unit in range(WIDTH):
        work.critic[unit] = max(work.critic[unit], LEAK * work.critic[unit])
        worth += learned[CRITIC_LAST, unit] * work.critic[unit]
    return worth


@kernel
def draw_choice(count: int, words: IntArray, work: Work) -> int:
    """A candidate, by its chance."""
    left = next_word(words) / (MASK + 1)
    for i in range(count - 1):
        left -= work.chance[i]
        if left < 0:
            return i
    return count - 1


@kernel
def credit(trace: Floats32, gained: np.float32, gradient: Floats32) -> None:
    """Let the choices so far have what was gained, or lost, since the last one."""
    for row in range(ROWS):
        for unit in range(WIDTH):
            gradient[row, unit] += gained * trace[row, unit]


@kernel
def trace_choice(
    learned: Floats32, chosen: int, count: int, rates: Rates, work: Work, trace: Floats32, gradient: Floats32
) -> None:
    """Let older choices fade from the trace, and add what would make this one likelier, and the critic say more."""
    entropy = np.float32(0.0)
    for i in range(count):
        entropy -= work.chance[i] * math.log(max(work.chance[i], np.float32(1e-9)))
    for row in range(ROWS):
        for unit in range(WIDTH):
            trace[row, unit] *= rates.decay
    work.likelier[:] = 0.0
    work.livelier[:] = 0.0
    for i in range(count):
        chance = work.chance[i]
        likelier = (np.float32(1.0) if i == chosen else np.float32(0.0)) - chance
        livelier = -rates.curiosity * chance * (math.log(max(chance, np.float32(1e-9))) + entropy)
        for unit in range(WIDTH):
            trace[LAST, unit] += likelier * work.hidden[i, unit]
            gradient[LAST, unit] += livelier * work.hidden[i, unit]
            slope = learned[LAST, unit] * (np.float32(1.0) if work.hidden[i, unit] > 0 else LEAK)
            work.slope[unit] = slope
            work.likelier[unit] += likelier * slope
            work.livelier[unit] += livelier * slope
        add_slopes(work.inputs[i], work.slope, likelier, SITUATION, trace)
        add_slopes(work.inputs[i], work.slope, livelier, SITUATION, gradient)
    add_slopes(work.situation, work.likelier, np.float32(1.0), 0, trace)
    add_slopes(work.situation, work.livelier, np.float32(1.0), 0, gradient)
    for unit in range(WIDTH):
        trace[CRITIC_LAST, unit] += work.critic[unit]
        work.slope[unit] = learned[CRITIC_LAST, unit] * (np.float32(1.0) if work.critic[unit] > 0 else LEAK)
    add_slopes(work.situation, work.slope, np.float32(1.0), CRITIC, trace)


@kernel
def add_slopes(x: Floats32, slope: Floats32, factor: np.float32, first: int, sums: Floats32) -> None:
    """Add to the rows of some inputs, from `first` on, how the output moves with their weights, times a factor."""
    for i in range(x.shape[0]):
        if x[i] != 0.0:
            for unit in range(WIDTH):
                sums[first + i, unit] += factor * x[i] * slope[unit]


@entry_point("training")
def policy_games(
    boards: Records,
    weights: Records,
    memories: Records,
    policy: Policy,
    deal_base: IntArray,
    first: int,
    seats: int,
    playouts: Playouts,
) -> None:
    """Play games first, first + 1, …: every deal from each seat in turn, with the planner in all others."""
    board = board_of(boards)
    for i in range(playouts.turns.shape[0]):
        s = state_at(playouts.states, i % playouts.states.shape[0])
        new_game(board, s, seats, deal_base, (first + i) // seats)
        for seat in range(seats):
            reset_memory(memory_at(memories, seat))
        while s.phase != OVER:
            w, m = weights_at(weights, s.to_play), memory_at(memories, s.to_play)
            if s.to_play == (first + i) % seats:
                take(board, s, choose_corrected(board, s, w, m, policy), playouts, i)
            else:
                take(board, s, choose(board, s, w, m), playouts, i)
        finish(board, s, playouts, i)
