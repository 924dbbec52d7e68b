"""What lies under the routes: land and water, and the ornaments of a printed map. All our own drawing."""

from __future__ import annotations

from typing import NamedTuple
from xml.sax.saxutils import escape

from whistlestop.draw.geometry import SAMPLES, smooth
from whistlestop.mapfile import Drawing, Map, Outline, Point

KINDS = ("land", "park", "water", "bridge", "fog")
FONTS = "'Source Sans Pro','Source Sans 3','Helvetica Neue',Arial,sans-serif"


class Theme(NamedTuple):
    """The colours of a board's setting."""

    water: str
    deep: str
    shore: str
    land: str
    coast: str
    park: str
    ink: str
    halo: str
    frame: str
    bridge: str


THEMES = {
    "paper": Theme(
        "#d5e2e0", "#c3d5d5", "#e3ebe5", "#f5eedd", "#b9ad94", "#e6e6cc", "#3d372e", "#fbf7ec", "#8c7f68", "#a08a6c"
    ),
    "bay": Theme(
        "#b4d3d9", "#97c0cb", "#cbe1e2", "#f4ecdc", "#b7a88c", "#d3dfb9", "#26393f", "#fdfaf2", "#5f8089", "#b9503f"
    ),
}


def path_of(points: list[Point], *, closed: bool) -> str:
    body = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return f"M{body}{'Z' if closed else ''}"


def outline_path(outline: Outline) -> str:
    """The smooth curve through an outline's points."""
    points = list(outline.points)
    if outline.kind == "bridge":
        return path_of(smooth(points), closed=False)
    # Twice round the ends, of which only the one full round is kept: the curve closes without a corner.
    ring = smooth([*points[-2:], *points, *points[:2]])
    return path_of(ring[2 * SAMPLES : -2 * SAMPLES], closed=True)


def draw_scenery(board: Drawing) -> list[str]:
    """The ground and what the file draws on it, bottom to top."""
    theme = THEMES[board.theme]
    paths = {kind: [outline_path(o) for o in board.outlines if o.kind == kind] for kind in KINDS}
    size = f'width="{board.width:g}" height="{board.height:g}"'
    parts = [
        "<defs>",
        f'<radialGradient id="sea" cx="50%" cy="45%" r="75%"><stop offset="0.5" stop-color="{theme.water}"/>'
        f'<stop offset="1" stop-color="{theme.deep}"/></radialGradient>',
        '<filter id="fog" x="-30%" y="-60%" width="160%" height="220%"><feGaussianBlur stdDeviation="16"/></filter>',
        "</defs>",
        f'<rect {size} fill="{"url(#sea)" if paths["land"] else theme.land}"/>',
    ]
    # Lines of shallow water follow the coast, as on old charts: wide pale strokes under the land.
    for width, opacity in ((34, 0.35), (22, 0.45), (11, 0.6)):
        shore = f'stroke="{theme.shore}" stroke-width="{width}" stroke-opacity="{opacity}" stroke-linejoin="round"'
        parts += [f'<path d="{path}" fill="none" {shore}/>' for path in paths["land"]]
    coast = f'stroke="{theme.coast}" stroke-width="1.2" stroke-linejoin="round"'
    parts += [f'<path d="{path}" fill="{theme.land}" {coast}/>' for path in paths["land"]]
    parts += [f'<path d="{path}" fill="{theme.park}"/>' for path in paths["park"]]
    parts += [f'<path d="{path}" fill="{theme.water}" {coast}/>' for path in paths["water"]]
    for stroke in (f'stroke="{theme.bridge}" stroke-width="6"', f'stroke="{theme.halo}" stroke-width="2"'):
        parts += [f'<path d="{path}" fill="none" {stroke} stroke-linecap="round"/>' for path in paths["bridge"]]
    parts += [f'<path d="{path}" fill="#ffffff" opacity="0.6" filter="url(#fog)"/>' for path in paths["fog"]]
    return parts


def draw_ornaments(board_map: Map) -> list[str]:
    """Frame, name, points and compass, each where the file puts it."""
    board, theme = board_map.board, THEMES[board_map.board.theme]
    parts = [
        f'<rect x="{edge}" y="{edge}" width="{board.width - 2 * edge:g}" height="{board.height - 2 * edge:g}" rx="3"'
        f' fill="none" stroke="{theme.frame}" stroke-width="{width}"/>'
        for edge, width in ((2, 4), (7, 1))
    ]
    if board.title:
        parts.append(draw_title(board_map.name, board.title, theme))
    if board.legend:
        parts += draw_legend(board_map.rules.route_points, board.legend, theme)
    if board.compass:
        parts += draw_compass(board.compass, theme)
    return parts


def draw_title(name: str, at: Point, theme: Theme) -> str:
    return (
        f'<text x="{at[0]:g}" y="{at[1]:g}" text-anchor="middle" font-size="30" font-weight="600" letter-spacing="7"'
        f' fill="{theme.ink}" fill-opacity="0.75">{escape(name.upper())}</text>'
    )


def draw_legend(route_points: tuple[int, ...], at: Point, theme: Theme) -> list[str]:
    """The points for a route of each length (R3.5): a row of spaces, and what it is worth."""
    x, y = at
    step, space = 17, 13
    width, height = 58 + space * len(route_points), 16 + step * len(route_points)
    parts = [
        f'<g id="legend"><rect x="{x:g}" y="{y:g}" width="{width}" height="{height}" rx="6"'
        f' fill="{theme.halo}" fill-opacity="0.85" stroke="{theme.frame}" stroke-width="0.8"/>'
    ]
    for row, points in enumerate(route_points):
        middle = y + 8 + step * (row + 0.5)
        parts += [
            f'<rect x="{x + 10 + space * i:g}" y="{middle - 3.5:g}" width="{space - 2}" height="7" rx="2"'
            f' fill="{theme.frame}"/>'
            for i in range(row + 1)
        ]
        parts.append(
            f'<text x="{x + width - 10:g}" y="{middle + 4.5:g}" text-anchor="end" font-size="13" font-weight="600"'
            f' fill="{theme.ink}">{points}</text>'
        )
    return [*parts, "</g>"]


def draw_compass(at: Point, theme: Theme) -> list[str]:
    x, y = at
    half = "M0-30L5-5L0 0Z"
    other = "M0-30L-5-5L0 0Z"
    points = [
        f'<g transform="rotate({turn}) scale({1 if turn % 90 == 0 else 0.55})"><path d="{half}" fill="{theme.frame}"/>'
        f'<path d="{other}" fill="{theme.halo}" stroke="{theme.frame}" stroke-width="0.6"/></g>'
        for turn in (45, 135, 225, 315, 0, 90, 180, 270)
    ]
    return [
        f'<g id="compass" transform="translate({x:g} {y:g})" opacity="0.8">',
        f'<circle r="21" fill="none" stroke="{theme.frame}" stroke-width="0.8"/>',
        *points,
        f'<text y="-34" text-anchor="middle" font-size="12" font-weight="600" fill="{theme.ink}">N</text>',
        "</g>",
    ]
