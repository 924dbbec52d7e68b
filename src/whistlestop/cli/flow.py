"""Pieces of text side by side, broken between pieces and never inside one."""

from collections.abc import Iterable, Iterator

from rich.console import Console, ConsoleOptions
from rich.measure import Measurement
from rich.text import Text


class Flow:
    """Lines of as many pieces as fit the width; a card or a ticket stays in one piece.

    >>> console = Console(width=12)
    >>> console.print(Flow(["2 red", "1 wild", "3 blue"], gap=" "))
    2 red 1 wild
    3 blue
    """

    def __init__(self, pieces: Iterable[Text | str], gap: str = "  ") -> None:
        self.pieces = [Text(piece) if isinstance(piece, str) else piece for piece in pieces]
        self.gap = gap

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        line: Text | None = None
        for piece in self.pieces:
            if line is None:
                line = Text.assemble(piece)  # not the piece itself, whose colour would fill the rest of the line
            elif line.cell_len + len(self.gap) + piece.cell_len <= options.max_width:
                line = Text.assemble(line, self.gap, piece)
            else:
                yield line
                line = Text.assemble(piece)
        if line is not None:
            yield line

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        widths = [piece.cell_len for piece in self.pieces] or [0]
        whole = sum(widths) + len(self.gap) * (len(widths) - 1)
        return Measurement(min(max(widths), options.max_width), min(whole, options.max_width))
