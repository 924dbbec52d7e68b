"""The board as one seat sees it: who owns what, what is open, and which tickets routes would complete."""

from collections.abc import Collection

import numpy as np

from whistlestop.board import Board
from whistlestop.engine.state import NOBODY, STATE
from whistlestop.game.open_routes import OpenRoutes
from whistlestop.game.paths import edges_over, shortest
from whistlestop.game.view import View, completed_tickets


class BoardView:
    """Routes and places by their numbers in the engine, from one seat's view.

    >>> from whistlestop.game import Game
    >>> game = Game("usa", players=2, seed=1)
    >>> board_view = BoardView(game.board, game.view(0))
    >>> board_view.distance("dallas/new-york", built=())
    11
    """

    def __init__(self, board: Board, view: View) -> None:
        assert view["seat"] is not None, "a spectator has no routes"
        self.board, self.seat = board, view["seat"]
        self.table = board.arrays[0]
        self.routes = OpenRoutes(board, view)
        self.owner = {board.route_index(route): owner for route, owner in view["claimed"].items()}
        self.own = frozenset(route for route, owner in self.owner.items() if owner == self.seat)

    def length(self, route: int) -> int:
        """Of a route, in spaces."""
        return self.board.tracks[route].length

    def ends(self, route: int) -> frozenset[int]:
        """The two locations of a route by number."""
        return frozenset((int(self.table["route_a"][route]), int(self.table["route_b"][route])))

    def tracks(self, route: int) -> frozenset[int]:
        """A route and its other track."""
        return frozenset(track for track in (route, int(self.table["route_twin"][route])) if track >= 0)

    def is_open(self, route: int) -> bool:
        """Whether the route is open to us."""
        return self.routes.is_open(route, self.seat)

    def by_value(self, tickets: Collection[str]) -> list[str]:
        """Tickets by their points, highest first."""
        points = {ticket: int(self.table["ticket_points"][self.board.index("ticket", ticket)]) for ticket in tickets}
        return sorted(tickets, key=lambda ticket: -points[ticket])

    def completed(self, routes: Collection[int]) -> frozenset[str]:
        """The tickets of the board that these routes would complete."""
        state = np.zeros(1, STATE)  # with nothing in it but these routes
        state["owner"] = NOBODY
        state["owner"][0, list(routes)] = self.seat
        completed = completed_tickets(self.board, state, self.seat)
        return frozenset(ticket for ticket, is_done in zip(self.board.ticket_ids, completed, strict=True) if is_done)

    def reached(self, routes: Collection[int], start: int) -> set[int]:
        """The places that routes join to one place."""
        ends = [self.ends(route) for route in routes]
        reached, more = {start}, {start}
        while more:
            more = {end for pair in ends if pair & reached for end in pair} - reached
            reached |= more
        return reached

    def distance(self, pair: str, built: Collection[int], closed: Collection[int] = ()) -> int | None:
        """The fewest pieces that join the places of a ticket or route; routes that are built cost none, and no path
        leads over those closed."""
        cost = {
            name: 0 if route in built else self.length(route)
            for route, name in enumerate(self.board.route_ids)
            if route not in closed and (route in built or self.is_open(route))
        }
        path = shortest(edges_over(cost), pair)
        return None if path is None else path.length
