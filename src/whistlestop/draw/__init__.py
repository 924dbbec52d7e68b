"""Boards as pictures: SVG for pages, notebooks and print, PNG for everything else."""

from whistlestop.draw.geometry import Space, track_spaces
from whistlestop.draw.glyphs import FontsNotBuilt
from whistlestop.draw.png import draw_png
from whistlestop.draw.svg import BoardPicture, draw_board

__all__ = ["BoardPicture", "FontsNotBuilt", "Space", "draw_board", "draw_png", "track_spaces"]
