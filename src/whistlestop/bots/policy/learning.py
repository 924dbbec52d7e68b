"""Learning a policy: games in which it plays itself and a rival, and what each of its choices led to.

An actor and a critic (Sutton and Barto, Reinforcement Learning, chapter 13). Choices are drawn by their scores. The
critic says from the situation what the game is worth to the seat; by how much that has changed at the seat's next
choices, the later the less, a choice becomes likelier or less likely.
"""

import math
from typing import NamedTuple

import numpy as np

from whistlestop.board import BoardArrays
from whistlestop.bots.planner.choose import best_candidate, best_index, list_candidates
from whistlestop.bots.planner.memory import (
    MAX_CANDIDATES,
    PlannerMemory,
    memory_at,
    reset_memory,
    weights_at,
)
from whistlestop.bots.planner.weights import Weights
from whistlestop.bots.policy.critic import MOST_RIVAL_ROWS, Critic, judge_all, see_rivals, value_of_situation
from whistlestop.bots.policy.inputs import CANDIDATE, SITUATION
from whistlestop.bots.policy.net import (
    LEAK,
    MARGIN,
    TEMPERATURE,
    WIDTH,
    Policy,
    add_inputs,
    add_rows,
    choose_corrected,
    describe_candidate,
    describe_situation,
    evaluate,
    is_learned,
    soften_keeps,
)
from whistlestop.bots.policy.places import MOST_OWN_ROWS, MOST_ROWS, list_own_rows, list_rows
from whistlestop.bots.search.grow import value_of, win_share
from whistlestop.bots.search.tree import UNIT
from whistlestop.engine.actions import apply
from whistlestop.engine.playout import Playouts, finish, take
from whistlestop.engine.rng import MASK, below, next_word, seed_words
from whistlestop.engine.scoring import SCORE_PARTS, lead_of, score_game
from whistlestop.engine.setup import new_game
from whistlestop.engine.state import NOBODY, OVER, TURN, State, board_of, state_at
from whistlestop.kernels import entry_point, kernel
from whistlestop.kernels.structs import Floats32, IntArray, Records

TENTHS = 10
MOST_CHOICES, MOST_OFFERED = 1000, 12_000
"""Choices of a game that are learned from, and their candidates; nothing is learned from later ones."""


class Nets(NamedTuple):
    """All that is learned; also what should change in it."""

    policy: Policy
    critic: Critic


def nets_in(learned: Floats32, places: int) -> Nets:
    """The nets whose layers lie in one array, a row for each input, with so many rows for places."""
    ends = np.cumsum([SITUATION, CANDIDATE, places, 1, SITUATION, places, SITUATION, places])
    first, second, third, last, own, rows, rival, rival_rows, critic_last = np.split(learned, ends)
    return Nets(Policy(first, second, third, last[0]), Critic(own, rows, rival, rival_rows, critic_last[0]))


def rows_of_nets(places: int) -> int:
    """How many rows `nets_in` needs."""
    return 3 * SITUATION + CANDIDATE + 3 * places + 2


class Rates(NamedTuple):
    """How it learns."""

    decay: np.float32
    """Of a trace from one choice of a seat to its next."""
    curiosity: np.float32
    """What a choice gains for each unit of entropy: else it would stop to try anything else too soon."""
    rival_tenths: int
    """Of the games, those with the rival in one seat; in the others the policy has all seats."""


class Work(NamedTuple):
    """What one thread remembers of a game: its choices, and their candidates."""

    seat: IntArray
    first: IntArray
    """Its first candidate; that of the next choice is the end of them."""
    chosen: IntArray
    worth: Floats32
    """What the critic said, then what the choice gained."""
    situation: Floats32
    rows: IntArray
    row_count: IntArray
    rival: Floats32
    """What the others see."""
    rival_rows: IntArray
    rival_row_count: IntArray
    base: Floats32
    critic: Floats32
    """The critic's hidden units."""

    inputs: Floats32
    own_rows: IntArray
    own_row_count: IntArray
    chance: Floats32

    hidden: Floats32
    slope: Floats32
    sum: Floats32


