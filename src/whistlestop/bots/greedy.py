"""Greedy: the most points it can have right now."""

from typing_extensions import override

from whistlestop.actions.action import WILD
from whistlestop.bots.route_bot import RouteBot, RouteOption, Situation, Tickets
from whistlestop.engine.claim import least_wilds


class GreedyBot(RouteBot):
    """Claims the most valuable route it can pay; else draws for the one it is closest to paying, the longest of those.

    >>> from whistlestop import Game
    >>> game = Game("usa", players=2, seed=1)
    >>> GreedyBot(game.board).choose(game.view(0)).split()[0]
    'keep'
    """

    @override
    def keep_tickets(self, situation: Situation) -> Tickets:
        return situation.cheapest_subset()

    @override
    def play(self, situation: Situation) -> str:
        claims = list(situation.claims())
        if claims:
            return max(claims, key=lambda claim: claim[0].points)[2]
        drawn = self._draw(situation) or situation.draw_blind()
        return drawn or self.any_of(situation.legal_of("draw"), list(situation.legal))

    def _draw(self, situation: Situation) -> str | None:
        """A face-up card of the colour that the wanted route lacks; none if no such card lies there."""
        missing_cards = [
            (self._missing(situation, route, colour), -route.length, colour)
            for route in situation.free
            for colour in self.routes.permitted(route)
            if route.length <= situation.pieces
        ]
        # Before a second card some may be payable already.
        wanted = [choice for choice in missing_cards if choice[0] > 0]
        if not wanted:
            return None
        fewest = min(wanted, key=lambda choice: choice[:2])
        return situation.draw(fewest[2])

    @staticmethod
    def _missing(situation: Situation, route: RouteOption, colour: str) -> int:
        """How many cards are short of paying a route in a colour (R3.2, R3.3)."""
        return least_wilds(situation.held_of(colour), route.length, route.ferries) - situation.held_of(WILD)
