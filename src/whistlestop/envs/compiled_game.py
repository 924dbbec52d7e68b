"""One game that kernels play: the vector environment's, in a single row that stays at the end of its game.

It is the game that `Game(map, players, seed, number)` deals, and its opponents choose what bots with their names and
seeds choose: a test plays both. A `Game` takes ten times as long, so it is made for those only who look at it.
"""

from collections.abc import Sequence
from typing import Any, SupportsIndex

import numpy as np

from whistlestop.bots.registry import bot_seed
from whistlestop.engine.rng import seed_base
from whistlestop.engine.scoring import SCORE_PARTS, win_shares
from whistlestop.engine.state import STATE
from whistlestop.engine.twister import blank_twisters, set_seed
from whistlestop.envs.kernels import step as kernels
from whistlestop.envs.kernels.episodes import AT_RANDOM, EPISODE, LIKE_THE_BOT, SELF_PLAY, Games, blank_buffers
from whistlestop.envs.kernels.rewards import REWARDS, RewardName
from whistlestop.envs.layout import HiddenLayout, Layout
from whistlestop.envs.opponents import seat_opponents
from whistlestop.envs.rewards import Scores, outcome
from whistlestop.envs.single_game import Deal, Mask, checked_number, hidden_row, not_legal
from whistlestop.kernels import require
from whistlestop.kernels.structs import IntArray, Records, SmallIntArray


class CompiledGame:
    """A game of a learner against `opponents`, or without any of them one in which every choice comes from outside."""

    def __init__(self, layout: Layout, reward: RewardName, opponents: Sequence[str] = ()) -> None:
        self._make(layout, reward, tuple(opponents))

    def _make(self, layout: Layout, reward: RewardName, opponents: tuple[str, ...]) -> None:
        self._made_of = layout, reward, opponents
        self.board, self.players = layout.board, layout.players
        kinds, planners, _ = seat_opponents(self.board, opponents or None, self.players, 1)
        require("vector", *(["planners"] if planners else []))
        self.state: Records = np.zeros(1, STATE)
        self._episode = np.zeros(1, EPISODE)
        self._episode["opponents"][:, : len(kinds)] = [LIKE_THE_BOT if kind == AT_RANDOM else kind for kind in kinds]
        self._episode["counts_points"] = reward == "score"
        self._twisters = blank_twisters(self.players)
        self._deal_base = seed_base("deal", 0)
        self._chosen: IntArray = np.zeros(1, np.int64)
        self._buffers = buffers = blank_buffers(self.board, self.players, 1, layout.size, is_packed=False)
        games = Games(self.board.arrays, self.state, self._episode, layout.offsets, self._deal_base, 1, self._twisters)
        self._arrays = [self.state, self._episode, self._twisters, *buffers, *([planners.memories] if planners else [])]
        self._begin_arguments: tuple[Any, ...] = (games, *([planners] if planners else []), buffers)
        self._step_arguments = (games, REWARDS.index(reward), self._chosen, *self._begin_arguments[1:])
        self._begin: Any = kernels.begin_against_planners if planners else kernels.begin
        self._step: Any = kernels.step_against_planners if planners else kernels.step
        # What Python reads in every step: it takes a third as long to read a number from memory as from an array.
        self._is_legal, self._ended, self._seats = (a.data for a in (buffers.masks[0], buffers.ended, buffers.seats))
        self._rewards = buffers.rewards[0].data
        self._mask: Mask = buffers.masks.view(np.int8)[0]
        self._row: SmallIntArray = buffers.observations[0]
        self.actions: list[int] = []
        """Those that came from outside."""
        self.is_over = False

    def __getstate__(self) -> tuple[Any, ...]:
        """Pickles and deep copies: much of it shows the same memory."""
        return self._made_of, self._arrays, self._deal, self.seat, self.actions, self.is_over

    def __setstate__(self, parts: tuple[Any, ...]) -> None:
        made_of, arrays, self._deal, self.seat, actions, is_over = parts
        self._make(*made_of)
        for own, copied in zip(self._arrays, arrays, strict=True):
            own[:] = copied
        self.actions, self.is_over = actions, is_over

    def begin(self, deal: Deal, seat: int = SELF_PLAY) -> None:
        """Deal a game, and let opponents play up to the first choice of the learner in a seat."""
        self._deal, self.seat = deal, seat
        self._deal_base[:] = seed_base("deal", deal.seed)
        self._episode["number"], self._episode["learner"] = deal.number, seat
        _, _, opponents = self._made_of
        for other in [(seat + 1 + place) % self.players for place, name in enumerate(opponents) if name == "random"]:
            set_seed(self._twisters[other], bot_seed(other, *deal))
        self.actions, self.is_over = [], False
        self._begin(*self._begin_arguments)

    def step(self, action: SupportsIndex) -> None:
        """Take an action from outside, and let opponents answer. NotLegalNow or ValueError: nothing has changed."""
        number = checked_number(self.board, action, self.is_over)
        if not self._is_legal[number]:
            raise not_legal(self.board, number)
        self._chosen[0] = number
        self._step(*self._step_arguments)
        self.actions.append(number)
        if self._ended[0]:
            self._end()

    def _end(self) -> None:
        self.is_over = True
        self._mask[:] = 0
        self._row[:] = self._buffers.final_observations[0]

    @property
    def to_play(self) -> int | None:
        """The seat that has to choose; None when the game is over."""
        return None if self.is_over else self._seats[0]

    def row(self) -> SmallIntArray:
        """What the seat to play knows, or at the end the learner, or else who ended the game. It may be kept."""
        return self._row.copy()

    def mask(self) -> Mask:
        """1 for each action that the seat to play may choose. It may be kept."""
        return self._mask.copy()

    def hidden(self, layout: HiddenLayout, seat: int) -> SmallIntArray:
        """What is hidden from one seat or another, the seats counted from this one: for critics."""
        return hidden_row(self.state, layout, seat)

    def reward_of(self, seat: int) -> float:
        """What a seat gets for the last step."""
        reward: RewardName = self._made_of[1]
        if self.is_over and reward == "rank":  # the kernels' have 32 bits, in which a third is another number
            return outcome(reward, self.scores(), seat)
        return float(self._rewards[seat])

    def scores(self) -> Scores:
        """The score of every seat by its parts, when the game is over."""
        return [dict(zip(SCORE_PARTS, row, strict=True)) for row in self._buffers.final_scores[0].tolist()]

    def winners(self) -> list[int]:
        """R6.5: the seats that won, when the game is over."""
        winners: list[int] = np.flatnonzero(win_shares(self._buffers.final_scores[0])).tolist()
        return winners
