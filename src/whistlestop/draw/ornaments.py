"""The ornaments of a printed map: frame, name, points and compass, each where the map file puts it."""

from __future__ import annotations

from math import cos, radians, sin

from whistlestop.draw.geometry import FRAME
from whistlestop.draw.glyphs import Line, draw_text, load_font, text_width
from whistlestop.draw.themes import Theme, theme_of
from whistlestop.maps.mapfile import BoardDesign, Map, Point

N_DISTANCE, N_HEIGHT = 45.5, 9.0
"""Of the compass's letter: from the middle of the rose to its own, and how high it is."""
TITLE_SIZE = 28.0
TITLE_SPACING = 0.11
"""Between its letters, as a share of the size."""
TITLE_MARGIN = 11
"""Between the letters of the title and the edge of its plate."""


def draw_ornaments(board_map: Map, *, is_dark: bool = False, as_text: bool = False, north: float = 0) -> list[str]:
    """All of them; `north` is where it lies, in degrees to the right of above."""
    board, theme = board_map.board, theme_of(board_map.board.theme, is_dark=is_dark)
    parts = draw_frame(board, theme)
    if board.title:
        parts += draw_title(board_map.name, board, board.title, theme, as_text=as_text)
    if board.legend:
        parts += draw_legend(board_map.rules.route_points, board.legend, theme, as_text=as_text)
    if board.compass:
        parts += draw_compass(board.compass, theme, as_text=as_text, north=north)
    return parts


def draw_frame(board: BoardDesign, theme: Theme) -> list[str]:
    """Two lines with a scale of light and dark steps between them."""

    def frame(edge: float, width: float, colour: str, more: str = "") -> str:
        return (
            f'<rect x="{edge:g}" y="{edge:g}" width="{board.width - 2 * edge:g}" height="{board.height - 2 * edge:g}"'
            f' fill="none" stroke="{colour}" stroke-width="{width:g}"{more}/>'
        )

    return [
        frame(4.5, 9, theme.halo),
        frame(5.5, 3, theme.frame, ' stroke-dasharray="20 20"'),
        frame(3.4, 1, theme.frame),
        frame(7.6, 1, theme.frame),
        frame(0.75, 1.5, theme.frame),
        frame(9.6, 0.6, theme.frame),
    ]


def draw_title(name: str, board: BoardDesign, at: Point, theme: Theme, *, as_text: bool) -> list[str]:
    """The name in a cartouche: as large as the board has room for, and moved inside of the frame if need be."""
    text, font = name.upper(), load_font("display")
    edge = FRAME + 3
    half = text_width(text, 1, "display", spacing=TITLE_SPACING) / 2
    size = min(TITLE_SIZE, (board.width / 2 - edge - 1.5 * TITLE_MARGIN) / half)
    half = size * half + 1.5 * TITLE_MARGIN
    capital, ear = size * font.cap_height / font.units, 7
    x = min(max(at[0], edge + half), board.width - edge - half)
    y = min(max(at[1], edge + TITLE_MARGIN + capital), board.height - edge - TITLE_MARGIN)
    top, bottom = y - capital - TITLE_MARGIN, y + TITLE_MARGIN
    plate = (
        f"M{x - half:.1f} {top + ear:.1f}A{ear} {ear} 0 0 0 {x - half + ear:.1f} {top:.1f}H{x + half - ear:.1f}"
        f"A{ear} {ear} 0 0 0 {x + half:.1f} {top + ear:.1f}V{bottom - ear:g}A{ear} {ear} 0 0 0 {x + half - ear:.1f}"
        f" {bottom:g}H{x - half + ear:.1f}A{ear} {ear} 0 0 0 {x - half:.1f} {bottom - ear:g}Z"
    )
    line = Line(text, x, y)
    return [
        f'<path d="{plate}" fill="{theme.halo}" fill-opacity="0.9" stroke="{theme.frame}" stroke-width="4"/>',
        f'<path d="{plate}" fill="none" stroke="{theme.halo}" stroke-width="1.6"/>',
        draw_text(
            [line],
            size,
            face="display",
            anchor="middle",
            spacing=TITLE_SPACING * size,
            ink=theme.ink,
            as_text=as_text,
        ),
    ]


def draw_legend(route_points: tuple[int, ...], at: Point, theme: Theme, *, as_text: bool) -> list[str]:
    """The points for a route of each length (R3.5): a row of spaces, and what it is worth."""
    x, y = at
    step, space = 17, 13
    width, height = 58 + space * len(route_points), 16 + step * len(route_points)
    parts = [
        f'<g id="legend"><rect x="{x:g}" y="{y:g}" width="{width}" height="{height}" rx="4"'
        f' fill="{theme.halo}" fill-opacity="0.9" stroke="{theme.frame}" stroke-width="1"/>'
    ]
    for row, points in enumerate(route_points):
        middle = y + 8 + step * (row + 0.5)
        parts += [
            f'<rect x="{x + 10 + space * i:g}" y="{middle - 3.5:g}" width="{space - 2}" height="7" rx="2"'
            f' fill="{theme.frame}"/>'
            for i in range(row + 1)
        ]
        worth = Line(str(points), x + width - 10, middle + 4.5)
        parts.append(draw_text([worth], 13, anchor="end", ink=theme.ink, as_text=as_text))
    return [*parts, "</g>"]


def draw_compass(at: Point, theme: Theme, *, as_text: bool, north: float) -> list[str]:
    """A rose of sixteen points in a ring with degrees, and an upright letter where north is."""
    x, y = at
    letter = Line("N", N_DISTANCE * sin(radians(north)), N_HEIGHT / 2 - N_DISTANCE * cos(radians(north)))
    half = "M0-36L5.5-5.5L0 0Z"
    other = "M0-36L-5.5-5.5L0 0Z"
    turns = sorted((22.5 * n for n in range(16)), key=point_size)  # the long ones lie on top
    points = [
        f'<g transform="rotate({turn:g}) scale({point_size(turn)})"><path d="{half}" fill="{theme.frame}"/>'
        f'<path d="{other}" fill="{theme.halo}" stroke="{theme.frame}" stroke-width="0.6"/></g>'
        for turn in turns
    ]
    return [
        f'<g id="compass" transform="translate({x:g} {y:g})">',
        f'<circle r="25" fill="{theme.halo}" fill-opacity="0.35" stroke="{theme.frame}" stroke-width="0.8"/>',
        f'<circle r="22" fill="none" stroke="{theme.frame}" stroke-width="3" stroke-dasharray="0.7 3.14"/>',
        *points,
        draw_text([letter], 13, anchor="middle", ink=theme.ink, as_text=as_text),
        "</g>",
    ]


def point_size(turn: float) -> float:
    """How long a point of the compass rose is: the main ones are longest."""
    return 1.0 if turn % 90 == 0 else 0.72 if turn % 45 == 0 else 0.5
