"""Where the names of places go: on the side of the dot where they cover the least, in one line or two."""

from __future__ import annotations

from itertools import combinations
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from whistlestop.draw.geometry import FRAME, SPACE_WIDTH, BoardLayout, corners
from whistlestop.draw.glyphs import Anchor, Line, load_font, text_extent, text_width
from whistlestop.draw.point_counter import PointCounter
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
"""Between a name and the next one beside it, as a share of the font size, so that they are not read as one."""
ROUNDS = 3
"""Names that push each other settle in a few."""
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


class Words(NamedTuple):
    """A name broken into lines, and what it measures in one size."""

    texts: tuple[str, ...]
    size: float
    width: float
    capital: float
    height: float
    above: float
    below: float


def set_words(texts: tuple[str, ...], size: float) -> Words:
    """Measure a name's lines in one size."""
    font = load_font("plain")
    capital = size * font.cap_height / font.units
    return Words(
        texts,
        size,
        width=max(text_width(text, size) for text in texts),
        capital=capital,
        height=capital + size * LINE_STEP * (len(texts) - 1),
        above=text_extent(texts[0], size)[0],
        below=text_extent(texts[-1], size)[1],
    )


class Spot(NamedTuple):
    """Where a name may stand: its left end, and the line that its first line stands on."""

    words: Words
    side: Side
    gap: float
    left: float
    base: float

    @property
    def box(self) -> Box:
        """What its letters take up."""
        words = self.words
        last = self.base + words.size * LINE_STEP * (len(words.texts) - 1)
        return Box(self.left, self.base - words.above, self.left + words.width, last + words.below)

    @property
    def label(self) -> Label:
        """The name as it is drawn there."""
        words = self.words
        x, anchor = anchor_point(self.left, words.width, SIDES[self.side][0])
        lines = tuple(Line(text, x, self.base + words.size * LINE_STEP * i) for i, text in enumerate(words.texts))
        return Label(lines, words.size, anchor, self.box)


def spots_of(place: Location, size: float, layout: BoardLayout) -> list[Spot]:
    """All spots of a name in one size: on the file's side of the dot, or else on any and a little further away."""
    return [
        find_spot(place, words, side, gap, layout)
        for words in (set_words(texts, size) for texts in line_breaks(place.name))
        for side in ([place.label] if place.label else SIDES)
        for gap in (LABEL_GAPS if place.label is None else (LABEL_GAP,))
    ]


def find_spot(place: Location, words: Words, side: Side, gap: float, layout: BoardLayout) -> Spot:
    """On `side` of the dot, with `gap` between them."""
    across, down = SIDES[side]
    radius = layout.dot_radius(place)
    far = (radius if 0 in (across, down) else 0.7 * radius) + gap * layout.unit
    left = place.x + across * far - (0 if across > 0 else words.width if across < 0 else words.width / 2)
    # Beside a dot, capitals are level with it; above and below it, what hangs or stands out must not touch it.
    top = place.y + down * far - (0 if down > 0 else words.height if down < 0 else words.height / 2)
    if down > 0:
        top += max(words.above - words.capital, 0)
    elif down < 0 and across == 0:
        top -= max(words.below - LABEL_GAP * layout.unit / 2, 0)
    return Spot(words, side, gap, left, top + words.capital)


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
    ink = PointCounter(space_points(layout))
    for share in SIZE_FACTORS:
        labels = arrange(layout, share * font_size(layout), ink)
        tried.append((count_conflicts(labels, layout), labels))
        if tried[-1][0] == 0:
            break
    return min(tried, key=lambda found: found[0])[1]


def count_conflicts(labels: list[Label], layout: BoardLayout) -> int:
    """How many pairs of names, and of names and dots, overlap, and how many names leave the frame."""
    boxes = np.array([label.box for label in labels]).reshape(-1, 4)
    names = sum(a.box.overlap(b.box) > 0 for a, b in combinations(labels, 2))
    outside = areas_outside(boxes, frame_box(layout)) > 0
    return names + int(np.count_nonzero(outside) + np.count_nonzero(overlap_depths(boxes, all_dots(layout)) > 0))


def arrange(layout: BoardLayout, size: float, ink: PointCounter) -> list[Label]:
    """Labels of one size: on the file's side of the dot, or else where they cover the least."""
    if not layout.board_map.locations:
        return []
    dots, page = all_dots(layout), frame_box(layout)
    spots = [spots_of(place, size, layout) for place in layout.board_map.locations]
    boxes = np.array([spot.box for its in spots for spot in its])
    gaps = np.array([spot.gap for its in spots for spot in its])
    ends = np.cumsum([len(its) for its in spots])[:-1]
    costs = np.split(label_costs(boxes, ink, dots, page) + DISTANCE_COST * (gaps - LABEL_GAP), ends)
    airy = np.split(boxes + np.array([-1, 0, 1, 0]) * NAME_GAP * size / 2, ends)
    chosen = [int(np.argmin(cost)) for cost in costs]
    taken = np.array([its[pick] for its, pick in zip(airy, chosen, strict=True)])
    for _ in range(ROUNDS):
        before = list(chosen)
        for i, cost in enumerate(costs):
            chosen[i] = int(np.argmin(cost + 3 * shared_areas(airy[i], np.delete(taken, i, axis=0))))
            taken[i] = airy[i][chosen[i]]
        if chosen == before:
            break
    return [its[pick].label for its, pick in zip(spots, chosen, strict=True)]


def all_dots(layout: BoardLayout) -> Numbers:
    """The middle and radius of every dot."""
    return np.array([(p.x, p.y, layout.dot_radius(p)) for p in layout.board_map.locations]).reshape(-1, 3).T


def frame_box(layout: BoardLayout) -> Box:
    """The board inside of its frame."""
    board = layout.board_map.board
    return Box(FRAME, FRAME, board.width - FRAME, board.height - FRAME)


def areas_outside(boxes: Numbers, page: Box) -> Numbers:
    """The area of each box outside of the page."""
    left, top, right, bottom = boxes.T
    outside: Numbers = (right - left) * (bottom - top) - shared_areas(boxes, np.array([page]))
    return outside


def shared_areas(boxes: Numbers, others: Numbers) -> Numbers:
    """How much of every box the others cover."""
    left, top, right, bottom = boxes.T[:, :, None]
    other_left, other_top, other_right, other_bottom = others.T
    across = np.clip(np.minimum(right, other_right) - np.maximum(left, other_left), 0, None)
    down = np.clip(np.minimum(bottom, other_bottom) - np.maximum(top, other_top), 0, None)
    areas: Numbers = (across * down).sum(axis=1)
    return areas


def overlap_depths(boxes: Numbers, dots: Numbers) -> Numbers:
    """How deep each box reaches into each dot; 0 or less where they are apart."""
    x, y, radius = dots
    left, top, right, bottom = boxes.T[:, :, None]
    across = np.clip(np.maximum(left - x, x - right), 0, None)
    down = np.clip(np.maximum(top - y, y - bottom), 0, None)
    depths: Numbers = radius - np.hypot(across, down)
    return depths


def label_costs(boxes: Numbers, ink: PointCounter, dots: Numbers, page: Box) -> Numbers:
    """What labels cover, in square units: spaces, dots, and their own area outside of the page."""
    depths = np.clip(overlap_depths(boxes, dots), 0, None).sum(axis=1)
    costs: Numbers = 12 * ink.count(boxes) + 200 * depths + 20 * areas_outside(boxes, page)
    return costs


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
