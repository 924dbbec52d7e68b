"""What would help a seat to choose, worked out from its own view, so that a page needs no rules."""

from collections import defaultdict
from collections.abc import Iterable
from functools import cache

from whistlestop.board import Board
from whistlestop.game.open_routes import Obstacle, OpenRoutes
from whistlestop.game.paths import Edges, distances, open_edges, routes_between, shortest
from whistlestop.game.view import View
from whistlestop.ids import ends_of
from whistlestop.json_types import TypedDict, described
from whistlestop.server.play.payments import sensible_payments


@described
class RemainingPath(TypedDict):
    length: int
    """In pieces."""
    routes: list[str]


@described
class RouteGuide(TypedDict):
    lack: int
    """Cards short, with the colour that fits best."""
    wilds: int
    """Of these, those that only a wild can be."""
    why: Obstacle | None
    """What keeps the seat from claiming it, whoever's turn it is."""
    tickets: list[str]
    """Held or offered, that have it on one of their cheapest paths."""


@described
class Guide(TypedDict):
    """Paths to complete tickets, what is missing for routes, and how to pay; for this seat only."""

    version: int
    """The game's, as in the view."""
    tickets: dict[str, RemainingPath | None]
    """Held or offered; null where no path is left."""
    routes: dict[str, RouteGuide]
    """That nobody has claimed."""
    payments: dict[str, list[str]]
    """By route with a choice of payments now: the claims worth a thought, best first. The others are legal too."""


def make_guide(board: Board, view: View) -> Guide:
    """The guide of the seat whose view it is.

    >>> from whistlestop.game import Game
    >>> game = Game("san-francisco", players=2, seed=7)
    >>> guide = make_guide(game.board, game.view(0))
    >>> guide["routes"]["alcatraz/golden-gate-bridge"]
    {'lack': 2, 'wilds': 0, 'why': 'cards', 'tickets': []}
    """
    seat, hand, routes = view["seat"], view["hand"], OpenRoutes(board, view)
    assert seat is not None, "a spectator claims nothing"
    edges = open_edges(board, view)
    tickets = [*(ticket["id"] for ticket in view["tickets"]), *view["offered"]]
    paths = {ticket: shortest(edges, ticket) for ticket in tickets}
    held = (paths[ticket["id"]] for ticket in view["tickets"])
    served = tickets_by_route(edges, tickets)
    plan = {route for path in held if path is not None for route in path.routes}
    return {
        "version": view["version"],
        "tickets": {
            ticket: None if path is None else {"length": path.length, "routes": list(path.routes)}
            for ticket, path in paths.items()
        },
        "routes": {
            route: {"lack": needs.cards, "wilds": needs.wilds, "why": needs.obstacle, "tickets": served[route]}
            for i, route in enumerate(board.route_ids)
            if route not in view["claimed"]
            for needs in [routes.needs(i, seat, hand)]
        },
        "payments": sensible_payments(board, view, plan),
    }


def tickets_by_route(edges: Edges, tickets: Iterable[str]) -> dict[str, list[str]]:
    """For each route the tickets that have it on one of their cheapest paths; none for any other."""
    from_place = cache(lambda place: distances(edges, place))  # tickets share their ends
    served: dict[str, list[str]] = defaultdict(list)
    for ticket in tickets:
        a, b = ends_of(ticket)
        for route in routes_between(edges, from_place(a), from_place(b), b):
            served[route].append(ticket)
    return served
