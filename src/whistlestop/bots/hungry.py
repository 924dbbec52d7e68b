"""Hungry: as many tickets as its pieces allow, joined in one network.

A published baseline (de Mesentier Silva, Lee, Togelius and Nealen), quirks included, each marked H1 to H7.
Whole games are played by kernels that choose the same (`published/hungry.py`); tests compare them.
"""

from collections import Counter
from dataclasses import dataclass, field

from typing_extensions import override

from whistlestop.actions.action import WILD
from whistlestop.board import Board
from whistlestop.bots.published.hungry import COMFORTABLE, HUNGRY
from whistlestop.bots.route_bot import (
    GREY,
    Pair,
    RouteBot,
    RouteOption,
    RouteOptions,
    Situation,
    Tickets,
    WorkingMap,
    pair_of,
)

NEED_ORDER = ("blue", "green", "red", "purple", "orange", "black", "yellow", "white")


@dataclass
class Plan:
    """The routes to build, and how many pieces that takes of each colour."""

    routes: list[RouteOption] = field(default_factory=list)
    needs: Counter[str] = field(default_factory=Counter)

    @property
    def pieces(self) -> int:
        """How many pieces its routes take."""
        return self.needs.total()

    @property
    def points(self) -> int:
        """What its routes are worth."""
        return sum(route.points for route in self.routes)

    def add(self, tracks: list[RouteOption]) -> None:
        """A double route takes its first track of a colour not needed yet, else of the less needed colour."""
        route = min(tracks, key=lambda track: self.needs[track.colour])
        self.routes.append(route)
        self.needs[route.colour] += route.length

    def has(self, route: RouteOption) -> bool:
        """Whether a route, or the other track of its colour, is planned."""
        return any(route.pair == planned.pair and route.colour == planned.colour for planned in self.routes)


class HungryBot(RouteBot):
    """Draws tickets while its plan leaves many pieces over, then builds the plan.

    >>> from whistlestop import Game
    >>> game = Game("usa", players=2, seed=1)
    >>> HungryBot(game.board).choose(game.view(0)).split()[0]
    'keep'
    """

    def __init__(self, board: Board, seed: int | None = None) -> None:
        super().__init__(board, seed)
        self._plan: Plan | None = None
        self._planned_at = 0
        """All players' points at the last plan (but see H6)."""
        self._required: int | None = None
        """The pieces required as recorded at the last choice of tickets (but see H2)."""

    @override
    def keep_tickets(self, situation: Situation) -> Tickets:
        chosen = self._choose_tickets(situation)
        self._plan = self._plan_for(situation, situation.held + chosen)
        # H6: the opponents' points are added to the remembered total, not put in its place.
        self._planned_at += situation.points_of_all - situation.view["seats"][situation.seat]["score"]
        return chosen

    def _choose_tickets(self, situation: Situation) -> Tickets:
        best: Tickets | None = None
        best_score, fewest, required = -1.0, situation.pieces, 0
        for subset in situation.subsets():
            plan = self._plan_for(situation, situation.held + subset)
            required = plan.pieces
            score = (situation.ticket_points(situation.held + subset) + plan.points) / max(1, required)
            spare = situation.pieces - required
            # H3: a subset with little to spare replaces a comfortable one, whatever its score.
            if spare >= COMFORTABLE and score > best_score:
                best, best_score = subset, score
            elif 1 <= spare < COMFORTABLE and required < fewest:
                best, fewest = subset, required
        if best is None:
            return situation.cheapest_subset()  # H2: this leaves the recorded requirement as it was
        self._required = required  # H2: of the last subset looked at, not of the chosen one
        return best

    @override
    def play(self, situation: Situation) -> str:
        plan = self._current_plan(situation)
        if self._required is None:
            self._required = plan.pieces
        if self._required < situation.pieces - HUNGRY and "tickets" in situation.legal:
            return "tickets"
        return (
            self._claim(situation, plan)
            or self._draw(situation, plan)
            or situation.draw_blind()
            or self.any_of(list(situation.legal))
        )

    def _current_plan(self, situation: Situation) -> Plan:
        if self._plan is None or situation.points_of_all > self._planned_at:
            self._plan = self._plan_for(situation, situation.held)
            self._planned_at = situation.points_of_all
        return self._plan

    @staticmethod
    def _claim(situation: Situation, plan: Plan) -> str | None:
        """The first planned claim it can pay; with nothing planned the longest route it can pay."""
        claims = list(situation.claims())
        if not plan.routes:
            return max(claims, key=lambda claim: claim[0].length)[2] if claims else None
        for route, colour, action in claims:
            if plan.has(route) and (route.colour != GREY or not plan.needs[colour]):
                return action
        return None

    def _draw(self, situation: Situation, plan: Plan) -> str | None:
        """A face-up card, or none. H1: a card of the most needed colour would come first, but is never found."""
        if not plan.routes:
            return None
        showing = Counter(card for card in situation.view["face_up"] if card)
        colour = max(self.routes.colours, key=lambda colour: showing[colour])
        if showing[colour] and plan.needs[colour]:
            return situation.draw(colour)
        kind = max((*self.routes.colours, WILD), key=lambda card: showing[card])
        if self._most_needed(plan) == GREY and showing[kind] >= 2:
            return situation.draw(kind)
        return None

    def _most_needed(self, plan: Plan) -> str:
        return max((*need_order(self.routes), GREY), key=lambda colour: plan.needs[colour])

    def _plan_for(self, situation: Situation, tickets: Tickets) -> Plan:
        """One network over the ends of all these tickets, complete or not."""
        working_map = situation.working_map()
        plan = Plan()
        # H7: a route passed once in each direction is counted twice.
        for step in dict.fromkeys(self._network(working_map, tickets)):
            if pair_of(*step) not in working_map.own:
                plan.add(situation.tracks(pair_of(*step)))
        return plan

    def _network(self, working_map: WorkingMap, tickets: Tickets) -> list[Pair]:
        """The steps that join all places: two groups grow from the places furthest apart and are joined at the end."""
        places = list(dict.fromkeys(place for ticket in tickets for place in self.routes.ends[ticket]))
        furthest = _extreme(working_map, places, places, sign=-1)
        if furthest is None:
            return []
        groups = ([furthest[0]], [furthest[1]])
        steps: list[Pair] = []
        nearest: tuple[int, str, list[str]] | None = None  # H4: not reset from one place to the next
        for place in places:
            if place in furthest:
                continue
            for group in groups:
                for member in group:
                    length = working_map.length_between(place, member)
                    if length is not None and (nearest is None or length < nearest[0]):
                        nearest = (length, member, group)
            if nearest is None:
                return []  # H5: nothing is planned if the first place is out of reach; later ones are skipped
            path = working_map.length_shortest(place, nearest[1])
            if path is not None:
                steps += path
                nearest[2].append(place)
        closest = _extreme(working_map, *groups, sign=1)
        return steps + (working_map.length_shortest(*closest) or [] if closest else [])


def need_order(routes: RouteOptions) -> tuple[str, ...]:
    """Of equal needs the first one counts."""
    return NEED_ORDER if set(NEED_ORDER) == set(routes.colours) else routes.colours


def _extreme(working_map: WorkingMap, some: list[str], others: list[str], sign: int) -> Pair | None:
    """The closest (sign 1) or furthest (sign -1) two places that can be joined, the first of equals."""
    lengths = {(a, b): working_map.length_between(a, b) for a in some for b in others if a != b}
    joined = {pair: length for pair, length in lengths.items() if length is not None}
    return min(joined, key=lambda pair: sign * joined[pair], default=None)
