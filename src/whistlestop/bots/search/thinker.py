"""Searching from Python: a tree for one choice, grown for so many playouts or so much time, on one core or several."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

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

SEARCH_KERNELS = ("game", "bots")
"""What a search can't do without."""
STANDARD = Belief()
BATCH = 16
"""Playouts between two looks at the clock."""
CERTAINTY = 2.0
"""A lead so many times as large as what more playouts may move it is safe."""

Floats = NDArray[np.float64]
Clock = Callable[[], float]


@dataclass(frozen=True)
class Budget:
    """How long to think about a choice: seconds, playouts, or whichever of them ends first."""

    seconds: float | None = None
    playouts: int | None = None

    def left(self, done: int, spent: float) -> int:
        """How many more playouts there will be, after so many in so many seconds."""
        left = 1 << 60 if self.playouts is None else self.playouts - done
        if self.seconds is not None:
            left = min(left, int(done * (self.seconds - spent) / max(spent, 1e-6)))
        return left


@dataclass(frozen=True)
class Findings:
    """What playouts have shown of each candidate, the planner's own choice first; sums over playouts."""

    action: IntArray
    score: Floats
    """What the planner thinks of it, beside its choice, in hundredths of a point."""
    visits: Floats
    lead: Floats
    """What it got more than the planner's choice, on the same deals."""
    wins: Floats
    margin: Floats

    def __add__(self, other: "Findings") -> "Findings":
        """The findings of two searches for the same choice."""
        sums = {name: getattr(self, name) + getattr(other, name) for name in ("visits", "lead", "wins", "margin")}
        return Findings(self.action, self.score, **sums)

    def knowledge(self, belief: Belief, more: float = 0) -> Floats:
        """How much is known of each candidate, now or after more playouts: one by the spread squared."""
        return 1 / belief.spread**2 + (self.visits + more) / belief.noise**2

    def opinion(self, belief: Belief) -> Floats:
        """How much better than the planner's choice each is believed to be, in parts of a won game."""
        prior = np.maximum(-belief.most, belief.slope * self.score)
        evidence = self.lead / belief.noise**2
        opinion: Floats = (prior / belief.spread**2 + evidence) / self.knowledge(belief)
        return opinion

    def is_settled(self, belief: Belief, playouts: int) -> bool:
        """Whether so many more playouts would hardly bring another candidate to the front."""
        opinion = self.opinion(belief)
        best = int(opinion.argmax())
        moves = 1 / self.knowledge(belief) - 1 / self.knowledge(belief, playouts / 2)
        moves[0] = 0.0  # the others are measured by it
        is_safe = opinion[best] - opinion > CERTAINTY * np.sqrt(moves + moves[best])
        is_safe[best] = True
        return bool(is_safe.all())


class Thinker:
    """Room for one search on one core, used again for every choice."""

    def __init__(self, board: Board, belief: Belief = STANDARD) -> None:
        self.board, self.belief = board, belief
        self.weights = np.concatenate([weights_of(weights_for(board))] * MAX_SEATS)
        self.states = np.zeros(2, STATE)
        self.minds = blank_minds()
        self.tree = np.zeros(1, TREE)
        self.guesses: IntArray = np.zeros((MAX_SEATS, MAX_TICKETS), np.int64)

    def begin(self, state: Records) -> int:
        """A tree without playouts for the seat to play; how many candidates there are."""
        self.states[0] = state[0]
        self.minds["made_for"] = self.minds["gain_for"] = -1
        self.tree["node_count"] = 0
        look(self.board.table, self.states, self.weights, self.minds)
        self.grow(np.zeros(8, np.int64), 0)
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

    def findings(self) -> Findings:
        """What the tree shows so far."""
        tree = self.tree[0]
        width = int(tree["width"][0])
        return Findings(
            action=tree["action"][0, :width].copy(),
            score=tree["score"][0, :width].astype(np.float64),
            visits=tree["visits"][0, :width].astype(np.float64),
            lead=tree["lead"][:width] / UNIT,
            wins=tree["wins"][:width] / UNIT,
            margin=tree["margins"][:width].astype(np.float64),
        )

    def think(self, state: Records, base: IntArray, budget: Budget, now: Clock = time.perf_counter) -> Findings:
        """Search until the budget is used up, or what is left of it would hardly change the choice."""
        if self.begin(state) < 2:
            return self.findings()
        start, done = now(), 0  # the kernels are loaded by now: that is not on the clock
        while True:
            batch = BATCH if budget.playouts is None else min(BATCH, budget.playouts - done)
            grown = self.grow(base, batch)
            done += grown
            left = budget.left(done, now() - start)
            findings = self.findings()
            if grown < batch or left <= 0 or findings.is_settled(self.belief, left):
                return findings


def think(thinkers: Sequence[Thinker], state: Records, seed: int, budget: Budget) -> Findings:
    """Search with every thinker on a core of its own, and put together what they found."""
    bases = [seed_base(f"search {i}", seed) for i in range(len(thinkers))]
    if len(thinkers) == 1:
        return thinkers[0].think(state, bases[0], budget)
    with ThreadPoolExecutor(len(thinkers)) as pool:
        found = list(
            pool.map(lambda thinker, base: thinker.think(state, base, budget), thinkers, bases)  # kernels free the lock
        )
    total = found[0]
    for more in found[1:]:
        total += more
    return total
