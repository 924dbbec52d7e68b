"""An action: a choice as a small value with a text form."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

Payment = tuple[tuple[str, int], ...]
DECK = "deck"
WILD = "wild"


def payment_text(cards: Iterable[tuple[str, int]]) -> str:
    """
    >>> payment_text([("purple", 3), ("wild", 1)])
    'purple:3,wild:1'
    """
    return ",".join(f"{card}:{count}" for card, count in cards)


@dataclass(frozen=True)
class Action:
    """A choice. Only the fields that belong to its verb are set; `str(action)` is its text.

    >>> str(Action("claim", route="denver/omaha", payment=(("purple", 3), ("wild", 1))))
    'claim denver/omaha purple:3,wild:1'
    """

    verb: str
    """The name of one of the verbs (verbs.py)."""
    card: str | None = None
    tickets: tuple[str, ...] = ()
    symbol: str | None = None
    location: str | None = None
    route: str | None = None
    payment: Payment = ()

    @cached_property
    def text(self) -> str:
        """As records, views and people write it: `claim denver/omaha purple:3,wild:1`."""
        payment = payment_text(self.payment)
        words = (self.verb, self.card, *self.tickets, self.symbol, self.location, self.route, payment)
        return " ".join(word for word in words if word)

    def __str__(self) -> str:
        return self.text
