"""Many learners' games as one native PufferLib environment: every game is an agent, and one compiled call steps all.

    import pufferlib.vector
    from whistlestop.envs.puffer import WhistlestopPuffer
    env = pufferlib.vector.make(WhistlestopPuffer, env_kwargs={"map": "san-francisco", "num_agents": 256})

PufferLib has no masks of actions, and its native environments one array of observations. So a row is the observation
(`layout.size` values) and after it the mask, 1 for a legal action: `split(rows)` takes them apart again, tensors too.

PufferLib itself comes as source that is compiled for long and downloads more while it is; `pufferlib-core` has the same
interface in a wheel. Neither is part of an extra.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from whistlestop.extras import needs_extra

with needs_extra("rl"):
    from gymnasium import spaces

from whistlestop.board import Board
from whistlestop.engine.scoring import win_shares
from whistlestop.envs.kernels.rewards import RewardName
from whistlestop.envs.opponents import Opponent
from whistlestop.envs.vector import VectorEnv
from whistlestop.kernels.structs import SmallIntArray

try:
    from pufferlib import PufferEnv
except ModuleNotFoundError:  # no extra brings it, so that the module can be imported without; to make one is an error
    PufferEnv = None

Rows = TypeVar("Rows")
Flags = NDArray[np.bool_]


class WhistlestopPuffer(PufferEnv or object):  # type: ignore[misc]
    """Learners' games against compiled opponents or functions of your own (see `whistlestop.envs.vector`).

    `reward_scale` multiplies rewards: PufferLib's trainer cuts them off at -1 and 1. An episode that ends adds its
    `points` and whether it was `won` (a share of the win is a part of 1) to the infos.
    """

    def __init__(
        self,
        map: str | Path | Board = "usa",
        players: int = 2,
        num_agents: int = 256,
        opponents: Opponent | Sequence[Opponent] = "easy",
        reward: RewardName = "win",
        reward_scale: float = 1.0,
        buf: Any = None,
        seed: int | None = 0,
    ) -> None:
        if PufferEnv is None:
            raise ModuleNotFoundError("this needs pufferlib: pip install pufferlib-core, or pufferlib")
        self.games = VectorEnv(map, players, num_agents, seed or 0, opponents=opponents, reward=reward)
        self.layout, self.num_agents, self.reward_scale = self.games.layout, num_agents, reward_scale
        highest = np.concatenate([self.layout.highest(), np.ones(self.games.action_count, np.int16)])
        self.single_observation_space = spaces.Box(np.zeros_like(highest), highest, dtype=np.int16)
        self.single_action_space = spaces.Discrete(self.games.action_count)
        super().__init__(buf)

    def split(self, rows: Rows) -> tuple[Rows, Rows]:
        """The observations and the masks of rows."""
        return rows[..., : self.layout.size], rows[..., self.layout.size :]  # type: ignore[index]

    def reset(self, seed: int | None = None) -> tuple[SmallIntArray, list[dict[str, float]]]:
        """Begin the first games of a seed's series, or without a seed the next ones."""
        self.games.reset(seed)
        self.rewards[:], self.terminals[:], self.truncations[:] = 0, False, False
        return self._show(), []

    def step(
        self, actions: NDArray[np.integer[Any]]
    ) -> tuple[SmallIntArray, NDArray[np.float32], Flags, Flags, list[dict[str, float]]]:
        """Take an action in every game; one that ends is followed by the next one in the same step."""
        rows, learners = np.arange(self.num_agents), self.games.learners.copy()
        self.games.step(np.asarray(actions).reshape(self.num_agents))
        self.rewards[:] = self.games.rewards[rows, learners] * self.reward_scale
        self.terminals[:] = self.games.ended
        ended = np.flatnonzero(self.games.ended)
        shares = win_shares(self.games.final_scores)
        infos = [
            {"points": float(self.games.final_scores[i, learners[i], 0]), "won": float(shares[i, learners[i]])}
            for i in ended
        ]
        return self._show(), self.rewards, self.terminals, self.truncations, infos

    def _show(self) -> SmallIntArray:
        observations, masks = self.split(self.observations)
        observations[:], masks[:] = self.games.observations, self.games.masks
        shown: SmallIntArray = self.observations
        return shown

    def close(self) -> None:
        """There is nothing to close."""
