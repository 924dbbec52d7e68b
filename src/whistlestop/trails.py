"""The longest path itself (R6.3), route by route, for those who want to see it."""

from collections import defaultdict

import numpy as np

from whistlestop.board import Board
from whistlestop.engine import calls
from whistlestop.engine.scoring import PATH_LENGTH, SCORE_PARTS
from whistlestop.engine.state import NOBODY
from whistlestop.records import Records


def longest_trail(board: Board, state: Records, seat: int) -> list[str]:
    """R6.3: the routes of a longest path of a seat, in the order of travel; none where the map does not count it.

    The engine knows its length only. So every route without which a path of that length remains is left out, one
    after the other: what is left at the end is one such path and nothing else.
    """
    state = state.copy()
    length = _path_length(board, state, seat)
    if not length:
        return []
    routes = np.flatnonzero(state["owner"][0, : len(board.route_ids)] == seat).tolist()
    needed = []
    for route in routes:
        state["owner"][0, route] = NOBODY
        if _path_length(board, state, seat) < length:
            state["owner"][0, route] = seat
            needed.append(board.route_ids[route])
    return _in_order(needed)


def _path_length(board: Board, state: Records, seat: int) -> int:
    scores = np.zeros((int(state["seats"][0]), len(SCORE_PARTS)), np.int64)
    calls.score(board.table, state, scores)
    return int(scores[seat, PATH_LENGTH])


def _in_order(routes: list[str]) -> list[str]:
    """The routes of a trail in the order of travel (Hierholzer).

    >>> _in_order(["b/c", "a/b", "b/d", "c/d"])
    ['a/b', 'b/d', 'c/d', 'b/c']
    """
    at: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for route in routes:
        a, b = route.partition("#")[0].split("/")
        at[a].append((route, b))
        at[b].append((route, a))
    start = min(at, key=lambda place: (len(at[place]) % 2 == 0, place))  # an odd place is an end of the trail
    travelled: set[str] = set()
    ordered: list[str] = []
    stack: list[tuple[str, str]] = [("", start)]
    while stack:
        route, place = stack[-1]
        while at[place] and at[place][-1][0] in travelled:
            at[place].pop()
        if at[place]:
            step = at[place].pop()
            travelled.add(step[0])
            stack.append(step)
        else:
            stack.pop()
            ordered.append(route)
    return ordered[-2::-1]
