"""Where the names of places go: on the side of the dot where they cover the least, in one line or two."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from whistlestop.draw.geometry import SPACE_WIDTH, Layout, corners
from whistlestop.mapfile import Location, Point, Side

FONT_SIZE = 15.0
LETTER_HEIGHT = 0.72
"""Of a capital letter, as a share of the font size."""
LINE_STEP = 1.0
"""From one line to the next, likewise."""
AWAY = 3.0
"""Between the edge of a dot and its label."""
SIDES: dict[Side, tuple[int, int]] = {
    "e": (1, 0),
    "w": (-1, 0),
    "n": (0, -1),
    "s": (0, 1),
    "ne": (1, -1),
    "se": (1, 1),
    "nw": (-1, -1),
    "sw": (-1, 1),
}
NARROW, WIDE = "fijlrtI1 .-'’,", "mwMWQOGD@"


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: Box) -> float:
        """The shared area of two boxes."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across * down if across > 0 and down > 0 else 0.0

    def contains(self, point: Point) -> bool:
        return self.left <= point[0] <= self.right and self.top <= point[1] <= self.bottom


class Label(NamedTuple):
    """A name in its lines, the box around them, and which end of the lines is held (an SVG text-anchor)."""

    lines: tuple[str, ...]
    box: Box
    anchor: str

    @property
    def x(self) -> float:
        middle = (self.box.left + self.box.right) / 2
        return {"start": self.box.left, "end": self.box.right}.get(self.anchor, middle)

    def baselines(self, size: float) -> list[float]:
        """Where each line stands, in letters of this size."""
        first = self.box.bottom - LINE_STEP * size * (len(self.lines) - 1)
        return [first + LINE_STEP * size * i for i in range(len(self.lines))]


def text_width(text: str, size: float) -> float:
    """About how wide a text is. Fonts differ, so the estimate is on the generous side."""
    ems = sum(0.32 if c in NARROW else 0.82 if c in WIDE else 0.62 if c.isupper() else 0.53 for c in text)
    return ems * size


def font_size(layout: Layout) -> float:
    """Names grow with the board's spaces, but slowly: they have to fit between the routes."""
    return FONT_SIZE * sqrt(layout.unit)


def in_lines(name: str) -> list[tuple[str, ...]]:
    """The ways to write a name: in one line, and if it has several words in the two most even lines.

    >>> in_lines("Golden Gate Bridge")
    [('Golden Gate Bridge',), ('Golden Gate', 'Bridge')]
    """
    words = name.split()
    breaks = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
    return [(name,), min(breaks, key=lambda lines: (max(map(len, lines)), -len(lines[0])))] if breaks else [(name,)]


def make_label(place: Location, side: Side, lines: tuple[str, ...], layout: Layout) -> Label:
    """The label of a place when it stands on `side` of the dot."""
    size, unit = font_size(layout), layout.unit
    width = max(text_width(line, size) for line in lines)
    height = size * (LETTER_HEIGHT + LINE_STEP * (len(lines) - 1))
    across, down = SIDES[side]
    radius = layout.dot_radius(place)
    far = (radius if 0 in (across, down) else 0.7 * radius) + AWAY * unit
    left = place.x + across * far - (0 if across > 0 else width if across < 0 else width / 2)
    top = place.y + down * far - (0 if down > 0 else height if down < 0 else height / 2)
    anchor = "start" if across > 0 else "end" if across < 0 else "middle"
    return Label(lines, Box(left, top, left + width, top + height), anchor)


def place_labels(layout: Layout) -> list[Label]:
    """A label for every location: on the file's side of the dot, or else where it covers the least."""
    places, ink = layout.board_map.locations, space_points(layout)
    dots = [
        Box(p.x - radius, p.y - radius, p.x + radius, p.y + radius) for p in places if (radius := layout.dot_radius(p))
    ]
    page = Box(10, 10, layout.board_map.board.width - 10, layout.board_map.board.height - 10)
    choices = [
        [make_label(p, side, lines, layout) for lines in in_lines(p.name) for side in ([p.label] if p.label else SIDES)]
        for p in places
    ]
    costs = []
    for place, choice in zip(places, choices, strict=True):
        near = points_near(place, ink, reach=text_width(place.name, font_size(layout)) + 3 * layout.dot_radius(place))
        costs.append([cover(label.box, near, dots, page) for label in choice])
    chosen = [cost.index(min(cost)) for cost in costs]
    for _ in range(3):  # labels that push each other settle in a few rounds
        for i, choice in enumerate(choices):
            others = [choices[j][pick].box for j, pick in enumerate(chosen) if j != i]
            total = [cost + clash(label.box, others) for cost, label in zip(costs[i], choice, strict=True)]
            chosen[i] = total.index(min(total))
    return [choice[pick] for choice, pick in zip(choices, chosen, strict=True)]


def clash(box: Box, others: list[Box]) -> float:
    return 3 * sum(box.overlap(other) for other in others)


def cover(box: Box, ink: list[Point], dots: list[Box], page: Box) -> float:
    """How much a label hides, in square units: spaces, dots, and what falls off the page."""
    hidden = sum(12.0 for point in ink if box.contains(point))
    lost = (box.right - box.left) * (box.bottom - box.top) - box.overlap(page)
    return hidden + 3 * clash(box, dots) + 20 * lost


def space_points(layout: Layout) -> list[Point]:
    """Points all over the spaces of the board, close enough together that no label slips through."""
    points: list[Point] = []
    for i, route in enumerate(layout.board_map.routes):
        length, width = layout.space_length(i), SPACE_WIDTH * layout.unit
        for track in range(len(route.colors)):
            for space in layout.track_spaces(i, track):
                for share in (0.15, 0.45, 0.75, 1.0):
                    points += corners(space, length * share, width) + corners(space, length * share, 0)[:2]
    return points


def points_near(place: Location, points: list[Point], reach: float) -> list[Point]:
    return [p for p in points if abs(p[0] - place.x) < reach and abs(p[1] - place.y) < reach]
