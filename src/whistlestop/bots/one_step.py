"""OneStepThinker: one target at a time, the next route towards its most valuable ticket.

A published baseline (de Mesentier Silva, Lee, Togelius and Nealen), quirks included, each marked O1 to O5.
Whole games are played by kernels that choose the same (`published/one_step.py`); tests compare them.
"""

from typing import NamedTuple

from typing_extensions import override

from whistlestop.actions.action import WILD
from whistlestop.board import Board
from whistlestop.bots.published.one_step import MANY_PIECES
from whistlestop.bots.route_bot import GREY, Pair, RouteBot, RouteOption, Situation, Tickets, WorkingMap, pair_of
from whistlestop.engine.claim import least_wilds


class Target(NamedTuple):
    """The pair to claim next and the kind of card to collect for it."""

    pair: Pair
    colour: str


class OneStepBot(RouteBot):
    """Follows one ticket until it is complete, then the next; when none is left, new tickets or long routes.

    >>> from whistlestop import Game
    >>> game = Game("usa", players=2, seed=1)
    >>> len(OneStepBot(game.board).choose(game.view(0)).split())
    4
    """

    def __init__(self, board: Board, seed: int | None = None) -> None:
        super().__init__(board, seed)
        self._target: Target | None = None
        self._wants_tickets = False
        self._planned_at: int | None = None
        """All players' points at the last plan; None when a plan is due."""

    @override
    def keep_tickets(self, situation: Situation) -> Tickets:
        self._planned_at = None
        return self.choose_tickets(situation)

    def choose_tickets(self, situation: Situation) -> Tickets:
        """All opening tickets; later the cheapest. O1: the rating by points per piece fails, each ticket seems to need
        more pieces than there are, and what remains is the fewest points."""
        return situation.cheapest_subset() if situation.held else situation.subsets()[-1]

    @override
    def play(self, situation: Situation) -> str:
        if self._planned_at is None or situation.points_of_all > self._planned_at:
            self._plan(situation)
        if self._wants_tickets and "tickets" in situation.legal:
            return "tickets"
        if not self._target:
            return self._anything(situation)
        return self._claim(situation, self._target) or self._draw(situation, self._target) or self._anything(situation)

    def _plan(self, situation: Situation) -> None:
        self._planned_at = situation.points_of_all
        self._target = self._ticket_target(situation)
        self._wants_tickets = not self._target and self.may_want_tickets(situation)
        if not self._target and not self._wants_tickets:
            self._target = self._long_target(situation)

    def may_want_tickets(self, situation: Situation) -> bool:
        """Whether new tickets are worth it when no ticket is left to follow."""
        everybody_has_many = all(seat["pieces"] >= MANY_PIECES for seat in situation.view["seats"])
        return everybody_has_many and "tickets" in situation.legal

    def ticket_map(self, situation: Situation) -> WorkingMap:
        """The map on which tickets are followed."""
        return situation.working_map()

    def _ticket_target(self, situation: Situation) -> Target | None:
        """The first missing route of the most valuable ticket that can still be joined.

        O5: it does not ask whether the pieces suffice, and may draw for an impossible route to the end.
        """
        working_map = self.ticket_map(situation)
        paths = {ticket: working_map.hop_shortest(*self.routes.ends[ticket]) for ticket in situation.incomplete}
        ticket = max((t for t in paths if paths[t]), key=self.routes.points.__getitem__, default=None)
        if ticket is None:
            return None
        steps = [pair_of(*step) for step in paths[ticket] or ()]
        pair = next(step for step in steps if step not in working_map.own)
        colour = situation.most_held([route.colour for route in situation.tracks(pair)])
        return Target(pair, situation.most_held([*self.routes.colours, WILD]) if colour == GREY else colour)

    def _long_target(self, situation: Situation) -> Target | None:
        """The longest free route the pieces allow; of equals the first of the best rank."""
        fitting = [route for route in situation.free if route.length <= situation.pieces]
        if not fitting:
            return None
        route = max(fitting, key=lambda route: (route.length, self.rank(situation, route)))
        return Target(route.pair, route.colour)

    def rank(self, situation: Situation, route: RouteOption) -> int:
        """How near a route is to being paid.

        O4: if it can't be paid, the cards counted are those of whichever colour one holds most of, not of the route's.
        """
        held = max(situation.held_of(colour) for colour in self.routes.permitted(route))
        if least_wilds(held, route.length, route.ferries) == route.ferries <= situation.held_of(WILD):
            return self.rank_without_wilds(route)
        if held + situation.held_of(WILD) >= route.length:
            return 9
        most = max(situation.held_of(colour) for colour in self.routes.colours)
        return (10 if route.colour == GREY else 9) - route.length + most

    def rank_without_wilds(self, route: RouteOption) -> int:
        """The rank of a route that can be paid without wilds (but for its ferries)."""
        del route
        return 10

    def _claim(self, situation: Situation, target: Target) -> str | None:
        """O2: it pays with the first legal colour in claim order, not with the one it collected."""
        payments = {
            (colour, route): situation.claim(route, colour)
            for route in situation.tracks(target.pair)
            for colour in self.routes.permitted(route)
        }
        by_colour = sorted(payments, key=lambda payment: self.routes.colours.index(payment[0]))
        return next((payments[payment] for payment in by_colour if payments[payment]), None)

    @staticmethod
    def _draw(situation: Situation, target: Target) -> str | None:
        """O3: no card is of the colour "grey", so for such a target only a wild or the deck remains."""
        return situation.draw(target.colour) or situation.draw(WILD) or situation.draw_blind()

    def _anything(self, situation: Situation) -> str:
        return self.any_of(situation.legal_of("draw"), situation.legal_of("claim"), list(situation.legal))
