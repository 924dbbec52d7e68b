"""R6.3: the longest continuous path, exact and with a bounded worst case.

A trail (no piece used twice) runs through a set of routes exactly if the set is connected and at most two of its
locations are odd, that is, touched by an odd number of its routes (Euler). So the longest path is the network with the
least length left out. In order of effort, for each group of joined routes:

- with at most two odd locations it is a trail as it stands;
- without loops, its longest path is found by removing leaves;
- otherwise `least_omitted_length` sweeps it.
"""

import numpy as np

from whistlestop.board import BoardArrays
from whistlestop.engine.path_sweep import least_omitted_length
from whistlestop.kernels import kernel
from whistlestop.kernels.structs import IntArray


@kernel
def longest_trail_length(board: BoardArrays, routes: IntArray, group: IntArray) -> int:
    """R6.3: the length in spaces of the longest trail over some routes, given in the order of the board's sweep."""
    degree = np.zeros(board.location_count, np.int64)
    length = np.zeros(board.location_count, np.int64)
    loops = np.ones(board.location_count, np.int64)  # of a group: its routes - its locations + 1
    odd = np.zeros(board.location_count, np.int64)
    for route in routes:
        a, b = board.route_a[route], board.route_b[route]
        degree[a] += 1
        degree[b] += 1
        length[group[a]] += board.route_length[route]
        loops[group[a]] += 1
    for location in range(board.location_count):
        loops[group[location]] -= 1
        odd[group[location]] += degree[location] & 1
    best = 0
    is_removed = False
    for g in range(board.location_count):
        if odd[g] <= 2:
            best = max(best, length[g])
    for g in range(board.location_count):
        if odd[g] <= 2 or length[g] <= best:
            continue
        if not is_removed:
            best = max(best, longest_in_trees(board, routes, degree))
            is_removed = True
        if loops[g] > 0 and length[g] > best:
            best = length[g] - least_omitted_length(board, members(board, routes, group, g), odd[g], length[g] - best)
    return best


@kernel
def members(board: BoardArrays, routes: IntArray, group: IntArray, g: int) -> IntArray:
    """The routes of one group, in their order."""
    found = np.empty(len(routes), np.int64)
    count = 0
    for route in routes:
        if group[board.route_a[route]] == g:
            found[count] = route
            count += 1
    return found[:count]


@kernel
def longest_in_trees(board: BoardArrays, routes: IntArray, degree: IntArray) -> int:
    """The longest path in the parts without loops: remove leaves, and keep the longest path from outside to each
    location."""
    ahead = degree.copy()
    longest_to = np.zeros(board.location_count, np.int64)
    is_removed = np.zeros(len(routes), np.bool_)
    best = 0
    has_leaf = True
    while has_leaf:
        has_leaf = False
        for i in range(len(routes)):
            leaf, stem = board.route_a[routes[i]], board.route_b[routes[i]]
            if ahead[leaf] != 1:
                leaf, stem = stem, leaf
            if is_removed[i] or ahead[leaf] != 1:
                continue
            has_leaf = True
            is_removed[i] = True
            ahead[leaf] -= 1
            ahead[stem] -= 1
            length_here = longest_to[leaf] + board.route_length[routes[i]]
            best = max(best, longest_to[stem] + length_here)
            longest_to[stem] = max(longest_to[stem], length_here)
    return best
