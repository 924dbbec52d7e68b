"""The ground under the routes: every kind of outline shows, by day and by night."""

from __future__ import annotations

import re
from math import hypot
from typing import get_args
from xml.etree import ElementTree

import pytest

from whistlestop.draw.drawing import scenery_svg
from whistlestop.draw.geometry import smooth
from whistlestop.draw.relief import curve_path
from whistlestop.draw.scenery import draw_scenery
from whistlestop.maps.mapfile import BoardDesign, Outline, Point, builtin_maps, read_map

ZIGZAG: tuple[Point, ...] = ((40, 40), (160, 60), (150, 160), (60, 150))
KINDS = get_args(Outline.model_fields["kind"].annotation)


@pytest.mark.parametrize("theme", ["paper", "bay"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_outline_is_drawn(kind: str, theme: str) -> None:
    empty = BoardDesign.model_validate({"width": 200.0, "height": 200.0, "theme": theme})
    outline = Outline.model_validate({"kind": kind, "points": ZIGZAG})
    assert len(draw_scenery(empty.model_copy(update={"outlines": (outline,)}))) > len(draw_scenery(empty))


@pytest.mark.parametrize("name", builtin_maps())
def test_a_board_has_its_own_picture_for_the_night(name: str) -> None:
    day, night = scenery_svg(read_map(name)), scenery_svg(read_map(name), is_dark=True)
    assert day != night
    shapes = [[element.tag for element in ElementTree.fromstring(svg).iter()] for svg in (day, night)]
    assert shapes[0] == shapes[1]
    assert len(day) < 100_000


def test_a_drawn_line_is_the_curve_that_routes_follow() -> None:
    points = list(ZIGZAG)
    numbers = [float(n) for n in re.findall(r"-?[\d.]+", curve_path(points))]
    p0, p1, p2, p3 = [(numbers[i], numbers[i + 1]) for i in range(0, 8, 2)]
    halfway = tuple((a + 3 * b + 3 * c + d) / 8 for a, b, c, d in zip(p0, p1, p2, p3, strict=True))
    assert min(hypot(x - halfway[0], y - halfway[1]) for x, y in smooth(points)) < 0.1
