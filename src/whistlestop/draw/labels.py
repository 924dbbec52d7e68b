"""Where the names of places go: on the side of the dot where they cover the least, in one line or two."""

from __future__ import annotations

from itertools import combinations
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from whistlestop.draw.geometry import FRAME, SPACE_WIDTH, BoardLayout, corners
from whistlestop.draw.glyphs import Anchor, Line, load_font, text_extent, text_width
from whistlestop.maps.mapfile import Location, Point, Side

FONT_SIZE = 14.0
SIZE_FACTORS = (1.0, 0.92, 0.84, 0.76, 0.68)
"""The sizes that are tried, one after the other, until no name overlaps another."""
LINE_STEP = 1.0
"""From one line to the next, as a share of the font size."""
LABEL_GAP = 3.0
"""Between the edge of a dot and its label."""
LABEL_GAPS = (LABEL_GAP, LABEL_GAP + SPACE_WIDTH / 2, LABEL_GAP + SPACE_WIDTH)
"""Where the file leaves it to us, a name may stand between two tracks that leave the dot."""
DISTANCE_COST = 4.0
"""The cost of a unit more distance, in covered square units."""
NAME_GAP = 0.5
"""Between a name and the next one beside it, as a share of the font size."""
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


Numbers = NDArray[np.float64]


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


class Label(NamedTuple):
    """A name in its lines, of which `anchor` says the end that stands at x; `box` is what the letters take up."""

    lines: tuple[Line, ...]
    size: float
    anchor: Anchor
    box: Box


def font_size(layout: BoardLayout) -> float:
    """Names grow with the board's spaces, but slowly: they have to fit between the routes."""
    return FONT_SIZE * sqrt(layout.unit)


def line_breaks(name: str) -> list[tuple[str, ...]]:
    """How a name can be broken: one line, and if it has several words the two most even lines.

    >>> line_breaks("Golden Gate Bridge")
    [('Golden Gate Bridge',), ('Golden Gate', 'Bridge')]
    """
    words = name.split()
    breaks = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
    return [(name,), min(breaks, key=lambda lines: (max(map(len, lines)), -len(lines[0])))] if breaks else [(name,)]


def make_label(
    place: Location, side: Side, texts: tuple[str, ...], size: float, layout: BoardLayout, gap: float = LABEL_GAP
) -> Label:
    """The label of a place when it stands on `side` of the dot, with `gap` between them."""
    font = load_font("plain")
    width = max(text_width(text, size) for text in texts)
    capital = size * font.cap_height / font.units
    height = capital + size * LINE_STEP * (len(texts) - 1)
    above, below = (text_extent(text, size)[i] for i, text in enumerate((texts[0], texts[-1])))
    across, down = SIDES[side]
    radius = layout.dot_radius(place)
    far = (radius if 0 in (across, down) else 0.7 * radius) + gap * layout.unit
    left = place.x + across * far - (0 if across > 0 else width if across < 0 else width / 2)
    # Beside a dot, capitals are level with it; above and below it, what hangs or stands out must not touch it.
    top = place.y + down * far - (0 if down > 0 else height if down < 0 else height / 2)
    if down > 0:
        top += max(above - capital, 0)
    elif down < 0 and across == 0:
        top -= max(below - LABEL_GAP * layout.unit / 2, 0)
    x, anchor = anchor_point(left, width, across)
    lines = tuple(Line(text, x, top + capital + size * LINE_STEP * i) for i, text in enumerate(texts))
    box = Box(left, lines[0].y - above, left + width, lines[-1].y + below)
    return Label(lines, size, anchor, box)


def anchor_point(left: float, width: float, across: int) -> tuple[float, Anchor]:
    """The point that a label is held by: its end next to the dot."""
    if across > 0:
        return left, "start"
    if across < 0:
        return left + width, "end"
    return left + width / 2, "middle"


def place_labels(layout: BoardLayout) -> list[Label]:
    """A label for every location, as large as they can be without overlaps."""
    tried = []
    ink = space_points(layout)
    for share in SIZE_FACTORS:
        labels = arrange(layout, share * font_size(layout), ink)
        tried.append((count_conflicts(labels, layout), labels))
        if tried[-1][0] == 0:
            break
    return min(tried, key=lambda found: found[0])[1]


def count_conflicts(labels: list[Label], layout: BoardLayout) -> int:
    """How many pairs of names, and of names and dots, overlap, and how many names leave the frame."""
    boxes, dots, page = [label.box for label in labels], all_dots(layout), frame_box(layout)
    names = sum(a.overlap(b) > 0 for a, b in combinations(boxes, 2))
    return names + sum(
        int((area_outside(box, page) > 0) + np.count_nonzero(overlap_depths(box, dots) > 0)) for box in boxes
    )


