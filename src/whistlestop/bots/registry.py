"""The bots by name."""

import difflib
from collections.abc import Callable

from whistlestop.bots.base import Bot
from whistlestop.bots.random_bot import RandomBot

BOTS: dict[str, Callable[[int | None], Bot]] = {"random": RandomBot}


def bot_names() -> list[str]:
    """The names that `make_bot` takes.

    >>> bot_names()
    ['random']
    """
    return sorted(BOTS)


def make_bot(name: str, seed: int | None = None) -> Bot:
    """A bot by its name; the same seed makes it choose the same way."""
    if name not in BOTS:
        close = difflib.get_close_matches(name, BOTS, n=1)
        hint = f" Did you mean {close[0]!r}?" if close else ""
        raise ValueError(f"There is no bot {name!r}; there is {', '.join(bot_names())}.{hint}")
    return BOTS[name](seed)
