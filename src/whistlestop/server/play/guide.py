"""What would help a seat to choose, worked out from its own view, so that a page needs no rules."""

from whistlestop.board import Board
from whistlestop.game.open_routes import Obstacle, OpenRoutes
from whistlestop.game.paths import open_ways, shortest
from whistlestop.game.view import View
from whistlestop.json_types import TypedDict, described
from whistlestop.server.play.payments import sensible_payments


@described
class WayLeft(TypedDict):
    length: int
    """In pieces."""
    routes: list[str]


@described
class RouteGuide(TypedDict):
    lack: int
    """Cards short, with the colour that fits best."""
    why: Obstacle | None
    """What keeps the seat from claiming it, whoever's turn it is."""


@described
class Guide(TypedDict):
    """Ways to complete tickets, what is missing for routes, and how to pay; for this seat only."""

    version: int
    """The game's, as in the view."""
    tickets: dict[str, WayLeft | None]
    """Held or offered; null where no way is left."""
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
    {'lack': 2, 'why': 'cards'}
    """
    seat, hand, routes = view["seat"], view["hand"], OpenRoutes(board, view)
    assert seat is not None, "a spectator claims nothing"
    ways = open_ways(board, view)
    tickets = [*(ticket["id"] for ticket in view["tickets"]), *view["offered"]]
    paths = {ticket: shortest(ways, ticket) for ticket in tickets}
    held = (paths[ticket["id"]] for ticket in view["tickets"])
    plan = {route for path in held if path is not None for route in path.routes}
    return {
        "version": view["version"],
        "tickets": {
            ticket: None if path is None else {"length": path.length, "routes": list(path.routes)}
            for ticket, path in paths.items()
        },
        "routes": {
            route: {"lack": needs.cards, "why": needs.obstacle}
            for i, route in enumerate(board.route_ids)
            if route not in view["claimed"]
            for needs in [routes.needs(i, seat, hand)]
        },
        "payments": sensible_payments(board, view, plan),
    }
