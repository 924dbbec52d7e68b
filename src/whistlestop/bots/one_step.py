"""OneStepThinker: one target at a time, the next route towards its most valuable ticket.

A published baseline (de Mesentier Silva, Lee, Togelius and Nealen), quirks included, each marked O1 to O5.
"""

from typing import NamedTuple

from whistlestop.actions.action import WILD
from whistlestop.board import Board
from whistlestop.bots.roads import GREY, Outlook, Pair, Road, RoadBot, Tickets, WorkingMap, pair_of
from whistlestop.engine.claim import least_wilds

MANY_PIECES = 8  # with fewer in anybody's stock the end is too near for new tickets


class Target(NamedTuple):
    """The pair to claim next and the kind of card to collect for it."""

    pair: Pair
    colour: str


class OneStepBot(RoadBot):
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

    def keep_tickets(self, outlook: Outlook) -> Tickets:
        self._planned_at = None
        return self.choose_tickets(outlook)

    def choose_tickets(self, outlook: Outlook) -> Tickets:
        """All opening tickets; later the cheapest. O1: the rating by points per piece fails, each ticket seems to need
        more pieces than there are, and what remains is the fewest points."""
        return outlook.cheapest_subset() if outlook.held else outlook.subsets()[-1]

    def play(self, outlook: Outlook) -> str:
        if self._planned_at is None or outlook.points_of_all > self._planned_at:
            self._plan(outlook)
        if self._wants_tickets and "tickets" in outlook.legal:
            return "tickets"
        if not self._target:
            return self._anything(outlook)
        return self._claim(outlook, self._target) or self._draw(outlook, self._target) or self._anything(outlook)

    def _plan(self, outlook: Outlook) -> None:
        self._planned_at = outlook.points_of_all
        self._target = self._ticket_target(outlook)
        self._wants_tickets = not self._target and self.may_want_tickets(outlook)
        if not self._target and not self._wants_tickets:
            self._target = self._long_target(outlook)

    def may_want_tickets(self, outlook: Outlook) -> bool:
        """Whether new tickets are worth it when no ticket is left to follow."""
        everybody_has_many = all(seat["pieces"] >= MANY_PIECES for seat in outlook.view["seats"])
        return everybody_has_many and "tickets" in outlook.legal

    def ticket_map(self, outlook: Outlook) -> WorkingMap:
        """The map on which tickets are followed."""
        return outlook.working_map()

    def _ticket_target(self, outlook: Outlook) -> Target | None:
        """The first missing route of the most valuable ticket that can still be joined.

        O5: it does not ask whether the pieces suffice, and may draw for an impossible route to the end.
        """
        working_map = self.ticket_map(outlook)
        ways = {ticket: working_map.hop_shortest(*self.roads.ends[ticket]) for ticket in outlook.incomplete}
        ticket = max((t for t in ways if ways[t]), key=self.roads.points.__getitem__, default=None)
        if ticket is None:
            return None
        steps = [pair_of(*step) for step in ways[ticket] or ()]
        pair = next(step for step in steps if step not in working_map.own)
        colour = outlook.most_held([road.colour for road in outlook.tracks(pair)])
        return Target(pair, outlook.most_held([*self.roads.colours, WILD]) if colour == GREY else colour)

    def _long_target(self, outlook: Outlook) -> Target | None:
        """The longest free route the pieces allow; of equals the first of the best rank."""
        fitting = [road for road in outlook.free if road.length <= outlook.pieces]
        if not fitting:
            return None
        road = max(fitting, key=lambda road: (road.length, self.rank(outlook, road)))
        return Target(road.pair, road.colour)

    def rank(self, outlook: Outlook, road: Road) -> int:
        """How near a road is to being paid.

        O4: if it can't be paid, the cards counted are those of whichever colour one holds most of, not of the road's.
        """
        held = max(outlook.held_of(colour) for colour in self.roads.permitted(road))
        if least_wilds(held, road.length, road.ferries) == road.ferries <= outlook.held_of(WILD):
            return self.rank_without_wilds(road)
        if held + outlook.held_of(WILD) >= road.length:
            return 9
        most = max(outlook.held_of(colour) for colour in self.roads.colours)
        return (10 if road.colour == GREY else 9) - road.length + most

    def rank_without_wilds(self, road: Road) -> int:
        """The rank of a road that can be paid without wilds (but for its ferries)."""
        del road
        return 10

    def _claim(self, outlook: Outlook, target: Target) -> str | None:
        """O2: it pays with the first legal colour in claim order, not with the one it collected."""
        payments = {
            (colour, road): outlook.claim(road, colour)
            for road in outlook.tracks(target.pair)
            for colour in self.roads.permitted(road)
        }
        by_colour = sorted(payments, key=lambda payment: self.roads.colours.index(payment[0]))
        return next((payments[payment] for payment in by_colour if payments[payment]), None)

    @staticmethod
    def _draw(outlook: Outlook, target: Target) -> str | None:
        """O3: no card is of the colour "grey", so for such a target only a wild or the deck remains."""
        return outlook.draw(target.colour) or outlook.draw(WILD) or outlook.draw_blind()

    def _anything(self, outlook: Outlook) -> str:
        return self.any_of(outlook.legal_of("draw"), outlook.legal_of("claim"), list(outlook.legal))
