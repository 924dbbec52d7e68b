"""What lies under the routes: land and water in the manner of a printed map. All our own drawing."""

from __future__ import annotations

from whistlestop.draw.relief import (
    curve_path,
    draw_bridge,
    draw_graticule,
    draw_ridge,
    draw_river,
    draw_tramway,
    street_pattern,
    stroke,
)
from whistlestop.draw.themes import Theme, theme_of
from whistlestop.maps.mapfile import BoardDesign, Point

WATER_LINES = (38, 27, 17, 8)
"""How far lines in the water follow the coast, twice over: the outermost first."""
FOG_EDGES = (54, 40, 27, 15, 5)


def draw_scenery(board: BoardDesign, *, is_dark: bool = False) -> list[str]:
    """The ground and what the file draws on it, bottom to top."""
    theme = theme_of(board.theme, is_dark=is_dark)
    land = [curve_path(points, closed=True) for points in lines_of(board, "land")]
    size = f'width="{board.width:g}" height="{board.height:g}"'
    parts = [
        "<defs>",
        f'<radialGradient id="edge" cx="50%" cy="46%" r="76%"><stop offset="0.55" stop-color="{theme.deep}"'
        f' stop-opacity="0"/><stop offset="1" stop-color="{theme.deep}" stop-opacity="0.9"/></radialGradient>',
        street_pattern(theme),
        "</defs>",
        f'<rect {size} fill="{theme.water if land else theme.land}"/>',
    ]
    if land:
        parts += [*draw_water_lines(land, theme), f'<rect {size} fill="url(#edge)"/>']
    parts += [f'<path d="{path}" fill="{theme.land}" stroke="{theme.coast}" stroke-width="1.4"/>' for path in land]
    if board.theme == "bay" and land:
        parts.append(f'<path d="{max(land, key=len)}" fill="url(#streets)"/>')
    parts += draw_land(board, theme)
    if board.theme == "paper":
        parts.append(draw_graticule(board, theme))
    for points in lines_of(board, "fog"):
        parts += draw_fog(curve_path(points, closed=True), theme)
    return parts


def lines_of(board: BoardDesign, kind: str) -> list[list[Point]]:
    """The outlines of a kind: land, park, river and so on."""
    return [list(outline.points) for outline in board.outlines if outline.kind == kind]


def draw_water_lines(land: list[str], theme: Theme) -> list[str]:
    """Lines that follow the coast, as engraved on old charts: each is a wide stroke with a narrower one on it."""
    parts = []
    for i, reach in enumerate(WATER_LINES):
        fading = f'stroke-opacity="{0.4 + 0.15 * i:.2f}"'
        parts += [
            stroke("".join(land), theme.shore, 2 * reach, fading),
            stroke("".join(land), theme.water, 2 * reach - 2),
        ]
    return parts


def draw_land(board: BoardDesign, theme: Theme) -> list[str]:
    """Parks, hills, waters and what people built, in the order in which they lie on each other."""
    parts = [f'<path d="{curve_path(points, closed=True)}" fill="{theme.park}"/>' for points in lines_of(board, "park")]
    for points in lines_of(board, "ridge"):
        parts += draw_ridge(points, board, theme)
    parts += [draw_river(points, theme) for points in lines_of(board, "river")]
    for points in lines_of(board, "water"):
        path = curve_path(points, closed=True)
        parts.append(f'<path d="{path}" fill="{theme.water}" stroke="{theme.coast}" stroke-width="1.2"/>')
    for points in lines_of(board, "tramway"):
        parts += draw_tramway(points, theme)
    for points in lines_of(board, "bridge"):
        parts += draw_bridge(points, theme)
    return parts


def draw_fog(path: str, theme: Theme) -> list[str]:
    """A bank of fog with soft edges: strokes that get narrower, since a blur would make zooming slow."""
    veils = [stroke(path, theme.fog, width, 'stroke-opacity="0.07"') for width in FOG_EDGES]
    return [f'<path d="{path}" fill="{theme.fog}" fill-opacity="0.3"/>', *veils]
