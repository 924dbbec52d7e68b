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
from whistlestop.engine.rng import seed_base
from whistlestop.engine.scoring import SCORE_PARTS
from whistlestop.engine.state import STATE
from whistlestop.engine.twister import blank_twisters
from whistlestop.envs.blocks import Block, Threads, block_of
from whistlestop.envs.kernels import step as kernels
from whistlestop.envs.kernels.episodes import EPISODE, SELF_PLAY, Floats, Games, blank_buffers
from whistlestop.envs.kernels.hidden import observe_hidden
from whistlestop.envs.kernels.rewards import REWARDS, RewardName
from whistlestop.envs.layout import HiddenLayout, Layout, Part
from whistlestop.envs.opponents import Masks, Opponent, Policy, seat_opponents
from whistlestop.envs.rewards import check_reward
from whistlestop.extras import needs_extra
from whistlestop.kernels import require
from whistlestop.kernels.structs import IntArray, SmallIntArray
from whistlestop.whole_number import whole_number

if TYPE_CHECKING:
    import torch

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
    says where, `rewards`, `final_scores` and `final_observations` are those of the game that ended, and all else shows
    the new one.

    Opponents are `random`, planners (`easy`, `medium`, `hard`, where the map has a policy `expert`) or functions of
    your own, one for all or one for each seat after the learner's. A function gets the observations, masks and seats of
    all rows in which it has to choose, in arrays of its own, and returns an action for each.

    `threads` steps the rows on so many cores. The games are the same for any number of them.

    `full_information=True` gives critics `hidden`: all that is hidden from one seat or another, in rows of their own
    beside the observations, which stay as they are. Without it nothing of the kind is there. Never show it to a policy.
    """

    score_parts = SCORE_PARTS

    def __init__(
        self,
        map: str | Path | Board,
        players: int,
        games: int = 1024,
        seed: int = 0,
        *,
        opponents: Opponent | Sequence[Opponent] | None = None,
        reward: RewardName = "win",
        mask: Literal["bools", "bits"] = "bools",
        full_information: bool = False,
        threads: int = 1,
    ) -> None:
        self.board = load_board(map)
        players = self.board.checked_players(players)
        check_reward(reward)
        games = _at_least_one("games", games)
        threads = _at_least_one("threads", threads)
        if mask not in MASKS:
            raise ValueError(f"There is no mask of {mask!r}; there is {', '.join(MASKS)}.")
        self.players, self.games, self.seed = players, games, whole_number("A seed", seed)
        self.layout = Layout(self.board, players)
        kinds, self._planners, self._policies = seat_opponents(self.board, opponents, players, games)
        require("vector", *(["planners"] if self._planners else []), *(["hidden"] if full_information else []))
        self._reward = REWARDS.index(reward)
        self._states = np.zeros(games, STATE)
        self._episodes = np.zeros(games, EPISODE)
        self._episodes["learner"] = 0 if kinds else SELF_PLAY
        self._episodes["opponents"][:, : len(kinds)] = kinds
        self._episodes["is_followed"] = True
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
        self.final_observations: SmallIntArray = buffers.final_observations
        """[game, value]: the end of that game, as the learner saw it, or in self-play whoever ended it."""
        self.lengths: IntArray = self._episodes["length"]
        """[game]: how many actions the present game has had, everybody's."""
        self.numbers: IntArray = self._episodes["number"]
        """[game]: which game of the series it is: `Game(map, players, seed, number)` deals the same."""
        self.learners: IntArray = self._episodes["learner"]
        """[game]: the seat that learns; -1 in self-play."""
        self.hidden_layout = HiddenLayout(self.board, players) if full_information else None
        self.hidden: SmallIntArray | None = (
            np.zeros((games, self.hidden_layout.size), np.int16) if self.hidden_layout else None
        )
        """[game, value]: what is hidden from seats, in the order of `hidden_spec`; None without `full_information`."""
        self._threads = Threads(games, threads)
        self._due: Floats = np.zeros_like(self.rewards)
        """Rewards of new games' beginnings, which the next step gives."""
        self.reset(self.seed)

    @property
    def observation_spec(self) -> tuple[Part, ...]:
        """The parts of an observation: name, shape, slice, highest value and meaning."""
        return self.layout.parts

    @property
    def hidden_spec(self) -> tuple[Part, ...]:
        """The parts of a row of `hidden`; none without `full_information`."""
        return self.hidden_layout.parts if self.hidden_layout else ()

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
        all_games = Games(
            self.board.arrays,
            self._states,
            self._episodes,
            self.layout.offsets,
            seed_base("deal", self.seed),
            self.games,
            blank_twisters(0),
        )
        self._blocks = [block_of(rows, all_games, self._planners, self._buffers) for rows in self._threads.blocks]
        self._threads.run(Block.begin, self._blocks)
        self._due[:] = 0
        if self._policies:
            self._ask_policies(np.ones(self.games, np.bool_))
            self.rewards[:] = 0
            self.ended[:] = False
        return self._shown()

    def step(self, actions: NDArray[np.integer[Any]]) -> Step:
        """Take one action in every game. If any of them is not legal, ValueError names it and nothing has changed."""
        self._advance(self._checked(actions))
        if self._policies:
            self.rewards += self._due
            self._due[:] = 0
            self._ask_policies(self.ended.copy())
        return self._shown()

    def _advance(self, chosen: IntArray) -> None:
        self._threads.run(lambda block: block.step(self._reward, chosen), self._blocks)

    def _ask_policies(self, ended: NDArray[np.bool_]) -> None:
        """Let opponents from outside choose, all games of each in one call, until it is the learners' turn everywhere.

        What they bring belongs to this step, but in games that began in it to the next.
        """
        given = self.rewards.copy()
        while (waiting := self.seats != self.learners).any():
            places = np.where(waiting, (self.seats - self.learners - 1) % self.players, -1)
            actions = np.full(self.games, kernels.WAIT)
            for policy, own in self._policies.items():
                rows = np.flatnonzero(np.isin(places, own))
                if rows.size:
                    actions[rows] = self._ask(policy, rows)
            self._advance(actions)
            self._due[waiting & ended] += self.rewards[waiting & ended]
            given[waiting & ~ended] += self.rewards[waiting & ~ended]
            ended |= waiting & self.ended
        self.rewards[:], self.ended[:] = given, ended

    def _ask(self, policy: Policy, rows: IntArray) -> IntArray:
        given = np.asarray(policy(self.observations[rows], self.masks[rows], self.seats[rows]))
        if given.shape != rows.shape or not np.issubdtype(given.dtype, np.integer):
            raise ValueError(
                f"The opponent {policy!r} has to return {rows.size} whole numbers, not {given.dtype} of {given.shape}."
            )
        all_rows: IntArray = self._buffers.legal[:, 0].astype(np.int64)
        all_rows[rows] = given
        try:
            self._refuse_illegal(all_rows)
        except ValueError as error:
            raise ValueError(f"The opponent {policy!r} broke a rule. {error}") from None
        return all_rows[rows]

    def _shown(self) -> Step:
        if self.hidden is not None and self.hidden_layout is not None:
            observe_hidden(self.board.arrays, self._states, self.seats, self.hidden_layout.offsets, self.hidden)
        return Step(self.observations, self.masks, self.rewards, self.ended)

    def sample(self) -> IntArray:
        """A legal action for every game, all equally likely. The next call writes the array anew."""
        kernels.pick_randomly(self._episodes, self._buffers.legal, self._buffers.legal_counts, self._actions)
        return self._actions

    def torch(self) -> "dict[str, torch.Tensor]":
        """The arrays as tensors that share their memory: they change with every step."""
        with needs_extra("torch"):
            import torch

        names = ["observations", "masks", "rewards", "seats", "ended", "final_scores"]
        if self.hidden is not None:
            names.append("hidden")
        return {name: torch.from_numpy(getattr(self, name)) for name in names}

    def _checked(self, actions: NDArray[np.integer[Any]]) -> IntArray:
        given = np.asarray(actions)
        if given.shape != (self.games,) or not np.issubdtype(given.dtype, np.integer):
            raise ValueError(f"step takes {self.games} whole numbers, not {given.dtype} of shape {given.shape}.")
        chosen = np.ascontiguousarray(given, np.int64)  # the same array if it is one already
        self._refuse_illegal(chosen)
        return chosen

    def _refuse_illegal(self, chosen: IntArray) -> None:
        wrong = kernels.find_illegal(self.board.arrays, self._buffers.masks, chosen)
        if wrong != kernels.ALL_LEGAL:
            raise ValueError(
                f"Game {wrong}: {self._describe_action(int(chosen[wrong]))} is not legal now; see masks[{wrong}]."
            )

    def _describe_action(self, action: int) -> str:
        if not 0 <= action < self.action_count:
            return f"action {action}, which does not exist (0 to {self.action_count - 1}),"
        return f"action {action} ({self.board.actions[action].text})"


def _at_least_one(name: str, given: int) -> int:
    count = whole_number(f"The number of {name}", given)
    if count < 1:
        raise ValueError(f"{name} {count}: at least one is needed.")
    return count
