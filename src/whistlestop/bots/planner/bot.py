"""The planner as a bot: its kernels, made for one seat of one game."""

import numpy as np

from whistlestop import kernels
from whistlestop.actions.action import Action
from whistlestop.board import Board
from whistlestop.bots.complete_state import complete_state
from whistlestop.bots.planner.games import fill_candidates
from whistlestop.bots.planner.memory import MEMORY
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
        self.memories = blank_memories()

    def choose(self, view: View) -> Action:
        """The candidate with the highest score."""
        state = complete_state(self.board, view)
        self.list_candidates(state)
        memory = self.memories[int(state["to_play"][0])]
        best = int(memory["score"][: int(memory["count"])].argmax())
        return self.board.action(int(memory["action"][best]), view["offered"])

    def list_candidates(self, state: Records) -> None:
        """Write the candidates for the seat to play into its memory."""
        fill_candidates(self.board.arrays, state, self.weights, self.memories)


def blank_memories() -> Records:
    """A memory for every seat, without a plan."""
    memories = np.zeros(MAX_SEATS, MEMORY)
    memories["made_for"] = memories["gain_for"] = -1
    return memories
