"""The search as a bot."""

import numpy as np

from whistlestop import kernels
from whistlestop.actions.action import Action
from whistlestop.board import Board
from whistlestop.bots.complete_state import complete_state
from whistlestop.bots.search.inference import Inference
from whistlestop.bots.search.searcher import SEARCH_KERNELS, Budget, search_in_parallel
from whistlestop.bots.search.versions import PRESENT, Version
from whistlestop.engine.state import KEEP_TICKETS, PHASES
from whistlestop.game.view import View
from whistlestop.kernels.structs import Records

QUICK = Budget(seconds=0.2)
LONGEST = 1.5
"""Seconds of a choice that gets more than a move does: a person may be waiting."""


class SearchBot:
    """Searches within a budget for each choice, on `workers` cores.

    Keeping tickets has more of it, as the version says. With a budget of playouts the same seed and views give the same
    choices.
    """

    def __init__(
        self,
        board: Board,
        seed: int | None = None,
        budget: Budget = QUICK,
        workers: int = 1,
        version: Version = PRESENT,
    ) -> None:
        kernels.require(*SEARCH_KERNELS)
        self.board, self.seed, self.budget = board, seed or 0, budget
        self.ticket_budget = budget.times(version.ticket_times, LONGEST)
        self.searchers = [version.searcher(board) for _ in range(workers)]
        self.inference, self.infers = Inference(board, self.searchers[0].weights), version.infers

    def choose(self, view: View) -> Action:
        """The action that did best in all playouts of the budget."""
        state, seed = complete_state(self.board, view), self.seed + view["version"]
        budget = self.ticket_budget if view["phase"] == PHASES[KEEP_TICKETS] else self.budget
        start = budget.clock()
        if budget.playouts != 0:
            self._suspect(view, state, seed)
        result = search_in_parallel(self.searchers, state, seed, budget.less(budget.clock() - start))
        best = int(result.estimate(self.searchers[0].belief).argmax())
        return self.board.action(int(result.action[best]), view["offered"])

    def _suspect(self, view: View, state: Records, seed: int) -> None:
        """Let the searchers deal the tickets that others probably hold."""
        if (self.board.source, len(view["seats"])) not in self.infers:
            return
        suspected = self.inference.deals_for(view, state, np.random.default_rng(seed))
        for searcher in self.searchers:
            searcher.suspected = suspected
