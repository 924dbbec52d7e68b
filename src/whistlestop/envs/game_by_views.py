"""A learner's game against bots of all kinds, which are shown their views."""

from collections.abc import Sequence
from typing import SupportsIndex

from whistlestop.actions.illegal import IllegalAction
from whistlestop.bots import make_bot
from whistlestop.bots.registry import bot_seed
from whistlestop.envs.kernels.rewards import RewardName
from whistlestop.envs.layout import HiddenLayout, Layout
from whistlestop.envs.rewards import Rewards, Scores
from whistlestop.envs.single_game import Deal, Mask, hidden_row, legal_action, legal_mask, observe_row
from whistlestop.game import Game
from whistlestop.kernels.structs import SmallIntArray


class GameByViews:
    """The game of a deal, up to the next choice of the learner in a seat; `opponents` sit in the seats after it."""

    def __init__(self, layout: Layout, reward: RewardName, opponents: Sequence[str], deal: Deal, seat: int) -> None:
        board, players = layout.board, layout.players
        self.layout, self.seat = layout, seat
        self.game = Game(board, players, *deal)
        self.names = {(seat + 1 + place) % players: name for place, name in enumerate(opponents)}
        # They have the seeds that they have in the same game of a simulated series.
        self.bots = {other: make_bot(name, board, bot_seed(other, *deal)) for other, name in self.names.items()}
        self.rewards = Rewards(reward, self.game)
        self.step_count = 0
        self._let_opponents_play()

    def step(self, action: SupportsIndex) -> None:
        """Take an action for the learner, and let opponents answer. NotLegalNow or ValueError: nothing has changed."""
        self.game.apply(legal_action(self.game, action))
        self.step_count += 1
        self._let_opponents_play()

    def _let_opponents_play(self) -> None:
        while (seat := self.game.to_play) is not None and seat != self.seat:
            try:
                self.game.apply(self.bots[seat].choose(self.game.view(seat)))
            except IllegalAction as error:
                name = self.names[seat]
                raise RuntimeError(f"The opponent {name!r} in seat {seat} broke a rule: {error}") from error

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.game.is_over

    def row(self) -> SmallIntArray:
        """What the learner knows."""
        return observe_row(self.game.state, self.layout, self.seat)

    def mask(self) -> Mask:
        """1 for each action that the learner may choose."""
        return legal_mask(self.game, self.seat)

    def hidden(self, layout: HiddenLayout, seat: int) -> SmallIntArray:
        """What is hidden from one seat or another, the seats counted from this one: for critics."""
        return hidden_row(self.game.state, layout, seat)

    def reward_of(self, seat: int) -> float:
        """What a seat gets for the last step; to be asked once after each."""
        return self.rewards.give()[seat]

    def scores(self) -> Scores:
        """The score of every seat by its parts."""
        return self.game.scores()

    def winners(self) -> list[int]:
        """R6.5: the seats that won, when the game is over."""
        return self.game.winners()
