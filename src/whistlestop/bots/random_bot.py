"""A bot that takes any legal action, all equally likely."""

import random

from whistlestop.board import Board
from whistlestop.game.view import View


class RandomBot:
    """Chooses blindly: the yardstick that every other bot must beat.

    >>> from whistlestop.board import load_board
    >>> RandomBot(load_board("usa"), seed=1).choose({"legal_actions": ["pass"]})
    'pass'
    """

    def __init__(self, board: Board, seed: int | None = None) -> None:
        del board  # it has no use for one
        self._random = random.Random(seed)

    def choose(self, view: View) -> str:
        """Any legal action, all as likely."""
        return self._random.choice(view["legal_actions"])