def arrange(layout: BoardLayout, size: float, ink: Numbers) -> list[Label]:
    """Labels of one size: on the file's side of the dot, or else where they cover the least."""
    places = layout.board_map.locations
    dots, page = all_dots(layout), frame_box(layout)
    choices = [
        [
            (make_label(p, side, texts, size, layout, gap), gap - LABEL_GAP)
            for texts in line_breaks(p.name)
            for side in ([p.label] if p.label else SIDES)
            for gap in (LABEL_GAPS if p.label is None else (LABEL_GAP,))
        ]
        for p in places
    ]
    costs = []
    for place, choice in zip(places, choices, strict=True):
        near = points_near(place, ink, reach=text_width(place.name, size) + 6 * layout.dot_radius(place))
        costs.append(np.array([label_cost(label.box, near, dots, page) + DISTANCE_COST * far for label, far in choice]))
    boxes = [np.array([apart(label.box, size) for label, _ in choice]) for choice in choices]
    chosen = [int(np.argmin(cost)) for cost in costs]
    for _ in range(3):  # labels that push each other settle in a few rounds
        for i, cost in enumerate(costs):
            others = np.array([boxes[j][pick] for j, pick in enumerate(chosen) if j != i]).reshape(-1, 4)
            chosen[i] = int(np.argmin(cost + 3 * shared_areas(boxes[i], others)))
    return [choice[pick][0] for choice, pick in zip(choices, chosen, strict=True)]


def apart(box: Box, size: float) -> Box:
    """A name with the air that keeps it from being read on as the next one."""
    air = NAME_GAP * size / 2
    return box._replace(left=box.left - air, right=box.right + air)


def all_dots(layout: BoardLayout) -> Numbers:
    """The middle and radius of every dot."""
    return np.array([(p.x, p.y, layout.dot_radius(p)) for p in layout.board_map.locations]).reshape(-1, 3).T


def frame_box(layout: BoardLayout) -> Box:
    """The board inside of its frame."""
    board = layout.board_map.board
    return Box(FRAME, FRAME, board.width - FRAME, board.height - FRAME)


def area_outside(box: Box, page: Box) -> float:
    """The area of a box outside of the page."""
    return (box.right - box.left) * (box.bottom - box.top) - box.overlap(page)


def shared_areas(boxes: Numbers, others: Numbers) -> Numbers:
    """How much of every box the others cover."""
    least = np.minimum(boxes[:, None, 2:], others[None, :, 2:])
    across, down = np.moveaxis(np.clip(least - np.maximum(boxes[:, None, :2], others[None, :, :2]), 0, None), -1, 0)
    areas: Numbers = (across * down).sum(axis=1)
    return areas


def overlap_depths(box: Box, dots: Numbers) -> Numbers:
    """How deep a box reaches into each dot; 0 or less where they are apart."""
    x, y, radius = dots
    across = np.clip(np.maximum(box.left - x, x - box.right), 0, None)
    down = np.clip(np.maximum(box.top - y, y - box.bottom), 0, None)
    depths: Numbers = radius - np.hypot(across, down)
    return depths


def label_cost(box: Box, ink: Numbers, dots: Numbers, page: Box) -> float:
    """What a label covers, in square units: spaces, dots, and its own area outside of the page."""
    x, y = ink
    hidden = np.count_nonzero((x >= box.left) & (x <= box.right) & (y >= box.top) & (y <= box.bottom))
    return float(12 * hidden + 200 * np.clip(overlap_depths(box, dots), 0, None).sum() + 20 * area_outside(box, page))


def space_points(layout: BoardLayout) -> Numbers:
    """Points all over the spaces of the board, close enough together that no label slips through."""
    points: list[Point] = []
    for i, route in enumerate(layout.board_map.routes):
        length, width = layout.space_length(i), SPACE_WIDTH * layout.unit
        for track in range(len(route.colors)):
            for space in layout.track_spaces(i, track):
                for share in (0.15, 0.45, 0.75, 1.0):
                    points += corners(space, length * share, width) + corners(space, length * share, 0)[:2]
    return np.array(points).reshape(-1, 2).T


def points_near(place: Location, points: Numbers, reach: float) -> Numbers:
    x, y = points
    return points[:, (abs(x - place.x) < reach) & (abs(y - place.y) < reach)]
