"""What the others hold, from what they did: every set of tickets that a seat may have kept is weighed by how likely
it makes the seat's choices, and lives on from one of our choices to the next.

All is read off the history of a view, so a bot that is made anew in the middle of a game finds the same again.
"""

from collections.abc import Sequence
from itertools import combinations
from math import comb
from typing import Any

import numpy as np

from whistlestop.board import Board
from whistlestop.bots.complete_state import unseen_tickets
from whistlestop.bots.planner.bot import blank_memories
from whistlestop.bots.search.likelihood import FloatArray, weigh_choices
from whistlestop.bots.search.past import Choice, Past
from whistlestop.bots.search.searcher import DEALS
from whistlestop.engine import calls
from whistlestop.engine.state import COLOURS, NOBODY
from whistlestop.game.view import View
from whistlestop.kernels.structs import IntArray, Records
from whistlestop.maps.limits import MAX_SEATS, MAX_TICKETS

SLIP = 0.3
"""How often a choice is as good as random: not all play like the planner."""
COARSENESS = 30.0
"""Scores this far apart, in hundredths of a point, differ by a factor of e in how often they are chosen."""
TRUST = 0.45
"""What part of the evidence counts: hands are guessed, and one choice often repeats what another one told."""
MOST_SETS = 500
"""Sets of tickets that are weighed; of more, some are drawn by lot."""
MOST_PAIRS = 512
"""Sets times hands: while there are many sets, few hands are tried with each."""
MOST_HANDS = 8
BLOCK = 8
"""Choices that are weighed before unlikely sets are dropped: many at once only for a bot that is made anew."""
HOPELESS = 12.0
"""A set is dropped that is e to this times less likely than the best."""


