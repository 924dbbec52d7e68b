"""The search as a bot."""

from whistlestop import kernels
from whistlestop.action import Action
from whistlestop.board import Board
from whistlestop.bots.imagine import imagine
from whistlestop.bots.search.thinker import SEARCH_KERNELS, STANDARD, Budget, Thinker, think
from whistlestop.view import View

QUICK = Budget(seconds=0.2)


class SearchBot:
    """Searches within a budget for each choice, on so many cores.

    With a budget of playouts the same seed and views give the same choices.
    """

    def __init__(self, board: Board, seed: int | None = None, budget: Budget = QUICK, workers: int = 1) -> None:
        kernels.require(*SEARCH_KERNELS)
        self.board, self.seed, self.budget = board, seed or 0, budget
        self.thinkers = [Thinker(board) for _ in range(workers)]

    def choose(self, view: View) -> Action:
        findings = think(self.thinkers, imagine(self.board, view), self.seed + view["version"], self.budget)
        best = int(findings.opinion(STANDARD).argmax())
        return self.board.action(int(findings.action[best]), view["offered"])
