"""Searching from Python: a tree for one choice, grown within a budget of playouts or seconds, on one core or
several."""

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from whistlestop.board import Board
from whistlestop.bots.planner.bot import blank_memories
from whistlestop.bots.planner.weights import WeightSets, weights_for, weights_of
from whistlestop.bots.policy.critic import Critic, no_critic
from whistlestop.bots.policy.net import Policy, no_policy
from whistlestop.bots.search.grow import grow
from whistlestop.bots.search.tree import TREE, UNIT, Belief
from whistlestop.bots.suspicion.net import TicketNet, deals_for
from whistlestop.engine.rng import seed_base
from whistlestop.engine.state import STATE
from whistlestop.kernels.structs import IntArray, Records
from whistlestop.maps.limits import MAX_SEATS, MAX_TICKETS

SEARCH_KERNELS = ("game", "bots")
"""The groups of kernels that a search needs."""
STANDARD = Belief()
BATCH = 16
"""Playouts between two checks of the clock."""
DEALS = 128
"""Deals for which tickets of the others are drawn; more playouts meet these again."""
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

    def __add__(self, other: "SearchResult") -> "SearchResult":
        """The results of two searches for the same choice together."""
        sums = {name: getattr(self, name) + getattr(other, name) for name in ("visits", "lead")}
        return SearchResult(self.action, self.score, **sums)

    def precision(self, belief: Belief, more: float = 0) -> Floats:
        """The precision (1 / variance) of each candidate's estimate, now or after more playouts."""
        visits = self.visits + more
        return 1 / belief.spread**2 + visits / (belief.noise**2 + visits * belief.bias**2)

    def estimate(self, belief: Belief) -> Floats:
        """The posterior mean of each candidate's value relative to the planner's choice; a won game is 1."""
        prior = np.maximum(-belief.most, belief.slope * self.score)
        evidence = self.lead / (belief.noise**2 + self.visits * belief.bias**2)
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
    """Playouts that end early: after some turns a critic says what they have come to."""

    critic: Critic
    turns: int
    longest: float
    """Who has more seconds for a choice plays to the end: what a critic is wrong by does not go away with time."""
    belief: Belief
    """Another one than for whole playouts, because values differ less."""


class Searcher:
    """The memory of one search on one core, used again for every choice.

    A policy puts right what planners choose, in playouts too; a ticket net says what others hold. Policies and cuts are
    by the number of players; with cuts, `belief` is that of the last choice: whole playouts have another.
    """

    def __init__(
        self,
        board: Board,
        belief: Belief = STANDARD,
        is_open: bool = False,
        weights: WeightSets | None = None,
        cuts: Mapping[int, Cut] | None = None,
        policies: Mapping[int, Policy] | None = None,
        ticket_net: TicketNet | None = None,
    ) -> None:
        self.board, self.belief, self.is_open = board, belief, is_open
        self.policies, self.ticket_net = policies or {}, ticket_net
        self.policy = no_policy()
        """That of this choice."""
        self.whole, self.cuts = belief, cuts or {}
        self.cut: Cut | None = None
        """How playouts of this choice end early, if they do."""
        self.weights = np.concatenate([weights_of(weights_for(board, sets=weights))] * MAX_SEATS)
        self.states = np.zeros(2, STATE)
        self.memories = blank_memories()
        self.tree = np.zeros(1, TREE)
        self.ticket_weights: IntArray = np.zeros((MAX_SEATS, MAX_TICKETS), np.int64)
        self.suspected: IntArray = np.zeros((0, MAX_SEATS, MAX_TICKETS), np.int64)
        """Tickets of the others in each deal, by the net or by `Inference.deals`, if anything is known of them."""

    def begin(self, state: Records, base: IntArray, seconds: float = 0.0) -> int:
        """A tree without playouts for the seat to play, who has so many seconds; how many candidates there are."""
        self.states[0] = state[0]
        if self.ticket_net is not None and not self.is_open:
            self.suspected = deals_for(self.board, self.states, self.ticket_net, base, 0, DEALS)
        players = int(state["seats"][0])
        self.policy, cut = self.policies.get(players, no_policy()), self.cuts.get(players)
        self.cut = cut if cut and seconds <= cut.longest else None
        self.belief = self.cut.belief if self.cut else self.whole
        self.memories["made_for"] = self.memories["gain_for"] = self.memories["trail_for"] = -1
        self.tree["node_count"] = 0
        self.grow(base, 0)
        return int(self.tree["width"][0, 0])

    def grow(self, base: IntArray, playouts: int) -> int:
        """Add playouts, fewer if the choice is decided; how many. The same base gives the same playouts."""
        critic, turns = (self.cut.critic, self.cut.turns) if self.cut else (no_critic(), 0)
        searched = (self.board.arrays, self.states, self.weights, self.memories, self.tree)
        dealt = (self.ticket_weights, self.suspected, self.is_open, base)
        return grow(*searched, *dealt, self.belief, self.policy, critic, turns, playouts)

    def result(self) -> SearchResult:
        """The sums so far."""
        tree = self.tree[0]
        width = int(tree["width"][0])
        return SearchResult(
            action=tree["action"][0, :width].copy(),
            score=tree["score"][0, :width].astype(np.float64),
            visits=tree["visits"][0, :width].astype(np.float64),
            lead=tree["lead"][:width] / UNIT,
        )

    def search(self, state: Records, base: IntArray, budget: Budget) -> SearchResult:
        """Search until the budget is used up, or what is left of it would hardly change the choice."""
        if self.begin(state, base, budget.seconds or 0.0) < 2:
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
