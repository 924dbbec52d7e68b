"""Shortest ways over a board: what is left to complete a ticket, and over which routes one was completed."""

import heapq
from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from whistlestop.board import Board
from whistlestop.view import View

Ways = Mapping[str, list[tuple[str, int, str]]]
"""From each place: routes with their cost and other end."""


class Path(NamedTuple):
    """The routes still to claim between two places, and how many pieces they take."""

    length: int
    routes: tuple[str, ...]


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
    start, goal = ticket.split("/")
    heap: list[tuple[int, tuple[str, ...], str]] = [(0, (), start)]
    done: set[str] = set()
    while heap:
        length, routes, place = heapq.heappop(heap)
        if place == goal:
            return Path(length, routes)
        if place in done:
            continue
        done.add(place)
        for route, cost, other in ways.get(place, ()):
            if other not in done:
                heapq.heappush(heap, (length + cost, (*routes, route) if cost else routes, other))
    return None


def open_ways(board: Board, view: View) -> Ways:
    """The routes that this seat owns (at no cost) or could claim some day."""
    seat, claimed = view["seat"], view["claimed"]
    cost = {route: 0 for route, owner in claimed.items() if owner == seat}
    for route, track in zip(board.route_ids, board.tracks, strict=True):
        if route not in claimed and not is_closed(board, view, route):
            cost[route] = track.length
    return _ways(cost)


def own_ways(board: Board, claimed: Mapping[str, int], seat: int) -> Ways:
    """The routes that a seat owns, each at the cost of its pieces."""
    tracks = zip(board.route_ids, board.tracks, strict=True)
    return _ways({route: track.length for route, track in tracks if claimed.get(route) == seat})


def _ways(cost_by_route: Mapping[str, int]) -> Ways:
    ways: dict[str, list[tuple[str, int, str]]] = defaultdict(list)
    for route, cost in cost_by_route.items():
        a, b = route.partition("#")[0].split("/")
        ways[a].append((route, cost, b))
        ways[b].append((route, cost, a))
    return ways


def is_closed(board: Board, view: View, route: str) -> bool:
    """R3.4: whether the other track of a double route keeps this one from this seat."""
    twin = route.removesuffix("#2") if route.endswith("#2") else f"{route}#2"
    owner = view["claimed"].get(twin)
    return owner is not None and (owner == view["seat"] or view["players"] < board.map.rules.both_tracks_from)
