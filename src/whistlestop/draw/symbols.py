"""Colours and the symbol that goes with each, for everybody who can't tell the colours apart.

Cards and route spaces use the same symbols. Every symbol is an SVG path in a box from -5 to 5.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from whistlestop.actions.action import WILD

GREY = "grey"


class Paint(NamedTuple):
    """How a colour is drawn: the space itself, its edge, and the ink and path of its symbol."""

    fill: str
    edge: str
    ink: str
    symbol: str


CIRCLE = "M0-4.2A4.2 4.2 0 1 1 0 4.2A4.2 4.2 0 1 1 0-4.2Z"
RING = "M0-4.4A4.4 4.4 0 1 1 0 4.4A4.4 4.4 0 1 1 0-4.4ZM0-2.2A2.2 2.2 0 1 0 0 2.2A2.2 2.2 0 1 0 0-2.2Z"
SQUARE = "M-3.8-3.8H3.8V3.8H-3.8Z"
DIAMOND = "M0-5L5 0L0 5L-5 0Z"
TRIANGLE = "M0-4.6L4.8 3.8H-4.8Z"
PLUS = "M-1.7-4.8H1.7V-1.7H4.8V1.7H1.7V4.8H-1.7V1.7H-4.8V-1.7H-1.7Z"
CROSS = "M-4.6-2.4L-2.4-4.6L0-2.2L2.4-4.6L4.6-2.4L2.2 0L4.6 2.4L2.4 4.6L0 2.2L-2.4 4.6L-4.6 2.4L-2.2 0Z"
STAR = "M0-5L1.4-1.7L4.9-1.5L2.2.8L3.1 4.2L0 2.3L-3.1 4.2L-2.2.8L-4.9-1.5L-1.4-1.7Z"
HEXAGON = "M-2.6-4.5H2.6L5.2 0L2.6 4.5H-2.6L-5.2 0Z"
DROP = "M0-5.2C1.4-2.6 4-.9 4 1.6A4 3.6 0 0 1-4 1.6C-4-.9-1.4-2.6 0-5.2Z"
MOON = "M2.4-4.6A4.9 4.9 0 1 0 2.4 4.6A5.6 5.6 0 0 1 2.4-4.6Z"
BARS = "M-4.4-4.2H-1V4.2H-4.4ZM1-4.2H4.4V4.2H1Z"
BOW = "M-4.8-3.8L4.8 3.8V-3.8L-4.8 3.8Z"
DASH = "M-3-1H3V1H-3Z"
WHEEL = (
    "M0-3.7A3.7 3.7 0 1 1 0 3.7A3.7 3.7 0 1 1 0-3.7ZM0-2.3A2.3 2.3 0 1 0 0 2.3A2.3 2.3 0 1 0 0-2.3Z"
    "M-.6-5H.6V5H-.6ZM4-3L4.6-2L-4 3L-4.6 2ZM4.6 2L4 3L-4.6-2L-4-3Z"
)
"""Of a locomotive, or at the helm of a ferry."""
FERRY = "M-5.4.6H5.4L3.8 4.2H-3.8ZM-3.2-2H3.2V-.2H-3.2ZM-1.2-4.8H1V-2.6H-1.2Z"

PAINTS = {
    "blue": Paint("#2f6db5", "#1d4a80", "#ffffff", DROP),
    "green": Paint("#4c9a52", "#2f6a35", "#ffffff", TRIANGLE),
    "black": Paint("#3b3a3c", "#1c1b1d", "#f3eee4", CROSS),
    "purple": Paint("#a55d9f", "#713a6d", "#ffffff", MOON),
    "red": Paint("#c8403a", "#8d2622", "#ffffff", PLUS),
    "orange": Paint("#e98a2e", "#a95b12", "#3a1f04", DIAMOND),
    "white": Paint("#fbf9f4", "#85807a", "#5c574f", RING),
    "yellow": Paint("#f2cf3e", "#a78512", "#4d3b00", STAR),
    "pink": Paint("#e58fb3", "#a5527a", "#4a1230", HEXAGON),
    "brown": Paint("#8a5f3c", "#5c3c22", "#ffffff", BARS),
    "teal": Paint("#2a9d97", "#176560", "#ffffff", BOW),
    "gold": Paint("#c9a24a", "#8a6a1f", "#352604", SQUARE),
    GREY: Paint("#b9b6b0", "#7d7a74", "#5b5852", DASH),
    WILD: Paint("#44474f", "#24262c", "#ffffff", WHEEL),
}
SPARE = (
    Paint("#6b8fd6", "#3f5fa0", "#ffffff", SQUARE),
    Paint("#b5c24a", "#77822a", "#2e3308", HEXAGON),
    Paint("#d98e7a", "#985543", "#3f160b", BARS),
    Paint("#5f7d78", "#3b524e", "#ffffff", BOW),
    Paint("#7a6aa8", "#4f4277", "#ffffff", CIRCLE),
    Paint("#a8d5c8", "#5f9486", "#123b30", STAR),
    Paint("#c46a9b", "#8a3f69", "#ffffff", PLUS),
    Paint("#7f4a4a", "#532c2c", "#ffffff", RING),
    Paint("#d8c9a3", "#96865c", "#3d3415", DROP),
    Paint("#4a90a4", "#2c5f6e", "#ffffff", DIAMOND),
    Paint("#90a955", "#5e7130", "#1f2909", MOON),
    Paint("#e0b1cb", "#a1708c", "#43202f", TRIANGLE),
)
"""For colours that maps name and we have no paint for."""
SEAT_FILLS = ("#00e5ff", "#ff1ec8", "#8cff00", "#5a00ff", "#ff8ad8")
"""Cyan, magenta, lime, violet and pink by seat: brighter than cards, so that no claimed route looks like a free one."""


def paints(colours: Collection[str]) -> dict[str, Paint]:
    """A paint for each colour of a deck, for wilds and for grey.

    >>> sorted(paints(["red", "mauve"]))
    ['grey', 'mauve', 'red', 'wild']
    """
    chosen = {colour: PAINTS[colour] for colour in (*colours, WILD, GREY) if colour in PAINTS}
    used = {paint.symbol for paint in chosen.values()}
    # A spare whose symbol is still free comes first: two colours should not share one.
    spares = sorted(SPARE, key=lambda paint: paint.symbol in used)
    unknown = [colour for colour in colours if colour not in PAINTS]
    return chosen | dict(zip(unknown, spares, strict=False))


class SpacePaint(NamedTuple):
    """How a space is drawn that nobody has claimed: pale, so that pieces stand out, with an outline of its colour."""

    fill: str
    edge: str
    ink: str


PAPER, NIGHT = "#fbf6e9", "#23292b"
TINT, DARKEST_TINT = 0.52, 0.74
"""How much of its own colour a free space keeps, and one in black, which would be grey otherwise."""
DARK = 0.3
"""Of white's light: colours with less keep more of themselves, so that red and green differ for everybody."""
EDGE_CONTRAST, INK_CONTRAST = 2.2, 3.2
"""Of the outline to the ground, and of the symbol to the space (WCAG 1.4.11, and a little more)."""
SUNK_CONTRAST = 5.0
"""Of outline and symbol of black by night: blacker than the land, it would be lost in it without light lines."""


