"""R6: the end: tickets, longest path, tokens, winners."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from whistlestop.board import BoardArrays
from whistlestop.engine.longest_path import longest_trail_length
from whistlestop.engine.network import find_groups, is_completed, list_routes
from whistlestop.engine.state import State
from whistlestop.kernels import kernel
from whistlestop.kernels.structs import Ids, IntArray

SCORE_PARTS = ("total", "routes", "tickets", "longest_path", "tokens", "completed_tickets", "longest_path_length")
TOTAL, ROUTES, TICKET_POINTS, LONGEST_PATH, TOKEN_POINTS, COMPLETED, PATH_LENGTH = range(7)
TIE_BREAKS = (TOTAL, COMPLETED, LONGEST_PATH)
"""R6.5: who has more of the first comes before the other; if it is the same, the next decides."""
DECIDING_PARTS = tuple(SCORE_PARTS[part] for part in TIE_BREAKS)


@kernel
def score_game(board: BoardArrays, s: State, scores: IntArray) -> None:
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
        scores[seat, TICKET_POINTS], scores[seat, COMPLETED] = score_tickets(board, s, seat, group)
        if board.longest_path > 0:
            scores[seat, PATH_LENGTH] = longest_trail_length(board, routes[:count], group)
            longest = max(longest, scores[seat, PATH_LENGTH])
    for seat in range(s.seats):
        if scores[seat, PATH_LENGTH] == longest:
            scores[seat, LONGEST_PATH] = board.longest_path
        for part in (ROUTES, TICKET_POINTS, LONGEST_PATH, TOKEN_POINTS):
            scores[seat, TOTAL] += scores[seat, part]


@kernel
def score_tickets(board: BoardArrays, s: State, seat: int, group: Ids) -> tuple[int, int]:
    """R6.2: a ticket counts for its owner if it is complete, else against; the points, and how many are complete."""
    points, completed = 0, 0
    for i in range(s.kept_count):
        if s.kept_by[i] != seat:
            continue
        ticket = s.kept[i]
        if is_completed(board, group, ticket):
            points += board.ticket_points[ticket]
            completed += 1
        else:
            points -= board.ticket_points[ticket]
    return points, completed


@kernel
def compare_seats(scores: IntArray, seat: int, other: int) -> int:
    """R6.5: 1 if the seat came before the other, -1 if after it, 0 if neither."""
    for part in TIE_BREAKS:
        if scores[seat, part] != scores[other, part]:
            return 1 if scores[seat, part] > scores[other, part] else -1
    return 0


@kernel
def lead_of(scores: IntArray, seats: int, seat: int) -> int:
    """By how many points a seat is ahead of the best other."""
    best = -(1 << 30)
    for other in range(seats):
        if other != seat:
            best = max(best, scores[other, TOTAL])
    return scores[seat, TOTAL] - best


def ranking_key(columns: Mapping[str, IntArray]) -> IntArray:
    """R6.5 of many seats at once, from arrays of their score parts: more is better, the same is a tie.

    `compare_seats` says the same of two seats.

    >>> rows = np.array([[50, 0, 0, 0, 0, 3, 0], [50, 0, 0, 10, 0, 2, 9], [40, 0, 0, 0, 0, 9, 0]])
    >>> key = ranking_key(by_part(rows))
    >>> np.flatnonzero(key == key.max()).tolist()
    [0]
    """
    key = np.zeros_like(columns[DECIDING_PARTS[0]], np.int64)
    for part in DECIDING_PARTS:
        points = columns[part] - columns[part].min(initial=0)
        key = key * (points.max(initial=0) + 1) + points
    return key


def win_shares(scores: IntArray) -> NDArray[np.float64]:
    """R6.5: who won each game, from scores [..., seat, part], as shares that add up to 1.

    >>> win_shares(np.zeros((1, 2, 7), np.int64)).tolist()
    [[0.5, 0.5]]
    """
    key = ranking_key(by_part(scores))
    best = key == key.max(axis=-1, keepdims=True, initial=0)
    shares: NDArray[np.float64] = best / best.sum(axis=-1, keepdims=True)
    return shares


def by_part(scores: IntArray) -> dict[str, IntArray]:
    """Scores [..., part] as one array for each part."""
    return dict(zip(SCORE_PARTS, np.moveaxis(scores, -1, 0), strict=True))


def score_rows(scores: Sequence[Mapping[str, int]]) -> IntArray:
    """Scores by name, as `Game` has them, as the engine's rows."""
    return np.array([[score[part] for part in SCORE_PARTS] for score in scores], np.int64)
