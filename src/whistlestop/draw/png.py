"""A board as a PNG picture."""

from __future__ import annotations

from collections.abc import Mapping

from whistlestop.draw.board import draw_board
from whistlestop.mapfile import Map


def draw_png(board_map: Map, *, fills: Mapping[str, str] | None = None, zoom: float = 2.0) -> bytes:
    """The board as PNG bytes, `zoom` pixels to a unit of the board; `fills` as in `draw_board`."""
    # Imported here because only pictures need them. The font comes with us: many servers have none at all.
    import font_source_sans_pro  # type: ignore[import-untyped]
    import resvg_py

    files = font_source_sans_pro.font_files_ttf
    picture = resvg_py.svg_to_bytes(
        svg_string=draw_board(board_map, fills=fills),
        zoom=zoom,
        skip_system_fonts=True,
        font_files=[files[name] for name in ("SourceSansPro", "SourceSansProSemibold")],
        font_family="Source Sans Pro",
    )
    return bytes(picture)
