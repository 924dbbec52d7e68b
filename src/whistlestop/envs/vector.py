"""Thousands of games in one compiled call.

>>> env = VectorEnv("usa", players=2, games=64, seed=1)
>>> for _ in range(10):
...     result = env.step(env.sample())
>>> env.observations.shape, env.masks.shape, env.rewards.shape
((64, 458), (64, 1079), (64, 2))
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from whistlestop.board import Board, load_board
from whistlestop.bots.levels import PLANNERS
from whistlestop.bots.planner.memory import MEMORY
from whistlestop.bots.planner.weights import weights_for, weights_of
from whistlestop.engine.rng import seed_base
from whistlestop.engine.scoring import SCORE_PARTS
from whistlestop.engine.state import STATE
from whistlestop.envs.kernels import step as kernels
from whistlestop.envs.kernels.episodes import EPISODE, SELF_PLAY, Floats, blank_buffers
from whistlestop.envs.kernels.rewards import REWARDS, RewardName
from whistlestop.envs.layout import Layout, Part
from whistlestop.envs.opponents import one_for_each
from whistlestop.envs.rewards import check_reward
from whistlestop.extras import needs_extra
from whistlestop.kernels import require
from whistlestop.kernels.structs import IntArray, SmallIntArray
from whistlestop.whole_number import whole_number

if TYPE_CHECKING:
    import torch

Masks = NDArray[np.bool_] | NDArray[np.uint8]
MASKS = ("bools", "bits")


class Step(NamedTuple):
    """What a step shows: the environment's own arrays, which the next step writes anew."""

    observations: SmallIntArray
    masks: Masks
    rewards: Floats
    ended: NDArray[np.bool_]


