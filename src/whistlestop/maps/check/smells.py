"""Design smells: what is not wrong with a map, but plays or draws badly. `map check` prints them as warnings."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import hypot

from whistlestop.maps.check.finding import Finding, Found, remove, replace
from whistlestop.maps.distances import distances_from, find_neighbours
from whistlestop.maps.mapfile import Map

COLOUR_IMBALANCE = 1.6
"""One colour may have this many times as many spaces as another."""
TICKET_TOLERANCE = 1 / 3
"""How far a ticket's value may lie from its shortest distance, as a share of it (and at least two points)."""
FAR = 2.0
"""A place is hard to reach when its shortest route has this many times the average length."""
CLOSE = 0.03
"""Places nearer than this share of the board's width can't be told apart."""


def find_smells(board_map: Map) -> Found:
    """Every warning."""
    yield from colour_smells(board_map)
    yield from location_smells(board_map)
    yield from ticket_smells(board_map)


def colour_smells(board_map: Map) -> Found:
    """Colours without routes, colours far out of balance, and routes nobody can ever pay for."""
    cards = board_map.rules.cards
    spaces = Counter(dict.fromkeys(cards.colors, 0))
    for route in board_map.routes:
        for colour in route.colors:
            spaces[colour] += route.length
    del spaces["grey"]
    for colour, count in spaces.items():
        if not count:
            key = f"rules.cards.colors.{colour}"
            yield Finding(key, "colour-without-route", fix=remove(key))
    most, fewest = max(spaces, key=spaces.__getitem__), min(spaces, key=spaces.__getitem__)
    if spaces[fewest] and spaces[most] > COLOUR_IMBALANCE * spaces[fewest]:
        yield Finding(
            "routes",
            "colours-unequal",
            {"most": spaces[most], "common": most, "fewest": spaces[fewest], "rare": fewest},
        )
    for i, route in enumerate(board_map.routes):
        for track, colour in enumerate(route.colors):
            supply = cards.wild + (max(cards.colors.values()) if colour == "grey" else cards.colors[colour])
            if route.length > supply:
                yield Finding(
                    f"routes[{i}].colors[{track}]",
                    "never-paid",
                    {"colour": colour, "supply": supply, "length": route.length},
                    replace(f"routes[{i}].length", supply),
                )


def location_smells(board_map: Map) -> Found:
    """Places with one connection, hard to reach, or drawn too close to another."""
    average = sum(route.length for route in board_map.routes) / len(board_map.routes)
    for i, place in enumerate(board_map.locations):
        lengths = [route.length for route in board_map.routes if place.name in (route.a, route.b)]
        if len(lengths) == 1:
            yield Finding(f"locations[{i}]", "single-connection", {"place": place.name})
        elif min(lengths) > FAR * average:
            yield Finding(f"locations[{i}]", "hard-to-reach", {"place": place.name, "length": min(lengths)})
    for a, b in combinations(board_map.locations, 2):
        apart = hypot(a.x - b.x, a.y - b.y)
        if apart < CLOSE * board_map.board.width:
            yield Finding("locations", "too-close", {"a": a.name, "b": b.name, "apart": round(apart)})


def ticket_smells(board_map: Map) -> Found:
    """Tickets nobody can complete, or worth much more or less than their distance."""
    neighbours = find_neighbours(board_map.routes)
    distances = {start: distances_from(start, neighbours) for start in {ticket.a for ticket in board_map.tickets}}
    for i, ticket in enumerate(board_map.tickets):
        distance = distances[ticket.a][ticket.b]  # the check has seen that routes join them
        if distance > board_map.rules.pieces:
            yield Finding(
                f"tickets[{i}]",
                "ticket-too-long",
                {"a": ticket.a, "b": ticket.b, "length": distance, "pieces": board_map.rules.pieces},
                remove(f"tickets[{i}]"),
            )
        elif abs(ticket.points - distance) > max(2, TICKET_TOLERANCE * distance):
            yield Finding(
                f"tickets[{i}].points",
                "ticket-off-value",
                {"points": ticket.points, "a": ticket.a, "b": ticket.b, "length": distance},
                replace(f"tickets[{i}].points", distance),
            )
