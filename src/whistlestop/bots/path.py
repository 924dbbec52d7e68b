"""Path: builds the routes on the straightest ways of all its tickets, the most valuable first.

A published baseline (de Mesentier Silva, Lee, Togelius and Nealen), quirks included, each marked P1 to P4.
"""

from whistlestop.bots.roads import Outlook, Pair, Road, RoadBot, Tickets, pair_of


class PathBot(RoadBot):
    """Keeps every opening ticket, never draws another, and plans afresh at every decision.

    >>> from whistlestop import Game
    >>> game = Game("usa", players=2, seed=1)
    >>> len(PathBot(game.board).choose(game.view(0)).split())
    4
    """

    def keep_tickets(self, outlook: Outlook) -> Tickets:
        return outlook.subsets()[-1]

    def play(self, outlook: Outlook) -> str:
        for pair in self._ticket_pairs(outlook) or self._any_pairs(outlook):
            action = self._claim(outlook, pair)
            if action:
                return action
        # P1: it never finds the face-up card it wants, so it draws blind. P4: without a deck the published bot has no
        # move at all; the rules want one, so it takes any card, else does anything.
        return outlook.draw_blind() or self.any_of(outlook.legal_of("draw"), list(outlook.legal))

    def _ticket_pairs(self, outlook: Outlook) -> list[Pair]:
        """The pairs to build on the ways of the incomplete tickets, best first."""
        working_map = outlook.working_map()
        best: dict[Pair, tuple[int, Pair]] = {}
        for ticket in outlook.incomplete:
            for step in working_map.hop_shortest(*self.roads.ends[ticket]) or ():
                pair = pair_of(*step)
                if pair in working_map.own or not self._fits(outlook, outlook.tracks(pair)[0]):
                    continue
                value = outlook.tracks(pair)[0].points + 2 * self.roads.points[ticket]
                best[pair] = min(best.get(pair, (0, step)), (-value, step))
        return sorted(best, key=lambda pair: best[pair])

    def _any_pairs(self, outlook: Outlook) -> list[Pair]:
        """All free pairs. P2: those worth the fewest points come first, though the best were meant to."""
        points = {road.pair: road.points for road in outlook.free if self._fits(outlook, road)}
        return sorted(points, key=lambda pair: (points[pair], pair))

    @staticmethod
    def _fits(outlook: Outlook, road: Road) -> bool:
        return road.length < outlook.pieces  # P3: it never spends exactly its last pieces

    def _claim(self, outlook: Outlook, pair: Pair) -> str | None:
        """The claim of a pair with the permitted colour it holds most of; ties by track, then in claim order."""
        payments = [(road, colour) for road in outlook.tracks(pair) for colour in self.roads.permitted(road)]
        road, colour = max(payments, key=lambda payment: outlook.held_of(payment[1]))
        return outlook.claim(road, colour)
