"""Playing until the answer is clear: Wald's sequential test of two win rates, by deal.

A bar names two rates, say 50 and 58 %. After every deal the evidence for the higher one against the lower one is the
logarithm of their likelihood ratio, with the scatter of the deals so far (as chess engines are tested). Where the truth
is one of the two, the test errs in 5 % of cases; between them it may say either, and takes longest.
"""

import math
import re
from typing import NamedTuple

import numpy as np

from whistlestop.arena.estimates import Floats
from whistlestop.arena.tournament import Results

ERROR = 0.05
LEAST_DEALS = 30
"""Before this many the scatter is hardly known."""
ENOUGH = math.log((1 - ERROR) / ERROR)
"""The evidence that decides, either way."""


class Bar(NamedTuple):
    """Two win rates, of which the test finds out the nearer one."""

    low: float
    high: float

    def __str__(self) -> str:
        return f"{100 * self.low:g}:{100 * self.high:g}"


class Verdict(NamedTuple):
    """What the games say of the first bot's win rate."""

    is_passed: bool
    deals: int
    """How many it took."""
    rate: float
    """Of these deals; a run that stops when it is clear leans a little to the side of its answer."""


def parse_bar(text: str) -> Bar:
    """
    >>> parse_bar("50:58")
    Bar(low=0.5, high=0.58)
    """
    said = re.fullmatch(r"([0-9]+(?:[.][0-9]+)?):([0-9]+(?:[.][0-9]+)?)", text)
    bar = Bar(float(said[1]) / 100, float(said[2]) / 100) if said else Bar(0, 0)
    if not 0 < bar.low < bar.high < 1:
        raise ValueError(f"{text}: a bar is two win rates in percent, the lower one first, as in 50:58.")
    return bar


def evidence(rates: Floats, bar: Bar) -> Floats:
    """After each deal, for the higher rate of the bar (above 0) or the lower one; `rates` are the wins in each deal.

    >>> evidence(np.array([1.0, 0.5, 1.0]), Bar(0.5, 0.6)).round(2).tolist()
    [0.36, 0.32, 0.82]
    """
    deals = np.arange(1, len(rates) + 1)
    mean = np.cumsum(rates) / deals
    scatter = np.cumsum(rates**2) / deals - mean**2
    variance = (scatter * deals + 0.25) / (deals + 1)  # as if one deal more were as far off as can be: never 0
    towards: Floats = deals * (bar.high - bar.low) * (mean - (bar.low + bar.high) / 2) / variance
    return towards


def verdict_of(rates: Floats, bar: Bar) -> Verdict | None:
    """The answer at the first deal after which it is clear; None as long as it isn't."""
    found = evidence(rates, bar)
    found[: LEAST_DEALS - 1] = 0
    clear = np.flatnonzero(np.abs(found) >= ENOUGH)
    if not len(clear):
        return None
    first = int(clear[0])
    return Verdict(bool(found[first] > 0), first + 1, float(rates[: first + 1].mean()))


def rates_of(results: Results, bot: str, seatings: int) -> Floats:
    """The share of its games that a bot won in each deal that is played from all seats."""
    is_bot = results.bot == results.names.index(bot)
    won, played = (results.win * is_bot).sum(axis=1), is_bot.sum(axis=1)
    whole = len(won) // seatings * seatings
    won, played = (column[:whole].reshape(-1, seatings).sum(axis=1) for column in (won, played))
    rates: Floats = won / played
    return rates
