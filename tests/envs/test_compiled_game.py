"""An episode that kernels step is the one that `Game` and bots play by views, to the byte."""

import copy
import pickle
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tests.tables import TABLES
from whistlestop.board import load_board
from whistlestop.bots.levels import has_policy
from whistlestop.bots.planner.bot import PlannerBot
from whistlestop.bots.policy.bot import PolicyBot
from whistlestop.bots.random_bot import RandomBot
from whistlestop.bots.search.versions import PRESENT
from whistlestop.envs.compiled_game import CompiledGame
from whistlestop.envs.game_by_views import GameByViews
from whistlestop.envs.gymnasium import WhistlestopEnv


class SlowRandom(RandomBot):
    """The same bots by another name, which kernels do not know."""


class SlowEasy(PlannerBot):
    def __init__(self, board: Any, seed: int | None = None) -> None:
        super().__init__(board, seed, level="easy")


class SlowHard(PlannerBot): ...


class SlowExpert(PolicyBot):
    def __init__(self, board: Any, seed: int | None = None) -> None:
        super().__init__(board, PRESENT.policies_for(board))


SLOW = {name: f"{__name__}:Slow{name.title()}" for name in ("random", "easy", "hard", "expert")}


def both(map: str, players: int, opponents: list[str], **options: Any) -> tuple[WhistlestopEnv, WhistlestopEnv]:
    """An environment that kernels step, and one whose opponents get views."""
    compiled = WhistlestopEnv(map, players, opponents, **options)
    by_views = WhistlestopEnv(map, players, [SLOW[name] for name in opponents], **options)
    return compiled, by_views


def steps(env: WhistlestopEnv, seed: int, episodes: int, illegal_at: int | None = None) -> Iterator[Any]:
    """All that is shown in some episodes of random choices."""
    choices = random.Random(seed)
    for episode in range(episodes):
        shown = env.reset(seed=seed if episode == 0 else None)
        yield *shown, env.action_masks()
        is_over, count = False, 0
        while not is_over:
            legal = np.flatnonzero(shown[-1]["action_mask"])
            action = 0 if count == illegal_at else int(choices.choice(legal))
            shown = env.step(action)
            yield *shown, env.action_masks()
            is_over, count = shown[2] or shown[3], count + 1


def assert_same(one: Any, other: Any) -> None:
    """The same to the byte, types included."""
    assert type(one) is type(other)
    if isinstance(one, np.ndarray):
        assert (one.dtype, one.shape) == (other.dtype, other.shape)
        assert one.tobytes() == other.tobytes()
    elif isinstance(one, dict):
        assert list(one) == list(other)
        for key, value in one.items():
            assert_same(value, other[key])
    elif isinstance(one, list | tuple):
        assert len(one) == len(other)
        for a, b in zip(one, other, strict=True):
            assert_same(a, b)
    else:
        assert one == other


def assert_same_episodes(compiled: WhistlestopEnv, by_views: WhistlestopEnv, episodes: int = 2, **how: Any) -> None:
    pairs = zip(steps(compiled, 5, episodes, **how), steps(by_views, 5, episodes, **how), strict=True)
    for one, other in pairs:
        assert isinstance(compiled._played, CompiledGame)
        assert isinstance(by_views._played, GameByViews)
        assert_same(one, other)
    assert compiled.game.record() == by_views.game.record()


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_kernels_and_views_show_the_same(name: str, players: int) -> None:
    expert = "expert" if has_policy("expert", load_board(name)) else "hard"
    kinds = [expert, "easy", "hard", "random"][: players - 1]
    assert_same_episodes(*both(name, players, kinds, reward="score", full_information=True), episodes=players + 1)


@pytest.mark.parametrize("reward", ["win", "rank", "margin", "score"])
def test_rewards_are_the_same_numbers(reward: str) -> None:
    """A third, which `rank` gives at a table of four, is another number in 32 bits."""
    assert_same_episodes(*both("san-francisco", 4, ["random"] * 3, reward=reward), episodes=8)


@pytest.mark.parametrize(
    "options",
    [
        {"seat": 1},
        {"max_steps": 9},
        {"keys": ("obs", "mask"), "dtype": "float32"},
        {"dtype": "float32", "full_information": True},
    ],
)
def test_options_mean_the_same(options: dict[str, Any]) -> None:
    assert_same_episodes(*both("san-francisco", 3, ["easy", "random"], **options))


def test_illegal_actions_end_alike_and_are_refused_in_the_same_words() -> None:
    assert_same_episodes(*both("san-francisco", 2, ["random"]), illegal_at=3)
    refused = []
    for env in both("usa", 2, ["random"], illegal="raise"):
        env.reset(seed=1)
        for action in (0, -1, env.board.action_count, 2.5):
            with pytest.raises(ValueError) as error:  # noqa: PT011  # the words are compared below
                env.step(action)  # type: ignore[arg-type]
            refused.append((type(error.value), str(error.value)))
    assert refused[:4] == refused[4:]


def test_a_game_that_is_looked_at_is_the_one_that_is_played() -> None:
    compiled, by_views = both("san-francisco", 3, ["random", "easy"], render_mode="ansi")
    shown = [env.reset(seed=3)[1] for env in (compiled, by_views)]
    for step in range(12):
        action = np.flatnonzero(shown[0]["action_mask"])[-1 - step % 2]
        shown = [env.step(action)[4] for env in (compiled, by_views)]
        if step % 3 == 0:  # not after every step: the others are caught up with
            assert compiled.render() == by_views.render()
            assert compiled.game.record() == by_views.game.record()
            assert isinstance(compiled._played, CompiledGame)


def test_another_game_that_is_put_in_goes_on_by_views() -> None:
    env = WhistlestopEnv("san-francisco", 2, "random", seat=0)
    env.reset(seed=1)
    env.step(env.game.legal_ids()[0])
    earlier = env.game.copy()
    env.step(env.game.legal_ids()[0])
    env.game = earlier
    assert isinstance(env._played, GameByViews)
    env.step(env.game.legal_ids()[-1])
    assert env.game is earlier
    env.reset()
    assert isinstance(env._played, CompiledGame)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_on_by_itself(copied: Any) -> None:
    env = WhistlestopEnv("san-francisco", 3, ["random", "easy"], reward="score")
    info = env.reset(seed=2)[1]
    for _ in range(5):
        info = env.step(np.flatnonzero(info["action_mask"])[0])[4]
    other = copied(env)
    before = env._observe()
    shown = info
    for _ in range(12):
        shown = other.step(np.flatnonzero(shown["action_mask"])[-1])[4]
    assert_same(env._observe(), before)
    for _ in range(12):
        info = env.step(np.flatnonzero(info["action_mask"])[-1])[4]
    assert_same(env._observe(), other._observe())
    assert env.game.record() == other.game.record()
