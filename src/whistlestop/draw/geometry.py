"""Where things lie on a drawn board: the curve of a route, and the spaces along it."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate, pairwise
from math import atan2, cos, degrees, hypot, pi, radians, sin
from statistics import median
from typing import NamedTuple

from whistlestop.maps.mapfile import Location, Map, Point, Route

SAMPLES = 24
"""Straight pieces that stand for one stretch of a curve."""

# Sizes for a board whose spaces are 36 units long; `BoardLayout.unit` scales them to the board at hand.
SPACE = 36.0
SPACES_ACROSS = 33
"""Of a board without routes: as many as the USA board has."""
DOT = 7.5
"""Radius of a location's dot."""
RING = 3.0
"""Width of the ring around a dot with tokens."""
MARGIN = 3.0
"""Between two spaces of a track; a little more between a dot and the first space."""
SPACE_WIDTH = 11.0
TRACK_DISTANCE = 13.0
"""Between the middles of the two tracks of a double route."""
FRAME = 11.0
"""What the frame takes of the board on each side; it does not grow with the spaces."""
CROWDING = 1.2
"""A ring just wide enough for its tracks would need them evenly spread; real ones are not quite."""


class Space(NamedTuple):
    """The middle of one space of a track, and the direction of the track there in degrees."""

    x: float
    y: float
    angle: float


def smooth(points: list[Point]) -> list[Point]:
    """A curve through the points, as many short straight pieces (Catmull–Rom).

    Beyond the ends the curve goes on as a parabola, so three points give one clean arch.
    """
    if len(points) < 3:
        return points
    first, last = extrapolate(*points[:3]), extrapolate(*points[:-4:-1])
    padded = [first, *points, last]
    curve = [points[0]]
    for p0, p1, p2, p3 in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        curve += [catmull_rom(p0, p1, p2, p3, step / SAMPLES) for step in range(1, SAMPLES + 1)]
    return curve


def extrapolate(p0: Point, p1: Point, p2: Point) -> Point:
    """The point before p0 on the parabola through three points."""
    return (3 * p0[0] - 3 * p1[0] + p2[0], 3 * p0[1] - 3 * p1[1] + p2[1])


def catmull_rom(p0: Point, p1: Point, p2: Point, p3: Point, t: float) -> Point:
    """A point on the smooth curve from p1 (t = 0) to p2 (t = 1)."""

    def axis(a: float, b: float, c: float, d: float) -> float:
        return b + t * ((c - a) + t * ((2 * a - 5 * b + 4 * c - d) + t * (3 * (b - c) + d - a))) / 2

    return (axis(p0[0], p1[0], p2[0], p3[0]), axis(p0[1], p1[1], p2[1], p3[1]))


class Curve:
    """A polyline that can be walked by distance."""

    def __init__(self, points: list[Point]) -> None:
        self.points = points
        steps = (hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points))
        self.distances = list(accumulate(steps, initial=0.0))
        self.length = self.distances[-1]

    def at(self, distance: float) -> Space:
        """The point and direction at a distance along the curve."""
        i = min(max(bisect_right(self.distances, distance) - 1, 0), len(self.points) - 2)
        (ax, ay), (bx, by) = self.points[i], self.points[i + 1]
        step = self.distances[i + 1] - self.distances[i] or 1.0
        share = (distance - self.distances[i]) / step
        return Space(ax + share * (bx - ax), ay + share * (by - ay), degrees(atan2(by - ay, bx - ax)))


