"""Mountains, hills, rivers, streets and bridges, drawn as old maps have them, along lines of the map file."""

from __future__ import annotations

from math import cos, radians, sin

from whistlestop.draw.geometry import Curve, extrapolate, smooth
from whistlestop.draw.themes import Theme
from whistlestop.maps.mapfile import BoardDesign, Point

STEP = 5.5
"""Between two strokes of a mountain range."""
CONTOURS = (74, 52, 32, 14)
"""Widths of the rings of a hill."""
GRATICULE = 100.0
"""Between two meridians or parallels in the middle of the board."""


def curve_path(points: list[Point], *, closed: bool = False) -> str:
    """The same curve through the points as `smooth` walks, but as few Bézier curves."""
    padded = (
        [points[-1], *points, *points[:2]]
        if closed
        else [extrapolate(*points[:3]), *points, extrapolate(*points[:-4:-1])]
    )
    path = [f"M{points[0][0]:g} {points[0][1]:g}"]
    for p0, p1, p2, p3 in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        ax, ay = p1[0] + (p2[0] - p0[0]) / 6, p1[1] + (p2[1] - p0[1]) / 6
        bx, by = p2[0] - (p3[0] - p1[0]) / 6, p2[1] - (p3[1] - p1[1]) / 6
        path.append(f"C{ax:.1f} {ay:.1f} {bx:.1f} {by:.1f} {p2[0]:g} {p2[1]:g}")
    return "".join(path) + ("Z" if closed else "")


def straight(a: Point, b: Point) -> str:
    """The path of a straight line."""
    return f"M{a[0]:.1f} {a[1]:.1f}L{b[0]:.1f} {b[1]:.1f}"


def stroke(path: str, colour: str, width: float, more: str = "") -> str:
    """A line with round ends."""
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round"'
        f' stroke-linejoin="round"{" " if more else ""}{more}/>'
    )


def jitter(n: int) -> float:
    """A number from 0 to 1 that looks random and is the same for each n: the fractions of the golden ratio's
    multiples."""
    return n * 0.6180339887 % 1


def draw_ridge(points: list[Point], board: BoardDesign, theme: Theme) -> list[str]:
    """A range of mountains: fine strokes downhill on a survey map, contour lines in the bay."""
    if board.theme == "bay":
        return draw_contours(curve_path(points), theme)
    curve = Curve(smooth(points))
    strokes = [hachure(curve, n, side) for n in range(1, int(curve.length / STEP)) for side in (-1, 1)]
    return [
        stroke(curve_path(points), theme.relief, 22, 'stroke-opacity="0.07"'),
        stroke("".join(strokes), theme.relief, 0.9, 'stroke-opacity="0.75"'),
    ]


def hachure(curve: Curve, n: int, side: int) -> str:
    """One stroke from near the crest down its slope. They get shorter towards the ends of the range."""
    distance = n * STEP
    taper = min(1.0, 0.35 + min(distance, curve.length - distance) / 60)
    x, y, angle = curve.at(distance)
    turn = radians(angle + side * (72 + 26 * jitter(n + 7 * side)))
    near = 1.5 + 1.5 * jitter(3 * n + side)
    far = near + taper * (6 + 7 * jitter(5 * n + 2 * side))
    return straight((x + near * cos(turn), y + near * sin(turn)), (x + far * cos(turn), y + far * sin(turn)))


def draw_contours(path: str, theme: Theme) -> list[str]:
    """Rings around a line: each is a wide stroke with a slightly narrower one on it."""
    parts = []
    for width in CONTOURS:
        parts += [stroke(path, theme.relief, width), stroke(path, theme.park, width - 1.8)]
    return ['<g opacity="0.7">', *parts, "</g>"]


def draw_river(points: list[Point], theme: Theme) -> str:
    """A smooth line in the colour of water."""
    return stroke(curve_path(points), theme.river, 1.9)


def draw_tramway(points: list[Point], theme: Theme) -> list[str]:
    """A line of cable cars in the street: rails and sleepers."""
    path = curve_path(points)
    sleepers = f'<path d="{path}" fill="none" stroke="{theme.relief}" stroke-width="5" stroke-dasharray="1 4"/>'
    return [sleepers, stroke(path, theme.relief, 2.6), stroke(path, theme.land, 1.2)]


def draw_bridge(points: list[Point], theme: Theme) -> list[str]:
    """The deck of a bridge with its two towers, and cables between them."""
    curve = Curve(smooth(points))
    path = curve_path(points)
    towers = []
    for share in (0.28, 0.72):
        x, y, angle = curve.at(curve.length * share)
        dx, dy = -6 * sin(radians(angle)), 6 * cos(radians(angle))
        towers.append(straight((x - dx, y - dy), (x + dx, y + dy)))
    cables = f'<path d="{path}" fill="none" stroke="{theme.bridge}" stroke-width="9" stroke-dasharray="0.8 4"/>'
    deck = [stroke(path, theme.bridge, 5), stroke(path, theme.halo, 1.6)]
    return [cables, *deck, stroke("".join(towers), theme.bridge, 3.4)]


def draw_graticule(board: BoardDesign, theme: Theme) -> str:
    """Meridians that lean together to the north, and parallels that sag, as on a conic projection."""
    middle, height = board.width / 2, board.height
    count = int(board.width / GRATICULE)
    meridians = [
        straight((middle + i * 0.8 * GRATICULE, 0), (middle + i * 1.2 * GRATICULE, height))
        for i in range(-count, count + 1)
    ]
    parallels = [
        f"M0 {y - 60:g}Q{middle:g} {y + 60:g} {board.width:g} {y - 60:g}"
        for y in (i * GRATICULE for i in range(int(height / GRATICULE) + 2))
    ]
    return stroke("".join(meridians + parallels), theme.grid, 0.6, 'stroke-opacity="0.4"')


def street_pattern(theme: Theme) -> str:
    """A fill of city blocks, a little askew as in a town on a peninsula."""
    return (
        '<pattern id="streets" width="27" height="18" patternUnits="userSpaceOnUse" patternTransform="rotate(-8)">'
        f'<path d="M0 .5H27M.5 0V18" stroke="{theme.grid}" stroke-width="1.5" fill="none"/></pattern>'
    )
