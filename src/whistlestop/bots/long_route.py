"""LongRouteJunkie: OneStepThinker with a taste for long routes.

A published baseline (de Mesentier Silva, Lee, Togelius and Nealen); it shares the quirks O1 to O5 of `one_step`.
"""

from typing_extensions import override

from whistlestop.bots.one_step import OneStepBot
from whistlestop.bots.published.one_step import LONG
from whistlestop.bots.route_bot import GREY, RouteOption, Situation, Tickets, WorkingMap


class LongRouteBot(OneStepBot):
    """Follows tickets over long routes only, and keeps as few of them as it may.

    >>> from whistlestop import Game
    >>> game = Game("usa", players=2, seed=1)
    >>> len(LongRouteBot(game.board).choose(game.view(0)).split())
    3
    """

    @override
    def choose_tickets(self, situation: Situation) -> Tickets:
        return situation.cheapest_subset()  # O1, at setup too

    @override
    def may_want_tickets(self, situation: Situation) -> bool:
        del situation
        return False

    @override
    def ticket_map(self, situation: Situation) -> WorkingMap:
        return situation.working_map(shortest=min(LONG, situation.pieces))

    @override
    def rank_without_wilds(self, route: RouteOption) -> int:
        return 15 if route.colour == GREY else 10
