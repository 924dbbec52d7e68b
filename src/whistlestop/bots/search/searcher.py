"""Searching from Python: a tree for one choice, grown within a budget of playouts or seconds, on one core or
several."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from whistlestop.board import Board
from whistlestop.bots.planner.bot import blank_memories
from whistlestop.bots.planner.weights import WeightSets, weights_for, weights_of
from whistlestop.bots.policy.net import Policy, no_policy
from whistlestop.bots.search.grow import grow
from whistlestop.bots.search.short_playouts import grow_short
from whistlestop.bots.search.tree import TREE, UNIT, Belief
from whistlestop.bots.value.inputs import SEATS
from whistlestop.bots.value.net import Net
from whistlestop.engine.rng import seed_base
from whistlestop.engine.state import STATE
from whistlestop.kernels.structs import IntArray, Records
from whistlestop.maps.limits import MAX_SEATS, MAX_TICKETS

SEARCH_KERNELS = ("game", "bots")
"""The groups of kernels that a search needs."""
SHORT_KERNELS = (*SEARCH_KERNELS, "value")
"""Those of a search whose playouts a value net ends."""
STANDARD = Belief()
BATCH = 16
"""Playouts between two checks of the clock."""
CERTAINTY = 2.0
"""A lead is safe if it is this many times as large as what more playouts may change."""

Floats = NDArray[np.float64]
Clock = Callable[[], float]


@dataclass(frozen=True)
class Budget:
    """How long to search for a choice: seconds, playouts, or whichever of them ends first."""

    seconds: float | None = None
    playouts: int | None = None
    clock: Clock = time.perf_counter
    """What counts the seconds. By `time.thread_time`, the CPU's, it costs no strength that others keep it busy."""

    def part(self, share: float) -> "Budget":
        """A part of it, for one of several things to do."""
        seconds = None if self.seconds is None else share * self.seconds
        return replace(self, seconds=seconds, playouts=None if self.playouts is None else round(share * self.playouts))

    def times(self, factor: float, longest: float) -> "Budget":
        """So many times as much, for what matters most; not more than `longest` seconds, unless it has them anyway."""
        if self.seconds is not None:
            factor = max(1.0, min(factor, longest / self.seconds))
        return self.part(factor)

    def less(self, spent: float) -> "Budget":
        """What is left of it after so many seconds."""
        return self if self.seconds is None else replace(self, seconds=max(0.0, self.seconds - spent))

    def left(self, done: int, spent: float) -> int:
        """How many more playouts there will be, after `done` playouts in `spent` seconds."""
        left = 1 << 60 if self.playouts is None else self.playouts - done
        if self.seconds is not None:
            left = min(left, int(done * (self.seconds - spent) / max(spent, 1e-6)))
        return left


@dataclass(frozen=True)
class SearchResult:
    """The sums over playouts for each candidate, the planner's own choice first."""

    action: IntArray
    score: Floats
    """The planner's score relative to its own choice, in hundredths of a point."""
    visits: Floats
    lead: Floats
    """Its value minus that of the planner's choice, on the same deals."""
    wins: Floats
    margin: Floats

    def __add__(self, other: "SearchResult") -> "SearchResult":
        """The results of two searches for the same choice together."""
        sums = {name: getattr(self, name) + getattr(other, name) for name in ("visits", "lead", "wins", "margin")}
        return SearchResult(self.action, self.score, **sums)

    def precision(self, belief: Belief, more: float = 0) -> Floats:
        """The precision (1 / variance) of each candidate's estimate, now or after more playouts."""
        return 1 / belief.spread**2 + (self.visits + more) / belief.noise**2

    def estimate(self, belief: Belief) -> Floats:
        """The posterior mean of each candidate's value relative to the planner's choice; a won game is 1."""
        prior = np.maximum(-belief.most, belief.slope * self.score)
        evidence = self.lead / belief.noise**2
        estimate: Floats = (prior / belief.spread**2 + evidence) / self.precision(belief)
        return estimate

    def is_settled(self, belief: Belief, playouts: int) -> bool:
        """Whether `playouts` more would hardly make another candidate the best."""
        estimate = self.estimate(belief)
        best = int(estimate.argmax())
        moves = 1 / self.precision(belief) - 1 / self.precision(belief, playouts / 2)
        moves[0] = 0.0  # the others are measured against it
        is_safe = estimate[best] - estimate > CERTAINTY * np.sqrt(moves + moves[best])
        is_safe[best] = True
        return bool(is_safe.all())


