"""How much there is to draw under the routes: a server draws what strangers send it."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

from whistlestop.maps.check.finding import Finding, Found, remove
from whistlestop.maps.check.shape import Table

MOST_LENGTH = 25
"""All outlines together, in widths and heights of the board; the built-in maps have a third of it."""


def check_outlines(tables: Table) -> Found:
    """Outlines stay on the board or near it, and are not longer than a drawing needs."""
    board = tables.get("board") or {}
    width, height, outlines = board.get("width"), board.get("height"), board.get("outlines") or []
    if width is None or height is None:
        return
    total = 0.0
    for i, outline in enumerate(outlines):
        points = [point for point in (outline or {}).get("points") or () if point and len(point) == 2]
        if any(not (-width <= x <= 2 * width and -height <= y <= 2 * height) for x, y in points):
            yield Finding(
                f"board.outlines[{i}]",
                "outline-far-away",
                fix=remove(f"board.outlines[{i}]"),
            )
            return
        total += sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise([*points, *points[:1]]))
    if total > MOST_LENGTH * (width + height):
        yield Finding("board.outlines", "outlines-too-long", {"length": round(total)})
