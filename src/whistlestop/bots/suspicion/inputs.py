"""What everybody sees of a seat: that is all that its tickets are guessed from."""

from whistlestop.board import BoardArrays
from whistlestop.bots.policy.places import route_row
from whistlestop.engine.state import COLOURS, NO_ROUTE, NOBODY, NOT_TRIGGERED, State
from whistlestop.kernels import kernel
from whistlestop.kernels.structs import Floats32, IntArray
from whistlestop.maps.limits import MAX_TRACKS

FIRST_KNOWN = 13
SEEN = FIRST_KNOWN + COLOURS
THEIRS, OTHERS, ROUTE_BLOCKS = range(3)
"""Rows of routes: what the seat has claimed, and what others have. Those of tickets that were named follow."""
MOST_ROWS = MAX_TRACKS


def row_count(routes: int, tickets: int) -> int:
    """How many rows a map with so many routes and tickets has."""
    return ROUTE_BLOCKS * routes + tickets


@kernel
def write_seen(board: BoardArrays, s: State, other: int, x: Floats32) -> None:
    """Numbers of about one."""
    x[:] = 0.0
    x[0] = 1.0
    x[1] = s.pieces[other] / board.pieces
    x[2] = s.ticket_count[other] * 0.25
    x[3] = s.token_count[other] * 0.25
    x[4] = s.score[other] * 0.02
    x[5] = 1.0 if s.turns_left != NOT_TRIGGERED else 0.0
    x[6] = 1.0 if s.pieces[other] <= 8 else 0.0
    x[7 + min(max(s.ticket_count[other], 2), 5) - 2] = 1.0
    x[11] = s.seats * 0.2
    for card in range(board.wild + 1):
        x[12] += s.hand[other, card] * 0.05
        x[FIRST_KNOWN + card] = s.known[other, card] * 0.25


@kernel
def list_routes(board: BoardArrays, s: State, other: int, rows: IntArray) -> int:
    """The rows of all routes that somebody has claimed, each once; how many."""
    count = 0
    for route in range(board.route_count):
        if s.owner[route] == NOBODY:
            continue
        block, twin = OTHERS if s.owner[route] != other else THEIRS, board.route_twin[route]
        if twin != NO_ROUTE and twin < route and block == OTHERS and s.owner[twin] not in (NOBODY, other):
            continue  # both tracks are others', and share a row
        rows[count] = route_row(board, block, route)
        count += 1
    return count


@kernel
def named_row(board: BoardArrays, ticket: int) -> int:
    """The row of a ticket that was named."""
    return ROUTE_BLOCKS * board.route_count + ticket
