"""What lies in front of one player, to and from its part of a position."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Seat:
    """One player's pieces, route points, cards (by kind, without kinds there are none of), tickets and tokens."""

    pieces: int
    score: int = 0
    hand: Counter[str] = field(default_factory=Counter)
    tickets: list[str] = field(default_factory=list)
    offered: list[str] = field(default_factory=list)
    tokens: list[str] = field(default_factory=list)

    @classmethod
    def from_position(cls, seat: dict[str, Any]) -> "Seat":
        """The seat that a position describes."""
        return cls(
            pieces=seat["pieces"],
            score=seat["score"],
            hand=+Counter(seat["hand"]),
            tickets=list(seat["tickets"]),
            offered=list(seat["offered"]),
            tokens=list(seat["tokens"]),
        )

    def position(self) -> dict[str, Any]:
        """This seat's part of a position."""
        return {
            "score": self.score,
            "pieces": self.pieces,
            "hand": dict(self.hand),
            "tickets": list(self.tickets),
            "offered": list(self.offered),
            "tokens": list(self.tokens),
        }
