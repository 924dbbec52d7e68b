"""Gymnasium's vector environment: the single environment's games, reset as Gymnasium says it of `SAME_STEP`."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, VectorEnv

from whistlestop.envs.gymnasium import IDS, WhistlestopEnv
from whistlestop.envs.gymnasium_vector import WhistlestopVectorEnv

NAME = "Whistlestop-SanFrancisco-v0"


def first_legal(_observations: Any, masks: Any, _seats: Any) -> Any:
    return masks.argmax(axis=1)


class First:
    """The same as a bot, for the single environment."""

    def __init__(self, board: Any, seed: int | None = None) -> None:
        self.board = board

    def choose(self, view: Any) -> str:
        from whistlestop.envs.from_view import observe_view

        number = int(observe_view(self.board, view)[1][0])
        return str(self.board.action(number, view["offered"]).text)


def test_every_id_has_a_vector_entry_point() -> None:
    for name in IDS:
        envs = gymnasium.make_vec(name, num_envs=2, vectorization_mode="vector_entry_point", opponents="random")
        assert isinstance(envs, VectorEnv)
        assert isinstance(envs.unwrapped, WhistlestopVectorEnv)
        assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
        assert envs.single_action_space.n == envs.unwrapped.games.action_count  # type: ignore[attr-defined]


@pytest.mark.parametrize("reward", ["win", "score"])
def test_rows_are_the_single_environment_s_games(reward: Any) -> None:
    """Row i plays the games i, i + 3, … of the seed, against the same opponent, with the same rewards and endings."""
    envs = WhistlestopVectorEnv(3, "san-francisco", 2, first_legal, reward=reward)
    singles = [WhistlestopEnv("san-francisco", 2, f"{__name__}:First", reward=reward) for _ in range(3)]
    observations, infos = envs.reset(seed=5)
    shown = []
    for i, single in enumerate(singles):
        shown.append(single.reset(seed=5)[0])
        for _ in range(i):
            shown[i] = single.reset()[0]
    finished = 0
    for step in range(400):
        for i, single in enumerate(singles):
            assert (observations["observation"][i] == shown[i]["observation"]).all()
            assert (observations["action_mask"][i] == shown[i]["action_mask"]).all()
            assert infos["seat"][i] == single.seat
            assert (envs.action_masks()[i] == single.action_masks()).all()
        legal = [np.flatnonzero(mask) for mask in observations["action_mask"]]
        actions = np.array([ids[step % len(ids)] for ids in legal])
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        assert not truncations.any()
        assert observations["action_mask"].any(axis=1).all()
        assert ("final_obs" in infos) == terminations.any()
        for i, single in enumerate(singles):
            final, reward_then, is_terminated, _, info = single.step(actions[i])
            assert (rewards[i], terminations[i]) == (reward_then, is_terminated)
            shown[i] = final
            if is_terminated:
                finished += 1
                assert infos["_final_obs"][i]
                assert infos["_final_info"][i]
                assert (infos["final_obs"][i]["observation"] == final["observation"]).all()
                assert not infos["final_obs"][i]["action_mask"].any()
                assert infos["final_info"]["seat"][i] == info["seat"]
                assert np.flatnonzero(infos["final_info"]["winners"][i]).tolist() == info["winners"]
                assert infos["final_info"]["scores"][i, :, 0].tolist() == [score["total"] for score in info["scores"]]
                for _ in range(3):
                    shown[i] = single.reset()[0]
            elif "final_obs" in infos:
                assert infos["final_obs"][i] is None
        if finished >= 4:
            return
    pytest.fail("no four games came to their end")


def test_what_is_shown_stays_in_its_spaces_and_seeds_repeat() -> None:
    envs = gymnasium.make_vec(
        NAME, num_envs=4, opponents=["random", "easy"], players=3, dtype="float32", keys=("obs", "mask")
    )
    first, _ = envs.reset(seed=9)
    assert envs.observation_space.contains(first)
    assert first["obs"].dtype == np.float32
    following, _ = envs.reset()
    again, _ = envs.reset(seed=9)
    assert (again["obs"] == first["obs"]).all()
    assert (following["obs"] != first["obs"]).any()


def test_steps_before_a_reset_and_illegal_ones_are_refused() -> None:
    envs = WhistlestopVectorEnv(2, "san-francisco", opponents="random")
    with pytest.raises(ValueError, match="Call reset before the first step"):
        envs.step(np.zeros(2, np.int64))
    envs.reset(seed=1)
    with pytest.raises(ValueError, match=r"Game 0: action 0 \(pass\) is not legal now"):
        envs.step(np.zeros(2, np.int64))
    with pytest.raises(ValueError, match=r"There are no rows of 'int8'; there is int16, float32\."):
        WhistlestopVectorEnv(2, "san-francisco", dtype="int8")  # type: ignore[arg-type]


def test_copies_are_kept_unless_the_arrays_themselves_are_wanted() -> None:
    for copy in (True, False):
        envs = WhistlestopVectorEnv(2, "san-francisco", opponents="random", copy=copy)
        before, _ = envs.reset(seed=1)
        kept = before["observation"].copy()
        envs.step(before["action_mask"].argmax(axis=1))
        assert (before["observation"] == kept).all() == copy
