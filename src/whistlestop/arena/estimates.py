"""Rates and means with 95 % intervals, when games of one deal are not independent.

Every number of a report is a ratio of two sums: wins to games, points to seats, claims to games. The sums are kept by
*block* of deals: all games of a deal, in whatever seating and line-up, fall into the same block. Blocks are
independent, so the spread of the ratio over blocks gives its error, and the memory needed does not grow with the games.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import isfinite
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

BLOCKS = 1000
"""A deal belongs to block `number % BLOCKS`: up to a thousand deals, every deal is a block of its own."""

CONFIDENCE = 0.95
NO_ERROR = 1e-9  # rounding
ENOUGH = 10
"""With fewer cases no mean is shown: its interval would mean nothing."""

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Estimate(NamedTuple):
    """A number, its 95 % interval and the number of cases it is from."""

    value: float
    low: float
    high: float
    cases: float

    @property
    def interval(self) -> tuple[float, float]:
        """The lower and the upper bound of the 95 % interval."""
        return self.low, self.high

    @property
    def is_known(self) -> bool:
        """Whether there are cases enough for an interval that means something."""
        return self.cases >= ENOUGH and isfinite(self.low) and isfinite(self.high)


@dataclass(frozen=True)
class Estimates:
    """One ratio for each member of a group (bot, seat, ticket, …): value, standard error, cases, blocks with cases."""

    value: Floats
    error: Floats
    cases: Floats
    blocks: Ints
    is_share: bool
    """Whether the values lie between 0 and 1: then so do the intervals."""

    def __getitem__(self, i: int) -> Estimate:
        low, high = self.bounds()
        return Estimate(float(self.value[i]), float(low[i]), float(high[i]), float(self.cases[i]))

    def __iter__(self) -> Iterator[Estimate]:
        return (self[i] for i in range(len(self.value)))

    def bounds(self, comparisons: int = 1) -> tuple[Floats, Floats]:
        """The interval of each value; wider if several are compared at once (Bonferroni)."""
        reach = t_quantile(1 - (1 - CONFIDENCE) / 2 / comparisons, self.blocks - 1)
        if self.is_share:
            return _wilson(self.value, self.error, reach, self.blocks)
        return self.value - reach * self.error, self.value + reach * self.error

    def differ_from(self, expected: Floats | float) -> NDArray[np.bool_]:
        """Which values lie significantly away from what is expected, all of them compared at once."""
        low, high = self.bounds(comparisons=len(self.value))
        differs: NDArray[np.bool_] = (self.cases >= ENOUGH) & ((low > expected) | (high < expected))
        return differs


class BlockSums:
    """Sums over played games by block of deals and by member of one group (bots, seats, tickets, …).

    Who wants every deal to be a block of its own says how many `blocks` there are.

    >>> seats = BlockSums(2, blocks=1)
    >>> seats.add("count", np.array([0, 0, 0]), np.array([0, 0, 1]))
    >>> seats.add("win", np.array([0, 0, 0]), np.array([0, 0, 1]), np.array([1.0, 0.0, 1.0]))
    >>> seats.mean("win").value.tolist()
    [0.5, 1.0]
    """

    def __init__(self, members: int, blocks: int = BLOCKS) -> None:
        self.members = members
        self._shape = (blocks, members)
        self._sums: dict[str, Floats] = {}

    def add(self, name: str, block: Ints, member: Ints, weights: Floats | None = None) -> None:
        """Add a weight (or 1) for every case."""
        blocks, members = self._shape
        self.add_sums(name, np.bincount(block * members + member, weights, minlength=blocks * members))

    def add_sums(self, name: str, sums: NDArray[Any]) -> None:
        """Add what was summed by block and member already."""
        self._sums[name] = self[name] + sums.reshape(self._shape)

    def __getitem__(self, name: str) -> Floats:
        return self._sums.get(name, np.zeros(self._shape))

    def mean(self, name: str, of: str = "count", *, is_share: bool = False) -> Estimates:
        """The mean of a sum over another one, with the interval that the blocks give."""
        return ratio(self[name], self[of], is_share=is_share)


def ratio(numerator: Floats, denominator: Floats, *, is_share: bool = False) -> Estimates:
    """Ratios of sums kept by block: both arrays are [block, group], or the second has one column for all.

    >>> wins = np.array([[1.0], [0.0], [1.0], [0.0]])
    >>> games = np.ones((4, 1))
    >>> estimate = ratio(wins, games)
    >>> estimate.value.tolist(), estimate.error.round(3).tolist()
    ([0.5], [0.289])
    """
    denominator = np.broadcast_to(denominator, numerator.shape)
    count = denominator.sum(axis=0)
    blocks = (denominator != 0).sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        value = numerator.sum(axis=0) / count
        residual = numerator - value * denominator
        spread = (residual**2).sum(axis=0) * blocks / (blocks - 1)
        error = np.sqrt(spread) / count
    return Estimates(value, np.where(blocks > 1, error, np.nan), count, blocks, is_share)


def _wilson(value: Floats, error: Floats, reach: Floats, blocks: Ints) -> tuple[Floats, Floats]:
    """Wilson's interval for as many independent games as would have this error: it does not collapse at 0 or 100 %."""
    with np.errstate(divide="ignore", invalid="ignore"):
        size = np.where(error > NO_ERROR, value * (1 - value) / error**2, blocks)  # no scatter says little
        middle = (value + reach**2 / (2 * size)) / (1 + reach**2 / size)
        half = reach / (1 + reach**2 / size) * np.sqrt(value * (1 - value) / size + reach**2 / (4 * size**2))
    return np.clip(middle - half, 0, value), np.clip(middle + half, value, 1)


def t_quantile(probability: float, freedom: Ints) -> Floats:
    """Student's t by its expansion around the normal quantile; good to 1 % from 3 degrees of freedom on.

    >>> t_quantile(0.975, np.array([4, 10, 100, 10**6])).round(2).tolist()
    [2.77, 2.23, 1.98, 1.96]
    """
    z = NormalDist().inv_cdf(probability)
    n = np.maximum(freedom, 1).astype(float)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + sum((term / n**power for power, term in enumerate(terms, start=1)), np.zeros(len(n)))
