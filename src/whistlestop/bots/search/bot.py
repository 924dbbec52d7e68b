"""The search as a bot."""

from whistlestop import kernels
from whistlestop.actions.action import Action
from whistlestop.board import Board
from whistlestop.bots.complete_state import complete_state
from whistlestop.bots.search.searcher import SEARCH_KERNELS, Budget, Searcher, search_in_parallel
from whistlestop.bots.search.versions import PRESENT, Version
from whistlestop.game.view import View

QUICK = Budget(seconds=0.2)


class SearchBot:
    """Searches within a budget for each choice, on `workers` cores.

    With a budget of playouts the same seed and views give the same choices.
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
        self.board, self.seed, self.budget, self.belief = board, seed or 0, budget, version.belief
        self.searchers = [Searcher(board, version.belief, weights=version.weights) for _ in range(workers)]

    def choose(self, view: View) -> Action:
        state, seed = complete_state(self.board, view), self.seed + view["version"]
        result = search_in_parallel(self.searchers, state, seed, self.budget)
        best = int(result.estimate(self.belief).argmax())
        return self.board.action(int(result.action[best]), view["offered"])
