"""Shortest paths over a board: what is left to complete a ticket, and over which routes one was completed."""

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import compress
from typing import Any, NamedTuple, TypeVar

from whistlestop.board import Board
from whistlestop.game.open_routes import OpenRoutes
from whistlestop.game.view import View
from whistlestop.ids import ends_of

Edges = Mapping[str, list[tuple[str, int, str]]]
"""From each place: routes with their cost and other end."""
PartialPath = tuple[int, tuple[str, ...]]
"""The length and the routes of a path."""
Label = TypeVar("Label", bound=tuple[Any, ...])


class Path(NamedTuple):
    """The routes still to claim between two places, and how many pieces they take."""

    length: int
    routes: tuple[str, ...]


def dijkstra(
    start: str, label: Label, steps: Callable[[Label, str], Iterable[tuple[Label, str]]]
) -> Iterator[tuple[Label, str]]:
    """Every place within reach with its least label, in the order of the labels.

    `steps` gives the places next to one, with the labels that they get on the path over it. A label begins with the
    distance, which may not fall along it; what stands behind it decides between paths of equal length.
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


def shortest(edges: Edges, ticket: str) -> Path | None:
    """The cheapest path between a ticket's places; None if there is none. Routes that cost nothing are not named.

    >>> from whistlestop.game import Game
    >>> game = Game("usa", players=2, seed=1)
    >>> shortest(open_edges(game.board, game.view(0)), "denver/kansas-city")
    Path(length=4, routes=('denver/kansas-city',))
    """
    start, goal = ends_of(ticket)

    def steps(path: PartialPath, place: str) -> list[tuple[PartialPath, str]]:
        length, routes = path
        return [
            ((length + cost, (*routes, route) if cost else routes), other)
            for route, cost, other in edges.get(place, ())
        ]

    nothing: PartialPath = (0, ())
    return next((Path(*path) for path, place in dijkstra(start, nothing, steps) if place == goal), None)


def distances(edges: Edges, start: str) -> dict[str, int]:
    """The least cost from a place to every other within reach."""

    def steps(label: tuple[int], place: str) -> list[tuple[tuple[int], str]]:
        return [((label[0] + cost,), other) for _, cost, other in edges.get(place, ())]

    return {place: cost for (cost,), place in dijkstra(start, (0,), steps)}


def routes_between(edges: Edges, from_start: Mapping[str, int], from_goal: Mapping[str, int], goal: str) -> list[str]:
    """The routes on any of the cheapest paths to a goal, by the distances from both ends. Free ones are not named.

    >>> edges = edges_over({"a/b": 2, "b/c": 1, "a/c": 3, "a/c#2": 4})
    >>> routes_between(edges, distances(edges, "a"), distances(edges, "c"), "c")
    ['a/b', 'a/c', 'b/c']
    """
    least = from_start.get(goal)
    return [
        route
        for place, steps in edges.items()
        for route, cost, other in steps
        if cost and least is not None and place in from_start and from_start[place] + cost + from_goal[other] == least
    ]


def open_edges(board: Board, view: View) -> Edges:
    """The routes that this seat owns (at no cost) or could claim some day."""
    seat = view["seat"]
    assert seat is not None, "a spectator has no routes"
    cost = {route: 0 for route, owner in view["claimed"].items() if owner == seat}
    is_open = OpenRoutes(board, view).open_to(seat)
    cost |= {route: track.length for route, track in compress(zip(board.route_ids, board.tracks, strict=True), is_open)}
    return edges_over(cost)


def own_edges(board: Board, claimed: Mapping[str, int], seat: int) -> Edges:
    """The routes that a seat owns, each at the cost of its pieces."""
    tracks = zip(board.route_ids, board.tracks, strict=True)
    return edges_over({route: track.length for route, track in tracks if claimed.get(route) == seat})


def edges_over(cost_by_route: Mapping[str, int]) -> Edges:
    """The edges of these routes only."""
    edges: dict[str, list[tuple[str, int, str]]] = defaultdict(list)
    for route, cost in cost_by_route.items():
        a, b = ends_of(route)
        edges[a].append((route, cost, b))
        edges[b].append((route, cost, a))
    return edges
