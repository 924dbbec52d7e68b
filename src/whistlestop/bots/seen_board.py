"""The board as one seat sees it: who owns what, what is open, and which places are joined."""

import heapq
from collections.abc import Collection

from whistlestop.board import Board
from whistlestop.view import View


class SeenBoard:
    """Routes, places and tickets by their numbers in the engine, from one seat's view.

    >>> from whistlestop.game import Game
    >>> game = Game("usa", players=2, seed=1)
    >>> seen = SeenBoard(game.board, game.view(0))
    >>> seen.distance(*seen.places("dallas/new-york"), built=())
    11
    """

    def __init__(self, board: Board, view: View) -> None:
        assert view["seat"] is not None, "a spectator has no routes"
        self.board, self.seat = board, view["seat"]
        self.table = board.table[0]
        self.owner = {board.route_index(route): owner for route, owner in view["claimed"].items()}
        self.own = frozenset(route for route, owner in self.owner.items() if owner == self.seat)
        self.is_second_track_closed = view["players"] < int(self.table["both_tracks_from"])
        """R3.4: whether a claim of one track closes the other to everybody."""

    def length(self, route: int) -> int:
        return int(self.table["route_length"][route])

    def ends(self, route: int) -> frozenset[int]:
        return frozenset((int(self.table["route_a"][route]), int(self.table["route_b"][route])))

    def tracks(self, route: int) -> frozenset[int]:
        """A route and its other track."""
        return frozenset(track for track in (route, int(self.table["route_twin"][route])) if track >= 0)

    def is_open(self, route: int) -> bool:
        """R3.1, R3.4: whether the route is open to us."""
        owners = {self.owner[track] for track in self.tracks(route) if track in self.owner}
        if route in self.owner or self.seat in owners:
            return False
        return not owners or not self.is_second_track_closed

    def places(self, ticket: str) -> tuple[int, int]:
        """The two places of a ticket."""
        at = self.board.index("ticket", ticket)
        return int(self.table["ticket_a"][at]), int(self.table["ticket_b"][at])

    def dearest(self, tickets: Collection[str]) -> list[str]:
        """Tickets by their points, the dearest first."""
        points = {ticket: int(self.table["ticket_points"][self.board.index("ticket", ticket)]) for ticket in tickets}
        return sorted(tickets, key=lambda ticket: -points[ticket])

    def joins(self, routes: Collection[int], ticket: str) -> bool:
        """R6.2: whether routes join the ticket's places."""
        a, b = self.places(ticket)
        return b in self.reached(routes, a)

    def reached(self, routes: Collection[int], start: int) -> set[int]:
        """The places that routes join to one place."""
        ends = [self.ends(route) for route in routes]
        reached, more = {start}, {start}
        while more:
            more = {end for pair in ends if pair & reached for end in pair} - reached
            reached |= more
        return reached

    def distance(self, start: int, goal: int, built: Collection[int], closed: Collection[int] = ()) -> int | None:
        """The fewest pieces that join two places over open routes; those built cost none, those closed are no way."""
        routes = [r for r in range(len(self.board.route_ids)) if r not in closed and (r in built or self.is_open(r))]
        ways = [(self.ends(route), 0 if route in built else self.length(route)) for route in routes]
        heap, done = [(0, start)], set[int]()
        while heap:
            length, place = heapq.heappop(heap)
            if place == goal:
                return length
            if place in done:
                continue
            done.add(place)
            for ends, cost in ways:
                if place in ends:
                    for other in ends - {place}:
                        heapq.heappush(heap, (length + cost, other))
        return None
