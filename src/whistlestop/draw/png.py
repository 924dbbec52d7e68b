"""A board as a PNG picture."""

from __future__ import annotations

from collections.abc import Mapping

from whistlestop.draw.svg import draw_board
from whistlestop.extras import needs_extra
from whistlestop.maps.mapfile import Map


def draw_png(board_map: Map, *, fills: Mapping[str, str] | None = None, zoom: float = 2.0) -> bytes:
    """The board as PNG bytes, `zoom` pixels to a unit of the board; `fills` as in `draw_board`."""
    with needs_extra("play"):
        import resvg_py  # here because only pictures need it

    svg = draw_board(board_map, fills=fills)
    # Letters are outlines, but for names in scripts that only the machine's own fonts may have.
    picture = resvg_py.svg_to_bytes(svg_string=svg, zoom=zoom, skip_system_fonts="<text" not in svg)
    return bytes(picture)
