"""Reading the text of actions.

>>> from whistlestop.board import load_board
>>> action = parse_action("Claim  omaha/denver  wild:1, purple:3", load_board("usa"))
>>> str(action), action.route, dict(action.payment)
('claim denver/omaha purple:3,wild:1', 'denver/omaha', {'purple': 3, 'wild': 1})
"""

import re

from whistlestop.action import DECK, Action, Verb
from whistlestop.board import Board
from whistlestop.english import did_you_mean
from whistlestop.ids import tidy_id

USAGE: dict[Verb, str] = {
    "pass": "pass",
    "tickets": "tickets",
    "draw": "draw deck · draw COLOUR · draw wild",
    "keep": "keep TICKET TICKET …",
    "place": "place SYMBOL LOCATION",
    "take": "take SYMBOL",
    "claim": "claim ROUTE COLOUR:COUNT,wild:COUNT",
}


class NotAnAction(ValueError):
    """A text that means no action on this board; the message says what is wrong and what would be right."""


def claim_action(board: Board, route: str, payment: dict[str, int]) -> Action:
    """A claim with its payment in canonical order: colours as in the map, wilds last, nothing that counts zero."""
    order = board.colours.index
    paid = tuple(sorted(((c, n) for c, n in payment.items() if n), key=lambda item: order(item[0])))
    return Action("claim", route=route, payment=paid)


def parse_action(text: str, board: Board) -> Action:
    """The action that a text means here, legal or not. Case, extra spaces and the order of ends don't matter."""
    # Spaces become single ones first: the search for them around a sign would take a square of their number.
    words = re.sub(r"\s*([,:/#])\s*", r"\1", " ".join(text.lower().split())).split()
    if not words or words[0] not in USAGE:
        hint = did_you_mean(words[0], USAGE) if words else ""
        raise NotAnAction(f"{text!r} is no action. Write one of: {'; '.join(USAGE.values())}.{hint}")
    verb, rest = words[0], words[1:]
    match verb, len(rest):
        case "pass" | "tickets", 0:
            return Action(verb)
        case "draw", 1:
            return Action("draw", card=_name(board, "colour", rest[0], (DECK, *board.colours)))
        case "keep", n if n > 0:
            return Action(
                "keep", tickets=tuple(_name(board, "ticket", tidy_id(word), board.ticket_ids) for word in rest)
            )
        case "place", 2:
            symbol = _name(board, "symbol", rest[0], board.symbols)
            return Action("place", symbol=symbol, location=_name(board, "location", rest[1], board.location_ids))
        case "take", 1:
            return Action("take", symbol=_name(board, "symbol", rest[0], board.symbols))
        case "claim", 2:
            route = _name(board, "route", tidy_id(rest[0]), board.route_ids)
            return claim_action(board, route, _payment(board, rest[1]))
    raise NotAnAction(f"{text!r} is incomplete or has too many words. Write: {USAGE[verb]}.")


def _payment(board: Board, text: str) -> dict[str, int]:
    payment: dict[str, int] = {}
    for part in text.split(","):
        name, _, count = part.partition(":")
        colour = _name(board, "colour", name, board.colours)
        if not re.fullmatch(r"[1-9][0-9]?", count) or colour in payment:
            raise NotAnAction(f"{text!r} is no payment. Write each colour once with its count, as in red:2,wild:1.")
        payment[colour] = int(count)
    return payment


def _name(board: Board, kind: str, word: str, names: tuple[str, ...]) -> str:
    if word in names:
        return word
    raise NotAnAction(f"{board.map.name} has no {kind} {word!r}.{did_you_mean(word, names)}")