class Suspicion:
    """The sets of tickets that one seat may hold, each with the logarithm of its weight."""

    def __init__(self) -> None:
        self.sets: IntArray = np.zeros((1, 0), np.int64)
        self.evidence: FloatArray = np.zeros(1)
        self.choices = 0
        """How many of the seat's choices have been weighed."""

    def extend(self, tickets: Sequence[int], more: int, rng: np.random.Generator) -> None:
        """The seat has kept so many more tickets."""
        if len(self.sets) * comb(len(tickets), more) <= MOST_SETS * 4:
            found = [
                (*held, *new)
                for held in self.sets.tolist()
                for new in combinations([ticket for ticket in tickets if ticket not in held], more)
            ]
            rows = np.repeat(np.arange(len(self.sets)), len(found) // max(1, len(self.sets)))
        else:
            rows = rng.choice(len(self.sets), MOST_SETS, p=self.shares())
            found = []
            for row in rows:
                held = self.sets[row].tolist()
                rest = [ticket for ticket in tickets if ticket not in held]
                found.append((*held, *rng.permutation(rest)[:more].tolist()))
        self.sets, self.evidence = np.array(found, np.int64).reshape(len(found), -1), self.evidence[rows]
        if len(self.sets) > MOST_SETS:
            self._keep(np.sort(rng.choice(len(self.sets), MOST_SETS, False, self.shares())))

    def exclude(self, tickets: Sequence[int]) -> None:
        """Drop the sets with tickets that are known to be elsewhere."""
        self._keep(np.flatnonzero(~np.isin(self.sets, tickets).any(axis=1)))

    def drop_unlikely(self) -> None:
        """Drop the sets that have become hopeless beside the best one."""
        self._keep(np.flatnonzero(self.evidence > self.evidence.max() - HOPELESS))

    def _keep(self, rows: IntArray) -> None:
        self.sets, self.evidence = self.sets[rows], self.evidence[rows]

    def shares(self) -> FloatArray:
        """How likely each set is; together 1."""
        weights: FloatArray = np.exp(self.evidence - self.evidence.max())
        return weights / weights.sum()


class Inference:
    """What one seat of a game suspects of the others."""

    def __init__(self, board: Board, weights: Records) -> None:
        self.board, self.weights, self.memories = board, weights, blank_memories()
        self.history: list[Any] = []
        self.suspicions: list[Suspicion] = []

    def deals_for(self, view: View, state: Records, rng: np.random.Generator) -> IntArray:
        """Tickets for the others, drawn by what they did; none if the view does not tell its whole past."""
        return self.deals(rng) if self.update(view, state, rng) else np.zeros((0, MAX_SEATS, MAX_TICKETS), np.int64)

    def update(self, view: View, state: Records, rng: np.random.Generator) -> bool:
        """Take in what has happened since, or all of it; whether the view told enough for that."""
        history: list[Any] = list(view["history"])
        past = Past(self.board, view)
        if not past.choices or not past.leads_to(view):
            return False
        if history[: len(self.history)] != self.history or len(self.suspicions) != past.seats:
            self.suspicions = [Suspicion() for _ in range(past.seats)]
        self.history = history
        tickets = [self.board.index("ticket", ticket) for ticket in unseen_tickets(self.board, view)]
        for seat in range(past.seats):
            if seat != past.seat and not self._suspect(past, seat, tickets, Hands(past, seat, state, rng), rng):
                self.history = []
                return False
        return True

    def _suspect(self, past: Past, seat: int, tickets: list[int], hands: "Hands", rng: np.random.Generator) -> bool:
        suspicion = self.suspicions[seat]
        suspicion.exclude([ticket for ticket in range(len(self.board.ticket_ids)) if ticket not in tickets])
        choices = [choice for choice in past.choices if choice.seat == seat]
        total = 0
        for kept in past.kept[seat]:
            total += kept
            if not len(suspicion.sets) or suspicion.sets.shape[1] >= total:
                continue
            before = [c for c in choices if c.scene["ticket_count"][0, seat] < total]
            self._weigh(suspicion, before, hands)
            suspicion.extend(tickets, kept, rng)
        if len(suspicion.sets):
            self._weigh(suspicion, choices, hands)
        return len(suspicion.sets) > 0

    def _weigh(self, suspicion: Suspicion, choices: list[Choice], hands: "Hands") -> None:
        """Weigh the sets by those of these choices that are new."""
        while suspicion.choices < len(choices):
            block = choices[suspicion.choices : suspicion.choices + BLOCK]
            count = max(1, min(MOST_HANDS, MOST_PAIRS // len(suspicion.sets)))
            found = np.zeros((len(suspicion.sets), count))
            dealt = np.stack([hands.at(block, hands.fill()) for _ in range(count)])
            self.weigh(block, dealt, suspicion.sets, found)
            suspicion.evidence = suspicion.evidence + TRUST * (np.logaddexp.reduce(found, axis=1) - np.log(count))
            suspicion.choices += len(block)
            suspicion.drop_unlikely()

    def weigh(self, choices: Sequence[Choice], hands: IntArray, sets: IntArray, evidence: FloatArray) -> None:
        """Write how well each set explains the choices, for each of the hands."""
        scenes = np.concatenate([choice.scene for choice in choices])
        actions = np.array([choice.action for choice in choices], np.int64)
        assumed = (self.weights, self.memories, SLIP, COARSENESS)
        weigh_choices(self.board.arrays, scenes, actions, hands, sets, *assumed, evidence)

    def deals(self, rng: np.random.Generator) -> IntArray:
        """`deals[n, seat]` are the tickets of a seat in the n-th deal, then NOBODY."""
        deals = np.full((DEALS, MAX_SEATS, MAX_TICKETS), NOBODY, np.int64)
        for seat, suspicion in enumerate(self.suspicions):
            width = suspicion.sets.shape[1]
            if width:
                rows = rng.choice(len(suspicion.sets), DEALS, p=suspicion.shares())
                deals[:, seat, :width] = suspicion.sets[rows]
        return deals


class Hands:
    """Draws what may have filled the gaps of a seat's hand (see past.py)."""

    def __init__(self, past: Past, seat: int, state: Records, rng: np.random.Generator) -> None:
        self.seat, self.gaps, self.rng = seat, past.gaps[seat], rng
        self.payments = past.payments[seat]
        unseen, limits = np.zeros(COLOURS, np.int64), np.zeros(COLOURS, np.int64)
        calls.knowledge(past.board.arrays, state, past.seat, unseen, limits)
        self.sure = unseen - limits if past.seats == 2 else np.zeros(COLOURS, np.int64)
        """With one opponent, what the deck can't hold must be in that hand."""
        self.rest = np.repeat(np.arange(COLOURS), unseen - self.sure)

    def fill(self) -> IntArray:
        """A card for every gap: those that were paid had been drawn before, the others are still unseen."""
        cards = np.full(self.gaps, NOBODY, np.int64)
        for card, gaps in self.payments:
            free = np.flatnonzero(cards[:gaps] == NOBODY)
            cards[free[self.rng.integers(len(free))]] = card
        left = np.flatnonzero(cards == NOBODY)
        held = np.concatenate([np.repeat(np.arange(COLOURS), self.sure), self.rng.permutation(self.rest)])
        cards[left] = self.rng.permutation(held[: len(left)])
        return cards

    def at(self, choices: Sequence[Choice], cards: IntArray) -> IntArray:
        """The hand before each choice."""
        return np.stack([c.open_cards + np.bincount(cards[: c.gaps], minlength=COLOURS) for c in choices])
