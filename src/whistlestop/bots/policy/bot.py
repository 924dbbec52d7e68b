"""A policy as a bot: the planner with its scores put right, without any search."""

from collections.abc import Mapping

from typing_extensions import override

from whistlestop import kernels
from whistlestop.board import Board
from whistlestop.bots.planner.bot import PlannerBot
from whistlestop.bots.planner.memory import memory_at, weights_at
from whistlestop.bots.policy.net import Policy, list_corrected, no_policy
from whistlestop.engine.state import board_of, state_at
from whistlestop.kernels import entry_point
from whistlestop.kernels.structs import Records


class PolicyBot(PlannerBot):
    """Chooses at once, by the policy for so many players; the same views give the same choices."""

    def __init__(self, board: Board, policies: Mapping[int, Policy]) -> None:
        kernels.require("game", "bots")  # plain ones would take half a second
        super().__init__(board)
        self.policies = policies

    @override
    def list_candidates(self, state: Records) -> None:
        policy = self.policies.get(int(state["seats"][0]), no_policy())
        fill_corrected(self.board.arrays, state, self.weights, self.memories, policy)


@entry_point("bots")
def fill_corrected(boards: Records, states: Records, weights: Records, memories: Records, policy: Policy) -> None:
    """As `fill_candidates`, with the scores put right."""
    s = state_at(states, 0)
    m = memory_at(memories, s.to_play)
    list_corrected(board_of(boards), s, weights_at(weights, s.to_play), m, policy)