class BoardLayout:
    """The sizes and curves of one board, worked out once for a drawing.

    `unit` is 1 where the middle one of all routes has spaces of `SPACE`. On a board with fewer, longer spaces
    everything is drawn larger, but not quite as much: long spaces may be slimmer.
    """

    def __init__(self, board_map: Map) -> None:
        places = {place.name: (place.x, place.y) for place in board_map.locations}
        self.board_map = board_map
        self.places = {place.name: place for place in board_map.locations}
        self.curves = [Curve(smooth([places[r.a], *r.bend, places[r.b]])) for r in board_map.routes]
        # Of a whole route, the two clearances take up about half a space.
        spaces = [c.length / (r.length + 0.5) for c, r in zip(self.curves, board_map.routes, strict=True)]
        # A board that somebody has just begun may have no routes yet, or all places on one spot.
        typical = max(median(spaces), 1.0) if spaces else board_map.board.width / SPACES_ACROSS
        self.longest_space = 0.92 * typical
        self.unit: float = (typical / SPACE) ** 0.65

    def dot_radius(self, place: Location) -> float:
        """The radius of a dot, with the ring around a place where tokens lie from the start (R1.4)."""
        tokens = self.board_map.rules.tokens
        return (DOT + (RING if tokens and place.name in tokens.spots else 0)) * self.unit

    def clearance(self, name: str) -> float:
        """From the middle of a place's dot to the first spaces: where many tracks meet, they need a wider ring."""
        place = self.places[name]
        track_count = sum(len(r.colors) for r in self.board_map.routes if name in (r.a, r.b))
        ring = track_count * TRACK_DISTANCE * self.unit / (2 * pi)
        return max(self.dot_radius(place) + 1.3 * MARGIN * self.unit, CROWDING * ring)

    def pitch(self, route_index: int) -> float:
        """From the middle of one space of a route to the middle of the next."""
        route = self.board_map.routes[route_index]
        usable = self.curves[route_index].length - self.clearance(route.a) - self.clearance(route.b)
        return usable / route.length

    def space_length(self, route_index: int) -> float:
        """How long every space of a route is drawn: as its curve allows, within reason."""
        pitch = self.pitch(route_index)
        return min(max(pitch - MARGIN * self.unit, pitch * 0.7), self.longest_space)

    def track_spaces(self, route_index: int, track_index: int) -> list[Space]:
        """The spaces of a track, from its route's place a to b. The tracks of a double route lie side by side."""
        route, curve = self.board_map.routes[route_index], self.curves[route_index]
        pitch = self.pitch(route_index)
        # Where the curve is longer than the spaces may be, they stay together and the ends are left free.
        step = min(pitch, self.longest_space + 3 * MARGIN * self.unit)
        middle = (curve.length + self.clearance(route.a) - self.clearance(route.b)) / 2
        first = middle - step * (route.length - 1) / 2
        offset = (track_index - (len(route.colors) - 1) / 2) * TRACK_DISTANCE * self.unit
        return [offset_space(curve, first + step * space, offset) for space in range(route.length)]


def track_spaces(board_map: Map, route_index: int, track_index: int) -> list[Space]:
    """The spaces of one track, for those who draw something of their own.

    >>> from whistlestop.maps.mapfile import read_map
    >>> len(track_spaces(read_map("usa"), 0, 0))
    2
    """
    return BoardLayout(board_map).track_spaces(route_index, track_index)


def ferry_spaces(route: Route) -> range:
    """Which spaces of a track show a ferry symbol (R3.3): the middle ones."""
    first = (route.length - route.ferries) // 2
    return range(first, first + route.ferries)


def offset_space(curve: Curve, distance: float, offset: float) -> Space:
    """The point `offset` units to the right of the curve; its direction is taken over a short stretch."""
    here, before, after = curve.at(distance), curve.at(distance - 4), curve.at(distance + 4)
    dx, dy = after.x - before.x, after.y - before.y
    norm = hypot(dx, dy) or 1.0
    return Space(here.x - offset * dy / norm, here.y + offset * dx / norm, degrees(atan2(dy, dx)))


def corners(space: Space, length: float, width: float) -> list[Point]:
    """The four corners of a space's rectangle."""
    ux, uy = cos(radians(space.angle)), sin(radians(space.angle))
    return [
        (space.x + along * ux - across * uy, space.y + along * uy + across * ux)
        for along, across in (
            (-length / 2, -width / 2),
            (length / 2, -width / 2),
            (length / 2, width / 2),
            (-length / 2, width / 2),
        )
    ]
