"""Ratings on Elo's scale from who came before whom, by the Bradley–Terry model."""

from itertools import permutations
from typing import NamedTuple

import numpy as np

from whistlestop.arena.estimates import Floats, Ints

MEAN = 1500
SCALE = 400 / np.log(10)  # 400 points are odds of 10 to 1
REPLICATES = 400
LARGEST_STEP = 1.0


class Rating(NamedTuple):
    """A rating and its 95 % interval. The mean over all bots is 1500."""

    value: float
    low: float
    high: float


def meetings(bot: Ints, key: Ints, group: Ints, groups: int, bots: int) -> Floats:
    """[group, a, b]: how often bot a came before bot b in the games of a group, ties half.

    `bot[game, seat]` sits there, `key[game, seat]` is more for who came before (R6.5), `group[game]` below `groups`.

    >>> meetings(np.array([[0, 1]]), np.array([[7, 3]]), np.array([0]), groups=1, bots=2).tolist()
    [[[0.0, 1.0], [0.0, 0.0]]]
    """
    before = np.zeros((groups, bots, bots))
    for i, j in permutations(range(bot.shape[1]), 2):
        a, b = bot[:, i], bot[:, j]
        share = (np.sign(key[:, i] - key[:, j]) + 1) / 2 * (a != b)
        cell = np.ravel_multi_index((group, a, b), before.shape)
        before += np.bincount(cell, share, minlength=before.size).reshape(before.shape)
    return before


def rate_bots(wins: Floats) -> list[Rating]:
    """Ratings from `wins[deal, a, b]`: how often a came before b in the games of a deal, ties half.

    The error bars are a Bayesian bootstrap: every deal gets a random weight, again and again. As a weak prior every bot
    has won and lost one game against an average one; those two get random weights too, or 100 % would look certain.

    >>> ten_to_one = np.tile(np.array([[0, 10], [1, 0]]), (1000, 1, 1))
    >>> [round(rating.value) for rating in rate_bots(ten_to_one)]
    [1700, 1300]
    """
    deals, bots = wins.shape[:2]
    rng = np.random.default_rng(0)
    flat = wins.reshape(deals, -1)
    sums = np.array([rng.standard_exponential(deals) @ flat for _ in range(REPLICATES)])
    prior = rng.standard_exponential((REPLICATES, 2, bots))
    fitted = strengths(wins.sum(axis=0)[None], np.ones((1, 2, bots)))[0]
    replicates = strengths(sums.reshape(-1, bots, bots), prior)
    low, high = np.quantile(replicates, [0.025, 0.975], axis=0)
    return [
        Rating(*(float(MEAN + SCALE * x) for x in numbers))
        for numbers in zip(fitted, np.minimum(low, fitted), np.maximum(high, fitted), strict=True)
    ]


def strengths(wins: Floats, prior: Floats) -> Floats:
    """The most likely log-strengths with mean 0, for each `wins[replicate]`, by Newton's method.

    `prior[replicate, 0 or 1, bot]` are games won and lost against a bot of strength 0, which keep all strengths finite.
    """
    games = wins + wins.swapaxes(1, 2)
    theta = np.zeros(wins.shape[:2])
    diagonal = np.arange(wins.shape[1])
    for _ in range(100):
        share = 1 / (1 + np.exp(theta[:, None, :] - theta[:, :, None]))  # [a, b]: how often a should beat b
        prior_share = 1 / (1 + np.exp(-theta))
        slope = (wins - games * share).sum(axis=2) + prior[:, 0] - prior.sum(axis=1) * prior_share
        curve = -games * share * (1 - share)
        curve[:, diagonal, diagonal] = 0
        curve[:, diagonal, diagonal] = -curve.sum(axis=2) + prior.sum(axis=1) * prior_share * (1 - prior_share)
        step = np.linalg.solve(curve, slope[:, :, None])[:, :, 0]
        theta += np.clip(step, -LARGEST_STEP, LARGEST_STEP)
        if np.abs(step).max() < 1e-9:
            break
    centred: Floats = theta - theta.mean(axis=1, keepdims=True)
    return centred
