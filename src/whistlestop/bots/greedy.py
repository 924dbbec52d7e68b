"""Greedy: the most points it can have right now."""

from whistlestop.actions.action import WILD
from whistlestop.bots.roads import Outlook, Road, RoadBot, Tickets
from whistlestop.engine.claim import least_wilds


class GreedyBot(RoadBot):
    """Claims the most valuable route it can pay; else draws for the one it is closest to paying, the longest of those.

    >>> from whistlestop import Game
    >>> game = Game("usa", players=2, seed=1)
    >>> GreedyBot(game.board).choose(game.view(0)).split()[0]
    'keep'
    """

    def keep_tickets(self, outlook: Outlook) -> Tickets:
        return outlook.cheapest_subset()

    def play(self, outlook: Outlook) -> str:
        claims = list(outlook.claims())
        if claims:
            return max(claims, key=lambda claim: claim[0].points)[2]
        return self._draw(outlook) or outlook.draw_blind() or self.any_of(outlook.legal_of("draw"), list(outlook.legal))

    def _draw(self, outlook: Outlook) -> str | None:
        """A face-up card of the colour that the wanted road lacks; none if no such card lies there."""
        lacking = [
            (self._missing(outlook, road, colour), -road.length, colour)
            for road in outlook.free
            for colour in self.roads.permitted(road)
            if road.length <= outlook.pieces
        ]
        wanted = [choice for choice in lacking if choice[0] > 0]  # before a second card some may be payable already
        if not wanted:
            return None
        fewest = min(wanted, key=lambda choice: choice[:2])
        return outlook.draw(fewest[2])

    @staticmethod
    def _missing(outlook: Outlook, road: Road, colour: str) -> int:
        """How many cards are short of paying a road in a colour (R3.2, R3.3)."""
        return least_wilds(outlook.held_of(colour), road.length, road.ferries) - outlook.held_of(WILD)
