"""The shortest way that is left to complete a ticket: a hint for the player, no rule."""

import heapq
from collections import defaultdict
from typing import NamedTuple

from whistlestop.board import Board
from whistlestop.view import View


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
    start, goal = ticket.split("/")
    ways = _open_ways(board, view)
    heap: list[tuple[int, tuple[str, ...], str]] = [(0, (), start)]
    done: set[str] = set()
    while heap:
        length, routes, place = heapq.heappop(heap)
        if place == goal:
            return Path(length, routes)
        if place in done:
            continue
        done.add(place)
        for route, cost, other in ways[place]:
            heapq.heappush(heap, (length + cost, (*routes, route) if cost else routes, other))
    return None


def _open_ways(board: Board, view: View) -> dict[str, list[tuple[str, int, str]]]:
    """From each place: the routes that this seat owns (at no cost) or could claim, with their length and other end."""
    ways: dict[str, list[tuple[str, int, str]]] = defaultdict(list)
    for route, track in zip(board.route_ids, board.tracks, strict=True):
        owner = view["claimed"].get(route)
        if owner is None and _is_closed(board, view, route):
            continue
        if owner is None or owner == view["seat"]:
            a, b = route.partition("#")[0].split("/")
            cost = track.length if owner is None else 0
            ways[a].append((route, cost, b))
            ways[b].append((route, cost, a))
    return ways


def _is_closed(board: Board, view: View, route: str) -> bool:
    """R3.4: whether the other track of a double route keeps this one from this seat."""
    twin = route.removesuffix("#2") if route.endswith("#2") else f"{route}#2"
    owner = view["claimed"].get(twin)
    return owner is not None and (owner == view["seat"] or view["players"] < board.map.rules.both_tracks_from)
