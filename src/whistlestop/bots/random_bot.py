"""A bot that takes any legal action, all equally likely."""

import random

from whistlestop.view import View


class RandomBot:
    """Chooses blindly: the yardstick that every other bot must beat.

    >>> RandomBot(seed=1).choose({"legal_actions": ["pass"]})
    'pass'
    """

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View) -> str:
        return self._random.choice(view["legal_actions"])
