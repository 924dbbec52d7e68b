"""The search as a bot."""

from whistlestop.action import Action
from whistlestop.board import Board
from whistlestop.bots.imagine import imagine
from whistlestop.bots.search.thinker import Thinker, best_branch, think
from whistlestop.view import View

SECONDS = 0.2


class SearchBot:
    """Searches for so many seconds, or so many playouts (then the same seed and views give the same choices)."""

    def __init__(
        self, board: Board, seed: int | None = None, seconds: float | None = SECONDS, playouts: int | None = None
    ) -> None:
        self.board, self.seed = board, seed or 0
        self.seconds, self.playouts = seconds, playouts
        self.thinker = Thinker(board)

    def choose(self, view: View) -> Action:
        seed = self.seed + view["version"]
        branches = think(self.thinker, imagine(self.board, view), seed, self.seconds, self.playouts)
        return self.board.action(best_branch(branches).action, view["offered"])
