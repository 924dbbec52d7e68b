"""How far places are from each other on an empty board: the fewest spaces between them."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush

from whistlestop.maps.mapfile import Route

Neighbours = dict[str, dict[str, int]]
"""From each place: the other ends of its routes, and their lengths."""


def find_neighbours(routes: Iterable[Route]) -> Neighbours:
    """For each location those next to it, with the length of the way."""
    neighbours: Neighbours = {}
    for route in routes:
        neighbours.setdefault(route.a, {})[route.b] = route.length
        neighbours.setdefault(route.b, {})[route.a] = route.length
    return neighbours


def distances_from(start: str, neighbours: Neighbours) -> dict[str, int]:
    """The distance to every place that can be reached (Dijkstra), the nearest first.

    >>> from whistlestop.maps.mapfile import read_map
    >>> distances_from("Denver", find_neighbours(read_map("usa").routes))["Omaha"]
    4
    """
    found: dict[str, int] = {}
    queue = [(0, start)]
    while queue:
        distance, place = heappop(queue)
        if place not in found:
            found[place] = distance
            for neighbour, length in neighbours.get(place, {}).items():
                heappush(queue, (distance + length, neighbour))
    return found
