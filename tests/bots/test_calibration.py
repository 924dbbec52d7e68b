"""Win chances come true: what is said of choices is how often they win."""

import math

import pytest
from bench.calibration import ask, missed_by

from whistlestop.board import load_board
from whistlestop.bots.calibration import Calibration, calibration_for
from whistlestop.bots.outcomes import Estimate

CALIBRATION = Calibration(0.8)


def log_odds(chance: float) -> float:
    return math.log(chance / (1 - chance))


@pytest.mark.parametrize("played", [0.01, 0.3, 0.5, 0.9, 0.999])
def test_of_all_odds_the_same_is_taken_off(played: float) -> None:
    assert log_odds(CALIBRATION.chance(played)) == pytest.approx(log_odds(played) - 0.8)


@pytest.mark.parametrize("played", [[0.25, 0.75], [0.5, 0.3, 0.2], [0.0, 0.6, 0.4], [1.0, 0.0], [0.1, 0.9]])
def test_chances_of_all_seats_add_up_to_1_and_stay_in_proportion(played: list[float]) -> None:
    told = CALIBRATION.chances(played, 0)
    assert told[0] == CALIBRATION.chance(played[0])
    assert sum(told) == pytest.approx(1)
    if played[0] < 1:
        assert told[1:] == pytest.approx([chance * (1 - told[0]) / (1 - played[0]) for chance in played[1:]])


def test_a_loss_is_what_the_chances_differ_by_and_as_sure_as_before() -> None:
    best, chosen = Estimate(0.8, 0.02), Estimate(0.6, 0.02)
    loss = CALIBRATION.loss(best.mean, Estimate(0.2, 0.01))
    assert loss.mean == pytest.approx(CALIBRATION.estimate(best).mean - CALIBRATION.estimate(chosen).mean)
    assert loss.mean / loss.error == pytest.approx(0.2 / 0.01, rel=0.1)
    assert CALIBRATION.loss(0.7, Estimate(0.0, 0.0)) == Estimate(0.0, 0.0)


def test_small_errors_stay_errors_of_the_chance() -> None:
    step = 1e-6
    told = CALIBRATION.estimate(Estimate(0.4, step))
    assert told.error == pytest.approx(CALIBRATION.chance(0.4 + step) - CALIBRATION.chance(0.4), rel=1e-4)


def test_with_all_cards_open_chances_are_as_they_are() -> None:
    untouched = calibration_for(load_board("usa"), is_open=True)
    assert untouched.estimate(Estimate(0.3, 0.1)) == pytest.approx(Estimate(0.3, 0.1))
    assert untouched.loss(0.9, Estimate(0.2, 0.1)) == pytest.approx(Estimate(0.2, 0.1))
    assert untouched.chances([0.2, 0.5, 0.3], 1) == pytest.approx([0.2, 0.5, 0.3])


def test_choices_win_as_often_as_reviews_say() -> None:
    """Reviewed with what their seat knew. Were tickets dealt by routes, they would win 16 of 100 fewer than said."""
    board = load_board("san-francisco")
    asked = [one for number in range(50) for one in ask(board, ["expert", "expert"], 8, number, 3)]
    missed = missed_by(asked)
    assert missed.low < 0 < missed.high
    assert missed.high - missed.low < 0.24
