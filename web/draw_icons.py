"""Draws the icons of the installed page: `python web/draw_icons.py`, after app-icon.svg has changed."""

from pathlib import Path

import resvg_py

HERE = Path(__file__).parent
SIZES = (192, 512)

if __name__ == "__main__":
    for size in SIZES:
        picture = resvg_py.svg_to_bytes(svg_path=str(HERE / "app-icon.svg"), width=size, height=size)
        (HERE / "public" / f"icon-{size}.png").write_bytes(bytes(picture))
