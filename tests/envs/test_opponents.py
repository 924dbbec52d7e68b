"""Opponents mixed by seat: each seat's own kind, functions asked in batches."""

from typing import Any

import numpy as np
import pytest

from whistlestop.envs.vector import VectorEnv


class Recorder:
    """Takes the last legal action, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, Any, Any]] = []

    def __call__(self, observations: Any, masks: Any, seats: Any) -> Any:
        self.asked.append((observations.copy(), masks.copy(), seats.copy()))
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)


def test_every_kind_sits_where_it_was_put_and_points_add_up() -> None:
    recorder = Recorder()
    env = VectorEnv("san-francisco", 4, games=12, seed=3, opponents=["random", "easy", recorder], reward="score")
    sums, totals = np.zeros((12, 4)), []
    for _ in range(180):
        learners = env.learners.copy()
        env.step(env.sample())
        sums += env.rewards
        assert (env.seats == env.learners).all()
        for row in np.flatnonzero(env.ended):
            assert (sums[row] == env.final_scores[row, :, 0]).all()
            totals.append(np.roll(env.final_scores[row, :, 0], -learners[row]))
            sums[row] = 0
    by_place = np.mean(totals, axis=0)  # the learner, random, easy and the last legal action
    assert by_place[2] == by_place.max()
    assert by_place[2] > by_place[1] + 10
    named = env.layout.named
    for observations, masks, seats in recorder.asked:
        assert (named(observations)["to_play"][:, 0] == 1).all()  # its own view of things
        assert masks.any(axis=1).all()
        assert len(seats) == len(observations)
    assert max(len(seats) for _, _, seats in recorder.asked) > 6  # in batches, not one by one


def test_a_function_for_all_seats_is_asked_for_all_of_them_at_once() -> None:
    recorder = Recorder()
    env = VectorEnv("san-francisco", 3, games=9, seed=3, opponents=recorder)
    env.step(env.sample())
    assert any(len(set(seats.tolist())) > 1 for _, _, seats in recorder.asked)


def test_what_an_opponent_may_not_do_is_named() -> None:
    answers: Any = lambda observations, masks, seats: np.zeros(len(seats), np.int64)  # noqa: ARG005, E731
    with pytest.raises(ValueError, match=r"The opponent .* broke a rule. Game \d: action 0 \(pass\) is not legal now"):
        VectorEnv("usa", 2, games=4, opponents=answers)
    one: Any = lambda observations, masks, seats: np.zeros(1)  # noqa: ARG005, E731
    with pytest.raises(ValueError, match=r"has to return 2 whole numbers, not float64 of \(1,\)"):
        VectorEnv("usa", 2, games=4, opponents=one)
    wrong: Any = [3]
    with pytest.raises(ValueError, match="An opponent is a name or a function of observations, masks and seats, not 3"):
        VectorEnv("usa", 2, games=4, opponents=wrong)
