"""The bots by name, and bots of your own by `module:Class`."""

import importlib
import re
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from whistlestop.board import Board
from whistlestop.bots.base import Bot
from whistlestop.bots.greedy import GreedyBot
from whistlestop.bots.hungry import HungryBot
from whistlestop.bots.levels import LEVELS, SEARCH_SECONDS, StandIn
from whistlestop.bots.long_route import LongRouteBot
from whistlestop.bots.one_step import OneStepBot
from whistlestop.bots.path import PathBot
from whistlestop.bots.planner.bot import PlannerBot
from whistlestop.bots.random_bot import RandomBot
from whistlestop.bots.search.bot import SearchBot
from whistlestop.bots.search.searcher import Budget
from whistlestop.bots.search.versions import read_version, version_names
from whistlestop.engine.rng import seed_base
from whistlestop.english import did_you_mean

BotMaker = Callable[[Board, int | None], Bot]
SHIPPED_BUDGET = Budget(seconds=1.2)
"""What an expert had when it shipped."""
VERSIONS: dict[str, BotMaker] = {
    name: partial(SearchBot, budget=SHIPPED_BUDGET, version=read_version(name)) for name in version_names()
}
"""Experts that have shipped, to measure others against."""
BOTS: dict[str, BotMaker] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "hungry": HungryBot,
    "path": PathBot,
    "one-step": OneStepBot,
    "long-route": LongRouteBot,
    "planner": PlannerBot,
    "search": SearchBot,
    **LEVELS,
    **VERSIONS,
}
SEARCHING = {"search", *SEARCH_SECONDS, *VERSIONS}
TIMED = {"search": "search", "master": "search", **{name: name for name in VERSIONS}}
"""Bots that can be told how long to think, and whose settings they have."""
KERNEL_BOTS = {"planner", *SEARCHING, *LEVELS}


def bot_names() -> list[str]:
    """The names of our own bots.

    >>> "random" in bot_names()
    True
    """
    return sorted(BOTS)


def make_bot(name: str, board: Board, seed: int | None = None) -> Bot:
    """A bot for one seat of one game: by its name, or `module:Class` for one of your own.

    The same seed makes a bot choose the same way.
    """
    return bot_maker(name)(board, seed)


def bot_seed(seat: int, seed: int, number: int) -> int:
    """The seed of the bot in a seat of game `number` of a series: 32 bits."""
    return int(seed_base(f"bot {seat} of game {number}", seed)[0])


def make_ready_bot(name: str, board: Board, seed: int | None = None) -> Bot:
    """Like `make_bot` for somebody who wants to play at once: kernels are compiled while another bot stands in."""
    make = partial(bot_maker(name), board, seed)
    return StandIn(make, board, seed) if searches(name) else make()


def searches(name: str) -> bool:
    """Whether a bot is of no use before its kernels are compiled."""
    return name.partition("@")[0] in SEARCHING


def has_kernels(name: str) -> bool:
    """Whether a bot gets faster when its kernels are compiled."""
    return name.partition("@")[0] in KERNEL_BOTS


def bot_maker(name: str) -> BotMaker:
    """What makes the bots of a name. ValueError says what is wrong with an unknown one.

    `search@0.5s` thinks for 0.5 seconds a choice, `search@0.5cpu` for so many of the CPU, `search@500` for 500
    playouts; `search@1sx2`: on 2 cores. `master@…` is the same, `expert-1@500` the first expert that shipped.
    """
    if name in BOTS:
        return BOTS[name]
    if "@" in name and name.partition("@")[0] in TIMED:
        return _search_with(name)
    if ":" in name:
        return _load(name)
    hint = did_you_mean(name, BOTS)
    raise ValueError(f"There is no bot {name!r}; there is {', '.join(bot_names())}, or module:Class.{hint}")


def _search_with(name: str) -> BotMaker:
    version, _, text = name.partition("@")
    said = re.fullmatch(r"(?:([0-9]*[.]?[0-9]+)(s|cpu)|([0-9]+))(?:x([1-9][0-9]?))?", text)
    amount = float(said[1] or said[3]) if said else 0.0
    if said is None or not amount:
        ways = f"{version}@0.5s (seconds a move), {version}@0.5cpu (of the CPU) or {version}@500 (playouts)"
        raise ValueError(f"{name!r}: write {ways}; x2 at the end: 2 cores.")
    if said[1]:
        budget = Budget(seconds=amount, clock=time.perf_counter if said[2] == "s" else time.thread_time)
    else:
        budget = Budget(playouts=int(said[3]))
    return partial(SearchBot, budget=budget, workers=int(said[4] or 1), version=read_version(TIMED[version]))


def _load(name: str) -> BotMaker:
    try:
        maker: BotMaker = load_named(name)
    except (ImportError, AttributeError, ValueError) as error:
        raise ValueError(f"The bot {name!r} can't be loaded: {error}") from None
    if not callable(getattr(maker, "choose", None)):
        raise ValueError(f"The bot {name!r} has no method choose(view).")
    return maker


def load_named(name: str) -> Any:
    """What `module:name` names; the module may be a file in this folder."""
    module_name, _, inner_name = name.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:  # as `python -m` does, so that a file in this folder is found
        sys.path.insert(0, here)
    return getattr(importlib.import_module(module_name), inner_name)
