"""Win chances that come true: of the choices that are said to win 70 of 100 games, 70 are won.

Where hidden cards and tickets are dealt anew, the others have not collected what they hold for what they want, and play
worse than they will: playouts flatter who chooses, little where a net guesses the tickets, much elsewhere. So some is
taken off the logarithm of the odds. `bench/calibration.py` measures it (decisions 54 and 61).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from whistlestop.board import Board
from whistlestop.bots.outcomes import Estimate


@dataclass(frozen=True)
class Calibration:
    """Makes chances of what playouts gave. Certainty stays certain.

    >>> [round(Calibration(1.0).chance(share), 2) for share in (0, 0.5, 0.73, 1)]
    [0.0, 0.27, 0.5, 1.0]
    """

    flattery: float
    """How much is taken off the logarithm of the odds."""

    def chance(self, played: float) -> float:
        """What a share of playouts that were won means for who chooses."""
        return played / (played + (1 - played) * math.exp(self.flattery))

    def estimate(self, played: Estimate) -> Estimate:
        """The same with its error: half of what lies within an error of the share of playouts."""
        low, high = max(0.0, played.mean - played.error), min(1.0, played.mean + played.error)
        return Estimate(self.chance(played.mean), (self.chance(high) - self.chance(low)) / 2)

    def loss(self, better: float, played: Estimate) -> Estimate:
        """What is given away by an action that wins so much less often in playouts than the `better` one does."""
        worse = min(1.0, max(0.0, better - played.mean))
        odds, middle = math.exp(self.flattery), (better + worse) / 2
        slope = odds / (middle + (1 - middle) * odds) ** 2
        return Estimate(self.chance(better) - self.chance(worse), played.error * slope)

    def chances(self, played: Sequence[float], seat: int) -> list[float]:
        """Every seat's, where `seat` chooses: what it loses goes to the others, in proportion."""
        own, others = self.chance(played[seat]), 1 - played[seat]
        rest = (1 - own) / others if others else 0.0
        return [own if other == seat else rest * chance for other, chance in enumerate(played)]


MEASURED = {"san-francisco": Calibration(0.17), "usa": Calibration(0.11)}
OTHERWISE = Calibration(0.9)
"""On maps that were not measured: there plain planners play on, and tickets are dealt by routes (decision 54)."""
AS_PLAYED = Calibration(0.0)
"""With all cards open nothing is dealt anew but the piles, and chances are true as they are."""


def calibration_for(board: Board, is_open: bool = False) -> Calibration:
    """That of a board."""
    return AS_PLAYED if is_open else MEASURED.get(board.source, OTHERWISE)
