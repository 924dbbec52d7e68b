"""The sweep of the longest path (R6.3) with arrays: how many states a board can have, and which routes a path takes.

The kernels of `engine/path_sweep.py` sweep the network of one seat as fast as can be. What is swept here says how long
that can take at most: leaving a route out is one of the two choices at every step, so whatever routes a seat has, its
sweep never has more states than this one over the whole board, where nothing is too long to be left out. (A test holds
one to the other.)

A state is one number: four bits for each slot say which others it is joined to (0 for a location without routes taken,
else 1 + the first slot of its group), then comes a bit for each slot that is odd, then how many odd ones are finished.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from whistlestop.kernels.structs import IntArray
from whistlestop.maps.limits import MAX_FRONTIER
from whistlestop.maps.sweep import Ends, sweep_order

EACH_SLOT = int("1" * MAX_FRONTIER, 16)
FIRST_ODD = 4 * MAX_FRONTIER
ODD_DONE = FIRST_ODD + MAX_FRONTIER


class Step(NamedTuple):
    """An edge on its turn."""

    edge: int
    a: int
    b: int
    """The slots of its ends."""
    open: tuple[int, ...]
    """Locations that are half done while it is looked at, its ends included; those begun first come first."""
    finished: tuple[int, ...]
    """Slots of ends that have no more edges ahead."""


class SweepCost(NamedTuple):
    """How much work the longest path of a board can be."""

    state_count: int
    """Of all steps together, as far as they were counted."""
    is_too_much: bool
    open: tuple[int, ...]
    """The locations that are half done where there are most states; those that have been for longest come first."""
    ahead: tuple[Ends, ...]
    """The edges that keep those from being done, in the same order."""


def steps(order: Sequence[int], ends: Sequence[Ends]) -> Iterator[Step]:
    """The edges in their order, each with the slots of its ends."""
    ahead = Counter(location for edge in order for location in ends[edge])
    slots: dict[int, int] = {}
    for edge in order:
        for location in ends[edge]:
            if location not in slots:
                slots[location] = next(slot for slot in range(len(slots) + 1) if slot not in slots.values())
            ahead[location] -= 1
        a, b = ends[edge]
        finished = tuple(slots[location] for location in (a, b) if not ahead[location])
        yield Step(edge, slots[a], slots[b], tuple(slots), finished)
        for location in (a, b):
            if not ahead[location]:
                del slots[location]


def sweep_cost(location_count: int, ends: Sequence[Ends], most: int) -> SweepCost:
    """The states of a sweep over a whole board; beyond `most` it stops counting.

    >>> sweep_cost(3, [(0, 1), (1, 2), (0, 2)], most=1000).state_count
    7
    """
    ends = list(dict.fromkeys(ends))  # R3.4: nobody has both tracks of a double route
    order = sweep_order(location_count, ends)
    state_count, largest = 0, 0
    states = np.zeros(1, np.int64)
    for number, step in enumerate(steps(order, ends)):
        is_too_much = len(step.open) > MAX_FRONTIER
        if not is_too_much:
            states = np.concatenate([states, _take_edge(states, step.a, step.b)])
            for slot in step.finished:
                states, _, is_alive = _finish_slot(states, slot)
                states = states[is_alive]
            states = np.sort(states)  # np.unique would take five times as long
            states = states[np.diff(states, prepend=-1) != 0]
            state_count += len(states)
            is_too_much = state_count > most
        if is_too_much or len(states) >= largest:
            largest, widest, widest_number = len(states), step, number
        if is_too_much:
            break
    ahead = [ends[edge] for edge in order[widest_number + 1 :]]
    waiting = tuple(edge for location in widest.open for edge in ahead if location in edge)
    return SweepCost(state_count, is_too_much, widest.open, tuple(dict.fromkeys(waiting)))


def longest_edges(ends: Sequence[Ends], lengths: Sequence[int]) -> list[int]:
    """The edges of a longest trail, given in the order of a sweep.

    >>> longest_edges([(0, 1), (1, 2), (1, 3)], [2, 3, 4])
    [1, 2]
    """
    states, taken_length = np.zeros(1, np.int64), np.zeros(1, np.int64)
    history: list[IntArray] = []
    best, best_at = 0, (0, 0)
    for number, step in enumerate(steps(range(len(ends)), ends)):
        if len(step.open) > MAX_FRONTIER:
            raise ValueError(f"{len(step.open)} locations are half done at once; there may be {MAX_FRONTIER}")
        states = np.concatenate([states, _take_edge(states, step.a, step.b)])
        taken_length = np.concatenate([taken_length, taken_length + lengths[step.edge]])
        origin = np.arange(len(states))  # among the states before, counted twice: the second half took this edge
        for slot in step.finished:
            states, is_complete, is_alive = _finish_slot(states, slot)
            if is_complete.any():
                longest = int(np.argmax(np.where(is_complete, taken_length, -1)))
                if taken_length[longest] > best:
                    best, best_at = int(taken_length[longest]), (number, int(origin[longest]))
            states, taken_length, origin = states[is_alive], taken_length[is_alive], origin[is_alive]
        order = np.lexsort((-taken_length, states))
        order = order[np.diff(states[order], prepend=-1) != 0]  # of states that agree, the one that took most
        states, taken_length = states[order], taken_length[order]
        history.append(origin[order])
    return _edges_back_from(best_at, history) if best else []


def _edges_back_from(at: tuple[int, int], history: list[IntArray]) -> list[int]:
    """The edges that were taken to reach a state, which is given by its step and its origin."""
    number, origin = at
    edges: list[int] = []
    while True:
        before = len(history[number - 1]) if number else 1
        if origin >= before:
            edges.append(number)
        if number == 0:
            return edges[::-1]
        number, origin = number - 1, int(history[number - 1][origin % before])


def _take_edge(states: IntArray, a: int, b: int) -> IntArray:
    """All states with the edge between slots a and b taken: both groups get the lower number."""
    for slot in (a, b):
        states = np.where(states >> 4 * slot & 15, states, states | slot + 1 << 4 * slot)
    group_a, group_b = states >> 4 * a & 15, states >> 4 * b & 15
    higher, lower = np.maximum(group_a, group_b), np.minimum(group_a, group_b)
    states = states ^ _slots_of(states, higher) * (higher ^ lower)
    return states ^ (1 << FIRST_ODD + a | 1 << FIRST_ODD + b)


def _finish_slot(states: IntArray, slot: int) -> tuple[IntArray, NDArray[np.bool_], NDArray[np.bool_]]:
    """No edges ahead of a slot: the states then, which of them are complete trails, and which can become one."""
    group = states >> 4 * slot & 15
    is_odd = states >> FIRST_ODD + slot & 1
    states = states ^ (group << 4 * slot)
    states = states + is_odd * ((1 << ODD_DONE) - (1 << FIRST_ODD + slot))
    others = _slots_of(states, group)
    first = np.bitwise_count((others & -others) - 1).astype(np.int64) // 4
    number = np.where((group == slot + 1) & (others != 0), first + 1, group)
    is_touched = group != 0
    states = np.where(is_touched, states ^ others * (group ^ number), states)
    is_straight = states >> ODD_DONE <= 2
    is_last = is_touched & (others == 0)
    is_complete = is_last & is_straight & (states & (1 << FIRST_ODD) - 1 == 0)
    return states, is_complete, is_straight & ~is_last


def _slots_of(states: IntArray, group: IntArray) -> IntArray:
    """The lowest bit of every slot that belongs to the group."""
    differs = states ^ group * EACH_SLOT
    differs = differs | differs >> 1
    return ~(differs | differs >> 2) & EACH_SLOT
