"""The routes of one seat as a network: which locations they join."""

from whistlestop.board import BoardArrays
from whistlestop.engine.state import State
from whistlestop.kernels import kernel
from whistlestop.kernels.structs import Ids, IntArray


@kernel
def list_routes(board: BoardArrays, s: State, seat: int, out: IntArray) -> int:
    """Write the seat's routes in the order of the board's sweep; how many there are."""
    count = 0
    for i in range(board.route_count):
        route = board.sweep[i]
        if s.owner[route] == seat:
            out[count] = route
            count += 1
    return count


@kernel
def find_groups(board: BoardArrays, routes: IntArray, group: Ids) -> None:
    """For each location the lowest-numbered one that the routes join it to."""
    for location in range(board.location_count):
        group[location] = location
    for route in routes:
        a, b = board.route_a[route], board.route_b[route]
        while group[a] != a:
            a = group[a]
        while group[b] != b:
            b = group[b]
        group[max(a, b)] = min(a, b)
    for location in range(board.location_count):
        group[location] = group[group[location]]  # links lead to lower numbers, which are settled already


@kernel
def is_completed(board: BoardArrays, group: Ids, ticket: int) -> bool:
    """R6.2: whether a ticket's two places are joined."""
    return group[board.ticket_a[ticket]] == group[board.ticket_b[ticket]]
