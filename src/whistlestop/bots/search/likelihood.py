"""How likely what a seat did is, if it plays like the planner with these tickets and cards."""

import math

import numpy as np
from numpy.typing import NDArray

from whistlestop.board import BoardArrays
from whistlestop.bots.planner.choose import list_candidates
from whistlestop.bots.planner.memory import PlannerMemory, memory_at, reset_memory, weights_at
from whistlestop.engine.state import NO_ROUTE, State, board_of, state_at
from whistlestop.kernels import entry_point, kernel
from whistlestop.kernels.structs import IntArray, Records

FloatArray = NDArray[np.float64]


@entry_point("bots")
def weigh_choices(
    boards: Records,
    scenes: Records,
    actions: IntArray,
    hands: IntArray,
    tickets: IntArray,
    weights: Records,
    memories: Records,
    slip: float,
    coarseness: float,
    evidence: FloatArray,
) -> None:
    """`evidence[i, k]`: the logarithm of how likely a seat's choices are with `tickets[i]` and the hands `hands[k]`.

    Every choice has a scene, the table before it, whose hand and tickets are overwritten. A share `slip` of choices is
    as good as random; of the others, a score that is lower by `coarseness` is chosen e times less often.
    """
    board = board_of(boards)
    for i in range(tickets.shape[0]):
        for k in range(hands.shape[0]):
            total = 0.0
            for choice in range(scenes.shape[0]):
                s = state_at(scenes, choice)
                m = memory_at(memories, s.to_play)
                if choice == 0:
                    reset_memory(m)
                imagine(s, s.to_play, tickets[i], hands[k, choice])
                list_candidates(board, s, weights_at(weights, s.to_play), m)
                total += math.log(chance_of(board, m, actions[choice], slip, coarseness))
            evidence[i, k] = total


@kernel
def imagine(s: State, seat: int, tickets: IntArray, hand: IntArray) -> None:
    """Give a seat the tickets that it had kept by now, and a hand."""
    s.kept_count = min(s.ticket_count[seat], tickets.shape[0])
    for i in range(s.kept_count):
        s.kept[i] = tickets[i]
        s.kept_by[i] = seat
    for card in range(hand.shape[0]):
        s.hand[seat, card] = hand[card]


@kernel
def chance_of(board: BoardArrays, m: PlannerMemory, action: int, slip: float, coarseness: float) -> float:
    """How likely an action is among the candidates."""
    best = m.score[0]
    for i in range(1, m.count):
        best = max(best, m.score[i])
    total, own = 0.0, 0.0
    for i in range(m.count):
        share = math.exp((m.score[i] - best) / coarseness)
        total += share
        if is_alike(board, m.action[i], action):
            own = max(own, share)
    return (1 - slip) * own / total + slip / (m.count + 1)


@kernel
def is_alike(board: BoardArrays, action: int, other: int) -> bool:
    """Whether two actions are the same, but for what is paid, and on which of two tracks."""
    if action < board.first_claim or other < board.first_claim:
        return action == other
    route = board.claim_route[other]
    twin = board.route_twin[route]
    return board.claim_route[action] == route or (twin != NO_ROUTE and board.claim_route[action] == twin)
