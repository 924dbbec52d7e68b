"""LongRouteJunkie: OneStepThinker with a taste for long routes.

A published baseline (de Mesentier Silva, Lee, Togelius and Nealen); it shares the quirks O1 to O5 of `one_step`.
"""

from whistlestop.bots.one_step import OneStepBot
from whistlestop.bots.roads import GREY, Outlook, Road, Tickets, WorkingMap

LONG = 3


class LongRouteBot(OneStepBot):
    """Follows tickets over long routes only, and keeps as few of them as it may.

    >>> from whistlestop import Game
    >>> game = Game("usa", players=2, seed=1)
    >>> len(LongRouteBot(game.board).choose(game.view(0)).split())
    3
    """

    def choose_tickets(self, outlook: Outlook) -> Tickets:
        return outlook.cheapest_subset()  # O1, at setup too

    def may_want_tickets(self, outlook: Outlook) -> bool:
        del outlook
        return False

    def ticket_map(self, outlook: Outlook) -> WorkingMap:
        return outlook.working_map(shortest=min(LONG, outlook.pieces))

    def rank_without_wilds(self, road: Road) -> int:
        return 15 if road.colour == GREY else 10