def new_work() -> Work:
    """Working memory, empty."""
    n, m = MOST_CHOICES, MOST_OFFERED
    return Work(
        seat=np.zeros(n, np.int64),
        first=np.zeros(n + 1, np.int64),
        chosen=np.zeros(n, np.int64),
        worth=np.zeros(n, np.float32),
        situation=np.zeros((n, SITUATION), np.float32),
        rows=np.zeros((n, MOST_ROWS), np.int64),
        row_count=np.zeros(n, np.int64),
        rival=np.zeros((n, SITUATION), np.float32),
        rival_rows=np.zeros((n, MOST_RIVAL_ROWS), np.int64),
        rival_row_count=np.zeros(n, np.int64),
        base=np.zeros((n, WIDTH), np.float32),
        critic=np.zeros((n, WIDTH), np.float32),
        inputs=np.zeros((m, CANDIDATE), np.float32),
        own_rows=np.zeros((m, MOST_OWN_ROWS), np.int64),
        own_row_count=np.zeros(m, np.int64),
        chance=np.zeros(m, np.float32),
        hidden=np.zeros(WIDTH, np.float32),
        slope=np.zeros(WIDTH, np.float32),
        sum=np.zeros(WIDTH, np.float32),
    )


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
    seats: int,
    nets: Nets,
    rival: Policy,
    rates: Rates,
    work: Work,
    gradient: Nets,
) -> None:
    """Play games first, first + 1, … and add to the gradient what should change in what is learned."""
    board, s = board_of(boards), state_at(states, 0)
    words = np.empty(4, np.int64)
    scores = np.zeros((seats, len(SCORE_PARTS)), np.int64)
    for game in range(first, first + games):
        new_game(board, s, seats, deal_base, game)
        seed_words(words, choice_base, game)
        rivals = game % seats if below(words, TENTHS) < rates.rival_tenths else NOBODY
        for seat in range(seats):
            reset_memory(memory_at(memories, seat))
        count = 0
        while s.phase != OVER:
            seat = s.to_play
            w, m = weights_at(weights, seat), memory_at(memories, seat)
            if seat == rivals:
                apply(board, s, choose_corrected(board, s, w, m, rival))
                continue
            list_candidates(board, s, w, m)
            if not is_learned(s, m, nets.policy) or is_full(count, work):
                apply(board, s, best_candidate(m))
                continue
            soften_keeps(s, m)
            judge_candidates(board, s, w, m, nets.policy, count, work)
            ask_critic(board, s, memories, nets.critic, count, work)
            work.chosen[count] = draw_choice(count, words, work)
            apply(board, s, m.action[work.chosen[count] - work.first[count]])
            count += 1
        score_game(board, s, scores)
        credit_choices(s, scores, rates.decay, count, work)
        for choice in range(count):
            teach_policy(nets.policy, choice, rates.curiosity, work, gradient.policy)
            teach_critic(nets.critic, choice, work, gradient.critic)


@kernel
def is_full(count: int, work: Work) -> bool:
    """Whether there is no room for another choice."""
    return count == MOST_CHOICES or work.first[count] + MAX_CANDIDATES > MOST_OFFERED


@kernel
def judge_candidates(
    board: BoardArrays, s: State, w: Weights, m: PlannerMemory, policy: Policy, choice: int, work: Work
) -> None:
    """The chance of each candidate near the best; the others are dropped."""
    best, count = m.score[best_index(m)], 0
    for i in range(m.count):
        if m.score[i] >= best - MARGIN:
            m.action[count] = m.action[i]
            m.score[count] = m.score[i]
            count += 1
    m.count = count
    work.seat[choice] = s.to_play
    first = work.first[choice]
    work.first[choice + 1] = first + count
    situation, rows, base = work.situation[choice], work.rows[choice], work.base[choice]
    deck = describe_situation(board, s, w, m, situation)
    work.row_count[choice] = list_rows(board, s, s.to_play, m, rows)
    base[:] = 0.0
    add_inputs(policy.situation, situation, base)
    add_rows(policy.places, rows, work.row_count[choice], base)
    highest, total = np.float32(-1e9), np.float32(0.0)
    for i in range(count):
        behind, at = best - m.score[i], first + i
        describe_candidate(board, s, m, m.action[i], behind, deck, work.inputs[at])
        work.own_row_count[at] = list_own_rows(board, s, m.action[i], work.own_rows[at])
        said = evaluate(policy, base, work.inputs[at], work.own_rows[at], work.own_row_count[at], work.hidden)
        work.chance[at] = said - np.float32(behind) / np.float32(TEMPERATURE)
        highest = max(highest, work.chance[at])
    for at in range(first, first + count):
        work.chance[at] = math.exp(work.chance[at] - highest)
        total += work.chance[at]
    for at in range(first, first + count):
        work.chance[at] /= total


@kernel
def ask_critic(board: BoardArrays, s: State, memories: Records, critic: Critic, choice: int, work: Work) -> None:
    """What the critic gives for the situation of a choice."""
    work.rival_row_count[choice] = see_rivals(board, s, memories, work.rival[choice], work.rival_rows[choice])
    own = work.situation[choice], work.rows[choice], work.row_count[choice]
    other = work.rival[choice], work.rival_rows[choice], work.rival_row_count[choice]
    work.worth[choice] = np.float32(judge_all(critic, *own, *other, work.critic[choice]))


@kernel
def draw_choice(choice: int, words: IntArray, work: Work) -> int:
    """A candidate, by its chance."""
    left = next_word(words) / (MASK + 1)
    last = int(work.first[choice + 1]) - 1
    for at in range(work.first[choice], last):
        left -= work.chance[at]
        if left < 0:
            return at
    return last


@kernel
def credit_choices(s: State, scores: IntArray, decay: np.float32, count: int, work: Work) -> None:
    """Turn what the critic said of each choice into what it gained: what that rose by until the seat's next choice,
    and less and less of what later choices gained."""
    later, gained = np.zeros(s.seats, np.float32), np.zeros(s.seats, np.float32)
    for seat in range(s.seats):
        value = value_of(win_share(s, seat, scores), float(lead_of(scores, s.seats, seat))) / UNIT - 0.5
        later[seat] = np.float32(value)
    for choice in range(count - 1, -1, -1):
        seat, worth = work.seat[choice], work.worth[choice]
        gained[seat] = later[seat] - worth + decay * gained[seat]
        later[seat] = worth
        work.worth[choice] = gained[seat]


