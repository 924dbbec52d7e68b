"""Print and play: a map as a PDF with the board in real size, tickets, cards, tokens, score sheets and the rules."""

from whistlestop.printing.document import PARTS, Part, PrintedMap, print_map
from whistlestop.printing.languages import LANGUAGES, Language
from whistlestop.printing.paper import PAPERS, USUAL_PIECE, CannotPrint, Paper, Piece

__all__ = [
    "LANGUAGES",
    "PAPERS",
    "PARTS",
    "USUAL_PIECE",
    "CannotPrint",
    "Language",
    "Paper",
    "Part",
    "Piece",
    "PrintedMap",
    "print_map",
]
