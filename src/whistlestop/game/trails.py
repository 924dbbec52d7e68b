"""The longest path (R6.3), route by route: for the result of a game."""

from collections import defaultdict

from whistlestop.board import Board
from whistlestop.ids import ends_of
from whistlestop.kernels.structs import Records
from whistlestop.maps.sweep_states import longest_edges


def longest_trail_routes(board: Board, state: Records, seat: int) -> list[str]:
    """R6.3: the routes of a longest path of a seat, in the order of travel; none where the map does not count it.

    The engine computes its length only; this takes longer, and finds the routes too.
    """
    table, owner = board.arrays[0], state["owner"][0].tolist()
    if not table["longest_path"]:
        return []
    routes = [route for route in table["sweep"][: len(board.route_ids)].tolist() if owner[route] == seat]
    ends = [(int(table["route_a"][route]), int(table["route_b"][route])) for route in routes]
    lengths = [board.tracks[route].length for route in routes]
    return _in_order([board.route_ids[routes[i]] for i in longest_edges(ends, lengths)])


def _in_order(routes: list[str]) -> list[str]:
    """The routes of a trail in the order of travel (Hierholzer).

    >>> _in_order(["b/c", "a/b", "b/d", "c/d"])
    ['a/b', 'b/d', 'c/d', 'b/c']
    """
    if not routes:
        return []
    at: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for route in routes:
        a, b = ends_of(route)
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
