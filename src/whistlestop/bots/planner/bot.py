"""The planner as a bot: its kernels, made for one seat of one game."""

import numpy as np

from whistlestop import kernels
from whistlestop.actions.action import Action
from whistlestop.board import Board
from whistlestop.bots.imagine import imagine
from whistlestop.bots.planner.games import fill_candidates
from whistlestop.bots.planner.mind import MIND
from whistlestop.bots.planner.weights import weights_for, weights_of
from whistlestop.game.view import View
from whistlestop.kernels.structs import Records
from whistlestop.maps.limits import MAX_SEATS


class PlannerBot:
    """Plans routes for its tickets and plays by the plan; the same views give the same choices."""

    def __init__(self, board: Board, seed: int | None = None, level: str | None = None) -> None:
        del seed  # the planner uses no random numbers
        kernels.start("game", "bots")  # plain ones take milliseconds, compiled ones microseconds
        self.board = board
        self.weights = np.concatenate([weights_of(weights_for(board, level))] * MAX_SEATS)
        self.minds = blank_minds()

    def choose(self, view: View) -> Action:
        state = imagine(self.board, view)
        fill_candidates(self.board.table, state, self.weights, self.minds)
        mind = self.minds[int(state["to_play"][0])]
        best = int(mind["score"][: int(mind["count"])].argmax())
        return self.board.action(int(mind["action"][best]), view["offered"])


def blank_minds() -> Records:
    """A mind for every seat, without a plan."""
    minds = np.zeros(MAX_SEATS, MIND)
    minds["made_for"] = minds["gain_for"] = -1
    return minds