def free_space(paint: Paint, *, is_dark: bool) -> SpacePaint:
    """A space in a colour that nobody has claimed, on a light or a dark page.

    >>> free_space(PAINTS["red"], is_dark=False)
    SpacePaint(fill='#db857c', edge='#c8403a', ink='#862420')
    """
    ground, towards = (NIGHT, "#ffffff") if is_dark else (PAPER, "#000000")
    darkness = max(0.0, 1 - luminance(paint.fill) / DARK)
    sinks = is_dark and contrast(paint.fill, ground) < EDGE_CONTRAST
    fill = mixed(paint.edge if sinks else paint.fill, ground, TINT + (DARKEST_TINT - TINT) * darkness)
    own = paint.fill if is_dark else paint.edge
    return SpacePaint(
        fill,
        edge=standing_out(paint.fill, ground, towards, SUNK_CONTRAST if sinks else EDGE_CONTRAST) or towards,
        ink=standing_out(own, fill, towards, SUNK_CONTRAST if sinks else INK_CONTRAST)
        or ("#111111" if is_dark else "#ffffff"),
    )


def mixed(one: str, other: str, share: float) -> str:
    """A colour between two: so much of the first.

    >>> mixed("#ff0000", "#0000ff", 0.25)
    '#4000bf'
    """
    pairs = ((int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)


def contrast(one: str, other: str) -> float:
    """As WCAG defines it, from 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    """How light a colour is to the eye, from 0 to 1 (WCAG)."""
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def linear(colour: str) -> tuple[float, ...]:
    """The shares of red, green and blue light in a colour."""
    shares = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return tuple(share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)


def standing_out(colour: str, ground: str, towards: str, least: float) -> str | None:
    """The colour, changed no more towards another than it must be for a contrast to a ground; None if that can't be."""
    shares = (1 - step / 20 for step in range(21))
    changed = (mixed(colour, towards, share) for share in shares)
    return next((one for one in changed if contrast(one, ground) >= least), None)


def symbol(path: str, x: float, y: float, *, size: float, ink: str, angle: float = 0.0) -> str:
    """A symbol as SVG: `size` units high, in the middle of (x, y), turned by `angle` degrees."""
    turn = f" rotate({angle:.1f})" if angle else ""
    return f'<path d="{path}" fill="{ink}" transform="translate({x:.1f} {y:.1f}){turn} scale({size / 10:.2f})"/>'
