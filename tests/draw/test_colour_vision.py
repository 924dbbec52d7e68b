"""Colour never speaks alone: whoever sees colours in another way still tells cards, routes and seats apart."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import combinations
from math import dist
from pathlib import Path
from typing import NamedTuple

import pytest

from whistlestop.actions.action import WILD
from whistlestop.draw.symbols import PAINTS, SPARE, contrast, free_space, linear, luminance, paints
from whistlestop.draw.themes import DARK_THEMES, THEMES
from whistlestop.draw.tokens import token_paths
from whistlestop.maps.mapfile import builtin_maps, read_map

SEATS = Path(__file__).parents[2] / "web/src/seats.ts"
LEAST_DIFFERENCE = 12.0
"""In CIELAB; about 2 can just be seen side by side. Less than this is hard to tell apart across a board."""
BLACK_CONTRAST = 3.0
"""Of what graphics need (WCAG 1.4.11)."""
LEAST_OF_FREE_SPACES = 10.5
TEXT_CONTRAST, SYMBOL_CONTRAST = 4.5, 3.0
"""WCAG 2.2, 1.4.3 and 1.4.11."""
OUTLINE_CONTRAST = 1.6
"""Of a space that also has another ground than the land around it."""

# Complete colour blindness of each type, for linear RGB: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes,
# "A Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE TVCG 15 (6), 2009.
VISIONS = {
    "usual": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
# Linear RGB to CIE XYZ, relative to white.
XYZ = ((0.43395, 0.37621, 0.18984), (0.21264, 0.71517, 0.07219), (0.01776, 0.10947, 0.87276))

Triple = tuple[float, ...]


class Look(NamedTuple):
    name: str
    fill: str
    ink: str
    symbol: str


def times(matrix: Iterable[Triple], vector: Triple) -> Triple:
    return tuple(sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)


def lab(rgb: Triple) -> Triple:
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 4 / 29 for t in times(XYZ, rgb))
    return (116 * y - 16, 500 * (x - y), 200 * (y - z))


def difference(one: str, other: str, vision: str) -> float:
    """How far apart two colours are for someone, in CIELAB."""
    seen = (times(VISIONS[vision], linear(colour)) for colour in (one, other))
    a, b = (lab(tuple(min(max(share, 0.0), 1.0) for share in rgb)) for rgb in seen)
    return dist(a, b)


def seat_looks() -> list[Look]:
    """The page's seats."""
    pattern = r'fill: "(#\w+)",\s*edge: "#\w+",\s*ink: "(#\w+)",\s*mark:\s*"([^"]+)"'
    return [Look(f"seat {i}", *found) for i, found in enumerate(re.findall(pattern, SEATS.read_text()))]


def card_looks(map_name: str) -> list[Look]:
    deck = paints(list(read_map(map_name).rules.cards.colors))
    return [Look(name, paint.fill, paint.ink, paint.symbol) for name, paint in deck.items()]


SETS = {name: card_looks(name) for name in builtin_maps()} | {"seats": seat_looks()}


def test_the_page_has_a_look_for_every_seat() -> None:
    assert len(SETS["seats"]) == max(read_map(name).rules.players.max for name in builtin_maps())


@pytest.mark.parametrize("looks", SETS.values(), ids=SETS)
def test_no_two_share_a_symbol(looks: list[Look]) -> None:
    assert len({look.symbol for look in looks}) == len(looks)


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("looks", SETS.values(), ids=SETS)
def test_any_two_differ_by_colour_alone_whoever_looks(looks: list[Look], vision: str) -> None:
    """A board is read at a glance, where symbols are small: the colours must do as well. Wild cards show a picture."""
    plain = [look for look in looks if look.name != WILD]
    close = {
        (a.name, b.name): round(found, 1)
        for a, b in combinations(plain, 2)
        if (found := difference(a.fill, b.fill, vision)) < LEAST_DIFFERENCE
    }
    assert close == {}


def test_every_symbol_stands_out_from_its_colour() -> None:
    drawn = [(name, paint.ink, paint.fill) for name, paint in PAINTS.items()]
    drawn += [(f"spare {i}", paint.ink, paint.fill) for i, paint in enumerate(SPARE)]
    drawn += [(look.name, look.ink, look.fill) for look in SETS["seats"]]
    faint = {name: round(contrast(ink, fill), 2) for name, ink, fill in drawn if contrast(ink, fill) < SYMBOL_CONTRAST}
    assert faint == {}


@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("map", builtin_maps())
def test_free_spaces_differ_by_their_outlines_or_their_ground_whoever_looks(map: str, is_dark: bool) -> None:
    """They are pale, so that pieces stand out: their outlines have the full colour, only yellow's is darker."""
    deck = paints(list(read_map(map).rules.cards.colors))
    spaces = {name: free_space(paint, is_dark=is_dark) for name, paint in deck.items() if name != WILD}
    close = {
        (a, b, vision): found
        for (a, one), (b, other) in combinations(spaces.items(), 2)
        for vision in VISIONS
        for found in [max(difference(one.edge, other.edge, vision), difference(one.fill, other.fill, vision))]
        if found < LEAST_OF_FREE_SPACES
    }
    assert close == {}


@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
def test_free_spaces_stand_out_from_the_ground_and_their_symbols_from_them(is_dark: bool) -> None:
    """Black track must not sink into the night, nor yellow track into paper."""
    drawn = PAINTS | {f"spare {i}": paint for i, paint in enumerate(SPARE)}
    for name, paint in drawn.items():
        space = free_space(paint, is_dark=is_dark)
        assert contrast(space.ink, space.fill) >= SYMBOL_CONTRAST, name
        for theme in (DARK_THEMES if is_dark else THEMES).values():
            assert contrast(space.edge, theme.land) >= OUTLINE_CONTRAST, name


def test_black_track_does_not_sink_into_the_night() -> None:
    """It was a grey line around the colour of the land, by far the faintest of all."""
    space = free_space(PAINTS["black"], is_dark=True)
    for theme in DARK_THEMES.values():
        assert contrast(space.edge, theme.land) >= BLACK_CONTRAST
        assert contrast(space.ink, theme.land) >= BLACK_CONTRAST
        assert luminance(space.fill) < luminance(theme.land)


def test_names_can_be_read_on_land_and_water_by_day_and_by_night() -> None:
    for themes in (THEMES, DARK_THEMES):
        for name, theme in themes.items():
            for ground in (theme.land, theme.water, theme.park, theme.halo):
                assert contrast(theme.ink, ground) >= TEXT_CONTRAST, (name, ground)


def test_no_two_tokens_look_alike() -> None:
    tokens = read_map("san-francisco").rules.tokens
    assert tokens
    assert len(set(token_paths(tokens.symbols).values())) == len(tokens.symbols)


def test_the_model_of_vision_knows_what_colour_blind_people_confuse() -> None:
    assert difference("#b5532a", "#6d7a24", "usual") > 50
    assert difference("#b5532a", "#6d7a24", "deuteranopia") < difference("#b5532a", "#6d7a24", "tritanopia") / 2
