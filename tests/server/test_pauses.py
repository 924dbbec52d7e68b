"""Pauses: the same whatever a bot holds, and right for people."""

import inspect
import random

import pytest

from whistlestop.bots.levels import LEVELS, SEARCH_SECONDS
from whistlestop.server.bots.pauses import GRID, PACES, planned_at, release_at, thinking_time

NOW = 1_790_000_000.0
everywhere = [(level, pace, phase) for level in LEVELS for pace in PACES for phase in ("turn", "second-card")]


def pauses(level: str, pace: str, phase: str = "turn", count: int = 1000) -> list[float]:
    rng = random.Random(7)
    return [planned_at(NOW, NOW, level, pace, phase, rng) - NOW for _ in range(count)]


@pytest.mark.parametrize(("level", "pace", "phase"), everywhere)
def test_thinking_within_the_plan_does_not_show(level: str, pace: str, phase: str) -> None:
    planned = planned_at(NOW, NOW, level, pace, phase, random.Random(3))
    room = thinking_time(level)
    assert {release_at(planned, NOW + share * room) for share in (0.0, 0.1, 0.5, 0.9, 1.0)} == {planned}


def test_thinking_beyond_the_plan_shows_only_on_a_coarse_grid() -> None:
    planned = NOW + 1.3
    late = [release_at(planned, planned + GRID * share) for share in (0.01, 0.3, 0.99, 1.0)]
    assert late == [planned + GRID] * 4
    assert release_at(planned, planned + GRID * 1.01) == planned + 2 * GRID


def test_no_move_is_made_before_it_is_ready_or_planned() -> None:
    rng = random.Random(5)
    for _ in range(1000):
        planned, thought_until = NOW + rng.random() * 3, NOW + rng.random() * 6
        released = release_at(planned, thought_until)
        assert released >= max(planned, thought_until)
        assert released < max(planned, thought_until) + GRID


def test_a_plan_is_made_from_public_things_and_dice_alone() -> None:
    assert list(inspect.signature(planned_at).parameters) == ["changed_at", "asked", "level", "pace", "phase", "rng"]
    assert list(inspect.signature(release_at).parameters) == ["planned", "thought_until"]


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_levels_without_a_search_have_the_same_pauses(level: str) -> None:
    for pace in PACES:
        assert pauses(level, pace) == pauses("easy", pace)


def test_a_normal_pause_feels_right() -> None:
    drawn = pauses("hard", "normal")
    assert 0.9 <= min(drawn) < 0.95
    assert 1.55 < max(drawn) <= 1.6


def test_paces_are_in_their_order_and_instant_leaves_only_room_to_think() -> None:
    for level in LEVELS:
        means = [sum(pauses(level, pace)) for pace in ("instant", "fast", "normal", "slow")]
        assert means == sorted(means)
        assert pauses(level, "instant", count=5) == pytest.approx([thinking_time(level)] * 5)


@pytest.mark.parametrize("level", SEARCH_SECONDS)
def test_a_level_that_searches_has_time_for_its_whole_budget_at_every_pace(level: str) -> None:
    for pace in PACES:
        for phase in ("turn", "second-card"):
            assert min(pauses(level, pace, phase)) > SEARCH_SECONDS[level]


def test_a_bot_that_is_asked_again_later_has_all_its_time_once_more() -> None:
    for level, pace, phase in everywhere:
        asked = NOW + 0.9
        planned = planned_at(NOW, asked, level, pace, phase, random.Random(3))
        assert release_at(planned, asked + thinking_time(level)) == planned


def test_a_second_card_comes_sooner() -> None:
    assert max(pauses("hard", "normal", "second-card")) < max(pauses("hard", "normal"))
    assert sum(pauses("hard", "slow", "second-card")) < sum(pauses("hard", "slow"))
