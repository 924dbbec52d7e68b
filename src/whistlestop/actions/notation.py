"""Reading the words of an action's text: names, payments, and what was meant instead."""

import re
from typing import TYPE_CHECKING

from whistlestop.actions.action import Payment
from whistlestop.english import did_you_mean

if TYPE_CHECKING:
    from whistlestop.board import Board


class NotAnAction(ValueError):
    """A text that means no action on this board; the message says what is wrong and what would be right."""


def read_payment(board: "Board", text: str) -> Payment:
    """The cards of a payment such as wild:1,red:2, in canonical order: colours as in the map, wilds last."""
    payment: dict[str, int] = {}
    for part in text.split(","):
        name, _, count = part.partition(":")
        colour = read_name(board, "colour", name, board.colours)
        if not re.fullmatch(r"[1-9][0-9]?", count) or colour in payment:
            raise NotAnAction(f"{text!r} is not a payment. Write each colour once with its count, as in red:2,wild:1.")
        payment[colour] = int(count)
    return tuple((colour, payment[colour]) for colour in board.colours if colour in payment)


def read_name(board: "Board", kind: str, word: str, names: tuple[str, ...]) -> str:
    """The word, which must be one of the names."""
    if word in names:
        return word
    raise NotAnAction(f"{board.map.name} has no {kind} {word!r}.{did_you_mean(word, names)}")
