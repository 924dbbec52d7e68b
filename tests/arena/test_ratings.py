"""Rates and ratings on made-up results whose answer is known."""

import numpy as np
import pytest

from whistlestop.arena.estimates import BlockSums, Estimate, ratio, t_quantile
from whistlestop.arena.ratings import SCALE, rate_bots


def rate_of_deals(won: np.ndarray, games: np.ndarray) -> Estimate:
    return ratio(won[:, None].astype(float), games[:, None].astype(float), is_share=True)[0]


def test_the_rate_is_the_mean_and_lies_in_its_interval() -> None:
    sums, deal, only = BlockSums(1, blocks=2), np.array([0, 0, 1, 1]), np.zeros(4, int)
    sums.add("count", deal, only)
    sums.add("win", deal, only, np.array([1.0, 0, 0.5, 1]))
    found = sums.mean("win", is_share=True)[0]
    assert found.value == 0.625
    assert 0 < found.low < found.value < found.high < 1


def test_intervals_do_not_collapse_at_the_ends_or_without_scatter() -> None:
    for share in (0.0, 0.5, 1.0):
        few, many = (rate_of_deals(np.full(n, 2 * share), np.full(n, 2)) for n in (5, 1000))
        assert few.high - few.low > 0.3
        assert 0.002 < many.high - many.low < 0.07
        assert many.low <= share <= many.high


def test_games_of_a_deal_that_always_end_alike_count_once() -> None:
    rng = np.random.default_rng(1)
    once = (rng.random(400) < 0.6).astype(float)
    alone, copied = rate_of_deals(once, np.ones(400)), rate_of_deals(once * 4, np.full(400, 4))
    assert copied[:3] == pytest.approx(alone[:3])


def test_paired_deals_make_the_interval_narrower() -> None:
    """When the deal decides and each side has it once, hardly anything is left to chance."""
    won = np.ones(400)
    won[:8] = [2, 0] * 4
    paired = rate_of_deals(won, np.full(400, 2))
    assert paired.high - paired.low < 0.03


@pytest.mark.parametrize("deals", [15, 200])
@pytest.mark.parametrize("share", [0.5, 0.9])
def test_the_interval_covers_the_truth_nineteen_times_in_twenty(deals: int, share: float) -> None:
    """Games of a deal depend on each other: half of the deals are decided for both games at once."""
    rng = np.random.default_rng(7)
    covered = 0
    for _ in range(600):
        single = rng.random((deals, 2)) < share
        together = rng.random(deals) < 0.5
        won = np.where(together, 2 * single[:, 0], single.sum(axis=1))
        found = rate_of_deals(won, np.full(deals, 2))
        covered += found.low <= share <= found.high
    assert 0.92 < covered / 600 < 0.995


def test_t_quantiles() -> None:
    for freedom, quantile in ((2, 4.303), (5, 2.571), (10, 2.228), (1000, 1.962)):
        found = t_quantile(0.975, np.array([freedom]))[0]
        assert found == pytest.approx(quantile, rel=0.1 if freedom == 2 else 0.01)


def played_by(strengths: list[float], deals: int, games: int = 2) -> np.ndarray:
    """Results of bots whose log-strengths are known: every pair plays `games` games of each deal."""
    rng = np.random.default_rng(3)
    bots = len(strengths)
    wins = np.zeros((deals, bots, bots))
    for a in range(bots):
        for b in range(a):
            wins[:, a, b] = rng.binomial(games, 1 / (1 + np.exp(strengths[b] - strengths[a])), deals)
            wins[:, b, a] = games - wins[:, a, b]
    return wins


def test_ratings_find_the_strengths_that_made_the_results() -> None:
    strengths = [1.5, 0.0, -0.2, -1.3]
    found = rate_bots(played_by(strengths, 2000))
    for rating, strength in zip(found, strengths, strict=True):
        assert rating.value == pytest.approx(1500 + SCALE * strength, abs=15)
        assert rating.low < 1500 + SCALE * strength < rating.high
        assert 4 < rating.high - rating.low < 60
    assert np.mean([rating.value for rating in found]) == pytest.approx(1500)


def test_more_deals_make_ratings_surer() -> None:
    few, many = (rate_bots(played_by([0.5, -0.5], deals))[0] for deals in (50, 5000))
    assert few.high - few.low > 5 * (many.high - many.low)


def test_a_bot_that_always_wins_has_a_finite_rating_and_wide_error_bars() -> None:
    wins = np.zeros((100, 2, 2))
    wins[:, 0, 1] = 2
    best, worst = rate_bots(wins)
    assert 1800 < best.value < 2500
    assert worst.value == pytest.approx(3000 - best.value)
    assert best.high - best.low > 150


def test_bots_that_never_met_are_compared_through_a_third() -> None:
    wins = np.zeros((200, 3, 3))
    wins[:, 0, 1], wins[:, 1, 0] = 3, 1
    wins[:, 1, 2], wins[:, 2, 1] = 3, 1
    first, middle, last = rate_bots(wins)
    step = SCALE * np.log(3)
    assert first.value - middle.value == pytest.approx(step, rel=0.02)
    assert middle.value - last.value == pytest.approx(step, rel=0.02)