class Cut(NamedTuple):
    """Playouts of two players that end early: after some turns a value net says how they would end."""

    net: Net
    turns: int
    belief: Belief
    """Another one than for whole playouts, because values differ less."""


class Searcher:
    """The memory of one search on one core, used again for every choice.

    With a cut, `belief` is that of the last choice: whole playouts have another. A policy puts right what planners
    choose, in playouts too.
    """

    def __init__(
        self,
        board: Board,
        belief: Belief = STANDARD,
        is_open: bool = False,
        weights: WeightSets | None = None,
        cut: Cut | None = None,
        policy: Policy | None = None,
    ) -> None:
        self.board, self.belief, self.is_open = board, belief, is_open
        self.policy = policy or no_policy()
        self.whole, self.cut = belief, cut
        self.weights = np.concatenate([weights_of(weights_for(board, sets=weights))] * MAX_SEATS)
        self.states = np.zeros(2, STATE)
        self.memories = blank_memories()
        self.tree = np.zeros(1, TREE)
        self.ticket_weights: IntArray = np.zeros((MAX_SEATS, MAX_TICKETS), np.int64)
        self.suspected: IntArray = np.zeros((0, MAX_SEATS, MAX_TICKETS), np.int64)
        """Tickets of the others in each deal (`Inference.deals`), if anything is known of them."""

    def begin(self, state: Records) -> int:
        """A tree without playouts for the seat to play; how many candidates there are."""
        self.states[0] = state[0]
        self.belief = self.ending.belief if self.ending else self.whole
        self.memories["made_for"] = self.memories["gain_for"] = self.memories["trail_for"] = -1
        self.tree["node_count"] = 0
        self.grow(np.zeros(8, np.int64), 0)
        return int(self.tree["width"][0, 0])

    @property
    def ending(self) -> Cut | None:
        """How playouts end early, if they do: nets know two players."""
        return self.cut if int(self.states["seats"][0]) == SEATS else None

    def grow(self, base: IntArray, playouts: int) -> int:
        """Add playouts, fewer if the choice is decided; how many. The same base gives the same playouts."""
        searched = (self.board.arrays, self.states, self.weights, self.memories, self.tree)
        dealt = (self.ticket_weights, self.suspected, self.is_open, base)
        if self.ending is None:
            return grow(*searched, *dealt, self.belief, self.policy, playouts)
        return grow_short(*searched, *dealt, self.belief, self.policy, self.ending.net, self.ending.turns, playouts)

    def result(self) -> SearchResult:
        """The sums so far."""
        tree = self.tree[0]
        width = int(tree["width"][0])
        return SearchResult(
            action=tree["action"][0, :width].copy(),
            score=tree["score"][0, :width].astype(np.float64),
            visits=tree["visits"][0, :width].astype(np.float64),
            lead=tree["lead"][:width] / UNIT,
            wins=tree["wins"][:width] / UNIT,
            margin=tree["margins"][:width].astype(np.float64),
        )

    def search(self, state: Records, base: IntArray, budget: Budget) -> SearchResult:
        """Search until the budget is used up, or what is left of it would hardly change the choice."""
        if self.begin(state) < 2:
            return self.result()
        start, done = budget.clock(), 0  # the kernels are loaded by now: that is not on the clock
        while True:
            batch = BATCH if budget.playouts is None else min(BATCH, budget.playouts - done)
            grown = self.grow(base, batch)
            done += grown
            left = budget.left(done, budget.clock() - start)
            result = self.result()
            if grown < batch or left <= 0 or result.is_settled(self.belief, left):
                return result


def search_in_parallel(searchers: Sequence[Searcher], state: Records, seed: int, budget: Budget) -> SearchResult:
    """Search with every searcher on a core of its own, and add up their results."""
    bases = [seed_base(f"search {i}", seed) for i in range(len(searchers))]
    if len(searchers) == 1:
        return searchers[0].search(state, bases[0], budget)
    with ThreadPoolExecutor(len(searchers)) as pool:
        found = list(
            pool.map(
                lambda searcher, base: searcher.search(state, base, budget), searchers, bases
            )  # kernels release the GIL
        )
    total = found[0]
    for more in found[1:]:
        total += more
    return total
