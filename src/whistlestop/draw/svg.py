"""A board as an SVG drawing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from whistlestop.draw.geometry import DOT, SPACE_WIDTH, BoardLayout, Space, ferry_spaces
from whistlestop.draw.glyphs import draw_text
from whistlestop.draw.labels import Label, place_labels
from whistlestop.draw.ornaments import draw_ornaments
from whistlestop.draw.scenery import draw_scenery
from whistlestop.draw.symbols import FERRY, Paint, paints, symbol
from whistlestop.draw.themes import THEMES, Theme
from whistlestop.ids import track_id
from whistlestop.maps.mapfile import Location, Map, Route

FERRY_INK = "#31525c"
TOKEN_RING = "#f2cf3e"


def draw_board(board_map: Map, *, fills: Mapping[str, str] | None = None, as_text: bool = False) -> str:
    """The board as SVG text. The same map gives the same text.

    `fills` gives tracks (by route id) a colour of their own: the owner's on a claimed route, or a heat map's.
    `as_text` leaves texts as they are, for documents that embed our fonts; elsewhere they are outlines.

    >>> from whistlestop.maps.mapfile import read_map
    >>> svg = draw_board(read_map("usa"), fills={"denver/omaha": "#00aaff"})
    >>> svg.count('class="track"'), svg.count("#00aaff")
    (100, 4)
    """
    board, layout = board_map.board, BoardLayout(board_map)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {board.width:g} {board.height:g}"'
        f' width="{board.width:g}" height="{board.height:g}" role="img">',
        f"<title>{escape(board_map.name)}</title>",
        *draw_scenery(board),
        *draw_ornaments(board_map, as_text=as_text),
        *draw_tracks(layout, fills or {}),
        *draw_places(layout, THEMES[board.theme], as_text=as_text),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


@dataclass(frozen=True)
class BoardPicture:
    """A board that a notebook draws, some of its tracks in colours of their own (`Board.picture`)."""

    board_map: Map
    fills: Mapping[str, str]

    def __repr__(self) -> str:
        return f"<BoardPicture of {self.board_map.name}>"

    def _repr_svg_(self) -> str:
        return draw_board(self.board_map, fills=self.fills)


def draw_tracks(layout: BoardLayout, fills: Mapping[str, str]) -> list[str]:
    """Every track as a group that carries its route id."""
    palette = paints(layout.board_map.rules.cards.colors)
    parts = []
    for i, route in enumerate(layout.board_map.routes):
        length = layout.space_length(i)
        for track, colour in enumerate(route.colors):
            id = track_id(route.id, track)
            spaces = layout.track_spaces(i, track)
            parts.append(
                f'<g class="track" data-track={quoteattr(id)}><title>{escape(describe(route, colour))}</title>'
            )
            parts += [draw_space(space, length, layout.unit, palette[colour], fills.get(id)) for space in spaces]
            parts += [draw_ferry(spaces[at], layout.unit) for at in ferry_spaces(route)]
            parts.append("</g>")
    return parts


def describe(route: Route, colour: str) -> str:
    """What the pointer finds on a track."""
    ferries = f", ferries: {route.ferries}" if route.ferries else ""
    return f"{route.a} – {route.b}: {route.length} {colour}{ferries}"


def draw_space(space: Space, length: float, unit: float, paint: Paint, fill: str | None) -> str:
    """One space, with its colour's symbol upright in the middle."""
    width = SPACE_WIDTH * unit
    shape = (
        f'<rect x="{-length / 2:.1f}" y="{-width / 2:.1f}" width="{length:.1f}" height="{width:.1f}"'
        f' rx="{3 * unit:.1f}" fill="{fill or paint.fill}" stroke="{paint.edge}" stroke-width="{unit:.1f}"'
        f' transform="translate({space.x:.1f} {space.y:.1f}) rotate({space.angle:.1f})"/>'
    )
    return shape + symbol(paint.symbol, space.x, space.y, size=7.5 * unit, ink=paint.ink)


def draw_ferry(space: Space, unit: float) -> str:
    """The badge on a space that only a ferry card can pay."""
    badge = (
        f'<circle cx="{space.x:.1f}" cy="{space.y:.1f}" r="{6.2 * unit:.1f}" fill="#ffffff"'
        f' stroke="{FERRY_INK}" stroke-width="{unit:.1f}"/>'
    )
    return badge + symbol(FERRY, space.x, space.y, size=8.4 * unit, ink=FERRY_INK)


def draw_places(layout: BoardLayout, theme: Theme, *, as_text: bool = False) -> list[str]:
    """Dots and names, above all routes."""
    dots = [draw_dot(place, layout, theme) for place in layout.board_map.locations]
    return dots + [draw_label(label, theme, as_text=as_text) for label in place_labels(layout)]


def draw_dot(place: Location, layout: BoardLayout, theme: Theme) -> str:
    """A location; those with room for tokens have a ring."""
    unit, radius = layout.unit, layout.dot_radius(place)

    def circle(radius: float, paint: str) -> str:
        return f'<circle cx="{place.x:g}" cy="{place.y:g}" r="{radius:.1f}" {paint}/>'

    ring = f'fill="{TOKEN_RING}" stroke="{theme.ink}" stroke-width="{unit:.1f}"'
    body = f'fill="{theme.halo}" stroke="{theme.ink}" stroke-width="{1.8 * unit:.1f}"'
    rings = circle(radius, ring) if radius > DOT * unit else ""
    return rings + circle((DOT - 1) * unit, body) + circle(2.8 * unit, f'fill="{theme.ink}"')


def draw_label(label: Label, theme: Theme, *, as_text: bool = False) -> str:
    """A name with a halo, so that it can be read on any background."""
    return draw_text(label.lines, label.size, anchor=label.anchor, ink=theme.ink, halo=theme.halo, as_text=as_text)
