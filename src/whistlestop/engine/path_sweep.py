"""R6.3 for tangled networks: the least length to leave out so that a trail runs through the rest.

The routes are swept in the board's order, each left out or taken. All that matters of the routes behind is, for every
location that still has routes ahead, whether it is odd and which others it is joined to: of states that agree on that,
the one that left out least is kept. So the work depends on how many locations are half done at once, which the
sweep's order keeps few, and not on the number of trails, which explodes. Trying first with little to leave out keeps
the states few in dense networks, where little must be.

A state is (joined, odd, omitted): `joined` holds four bits per slot, 0 for a location without taken routes, else 1 +
the first slot it is joined to; `odd` holds a bit per slot, and above them the number of odd locations that are
finished. How many states a board can make is counted when its map is checked (`maps/sweep_states.py`, which says why
that is the most).
"""

import numpy as np

from whistlestop.board import BoardArrays
from whistlestop.engine.rng import MASK, mix
from whistlestop.kernels import kernel
from whistlestop.kernels.structs import IntArray
from whistlestop.maps.limits import MAX_FRONTIER

NO_SLOT = -1
DEAD = -1
ODD_DONE = 1 << MAX_FRONTIER
EACH_SLOT = int("1" * MAX_FRONTIER, 16)


@kernel
def least_omitted_length(board: BoardArrays, routes: IntArray, odd_count: int, limit: int) -> int:
    """The least length to leave out of a joined group of routes for a trail; `limit` if it is not below that."""
    budget = odd_count  # leaving a route out makes two odd locations even at best
    while True:
        least = sweep(board, routes, min(budget, limit - 1))
        if least <= budget or budget >= limit:
            return min(least, limit)
        budget *= 2


@kernel
def sweep(board: BoardArrays, routes: IntArray, budget: int) -> int:
    """The least length left out, if it is within the budget; else more than the budget."""
    slot_of = np.full(board.location_count, NO_SLOT, np.int64)
    ahead = np.zeros(board.location_count, np.int64)
    rest = 0
    for route in routes:
        ahead[board.route_a[route]] += 1
        ahead[board.route_b[route]] += 1
        rest += board.route_length[route]
    used_slots = 0
    best = budget + 1
    states = np.zeros((1, 3), np.int64)
    for route in routes:
        a, b = board.route_a[route], board.route_b[route]
        used_slots |= assign_slot(slot_of, a, used_slots)
        used_slots |= assign_slot(slot_of, b, used_slots)
        rest -= board.route_length[route]
        ahead[a] -= 1
        ahead[b] -= 1
        states, best = extend(
            states,
            best,
            int(slot_of[a]),
            int(slot_of[b]),
            ahead[a] == 0,
            ahead[b] == 0,
            board.route_length[route],
            rest,
        )
        for location in (a, b):
            if ahead[location] == 0:
                used_slots &= ~(1 << slot_of[location])
    return best


@kernel
def assign_slot(slot_of: IntArray, location: int, used_slots: int) -> int:
    """The bit of the location's slot: its own, or the first free one."""
    if slot_of[location] == NO_SLOT:
        slot = 0
        while used_slots >> slot & 1:
            slot += 1
        slot_of[location] = slot
    return 1 << slot_of[location]


@kernel
def extend(
    states: IntArray, best: int, a: int, b: int, a_is_finished: bool, b_is_finished: bool, length: int, rest: int
) -> tuple[IntArray, int]:
    """All states one route further, the route between slots a and b taken or left out."""
    found = np.empty((2 * len(states), 3), np.int64)
    found_count = 0
    size = 4
    while size < 4 * len(states):
        size *= 2
    index = np.full(size, -1, np.int64)
    for i in range(len(states)):
        for is_taken in (False, True):
            joined, odd, omitted = (
                int(states[i, 0]),
                int(states[i, 1]),
                int(states[i, 2]),
            )  # quicker where kernels run plain
            if is_taken:
                joined = join(joined, a, b)
                odd ^= 1 << a | 1 << b
            else:
                omitted += length
            if omitted >= best:
                continue
            is_complete = False
            if a_is_finished:
                joined, odd, is_complete = finish_slot(joined, odd, a)
            if b_is_finished and joined != DEAD and not is_complete:
                joined, odd, is_complete = finish_slot(joined, odd, b)
            if is_complete:
                best = min(best, omitted + rest)
            elif joined != DEAD:
                found_count += add_state(found, found_count, index, joined, odd, omitted)
    return found[:found_count], best


@kernel
def join(joined: int, a: int, b: int) -> int:
    """Take the route between slots a and b: both groups get the lower number."""
    group_a = joined >> 4 * a & 15
    group_b = joined >> 4 * b & 15
    if group_a == 0:
        group_a = a + 1
        joined |= group_a << 4 * a
    if group_b == 0:
        group_b = b + 1
        joined |= group_b << 4 * b
    return renumber(joined, max(group_a, group_b), min(group_a, group_b))


@kernel
def renumber(joined: int, group: int, number: int) -> int:
    """Give a group another number."""
    return joined ^ slots_of(joined, group) * (group ^ number)


@kernel
def slots_of(joined: int, group: int) -> int:
    """The lowest bit of every slot that belongs to the group."""
    differs = joined ^ group * EACH_SLOT
    differs |= differs >> 1
    return ~(differs | differs >> 2) & EACH_SLOT


@kernel
def finish_slot(joined: int, odd: int, slot: int) -> tuple[int, int, bool]:
    """No routes ahead here: (joined, odd, whether the trail is complete). DEAD if there can be no trail."""
    group = joined >> 4 * slot & 15
    if group == 0:
        return joined, odd, False
    joined ^= group << 4 * slot
    if odd >> slot & 1:
        odd = (odd ^ 1 << slot) + ODD_DONE
        if odd >= 3 * ODD_DONE:
            return DEAD, odd, False
    others = slots_of(joined, group)
    if others == 0:  # the group is finished: it must be the only one
        return (DEAD, odd, False) if joined != 0 else (0, odd, True)
    if group == slot + 1:
        other = 0
        while others >> 4 * other & 1 == 0:
            other += 1
        joined ^= others * (group ^ other + 1)
    return joined, odd, False


@kernel
def add_state(found: IntArray, count: int, index: IntArray, joined: int, odd: int, omitted: int) -> int:
    """Add a state to those found, or improve the one it agrees with; how many were added."""
    at = mix((joined ^ joined >> 32 ^ odd << 5) & MASK) & (len(index) - 1)
    while index[at] >= 0:
        i = index[at]
        if found[i, 0] == joined and found[i, 1] == odd:
            found[i, 2] = min(found[i, 2], omitted)
            return 0
        at = (at + 1) & (len(index) - 1)
    index[at] = count
    found[count, 0] = joined
    found[count, 1] = odd
    found[count, 2] = omitted
    return 1
