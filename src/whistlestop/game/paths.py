"""Shortest ways over a board: what is left to complete a ticket, and over which routes one was completed."""

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import compress
from typing import Any, NamedTuple, TypeVar

from whistlestop.board import Board
from whistlestop.game.open_routes import OpenRoutes
from whistlestop.game.view import View
from whistlestop.ids import ends_of

Ways = Mapping[str, list[tuple[str, int, str]]]
"""From each place: routes with their cost and other end."""
Taken = tuple[int, tuple[str, ...]]
"""The length and the routes of a way."""
Label = TypeVar("Label", bound=tuple[Any, ...])


class Path(NamedTuple):
    """The routes still to claim between two places, and how many pieces they take."""

    length: int
    routes: tuple[str, ...]


def dijkstra(
    start: str, label: Label, steps: Callable[[Label, str], Iterable[tuple[Label, str]]]
) -> Iterator[tuple[Label, str]]:
    """Every place within reach with its least label, in the order of the labels.

    `steps` gives the places next to one, with the labels that they get on the way over it. A label begins with the
    distance, which may not fall on the way; what stands behind it decides between ways of equal length.
    """
    heap, done = [(label, start)], set[str]()
    while heap:
        label, place = heapq.heappop(heap)
        if place in done:
            continue
        done.add(place)
        yield label, place
        for step in steps(label, place):
            if step[1] not in done:
                heapq.heappush(heap, step)


def shortest_path(board: Board, view: View, ticket: str) -> Path | None:
    """The way with the fewest pieces, one's own routes costing none; None if others have closed every way.

    >>> from whistlestop.game import Game
    >>> game = Game("usa", players=2, seed=1)
    >>> shortest_path(game.board, game.view(0), "denver/kansas-city")
    Path(length=4, routes=('denver/kansas-city',))
    """
    return shortest(open_ways(board, view), ticket)


def shortest(ways: Ways, ticket: str) -> Path | None:
    """The cheapest way between a ticket's places. Routes that cost nothing are not named."""
    start, goal = ends_of(ticket)

    def steps(path: Taken, place: str) -> list[tuple[Taken, str]]:
        length, routes = path
        return [
            ((length + cost, (*routes, route) if cost else routes), other) for route, cost, other in ways.get(place, ())
        ]

    nothing: Taken = (0, ())
    return next((Path(*path) for path, place in dijkstra(start, nothing, steps) if place == goal), None)


def open_ways(board: Board, view: View) -> Ways:
    """The routes that this seat owns (at no cost) or could claim some day."""
    seat = view["seat"]
    assert seat is not None, "a spectator has no routes"
    cost = {route: 0 for route, owner in view["claimed"].items() if owner == seat}
    is_open = OpenRoutes(board, view).open_to(seat)
    cost |= {route: track.length for route, track in compress(zip(board.route_ids, board.tracks, strict=True), is_open)}
    return ways_over(cost)


def own_ways(board: Board, claimed: Mapping[str, int], seat: int) -> Ways:
    """The routes that a seat owns, each at the cost of its pieces."""
    tracks = zip(board.route_ids, board.tracks, strict=True)
    return ways_over({route: track.length for route, track in tracks if claimed.get(route) == seat})


def ways_over(cost_by_route: Mapping[str, int]) -> Ways:
    """Ways over these routes only."""
    ways: dict[str, list[tuple[str, int, str]]] = defaultdict(list)
    for route, cost in cost_by_route.items():
        a, b = ends_of(route)
        ways[a].append((route, cost, b))
        ways[b].append((route, cost, a))
    return ways
