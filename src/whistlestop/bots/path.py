"""Path: builds the routes on the straightest paths of all its tickets, the most valuable first.

A published baseline (de Mesentier Silva, Lee, Togelius and Nealen), quirks included, each marked P1 to P4.
Whole games are played by kernels that choose the same (`published/path.py`); tests compare them.
"""

from typing_extensions import override

from whistlestop.bots.route_bot import Pair, RouteBot, RouteOption, Situation, Tickets, pair_of


class PathBot(RouteBot):
    """Keeps every opening ticket, never draws another, and plans afresh at every decision.

    >>> from whistlestop import Game
    >>> game = Game("usa", players=2, seed=1)
    >>> len(PathBot(game.board).choose(game.view(0)).split())
    4
    """

    @override
    def keep_tickets(self, situation: Situation) -> Tickets:
        return situation.subsets()[-1]

    @override
    def play(self, situation: Situation) -> str:
        for pair in self._ticket_pairs(situation) or self._any_pairs(situation):
            action = self._claim(situation, pair)
            if action:
                return action
        # P1: it never finds the face-up card it wants, so it draws blind. P4: without a deck the published bot has no
        # move at all; the rules want one, so it takes any card, else does anything.
        return situation.draw_blind() or self.any_of(situation.legal_of("draw"), list(situation.legal))

    def _ticket_pairs(self, situation: Situation) -> list[Pair]:
        """The pairs to build on the paths of the incomplete tickets, best first."""
        working_map = situation.working_map()
        best: dict[Pair, tuple[int, Pair]] = {}
        for ticket in situation.incomplete:
            for step in working_map.hop_shortest(*self.routes.ends[ticket]) or ():
                pair = pair_of(*step)
                if pair in working_map.own or not self._fits(situation, situation.tracks(pair)[0]):
                    continue
                value = situation.tracks(pair)[0].points + 2 * self.routes.points[ticket]
                best[pair] = min(best.get(pair, (0, step)), (-value, step))
        return sorted(best, key=lambda pair: best[pair])

    def _any_pairs(self, situation: Situation) -> list[Pair]:
        """All free pairs. P2: those worth the fewest points come first, though the best were meant to."""
        points = {route.pair: route.points for route in situation.free if self._fits(situation, route)}
        return sorted(points, key=lambda pair: (points[pair], pair))

    @staticmethod
    def _fits(situation: Situation, route: RouteOption) -> bool:
        return route.length < situation.pieces  # P3: it never spends exactly its last pieces

    def _claim(self, situation: Situation, pair: Pair) -> str | None:
        """The claim of a pair with the permitted colour it holds most of; ties by track, then in claim order."""
        payments = [(route, colour) for route in situation.tracks(pair) for colour in self.routes.permitted(route)]
        route, colour = max(payments, key=lambda payment: situation.held_of(payment[1]))
        return situation.claim(route, colour)