@kernel
def teach_policy(policy: Policy, choice: int, curiosity: np.float32, work: Work, gradient: Policy) -> None:
    """Add what would make a choice likelier by as much as it gained, and all choices less sure."""
    first, end, entropy = work.first[choice], work.first[choice + 1], np.float32(0.0)
    for at in range(first, end):
        entropy -= work.chance[at] * math.log(max(work.chance[at], np.float32(1e-9)))
    work.sum[:] = 0.0
    for at in range(first, end):
        chance = work.chance[at]
        likelier = (np.float32(1.0) if at == work.chosen[choice] else np.float32(0.0)) - chance
        likelier *= work.worth[choice]
        likelier -= curiosity * chance * (math.log(max(chance, np.float32(1e-9))) + entropy)
        inputs, rows, count = work.inputs[at], work.own_rows[at], work.own_row_count[at]
        evaluate(policy, work.base[choice], inputs, rows, count, work.hidden)
        slopes_of(policy.last, work.hidden, likelier, gradient.last, work.slope)
        for unit in range(WIDTH):
            work.sum[unit] += work.slope[unit]
        add_slopes(inputs, work.slope, gradient.candidate)
        add_row_slopes(rows, count, work.slope, gradient.places)
    add_slopes(work.situation[choice], work.sum, gradient.situation)
    add_row_slopes(work.rows[choice], work.row_count[choice], work.sum, gradient.places)


@kernel
def teach_critic(critic: Critic, choice: int, work: Work, gradient: Critic) -> None:
    """Add what would bring the critic nearer to what came."""
    slopes_of(critic.last, work.critic[choice], work.worth[choice], gradient.last, work.slope)
    add_slopes(work.situation[choice], work.slope, gradient.situation)
    add_row_slopes(work.rows[choice], work.row_count[choice], work.slope, gradient.places)
    add_slopes(work.rival[choice], work.slope, gradient.rival)
    add_row_slopes(work.rival_rows[choice], work.rival_row_count[choice], work.slope, gradient.rival_places)


@kernel
def slopes_of(last: Floats32, hidden: Floats32, factor: np.float32, gradient: Floats32, slope: Floats32) -> None:
    """How the output moves with each hidden unit, times a factor; the last layer's part goes into the gradient."""
    for unit in range(WIDTH):
        gradient[unit] += factor * hidden[unit]
        slope[unit] = factor * last[unit] * (np.float32(1.0) if hidden[unit] > 0 else LEAK)


@kernel
def add_slopes(x: Floats32, slope: Floats32, gradient: Floats32) -> None:
    """Add how the output moves with the weights of some inputs."""
    for i in range(x.shape[0]):
        if x[i] != 0.0:
            for unit in range(WIDTH):
                gradient[i, unit] += x[i] * slope[unit]


@kernel
def add_row_slopes(rows: IntArray, count: int, slope: Floats32, gradient: Floats32) -> None:
    """Add how the output moves with the rows that are on."""
    for i in range(count):
        for unit in range(WIDTH):
            gradient[rows[i], unit] += slope[unit]


@entry_point("training")
def policy_games(
    boards: Records,
    weights: Records,
    memories: Records,
    policy: Policy,
    rival: Policy,
    deal_base: IntArray,
    first: int,
    seats: int,
    playouts: Playouts,
) -> None:
    """Play games first, first + 1, …: every deal from each seat in turn, with the rival in all others."""
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
                take(board, s, choose_corrected(board, s, w, m, rival), playouts, i)
        finish(board, s, playouts, i)


@entry_point("training")
def watched_games(
    boards: Records,
    states: Records,
    weights: Records,
    memories: Records,
    policy: Policy,
    critic: Critic,
    deal_base: IntArray,
    first: int,
    seats: int,
    worth: Floats32,
    value: Floats32,
) -> None:
    """Play games first, first + 1, … with the policy in all seats: what the critic gives seat 0 before each of its
    turns, and what came, a row for each game. Turns that there are no more keep what stood there."""
    board, s = board_of(boards), state_at(states, 0)
    scores = np.zeros((seats, len(SCORE_PARTS)), np.int64)
    for game in range(worth.shape[0]):
        new_game(board, s, seats, deal_base, first + game)
        for seat in range(seats):
            reset_memory(memory_at(memories, seat))
        while s.phase != OVER:
            if s.phase == TURN and s.to_play == 0 and s.turn_count < worth.shape[1]:
                worth[game, s.turn_count] = value_of_situation(board, s, weights, memories, critic)
            w, m = weights_at(weights, s.to_play), memory_at(memories, s.to_play)
            apply(board, s, choose_corrected(board, s, w, m, policy))
        score_game(board, s, scores)
        value[game] = value_of(win_share(s, 0, scores), float(lead_of(scores, s.seats, 0))) / UNIT
