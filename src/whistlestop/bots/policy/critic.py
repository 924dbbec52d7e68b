"""What a situation is worth, told from what all seats see: hidden things too, so it is asked only of games that a
search imagines, and while a policy learns."""

from typing import NamedTuple

import numpy as np

from whistlestop.board import BoardArrays
from whistlestop.bots.planner.choose import list_candidates
from whistlestop.bots.planner.memory import memory_at, weights_at
from whistlestop.bots.policy.inputs import write_situation
from whistlestop.bots.policy.net import LEAK, WIDTH, add_inputs, add_rows, describe_situation
from whistlestop.bots.policy.places import MOST_ROWS, list_rows
from whistlestop.engine.state import State
from whistlestop.kernels import kernel
from whistlestop.kernels.structs import Floats32, IntArray, Records
from whistlestop.maps.limits import MAX_SEATS

MOST_RIVAL_ROWS = MOST_ROWS * (MAX_SEATS - 1)


class Critic(NamedTuple):
    """One hidden layer, as a policy's: what the seat to play sees, and what the others do, added up."""

    situation: Floats32
    places: Floats32
    rival: Floats32
    rival_places: Floats32
    last: Floats32


def no_critic() -> Critic:
    """One of no units, for playouts that are played to the end."""
    none = np.zeros((0, 0), np.float32)
    return Critic(none, none, none, none, np.zeros(0, np.float32))


@kernel
def value_of_situation(board: BoardArrays, s: State, weights: Records, memories: Records, critic: Critic) -> float:
    """What the seat to play may hope for, from 0 (lost by far) to 1 (won by far), as `value_of` counts."""
    w, m = weights_at(weights, s.to_play), memory_at(memories, s.to_play)
    own, rival = np.empty(critic.situation.shape[0], np.float32), np.empty(critic.rival.shape[0], np.float32)
    rows, rival_rows = np.empty(MOST_ROWS, np.int64), np.empty(MOST_RIVAL_ROWS, np.int64)
    list_candidates(board, s, w, m)
    describe_situation(board, s, w, m, own)
    count = list_rows(board, s, s.to_play, m, rows)
    rival_count = see_rivals(board, s, memories, rival, rival_rows)
    hidden = np.empty(WIDTH, np.float32)
    worth = judge_all(critic, own, rows, count, rival, rival_rows, rival_count, hidden)
    return min(max(0.5 + worth, 0.0), 1.0)


@kernel
def see_rivals(board: BoardArrays, s: State, memories: Records, x: Floats32, rows: IntArray) -> int:
    """What the other seats see, with their plans as they were made last: the sums of their inputs, their rows, and how
    many these are. Who has no plan yet counts for nothing."""
    x[:] = 0.0
    seen = np.empty(x.shape[0], np.float32)
    count = 0
    for other in range(s.seats):
        m = memory_at(memories, other)
        if other != s.to_play and m.made_for != -1:
            write_situation(board, s, other, m, seen)
            for i in range(x.shape[0]):
                x[i] += seen[i]
            count += list_rows(board, s, other, m, rows[count:])
    return count


@kernel
def judge_all(
    critic: Critic,
    own: Floats32,
    rows: IntArray,
    count: int,
    rival: Floats32,
    rival_rows: IntArray,
    rival_count: int,
    hidden: Floats32,
) -> float:
    """What the critic gives for the situation, from -0.5 (lost) to 0.5 (won); `hidden` are its units then."""
    worth = np.float32(0.0)
    hidden[:] = 0.0
    add_inputs(critic.situation, own, hidden)
    add_rows(critic.places, rows, count, hidden)
    add_inputs(critic.rival, rival, hidden)
    add_rows(critic.rival_places, rival_rows, rival_count, hidden)
    for unit in range(WIDTH):
        hidden[unit] = max(hidden[unit], LEAK * hidden[unit])
        worth += critic.last[unit] * hidden[unit]
    return float(worth)
