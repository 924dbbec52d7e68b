"""A policy's net, and the planner's choices with their scores put right by it."""

from typing import NamedTuple

import numpy as np

from whistlestop.board import BoardArrays
from whistlestop.bots.planner.cards import count_needs, deck_value
from whistlestop.bots.planner.choose import best_candidate, best_index, list_candidates
from whistlestop.bots.planner.memory import PlannerMemory
from whistlestop.bots.planner.tickets import plan_with
from whistlestop.bots.planner.weights import Weights
from whistlestop.bots.policy.inputs import (
    FIRST_KEEP,
    write_candidate,
    write_keep,
    write_situation,
)
from whistlestop.bots.policy.places import MOST_ROWS, list_own_rows, list_rows
from whistlestop.engine.state import KEEP_TICKETS, SECOND_CARD, TURN, State
from whistlestop.kernels import kernel
from whistlestop.kernels.structs import Floats32, IntArray

WIDTH = 128
"""Hidden units."""
LEAK = np.float32(0.1)
"""How much of what is below zero a hidden unit lets through."""
TEMPERATURE = 20
"""Hundredths of a point that make a choice e times as likely while it learns; what the net says is counted in them."""
MARGIN = 150
"""Candidates that the planner puts this far behind its best are left there: the net is not asked about them."""
KEEP_SCALE = 10
"""What plans for tickets differ by is divided by this: they differ by more than other candidates do, and say less."""


class Policy(NamedTuple):
    """One hidden layer. Weights stand by input, so that the inner loops run over the hidden units."""

    situation: Floats32
    candidate: Floats32
    places: Floats32
    """Of no rows in policies that know no places."""
    last: Floats32


def no_policy() -> Policy:
    """One of no units, which leaves all scores to the planner."""
    none = np.zeros((0, 0), np.float32)
    return Policy(none, none, none, np.zeros(0, np.float32))


@kernel
def list_corrected(board: BoardArrays, s: State, w: Weights, m: PlannerMemory, policy: Policy) -> None:
    """The planner's candidates, their scores corrected where the policy has learned to."""
    list_candidates(board, s, w, m)
    if policy.last.shape[0] > 0 and is_learned(s, m, policy):
        soften_keeps(s, m)
        correct_scores(board, s, w, m, policy)


@kernel
def choose_corrected(board: BoardArrays, s: State, w: Weights, m: PlannerMemory, policy: Policy) -> int:
    """The candidate with the highest score."""
    list_corrected(board, s, w, m, policy)
    return best_candidate(m)


@kernel
def is_learned(s: State, m: PlannerMemory, policy: Policy) -> bool:
    """Whether it is a choice of the kind that the policy has learned: turns, and with all inputs tickets too."""
    if s.phase == KEEP_TICKETS and policy.candidate.shape[0] <= FIRST_KEEP:
        return False
    return m.count > 1 and (s.phase == TURN or s.phase == SECOND_CARD or s.phase == KEEP_TICKETS)


@kernel
def soften_keeps(s: State, m: PlannerMemory) -> None:
    """Bring the scores of choices of tickets to the scale of all others."""
    if s.phase == KEEP_TICKETS:
        for i in range(m.count):
            m.score[i] //= KEEP_SCALE


@kernel
def correct_scores(board: BoardArrays, s: State, w: Weights, m: PlannerMemory, policy: Policy) -> None:
    """Add to the scores of the candidates near the best what the net says of them, less what it says of the best."""
    at = best_index(m)
    if not has_rivals(m, at):
        return
    best = m.score[at]
    situation = np.empty(policy.situation.shape[0], np.float32)  # those that came before know the first inputs only
    candidate = np.empty(policy.candidate.shape[0], np.float32)
    base, hidden = np.empty(WIDTH, np.float32), np.empty(WIDTH, np.float32)
    rows = np.empty(MOST_ROWS, np.int64)
    deck = describe_situation(board, s, w, m, situation)
    for unit in range(WIDTH):
        base[unit] = 0.0
    add_inputs(policy.situation, situation, base)
    if policy.places.shape[0] > 0:
        add_rows(policy.places, rows, list_rows(board, s, s.to_play, m, rows), base)
    describe_candidate(board, s, m, m.action[at], 0, deck, candidate)
    of_best = judge(board, s, policy, base, m.action[at], candidate, rows, hidden)
    for i in range(m.count):
        if i != at and m.score[i] >= best - MARGIN:
            describe_candidate(board, s, m, m.action[i], best - m.score[i], deck, candidate)
            said = judge(board, s, policy, base, m.action[i], candidate, rows, hidden)
            m.score[i] += int(TEMPERATURE * (said - of_best))


@kernel
def describe_situation(board: BoardArrays, s: State, w: Weights, m: PlannerMemory, x: Floats32) -> int:
    """The inputs of the situation, where tickets are offered with the plan for the best choice; returns what the
    planner gives for a card unseen."""
    deck = 0
    if s.phase == KEEP_TICKETS:
        plan_with(board, s, s.to_play, w, m, m.action[best_index(m)] - board.first_keep + 1)
        count_needs(board, m)
    else:
        deck = deck_value(board, s, s.to_play, w, m)
    write_situation(board, s, s.to_play, m, x)
    return deck


@kernel
def describe_candidate(
    board: BoardArrays, s: State, m: PlannerMemory, action: int, behind: int, deck: int, x: Floats32
) -> None:
    """The inputs of a candidate so far behind the best."""
    if s.phase == KEEP_TICKETS:
        write_keep(board, s, s.to_play, m, behind, action - board.first_keep + 1, x)
    else:
        write_candidate(board, s, s.to_play, m, action, behind, deck, x)


@kernel
def has_rivals(m: PlannerMemory, best: int) -> bool:
    """Whether any other candidate is near the best."""
    for i in range(m.count):
        if i != best and m.score[i] >= m.score[best] - MARGIN:
            return True
    return False


@kernel
def judge(
    board: BoardArrays,
    s: State,
    policy: Policy,
    base: Floats32,
    action: int,
    candidate: Floats32,
    rows: IntArray,
    hidden: Floats32,
) -> float:
    """What the net says of a candidate; `rows` is working memory, `hidden` are its units then."""
    count = list_own_rows(board, s, action, rows) if policy.places.shape[0] > 0 else 0
    return evaluate(policy, base, candidate, rows, count, hidden)


@kernel
def evaluate(
    policy: Policy, base: Floats32, candidate: Floats32, rows: IntArray, count: int, hidden: Floats32
) -> float:
    """What the net says of a candidate with its inputs and rows; `hidden` are its units then."""
    for unit in range(WIDTH):
        hidden[unit] = base[unit]
    add_inputs(policy.candidate, candidate, hidden)
    add_rows(policy.places, rows, count, hidden)
    total = np.float32(0.0)
    for unit in range(WIDTH):
        hidden[unit] = max(hidden[unit], LEAK * hidden[unit])
        total += policy.last[unit] * hidden[unit]
    return float(total)


@kernel
def add_inputs(weights: Floats32, x: Floats32, hidden: Floats32) -> None:
    """Add what the inputs give to each hidden unit; most inputs of a candidate are 0."""
    for i in range(x.shape[0]):
        if x[i] != 0.0:
            for unit in range(WIDTH):
                hidden[unit] += weights[i, unit] * x[i]


@kernel
def add_rows(weights: Floats32, rows: IntArray, count: int, hidden: Floats32) -> None:
    """Add the rows that are on."""
    for i in range(count):
        for unit in range(WIDTH):
            hidden[unit] += weights[rows[i], unit]
