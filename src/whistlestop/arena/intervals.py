"""Rates with confidence intervals, where the games of one deal do not count as independent."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Z = 1.959963984540054  # of the normal distribution, for 95 %


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

    Wilson's interval on as many independent games as would scatter alike, so that it stays wide at 0 % and 100 %.

    >>> print(rate(np.array([1, 1, 1, 0, 1, 1, 1, 1]), np.array([0, 0, 1, 1, 2, 2, 3, 3])))
    87.5 % (31.9–99.1)
    """
    return rate_of_deals(np.bincount(deal, won), np.bincount(deal))


def rate_of_deals(won: NDArray[Any], games: NDArray[Any]) -> Rate:
    """The same from sums by deal; deals without games do not count."""
    won, games = won[games > 0], games[games > 0]
    deals = len(games)
    if not deals:
        return Rate(np.nan, 0.0, 1.0)
    value = float(won.sum() / games.sum())
    scatter = ((won - value * games) ** 2).sum()
    worth = float(deals)  # no scatter says little: then a deal is worth a game
    if deals > 1 and scatter > 1e-12:
        variance = scatter * deals / (deals - 1) / games.sum() ** 2
        worth = value * (1 - value) / variance
    return _wilson(value, worth, t_quantile(deals - 1))


def _wilson(value: float, games: float, z: float) -> Rate:
    middle = (value + z**2 / (2 * games)) / (1 + z**2 / games)
    half = z * np.sqrt(value * (1 - value) / games + z**2 / (4 * games**2)) / (1 + z**2 / games)
    return Rate(value, float(np.clip(middle - half, 0, value)), float(np.clip(middle + half, value, 1)))


def t_quantile(freedom: int) -> float:
    """The 97.5 % quantile of Student's t by its expansion around the normal one; within 1 % from 3 degrees on.

    >>> round(t_quantile(3), 2), round(t_quantile(30), 3)
    (3.16, 2.042)
    """
    n = float(max(freedom, 1))
    terms = (
        (Z**3 + Z) / 4,
        (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96,
        (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384,
    )
    return Z + sum(term / n**power for power, term in enumerate(terms, start=1))
