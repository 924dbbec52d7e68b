"""How a board comes onto paper in real size: how large it is, and on which sheets. All lengths are millimetres."""

from __future__ import annotations

from math import ceil
from typing import Literal, NamedTuple

from whistlestop.draw.geometry import SPACE_WIDTH, BoardLayout
from whistlestop.maps.mapfile import Route
from whistlestop.maps.messages import MapRefusal

Paper = Literal["a4", "a3", "letter", "a1"]
PAPERS: dict[Paper, tuple[float, float]] = {
    "a4": (210.0, 297.0),
    "a3": (297.0, 420.0),
    "letter": (215.9, 279.4),
    "a1": (594.0, 841.0),
}
"""Upright."""
MARGIN = 12.0
"""Printers leave the outermost 5 mm white; the rest is for marks."""
OVERLAP = 10.0
LARGEST_PAGE = 5000.0
"""A page of a PDF ends at 200 inches."""
ROUNDING = 1e-6
"""What a sum of millimetres may be too large by, and still fits."""


class CannotPrint(MapRefusal):
    """A print that would make no sense; the message says what to change."""


class Piece(NamedTuple):
    """A train as seen from above."""

    length: float = 20.0
    breadth: float = 9.0

    def __str__(self) -> str:
        return f"{self.length:g} × {self.breadth:g} mm"

    @property
    def sides(self) -> dict[str, float]:
        """For a message; without the zero behind a whole number."""
        return {name: int(side) if side == int(side) else side for name, side in self._asdict().items()}

    def scaled(self, share: float) -> Piece:
        """A piece of the same shape, in tenths of a millimetre."""
        return Piece(int(self.length * share * 10) / 10, int(self.breadth * share * 10) / 10)


USUAL_PIECE = Piece()


class Tile(NamedTuple):
    """What of the board is on one sheet: its row and column, and its upper left corner on the board."""

    row: int
    column: int
    x: float
    y: float


class Tiling(NamedTuple):
    """The sheets of a board, all alike: their paper, and how much of the board is on each."""

    page_width: float
    page_height: float
    columns: int
    rows: int
    width: float
    height: float

    @property
    def tiles(self) -> list[Tile]:
        """From left to right, then down. Neighbours share a strip of `OVERLAP`."""
        return [
            Tile(row, column, column * (self.width - OVERLAP), row * (self.height - OVERLAP))
            for row in range(self.rows)
            for column in range(self.columns)
        ]


class Grid(NamedTuple):
    """How many cards of one size fit on a sheet, and whether it lies on its side for that."""

    page_width: float
    page_height: float
    columns: int
    rows: int

    def pages(self, count: int) -> int:
        """How many pages so many pieces take."""
        return ceil(count / (self.columns * self.rows))


def tightest_route(layout: BoardLayout) -> Route:
    """The route with the shortest spaces."""
    routes = layout.board_map.routes
    return routes[min(range(len(routes)), key=layout.space_length)]


def real_scale(layout: BoardLayout, piece: Piece) -> float:
    """Millimetres to a unit of the board, so that a piece fits on every one of its spaces.

    >>> from whistlestop.maps.mapfile import read_map
    >>> round(real_scale(BoardLayout(read_map("usa")), Piece()), 2)
    0.77
    """
    shortest = min(layout.space_length(i) for i in range(len(layout.curves)))
    return max(piece.length / shortest, piece.breadth / (SPACE_WIDTH * layout.unit))


def tile_board(width: float, height: float, paper: Paper) -> Tiling:
    """The fewest sheets that hold a board, upright or on their side.

    >>> tile_board(549, 417, "a4").columns, tile_board(549, 417, "a1").columns
    (4, 1)
    """
    upright = PAPERS[paper]
    pages = [upright, upright[::-1]] if width < height else [upright[::-1], upright]  # as the board, where both will do
    tilings = [tile_pages(width, height, *page) for page in pages]
    return min(tilings, key=lambda tiling: tiling.columns * tiling.rows)


def tile_pages(width: float, height: float, page_width: float, page_height: float) -> Tiling:
    """A board cut into pages of this size."""
    columns, across = split(width, page_width - 2 * MARGIN)
    rows, down = split(height, page_height - 2 * MARGIN)
    return Tiling(page_width, page_height, columns, rows, across, down)


def split(length: float, room: float) -> tuple[int, float]:
    """Into how many equal parts with overlaps a length is cut, and how long they are."""
    count = max(1, ceil((length - OVERLAP) / (room - OVERLAP) - ROUNDING))
    return count, (length + (count - 1) * OVERLAP) / count


def one_piece(width: float, height: float, paper: Paper) -> Tiling:
    """One sheet: of this paper if the board fits on it, else as large as it must be."""
    fitting = tile_board(width, height, paper)
    if fitting.columns * fitting.rows == 1:
        return fitting
    page = width + 2 * MARGIN, height + 2 * MARGIN
    if max(page) > LARGEST_PAGE:
        raise CannotPrint("page-too-large", {**in_metres(width, height), "most": round(LARGEST_PAGE / 1000)})
    return Tiling(*page, 1, 1, width, height)


def in_metres(width: float, height: float) -> dict[str, float]:
    """Millimetres as messages tell them."""
    return {"width": round(width / 1000, 1), "height": round(height / 1000, 1)}


def largest_piece(width: float, height: float, piece: Piece, paper: Paper) -> Piece:
    """The piece for which the whole board fits on one sheet, of the same shape and at most as large."""
    long, short = max(PAPERS[paper]) - 2 * MARGIN, min(PAPERS[paper]) - 2 * MARGIN
    share = min(1.0, long / max(width, height), short / min(width, height))
    return piece.scaled(share)


def card_grid(width: float, height: float, paper: Paper) -> Grid:
    """As many cards as go on a sheet, side by side."""
    upright = PAPERS[paper]
    grids = [
        Grid(*page, *(int((side - 2 * MARGIN) / card) for side, card in zip(page, (width, height), strict=True)))
        for page in (upright, upright[::-1])
    ]
    return max(grids, key=lambda grid: grid.columns * grid.rows)
