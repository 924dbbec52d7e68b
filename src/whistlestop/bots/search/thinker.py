"""Searching from Python: a tree for one choice, grown for so many playouts or so much time."""

import time
from dataclasses import dataclass

import numpy as np

from whistlestop.board import Board
from whistlestop.bots.planner.bot import blank_minds
from whistlestop.bots.planner.games import look
from whistlestop.bots.planner.weights import weights_for, weights_of
from whistlestop.bots.search.grow import grow
from whistlestop.bots.search.tree import TREE, UNIT, Belief
from whistlestop.engine.rng import seed_base
from whistlestop.engine.state import STATE
from whistlestop.limits import MAX_SEATS, MAX_TICKETS
from whistlestop.records import IntArray, Records

BATCH = 8
"""Playouts between two looks at the clock."""


STANDARD = Belief()


@dataclass(frozen=True)
class Branch:
    """What the search found out about one action."""

    action: int
    visits: int
    wins: float
    margin: float
    lead: float
    """How much better than the planner's choice it is believed to be, from -1 to 1."""


class Thinker:
    """Room for one search, used again for every choice."""

    def __init__(self, board: Board, belief: Belief = STANDARD) -> None:
        self.board, self.belief = board, belief
        self.weights = np.concatenate([weights_of(weights_for(board))] * MAX_SEATS)
        self.states = np.zeros(2, STATE)
        self.minds = blank_minds()
        self.tree = np.zeros(1, TREE)
        self.guesses: IntArray = np.zeros((MAX_SEATS, MAX_TICKETS), np.int64)

    def begin(self, state: Records) -> int:
        """A tree without playouts for the seat to play; how many actions there are to think about."""
        self.states[0] = state[0]
        self.minds["made_for"] = self.minds["gain_for"] = -1
        self.tree["node_count"] = 0
        look(self.board.table, self.states, self.weights, self.minds)
        self.grow(np.zeros(4, np.int64), 0)
        return int(self.tree["width"][0, 0])

    def grow(self, base: IntArray, playouts: int) -> int:
        """Add playouts, fewer if it is decided; how many. The same base gives the same ones."""
        return grow(
            self.board.table,
            self.states,
            self.weights,
            self.minds,
            self.tree,
            self.guesses,
            base,
            self.belief,
            playouts,
        )

    def branches(self) -> list[Branch]:
        """What is known of each action so far, the planner's own choice first."""
        tree = self.tree[0]
        return [self._branch(tree, i) for i in range(int(tree["width"][0]))]

    def _branch(self, tree: np.void, i: int) -> Branch:
        visits = int(tree["visits"][0, i])
        times = max(1, visits)
        weight = visits / self.belief.noise**2
        trust = 1 / self.belief.spread**2
        prior = max(-self.belief.most, self.belief.slope * float(tree["score"][0, i]))
        return Branch(
            action=int(tree["action"][0, i]),
            visits=visits,
            wins=float(tree["wins"][i]) / times / UNIT,
            margin=float(tree["margins"][i]) / times,
            lead=(prior * trust + float(tree["lead"][i]) / UNIT / self.belief.noise**2) / (trust + weight),
        )


def think(thinker: Thinker, state: Records, seed: int, seconds: float | None, playouts: int | None) -> list[Branch]:
    """Search until time or playouts are used up, or there is nothing left to find out."""
    left = 1 << 60 if playouts is None else playouts
    base = seed_base("search", seed)
    is_choice = thinker.begin(state) > 1
    end = None if seconds is None else time.perf_counter() + seconds  # loading the kernels is not on the clock
    while is_choice and left > 0:
        batch = min(BATCH, left)
        if thinker.grow(base, batch) < batch or (end is not None and time.perf_counter() > end):
            break
        left -= batch
    return thinker.branches()


def best_branch(branches: list[Branch]) -> Branch:
    """The action to take: the planner's choice unless another one has shown to be better."""
    return max(branches, key=lambda branch: branch.lead)
