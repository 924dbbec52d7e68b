"""Boards as pictures: SVG for pages, notebooks and print, PNG for everything else."""

from whistlestop.draw.board import draw_board
from whistlestop.draw.geometry import Space, track_spaces
from whistlestop.draw.lettering import LettersNotBuilt
from whistlestop.draw.png import draw_png

__all__ = ["LettersNotBuilt", "Space", "draw_board", "draw_png", "track_spaces"]
