"""R6: the end: tickets, longest path, tokens, winners."""

import numpy as np

from whistlestop.board import BoardTable
from whistlestop.engine.longest_path import longest_trail
from whistlestop.engine.network import find_groups, is_completed, list_routes
from whistlestop.engine.state import State
from whistlestop.kernels import kernel
from whistlestop.records import IntArray

SCORE_PARTS = ("total", "routes", "tickets", "longest_path", "tokens", "completed_tickets", "longest_path_length")
TOTAL, ROUTES, TICKET_POINTS, LONGEST_PATH, TOKEN_POINTS, COMPLETED, PATH_LENGTH = range(7)


@kernel
def score_game(board: BoardTable, s: State, scores: IntArray) -> None:
    """R6.2 to R6.4: one row per seat, one column per score part, as if the game ended here."""
    routes = np.empty(board.route_count, np.int64)
    group = np.empty(board.location_count, np.int64)
    longest = 1  # R6.3: a seat with no route gets nothing
    for seat in range(s.seats):
        scores[seat, :] = 0
        scores[seat, ROUTES] = s.score[seat]
        scores[seat, TOKEN_POINTS] = board.token_points[s.token_count[seat]]
        count = list_routes(board, s, seat, routes)
        find_groups(board, routes[:count], group)
        score_tickets(board, s, seat, group, scores)
        if board.longest_path > 0:
            scores[seat, PATH_LENGTH] = longest_trail(board, routes[:count], group)
            longest = max(longest, scores[seat, PATH_LENGTH])
    for seat in range(s.seats):
        if scores[seat, PATH_LENGTH] == longest:
            scores[seat, LONGEST_PATH] = board.longest_path
        for part in (ROUTES, TICKET_POINTS, LONGEST_PATH, TOKEN_POINTS):
            scores[seat, TOTAL] += scores[seat, part]


@kernel
def score_tickets(board: BoardTable, s: State, seat: int, group: IntArray, scores: IntArray) -> None:
    """R6.2: a ticket counts for its owner if their own routes join its two places, else against."""
    for i in range(s.kept_count):
        if s.kept_by[i] != seat:
            continue
        ticket = s.kept[i]
        if is_completed(board, group, ticket):
            scores[seat, TICKET_POINTS] += board.ticket_points[ticket]
            scores[seat, COMPLETED] += 1
        else:
            scores[seat, TICKET_POINTS] -= board.ticket_points[ticket]
