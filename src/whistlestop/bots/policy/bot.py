"""A policy as a bot: the planner with its scores put right, without any search."""

from typing_extensions import override

from whistlestop import kernels
from whistlestop.board import Board
from whistlestop.bots.planner.bot import PlannerBot
from whistlestop.bots.planner.memory import memory_at, weights_at
from whistlestop.bots.policy.net import Policy, list_corrected
from whistlestop.engine.state import board_of, state_at
from whistlestop.kernels import entry_point
from whistlestop.kernels.structs import Records


class PolicyBot(PlannerBot):
    """Chooses at once; the same views give the same choices."""

    def __init__(self, board: Board, policy: Policy) -> None:
        kernels.require("game", "bots")  # plain ones would take half a second
        super().__init__(board)
        self.policy = policy

    @override
    def list_candidates(self, state: Records) -> None:
        fill_corrected(self.board.arrays, state, self.weights, self.memories, self.policy)


@entry_point("bots")
def fill_corrected(boards: Records, states: Records, weights: Records, memories: Records, policy: Policy) -> None:
    """As `fill_candidates`, with the scores put right."""
    s = state_at(states, 0)
    m = memory_at(memories, s.to_play)
    list_corrected(board_of(boards), s, weights_at(weights, s.to_play), m, policy)
