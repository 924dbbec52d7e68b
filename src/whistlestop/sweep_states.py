"""The sweep of the longest path (R6.3) with arrays: how much work a board can make, and which routes a path takes.

The kernels of `engine/path_sweep.py` sweep the network of one seat as fast as can be. What is swept here says how long
that can take at most: leaving a route out is one of the two ways at every step, so whatever routes a seat has, its
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

from whistlestop.limits import MAX_FRONTIER
from whistlestop.records import IntArray
from whistlestop.sweep import Ends, sweep_order

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


class Work(NamedTuple):
    """How much a board asks of its longest path."""

    states: int
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


def work_of(location_count: int, ends: Sequence[Ends], most: int) -> Work:
    """The states of a sweep over a whole board; beyond `most` it stops counting.

    >>> work_of(3, [(0, 1), (1, 2), (0, 2)], most=1000).states
    7
    """
    ends = list(dict.fromkeys(ends))  # R3.4: nobody has both tracks of a double route
    order = sweep_order(location_count, ends)
    states, largest = 0, 0
    ways = np.zeros(1, np.int64)
    for number, step in enumerate(steps(order, ends)):
        is_too_much = len(step.open) > MAX_FRONTIER
        if not is_too_much:
            ways = np.concatenate([ways, _taken(ways, step.a, step.b)])
            for slot in step.finished:
                ways, _, is_alive = _finished(ways, slot)
                ways = ways[is_alive]
            ways = np.sort(ways)  # np.unique would take five times as long
            ways = ways[np.diff(ways, prepend=-1) != 0]
            states += len(ways)
            is_too_much = states > most
        if is_too_much or len(ways) >= largest:
            largest, widest, widest_number = len(ways), step, number
        if is_too_much:
            break
    ahead = [ends[edge] for edge in order[widest_number + 1 :]]
    waiting = tuple(edge for location in widest.open for edge in ahead if location in edge)
    return Work(states, is_too_much, widest.open, tuple(dict.fromkeys(waiting)))


def longest_edges(ends: Sequence[Ends], lengths: Sequence[int]) -> list[int]:
    """The edges of a longest trail, given in the order of a sweep.

    >>> longest_edges([(0, 1), (1, 2), (1, 3)], [2, 3, 4])
    [1, 2]
    """
    ways, taken_length = np.zeros(1, np.int64), np.zeros(1, np.int64)
    history: list[IntArray] = []
    best, best_at = 0, (0, 0)
    for number, step in enumerate(steps(range(len(ends)), ends)):
        if len(step.open) > MAX_FRONTIER:
            raise ValueError(f"{len(step.open)} locations are half done at once; there may be {MAX_FRONTIER}")
        ways = np.concatenate([ways, _taken(ways, step.a, step.b)])
        taken_length = np.concatenate([taken_length, taken_length + lengths[step.edge]])
        origin = np.arange(len(ways))  # among the ways before, counted twice: the second half took this edge
        for slot in step.finished:
            ways, is_complete, is_alive = _finished(ways, slot)
            if is_complete.any():
                longest = int(np.argmax(np.where(is_complete, taken_length, -1)))
                if taken_length[longest] > best:
                    best, best_at = int(taken_length[longest]), (number, int(origin[longest]))
            ways, taken_length, origin = ways[is_alive], taken_length[is_alive], origin[is_alive]
        order = np.lexsort((-taken_length, ways))
        order = order[np.diff(ways[order], prepend=-1) != 0]  # of ways that agree, the one that took most
        ways, taken_length = ways[order], taken_length[order]
        history.append(origin[order])
    return _edges_back_from(best_at, history) if best else []


def _edges_back_from(at: tuple[int, int], history: list[IntArray]) -> list[int]:
    """The edges that were taken on the way to a state, which is given by its step and its origin."""
    number, origin = at
    edges: list[int] = []
    while True:
        before = len(history[number - 1]) if number else 1
        if origin >= before:
            edges.append(number)
        if number == 0:
            return edges[::-1]
        number, origin = number - 1, int(history[number - 1][origin % before])


def _taken(ways: IntArray, a: int, b: int) -> IntArray:
    """All ways with the edge between slots a and b: both groups get the lower number."""
    for slot in (a, b):
        ways = np.where(ways >> 4 * slot & 15, ways, ways | slot + 1 << 4 * slot)
    group_a, group_b = ways >> 4 * a & 15, ways >> 4 * b & 15
    higher, lower = np.maximum(group_a, group_b), np.minimum(group_a, group_b)
    ways = ways ^ _slots_of(ways, higher) * (higher ^ lower)
    return ways ^ (1 << FIRST_ODD + a | 1 << FIRST_ODD + b)


def _finished(ways: IntArray, slot: int) -> tuple[IntArray, NDArray[np.bool_], NDArray[np.bool_]]:
    """No edges ahead of a slot: the ways then, which of them are complete trails, and which can become one."""
    group = ways >> 4 * slot & 15
    is_odd = ways >> FIRST_ODD + slot & 1
    ways = ways ^ (group << 4 * slot)
    ways = ways + is_odd * ((1 << ODD_DONE) - (1 << FIRST_ODD + slot))
    others = _slots_of(ways, group)
    first = np.bitwise_count((others & -others) - 1).astype(np.int64) // 4
    number = np.where((group == slot + 1) & (others != 0), first + 1, group)
    is_touched = group != 0
    ways = np.where(is_touched, ways ^ others * (group ^ number), ways)
    is_straight = ways >> ODD_DONE <= 2
    is_last = is_touched & (others == 0)
    is_complete = is_last & is_straight & (ways & (1 << FIRST_ODD) - 1 == 0)
    return ways, is_complete, is_straight & ~is_last


def _slots_of(ways: IntArray, group: IntArray) -> IntArray:
    """The lowest bit of every slot that belongs to the group."""
    differs = ways ^ group * EACH_SLOT
    differs = differs | differs >> 1
    return ~(differs | differs >> 2) & EACH_SLOT
