"""Levels for people, and what plays while a level's kernels are still being compiled."""

from collections.abc import Callable
from functools import partial

from whistlestop import kernels
from whistlestop.actions.action import Action
from whistlestop.board import Board
from whistlestop.bots.base import Bot
from whistlestop.bots.planner.bot import PlannerBot
from whistlestop.bots.policy.bot import PolicyBot
from whistlestop.bots.search.bot import SearchBot
from whistlestop.bots.search.searcher import SEARCH_KERNELS, Budget
from whistlestop.bots.search.versions import PRESENT
from whistlestop.game.view import View

SEARCH_SECONDS = {"expert": 0.3, "master": 3.0}
"""What the levels that search may take for a move, on one core."""
EXPERT_PLAYOUTS = 100
"""On maps that have no policy."""


def make_expert(board: Board, seed: int | None = None) -> Bot:
    """Plays by the policy of its map, without searching: searching is what the master does better."""
    if policies := PRESENT.policies_for(board):
        return PolicyBot(board, policies)
    return SearchBot(board, seed, Budget(seconds=SEARCH_SECONDS["expert"], playouts=EXPERT_PLAYOUTS))


LEVELS: dict[str, Callable[[Board, int | None], Bot]] = {
    "easy": partial(PlannerBot, level="easy"),
    "medium": partial(PlannerBot, level="medium"),
    "hard": PlannerBot,
    "expert": make_expert,
    "master": partial(SearchBot, budget=Budget(seconds=SEARCH_SECONDS["master"])),
}
PLANNERS: dict[str, str | None] = {"planner": None, "easy": "easy", "medium": "medium", "hard": None}
"""Bots that are nothing but the planner, and the level of their weights."""


def is_planner(name: str, board: Board) -> bool:
    """Whether a bot is the planner at some level or put right by a policy: kernels play whole games of it."""
    return name in PLANNERS or has_policy(name, board)


def has_policy(name: str, board: Board) -> bool:
    """Whether a bot is the planner put right by the policy of a board."""
    return name == "expert" and bool(PRESENT.policies_for(board))


class StandIn:
    """A bot that searches, for somebody who wants to play at once: until its kernels are compiled, `hard` plays.

    Planning takes milliseconds in plain Python too, but a search of so few playouts would be worth nothing.
    """

    STAND_IN = "hard"

    def __init__(self, make: Callable[[], Bot], board: Board, seed: int | None = None) -> None:
        self.make = make
        self.stand_in = LEVELS[self.STAND_IN](board, seed)
        self.bot: Bot | None = None
        kernels.start(*SEARCH_KERNELS)

    @property
    def is_standing_in(self) -> bool:
        """Whether the kernels of the real bot are still being compiled."""
        return not kernels.is_compiled(*SEARCH_KERNELS)

    def choose(self, view: View) -> Action | str:
        """The real bot's choice, as soon as there can be one."""
        if self.is_standing_in:
            return self.stand_in.choose(view)
        if self.bot is None:
            self.bot = self.make()
        return self.bot.choose(view)
