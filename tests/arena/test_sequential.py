"""Playing until it is clear: the test errs as seldom as it says, and counts whole deals of the first bot."""

import numpy as np
import pytest

from whistlestop.arena.sequential import Bar, Verdict, parse_bar, rates_of, verdict_of
from whistlestop.arena.tournament import Results

BAR = Bar(0.5, 0.58)


def verdicts(rate: float, count: int = 400) -> list[Verdict | None]:
    """Of runs in which the first bot wins both games of a deal, one or none, at random."""
    dice = np.random.default_rng(7)
    return [verdict_of(dice.binomial(2, rate, 2000) / 2, BAR) for _ in range(count)]


@pytest.mark.parametrize(("rate", "is_passed"), [(0.5, False), (0.58, True), (0.4, False), (0.75, True)])
def test_it_is_wrong_in_one_case_of_twenty_at_most(rate: float, is_passed: bool) -> None:
    found = [one for one in verdicts(rate) if one]
    assert len(found) == 400  # 4,000 games are enough for a bar this wide
    wrong = sum(one.is_passed != is_passed for one in found)
    assert wrong <= 30  # 20 expected at most; more than 30 by chance once in a hundred times


def test_far_from_the_bar_it_is_clear_soon() -> None:
    assert (
        np.mean([one.deals for one in verdicts(0.75) if one])
        < 60
        < np.mean([one.deals for one in verdicts(0.54) if one])
    )


def test_it_stops_where_it_became_clear_and_not_where_somebody_looked() -> None:
    rates = np.random.default_rng(1).binomial(2, 0.7, 500) / 2
    first = verdict_of(rates, BAR)
    assert first is not None
    assert verdict_of(rates[: first.deals], BAR) == first
    assert verdict_of(rates[: first.deals - 1], BAR) is None
    assert verdict_of(np.ones(29), BAR) is None
    assert verdict_of(np.ones(30), BAR) == Verdict(True, 30, 1.0)


def test_the_rate_of_a_deal_is_the_first_bots_in_all_its_seats() -> None:
    """Four seats, the bot once at the table; the fifth game's deal is not played from every seat yet."""
    bot = np.array([[0, 1, 1, 1], [1, 0, 1, 1], [1, 1, 0, 1], [1, 1, 1, 0], [0, 1, 1, 1]])
    win = np.array([[1, 0, 0, 0], [0.5, 0.5, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0]])
    deal = np.array([0, 0, 0, 0, 1])
    results = Results(["new", "old"], deal, bot, win, bot, bot)
    assert rates_of(results, "new", 4).tolist() == [2.5 / 4]


@pytest.mark.parametrize("text", ["", "58", "58:50", "50:50", "0:50", "50:100", "a:b", "50:58:60", "-1:5"])
def test_a_bar_that_makes_no_sense_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="50:58"):
        parse_bar(text)
