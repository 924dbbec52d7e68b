"""Many learners' games in one compiled call, in Gymnasium's API for vector environments.

>>> import gymnasium
>>> import whistlestop.envs.gymnasium
>>> envs = gymnasium.make_vec("Whistlestop-SanFrancisco-v0", num_envs=8, opponents="random")
>>> observations, infos = envs.reset(seed=7)
>>> actions = observations["action_mask"].argmax(axis=1)
>>> observations, rewards, terminations, truncations, infos = envs.step(actions)
>>> observations["observation"].shape, rewards.shape
((8, 470), (8,))
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whistlestop.extras import needs_extra

with needs_extra("rl"):
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

from whistlestop.board import Board
from whistlestop.engine.scoring import win_shares
from whistlestop.envs import vector
from whistlestop.envs.kernels.rewards import RewardName
from whistlestop.envs.layout import Part
from whistlestop.envs.opponents import Opponent
from whistlestop.envs.single_game import KEYS, Keys, RowType, check_row_type, observation_space
from whistlestop.kernels.structs import IntArray

MAX_SEED = 2**63
Batch = dict[str, NDArray[np.number]]
Rewards = NDArray[np.float64]
Flags = NDArray[np.bool_]


class WhistlestopVectorEnv(VectorEnv[Batch, IntArray, NDArray[Any]]):
    """Learners' games against compiled opponents or functions of your own, all rows in step.

    Observations, spaces and numbers of actions are those of the single environment. A game that ends is followed by the
    next one in the same step (`AutoresetMode.SAME_STEP`): no row ever shows a mask without a legal action, and none
    waits. `infos` then has `final_obs` and `final_info` where `_final_obs` and `_final_info` say so; `final_info` has
    the learner's `seat`, the `scores` [seat, part] (`score_parts` names the parts) and `winners`, a flag for each seat.
    In `final_obs` no action is legal, and `hidden`, where it is wanted, is all 0: nothing is to come.

    The learner sits in another seat from game to game. An illegal action is a ValueError, and nothing has changed.
    `reset(seed=…)` begins the games that `Game(map, players, seed, number)` deals for the numbers 0, 1, 2, …; without a
    seed it goes on with the next ones. `copy=False` shows the arrays that every step writes anew, not copies.
    """

    score_parts = vector.VectorEnv.score_parts

    def __init__(
        self,
        num_envs: int = 256,
        map: str | Path | Board = "usa",
        players: int = 2,
        opponents: Opponent | Sequence[Opponent] = "easy",
        *,
        reward: RewardName = "win",
        keys: Keys = KEYS,
        dtype: RowType = "int16",
        full_information: bool = False,
        copy: bool = True,
    ) -> None:
        check_row_type(dtype)
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.games = vector.VectorEnv(
            map, players, num_envs, opponents=opponents, reward=reward, full_information=full_information
        )
        self.num_envs = self.games.games
        self.layout, self.hidden_layout = self.games.layout, self.games.hidden_layout
        self.keys, self.dtype, self._copy = keys, dtype, copy
        self.single_observation_space = observation_space(self.layout, self.hidden_layout, keys, dtype)
        self.single_action_space = spaces.Discrete(self.games.action_count)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._has_begun = False

    @property
    def observation_spec(self) -> tuple[Part, ...]:
        """The parts of an observation: name, shape, slice, highest value and meaning."""
        return self.games.observation_spec

    @property
    def hidden_spec(self) -> tuple[Part, ...]:
        """The parts of `hidden`; none without `full_information`."""
        return self.games.hidden_spec

    def action_masks(self) -> NDArray[np.bool_]:
        """[row, action]: which actions are legal."""
        return self.games.masks.astype(np.bool_)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Batch, dict[str, Any]]:
        """Begin the first games of a seed's series, or without a seed the next ones. There are no options."""
        super().reset(seed=seed, options=options)
        if seed is None and not self._has_begun:
            seed = int(self.np_random.integers(MAX_SEED))
        self._has_begun = True
        self.games.reset(seed)
        return self._observe(), self._infos()

    def step(self, actions: IntArray) -> tuple[Batch, Rewards, Flags, Flags, dict[str, Any]]:
        """Take an action in every game, and go on to the learner's next choice in it, or in the next game."""
        if not self._has_begun:
            raise ValueError("Call reset before the first step.")
        learners = self.games.learners.copy()
        self.games.step(actions)
        rewards = self.games.rewards[np.arange(self.num_envs), learners].astype(np.float64)
        ended = self.games.ended.copy()
        infos = self._infos()
        if ended.any():
            infos |= self._final(ended, learners)
        return self._observe(), rewards, ended, np.zeros_like(ended), infos

    def _observe(self) -> Batch:
        return {key: array.copy() if self._copy else array for key, array in self._shown().items()}

    def _shown(self) -> Batch:
        shown: Batch = {
            self.keys[0]: self.games.observations.astype(self.dtype, copy=False),
            self.keys[1]: self.games.masks.view(np.int8),
        }
        if self.games.hidden is not None:
            shown["hidden"] = self.games.hidden.astype(self.dtype, copy=False)
        return shown

    def _infos(self) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, np.bool_)
        masks = self.games.masks.view(np.int8)
        return {
            "action_mask": masks.copy() if self._copy else masks,
            "_action_mask": everywhere,
            "seat": self.games.learners.copy(),
            "_seat": everywhere,
        }

    def _final(self, ended: Flags, learners: IntArray) -> dict[str, Any]:
        """How games ended, in the way of Gymnasium's own vector environments."""
        final = np.full(self.num_envs, None, object)
        for row in np.flatnonzero(ended):
            nothing = {key: np.zeros_like(array[row]) for key, array in self._shown().items()}
            final[row] = nothing | {self.keys[0]: self.games.final_observations[row].astype(self.dtype)}
        won = (win_shares(self.games.final_scores) > 0) & ended[:, None]
        scores = np.where(ended[:, None, None], self.games.final_scores, 0)
        info = {"seat": np.where(ended, learners, 0), "scores": scores, "winners": won}
        marks = {f"_{key}": ended.copy() for key in info}
        return {"final_obs": final, "_final_obs": ended.copy(), "final_info": info | marks, "_final_info": ended.copy()}