class VectorEnv:
    """Games of one series side by side: row i plays the games i, i + games, i + 2 * games, … of the seed.

    Without opponents everybody is asked in turn (self-play), and a row shows what its seat to play knows: `seats` says
    which one that is. With opponents, one seat of each game learns, another one from game to game, and a row comes
    back when that seat has to choose again. A game that ends is followed by the next one in the same step: `ended`
    says where, `rewards` and `final_scores` are those of the game that ended, and all else shows the new one.
    """

    score_parts = SCORE_PARTS

    def __init__(
        self,
        map: str | Path | Board,
        players: int,
        games: int = 1024,
        seed: int = 0,
        *,
        opponents: str | Sequence[str] | None = None,
        reward: RewardName = "win",
        mask: Literal["bools", "bits"] = "bools",
    ) -> None:
        self.board = load_board(map)
        players = self.board.checked_players(players)
        check_reward(reward)
        games = _checked_games(games)
        if mask not in MASKS:
            raise ValueError(f"There is no mask of {mask!r}; there is {', '.join(MASKS)}.")
        self.players, self.games, self.seed = players, games, whole_number("A seed", seed)
        self.layout = Layout(self.board, players)
        named = _name_opponents(opponents, players)
        self._planners = _planners(self.board, named, games * players)
        require("vector" if self._planners is None else "planners")
        self._reward = REWARDS.index(reward)
        self._states = np.zeros(games, STATE)
        self._episodes = np.zeros(games, EPISODE)
        self._episodes["learner"] = 0 if named else SELF_PLAY
        self._episodes["counts_points"] = reward == "score"
        self._actions = np.zeros(games, np.int64)
        self._buffers = buffers = blank_buffers(self.board, players, games, self.layout.size, mask == "bits")

        self.observations: SmallIntArray = buffers.observations
        """[game, value]: what the seat to play knows, in the order of `observation_spec`."""
        self.masks: Masks = buffers.masks if mask == "bits" else buffers.masks.view(np.bool_)
        """[game, action]: which actions are legal; as bits, eight actions a byte, the first in the lowest bit."""
        self.rewards: Floats = buffers.rewards
        """[game, seat]: for what happened in the last step."""
        self.seats: IntArray = buffers.seats
        """[game]: the seat that has to choose."""
        self.ended: NDArray[np.bool_] = buffers.ended.view(np.bool_)
        """[game]: whether a game ended in the last step."""
        self.final_scores: IntArray = buffers.final_scores
        """[game, seat, part]: of the last game that ended in the row; `score_parts` names the parts."""
        self.lengths: IntArray = self._episodes["length"]
        """[game]: how many actions the present game has had, everybody's."""
        self.numbers: IntArray = self._episodes["number"]
        """[game]: which game of the series it is: `Game(map, players, seed, number)` deals the same."""
        self.reset(self.seed)

    @property
    def observation_spec(self) -> tuple[Part, ...]:
        """The parts of an observation: name, shape, slice, highest value and meaning."""
        return self.layout.parts

    @property
    def action_count(self) -> int:
        """How many different actions the board has; `board.actions` tells what they are."""
        return self.board.action_count

    def reset(self, seed: int | None = None) -> Step:
        """Begin every row's next game, or with a seed the first ones of that series."""
        self.rewards[:] = 0
        self.ended[:] = False
        if seed is None:
            self.numbers += self.games
        else:
            self.seed = whole_number("A seed", seed)
            self.numbers[:] = np.arange(self.games)
            kernels.seed_choices(self._episodes, seed_base("choices", self.seed))
        self._games = kernels.Games(
            self.board.arrays, self._states, self._episodes, self.layout.offsets, seed_base("deal", self.seed)
        )
        if self._planners is None:
            kernels.begin(self._games, self._buffers)
        else:
            kernels.begin_against_planners(self._games, self._planners, self._buffers)
        return Step(self.observations, self.masks, self.rewards, self.ended)

    def step(self, actions: NDArray[np.integer[Any]]) -> Step:
        """Take one action in every game. If any of them is not legal, ValueError names it and nothing has changed."""
        chosen = self._checked(actions)
        if self._planners is None:
            kernels.step(self._games, self._reward, chosen, self._buffers)
        else:
            kernels.step_against_planners(self._games, self._reward, chosen, self._planners, self._buffers)
        return Step(self.observations, self.masks, self.rewards, self.ended)

    def sample(self) -> IntArray:
        """A legal action for every game, all equally likely. The next call writes the array anew."""
        kernels.pick_randomly(self._episodes, self._buffers.legal, self._buffers.legal_counts, self._actions)
        return self._actions

    def torch(self) -> "dict[str, torch.Tensor]":
        """The arrays as tensors that share their memory: they change with every step."""
        with needs_extra("torch"):
            import torch

        names = ("observations", "masks", "rewards", "seats", "ended", "final_scores")
        return {name: torch.from_numpy(getattr(self, name)) for name in names}

    def _checked(self, actions: NDArray[np.integer[Any]]) -> IntArray:
        given = np.asarray(actions)
        if given.shape != (self.games,) or not np.issubdtype(given.dtype, np.integer):
            raise ValueError(f"step takes {self.games} whole numbers, not {given.dtype} of shape {given.shape}.")
        chosen = np.ascontiguousarray(given, np.int64)  # the same array if it is one already
        wrong = kernels.find_illegal(self.board.arrays, self._buffers.masks, chosen)
        if wrong != kernels.ALL_LEGAL:
            raise ValueError(
                f"Game {wrong}: {self._describe_action(int(chosen[wrong]))} is not legal now; see masks[{wrong}]."
            )
        return chosen

    def _describe_action(self, action: int) -> str:
        if not 0 <= action < self.action_count:
            return f"action {action}, which does not exist (0 to {self.action_count - 1}),"
        return f"action {action} ({self.board.actions[action].text})"


def _checked_games(games: int) -> int:
    count = whole_number("The number of games", games)
    if count < 1:
        raise ValueError(f"games {count}: at least one is needed.")
    return count


def _name_opponents(names: str | Sequence[str] | None, players: int) -> list[str]:
    """One for each seat after the learner's; none for self-play."""
    if names is None:
        return []
    named = one_for_each(names, players)
    if not set(named) <= {"random"} and not set(named) <= PLANNERS.keys():
        raise ValueError(
            f"{', '.join(named)} can't play compiled: all random, or any of {', '.join(PLANNERS)}."
            " Every other bot plays in whistlestop.envs.gymnasium."
        )
    return named


def _planners(board: Board, named: list[str], seats: int) -> kernels.Planners | None:
    """The weights of the opponents and a memory for every seat of every game, if planners are wanted."""
    if not named or named[0] == "random":
        return None
    weights = np.concatenate([weights_of(weights_for(board, PLANNERS[name])) for name in named])
    return kernels.Planners(weights, np.zeros(seats, MEMORY))
