"""What each action of a seat is worth, with a word about why: for hints, reviews and the curious.

>>> from whistlestop.game import Game
>>> view = Game("san-francisco", players=2, seed=7).view(0)
>>> best = analyse(view, playouts=50)[0]
>>> 0 <= best.win_chance <= 1, bool(best.reason)
(True, True)
"""

import time
from dataclasses import dataclass

import numpy as np

from whistlestop import kernels
from whistlestop.actions.action import Action
from whistlestop.board import Board, load_board
from whistlestop.bots.imagine import imagine
from whistlestop.bots.plan_reader import PlanReader
from whistlestop.bots.reasons import Reason
from whistlestop.bots.search.searcher import BATCH, SEARCH_KERNELS, Budget, Searcher, SearchResult
from whistlestop.bots.search.tree import Belief
from whistlestop.engine.rng import seed_base
from whistlestop.game.view import View
from whistlestop.kernels.structs import Records

__all__ = ["Judgement", "Reason", "analyse"]

EXPLORING = Belief(spread=0.06, exploration=6.0)
"""A bot need only know which action is best; here every action is to be judged, so each gets its playouts."""


@dataclass(frozen=True)
class Judgement:
    """What is to be thought of an action."""

    action: Action
    win_chance: float
    """As far as playouts tell by now: an action with few of them is taken to be much like the others."""
    margin: float
    """The expected lead over the best other at the end, in points."""
    reasons: tuple[Reason, ...]
    playouts: int

    @property
    def reason(self) -> str:
        return "; ".join(map(str, self.reasons))


def analyse(
    view: View, seconds: float | None = None, board: Board | None = None, *, playouts: int | None = None, seed: int = 0
) -> list[Judgement]:
    """The actions worth a thought for the seat to play, the best first.

    Thinks for so many seconds (one, if nothing is said) or so many playouts. Needs the board only where the view's
    map is neither a built-in one nor a file that is still there.
    """
    if view["seat"] is None or view["seat"] != view["to_play"]:
        raise ValueError("Only the seat whose turn it is to choose can be advised.")
    kernels.require(*SEARCH_KERNELS)
    if seconds is None and playouts is None:
        seconds = 1.0
    board = load_board(view["map"]) if board is None else board
    result = Analyst(board, EXPLORING).explore(imagine(board, view), seed, Budget(seconds, playouts))
    reader = PlanReader(board, view)
    # The first candidate has the most playouts. Others are judged beside it, on the same deals: that is less luck.
    lead, times = result.estimate(EXPLORING), np.maximum(result.visits, 1)
    wins, margins = result.wins / times, result.margin / times
    trust = result.visits / EXPLORING.noise**2 / result.precision(EXPLORING)
    judgements: dict[Action, Judgement] = {}
    for i in np.argsort(-lead, kind="stable").tolist():
        if result.visits[i] or i == 0:  # what was never tried is nothing to talk about
            action = board.action(int(result.action[i]), view["offered"])
            win_chance = float(np.clip(wins[0] + lead[i], 0, 1))
            margin = float(margins[0] + trust[i] * (margins[i] - margins[0]))
            judged = Judgement(action, win_chance, margin, tuple(reader.reasons(action)), int(result.visits[i]))
            judgements.setdefault(action, judged)
    return list(judgements.values())


class Analyst(Searcher):
    """Thinks about every candidate, also about a choice of one."""

    def begin(self, state: Records) -> int:
        if super().begin(state) == 1:
            tree = self.tree[0]  # the search compares candidates: let the only one run beside itself
            for name in ("action", "score", "child", "visits", "total"):
                tree[name][0, 1] = tree[name][0, 0]
            for name in ("lead", "wins", "margins"):
                tree[name][1] = 0
            tree["width"][0] = 2
        return int(self.tree["width"][0, 0])

    def explore(self, state: Records, seed: int, budget: Budget) -> SearchResult:
        """Use the whole budget, also where a bot would have made up its mind."""
        self.begin(state)
        base, start, done, left = seed_base("analyse", seed), time.perf_counter(), 0, BATCH
        while left > 0:
            grown = self.grow(base, min(BATCH, left))
            done += grown
            left = budget.left(done, time.perf_counter() - start) if grown else 0
        return self.result()
