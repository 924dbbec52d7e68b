"""What comes of alternatives that are played to the end on the same deals, and how sure that is."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from whistlestop.board import Board
from whistlestop.bots.planner.bot import blank_memories
from whistlestop.bots.planner.weights import weights_for, weights_of
from whistlestop.bots.policy.net import no_policy
from whistlestop.bots.search.alternatives import play_alternatives
from whistlestop.bots.search.searcher import Budget, Clock, Floats
from whistlestop.bots.search.versions import PRESENT
from whistlestop.bots.suspicion.net import deals_for, no_ticket_net
from whistlestop.engine.scoring import SCORE_PARTS, win_shares
from whistlestop.engine.state import STATE
from whistlestop.kernels.structs import IntArray, Records
from whistlestop.maps.limits import MAX_SEATS

DEALS_AT_ONCE = 8
"""Deals between two looks at the clock."""
LEAST_DEALS = 2


class Estimate(NamedTuple):
    mean: float
    error: float
    """The standard error of the mean."""


def estimate(samples: Floats) -> Estimate:
    """The mean of what came of playouts. Samples run from -1 to 1; one more, half a win away from the mean, is counted
    for the error: a few playouts that agree prove little.

    >>> estimate(np.ones(100))
    Estimate(mean=1.0, error=0.005)
    """
    mean = float(samples.mean())
    return Estimate(mean, float(np.sqrt(((samples - mean) ** 2).sum() + 0.25)) / len(samples))


@dataclass(frozen=True)
class Outcomes:
    """The ends of the same deals after each of several actions."""

    shares: Floats
    """[action, deal, seat]: what part of the win a seat has (R6.5); those of all seats add up to 1."""
    leads: Floats
    """[action, deal]: the lead of the seat that chose."""

    @property
    def deals(self) -> int:
        """How many deals of what the seat can't know were played out."""
        return int(self.shares.shape[1])

    def chances(self, action: int) -> list[float]:
        """Every seat's chance to win after an action."""
        chances: list[float] = self.shares[action].mean(axis=0).tolist()
        return chances

    def chance(self, action: int, seat: int) -> Estimate:
        """The share of the win that an action brings a seat."""
        return estimate(self.shares[action, :, seat])

    def lead(self, action: int) -> float:
        """The mean lead of the seat to play after an action, in points."""
        return float(self.leads[action].mean())

    def difference(self, action: int, other: int, seat: int) -> Estimate:
        """By how much an action is better for a seat than another: deal by deal, so that both had the same luck."""
        return estimate(self.shares[action, :, seat] - self.shares[other, :, seat])


class Alternatives:
    """The memory for playing alternatives to the end on one core.

    With what the seat to play knows, all else is dealt anew each time, tickets by today's net where the map has one;
    with all cards open, only the order of the piles. From there on everybody plays like the planner, put right by
    today's policy where there is one.
    """

    def __init__(self, board: Board, is_open: bool = False) -> None:
        self.board, self.is_open = board, is_open
        self.policies = PRESENT.policies_for(board)
        self.ticket_net = (None if is_open else PRESENT.ticket_net_for(board)) or no_ticket_net()
        self.weights = np.concatenate([weights_of(weights_for(board))] * MAX_SEATS)
        self.states = np.zeros(2, STATE)
        self.memories = blank_memories()

    def play(self, state: Records, actions: Sequence[int], base: IntArray, first: int, deals: int) -> Outcomes:
        """Play each action on the deals first, first + 1, … of the series `base`."""
        self.states[0] = state[0]
        shape = (len(actions), deals)
        scores = np.zeros((*shape, int(state["seats"][0]), len(SCORE_PARTS)), np.int64)
        leads = np.zeros(shape, np.int64)
        ids = np.array(actions, np.int64)
        players = self.weights, self.memories, self.policies.get(int(state["seats"][0]), no_policy())
        suspected = deals_for(self.board, self.states, self.ticket_net, base, first, deals)
        play_alternatives(
            self.board.arrays, self.states, *players, self.is_open, suspected, base, first, ids, scores, leads
        )
        return Outcomes(win_shares(scores), leads.astype(np.float64))

    def play_within(
        self,
        state: Records,
        actions: Sequence[int],
        base: IntArray,
        budget: Budget,
        now: Clock = time.perf_counter,
    ) -> Outcomes:
        """As many deals as the budget allows, two at the least."""
        start, parts, deals, left = now(), list[Outcomes](), 0, LEAST_DEALS
        while left > 0:
            parts.append(self.play(state, actions, base, deals, min(left, DEALS_AT_ONCE)))
            deals += parts[-1].deals
            left = budget.left(deals * len(actions), now() - start) // len(actions)
        shares = np.concatenate([part.shares for part in parts], axis=1)
        return Outcomes(shares, np.concatenate([part.leads for part in parts], axis=1))
