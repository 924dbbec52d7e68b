"""Rates of a tournament with confidence intervals, where the games of one deal do not count as independent."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from whistlestop.arena.estimates import Floats, ratio

__all__ = ["Floats", "Rate", "rate", "rate_of_deals"]


class Rate(NamedTuple):
    """A share of games and its 95 % interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        """For people.

        >>> print(Rate(0.6, 0.55, 0.65))
        60.0 % (55.0–65.0)
        """
        return f"{self.value * 100:.1f} % ({self.low * 100:.1f}–{self.high * 100:.1f})"


def rate(won: NDArray[Any], deal: NDArray[Any]) -> Rate:
    """The mean of `won` (0 to 1) over games, with an interval from how the means of deals scatter.

    >>> print(rate(np.array([1, 1, 1, 0, 1, 1, 1, 1]), np.array([0, 0, 1, 1, 2, 2, 3, 3])))
    87.5 % (31.9–99.1)
    """
    return rate_of_deals(np.bincount(deal, won), np.bincount(deal))


def rate_of_deals(won: NDArray[Any], games: NDArray[Any]) -> Rate:
    """The same from sums by deal; deals without games do not count."""
    if not games.any():
        return Rate(np.nan, 0.0, 1.0)
    estimate = ratio(won[:, None].astype(float), games[:, None].astype(float), is_share=True)[0]
    return Rate(estimate.value, estimate.low, estimate.high)
