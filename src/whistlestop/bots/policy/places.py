"""The routes and tickets that a policy sees by name: each has rows of weights of its own, which say what is special
about it on this map."""

from whistlestop.board import BoardArrays
from whistlestop.bots.planner.memory import PlannerMemory
from whistlestop.engine.state import KEEP_TICKETS, NO_ROUTE, NOBODY, State
from whistlestop.kernels import kernel
from whistlestop.kernels.structs import IntArray
from whistlestop.maps.limits import MAX_OFFERED, MAX_TICKETS, MAX_TRACKS

# Which rows of places are on, in blocks: a row for each route (both tracks of a double one share it), or each ticket.
OURS, RIVALS, PLANNED, CLAIM, ROUTE_BLOCKS = range(5)
HELD, KEEP, TICKET_BLOCKS = range(3)
MOST_ROWS = MAX_TRACKS + MAX_TICKETS
"""Of a situation: a route is ours, a rival's, planned or nothing of that."""
MOST_OWN_ROWS = max(1, MAX_OFFERED)
"""Of a candidate: its route, or the tickets that it keeps."""


def row_count(routes: int, tickets: int) -> int:
    """How many rows a map with so many routes and tickets has."""
    return ROUTE_BLOCKS * routes + TICKET_BLOCKS * tickets


@kernel
def route_row(board: BoardArrays, block: int, route: int) -> int:
    """The row of a route in a block."""
    twin = board.route_twin[route]
    return block * board.route_count + (route if twin == NO_ROUTE else min(route, twin))


@kernel
def ticket_row(board: BoardArrays, block: int, ticket: int) -> int:
    """The row of a ticket in a block."""
    return ROUTE_BLOCKS * board.route_count + block * board.ticket_count + ticket


@kernel
def list_rows(board: BoardArrays, s: State, seat: int, m: PlannerMemory, rows: IntArray) -> int:
    """The rows of the situation; how many."""
    count = 0
    for route in range(board.route_count):
        owner = s.owner[route]
        if owner == NOBODY and not m.planned[route]:
            continue
        block = PLANNED if owner == NOBODY else (OURS if owner == seat else RIVALS)
        rows[count] = route_row(board, block, route)
        count += 1
    for i in range(s.kept_count):
        if s.kept_by[i] == seat:
            rows[count] = ticket_row(board, HELD, s.kept[i])
            count += 1
    return count


@kernel
def list_own_rows(board: BoardArrays, s: State, action: int, rows: IntArray) -> int:
    """The rows of a candidate; how many."""
    if action >= board.first_claim:
        rows[0] = route_row(board, CLAIM, board.claim_route[action])
        return 1
    count = 0
    if s.phase == KEEP_TICKETS:
        for i in range(s.offered_count[s.to_play]):
            if (action - board.first_keep + 1) >> i & 1:
                rows[count] = ticket_row(board, KEEP, s.offered[s.to_play, i])
                count += 1
    return count
