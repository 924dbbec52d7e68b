"""What a policy sees of the longest path (R6.3): those of all seats, and what a claim joins."""

import numpy as np

from whistlestop.board import BoardArrays
from whistlestop.bots.planner.memory import PlannerMemory
from whistlestop.engine.longest_path import longest_trail_length
from whistlestop.engine.network import find_groups, list_routes
from whistlestop.engine.state import State
from whistlestop.kernels import kernel
from whistlestop.kernels.structs import Floats32, IntArray


@kernel
def update_trails(board: BoardArrays, s: State, seat: int, m: PlannerMemory) -> None:
    """Find the longest paths of seats that have claimed since, and what our own routes join."""
    for other in range(s.seats):
        if m.trail_for[other] != s.pieces[other]:
            routes = np.empty(board.route_count, np.int64)
            group = np.empty(board.location_count, np.int64)
            count = list_routes(board, s, other, routes)
            find_groups(board, routes[:count], group)
            m.trail[other] = longest_trail_length(board, routes[:count], group)
            m.trail_for[other] = s.pieces[other]
            if other == seat:
                note_groups(board, m, routes[:count], group)


@kernel
def note_groups(board: BoardArrays, m: PlannerMemory, routes: IntArray, group: IntArray) -> None:
    """Remember our own network."""
    for location in range(board.location_count):
        m.group[location] = group[location]
        m.degree[location] = 0
        m.group_length[location] = 0
    for route in routes:
        m.degree[board.route_a[route]] += 1
        m.degree[board.route_b[route]] += 1
        m.group_length[group[board.route_a[route]]] += board.route_length[route]


@kernel
def write_trails(board: BoardArrays, s: State, seat: int, m: PlannerMemory, x: Floats32) -> None:
    """The longest path, ours and theirs, and our two largest groups of routes."""
    longest, first, second = best_rival_trail(s, seat, m), 0, 0
    for location in range(board.location_count):
        if m.group_length[location] > first:
            first, second = m.group_length[location], first
        elif m.group_length[location] > second:
            second = m.group_length[location]
    x[0] = m.trail[seat] * 0.04
    x[1] = longest * 0.04
    x[2] = (m.trail[seat] - longest) * 0.1
    x[3] = 1.0 if m.trail[seat] > longest else 0.0
    x[4] = first * 0.04
    x[5] = second * 0.04


@kernel
def best_rival_trail(s: State, seat: int, m: PlannerMemory) -> int:
    """The longest path of the others."""
    longest = 0
    for other in range(s.seats):
        if other != seat:
            longest = max(longest, m.trail[other])
    return longest


@kernel
def write_join(board: BoardArrays, s: State, seat: int, m: PlannerMemory, route: int, x: Floats32) -> None:
    """What a route joins, and what that may do for the longest path: an odd place is an end of one."""
    a, b = board.route_a[route], board.route_b[route]
    at_a, at_b = m.group_length[m.group[a]], m.group_length[m.group[b]]
    joined = board.route_length[route] + at_a
    if m.group[a] == m.group[b]:
        x[0] = 1.0
    else:
        joined += at_b
    x[1] = max(at_a, at_b) * 0.04
    x[2] = min(at_a, at_b) * 0.04
    x[3] = (m.degree[a] % 2 + m.degree[b] % 2) * 0.5
    x[4] = (1.0 if m.degree[a] > 0 and m.degree[a] % 2 == 0 else 0.0) * 0.5
    x[4] += (1.0 if m.degree[b] > 0 and m.degree[b] % 2 == 0 else 0.0) * 0.5
    x[5] = (joined - max(m.trail[seat], best_rival_trail(s, seat, m))) * 0.05
    x[6] = (joined - m.trail[seat]) * 0.05
