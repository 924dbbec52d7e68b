"""What would help a seat to choose, worked out from its own view, so that a page needs no rules."""

from typing import Literal

from whistlestop.action import WILD
from whistlestop.board import GREY, Board, Track
from whistlestop.json_types import TypedDict, described
from whistlestop.paths import is_closed, open_ways, shortest
from whistlestop.view import View

Why = Literal["cards", "pieces", "twin"]


@described
class WayLeft(TypedDict):
    length: int
    """In pieces."""
    routes: list[str]


@described
class RouteGuide(TypedDict):
    lack: int
    """Cards short, with the colour that fits best."""
    why: Why | None
    """What keeps the seat from claiming it, whoever's turn it is."""


@described
class Guide(TypedDict):
    """Ways to complete tickets, and what is missing for routes; for this seat only."""

    version: int
    """The game's, as in the view."""
    tickets: dict[str, WayLeft | None]
    """Held or offered; null where no way is left."""
    routes: dict[str, RouteGuide]
    """That nobody has claimed."""


def make_guide(board: Board, view: View) -> Guide:
    """The guide of the seat whose view it is.

    >>> from whistlestop.game import Game
    >>> game = Game("san-francisco", players=2, seed=7)
    >>> guide = make_guide(game.board, game.view(0))
    >>> guide["routes"]["alcatraz/golden-gate-bridge"]
    {'lack': 2, 'why': 'cards'}
    """
    ways = open_ways(board, view)
    tickets = [*(ticket["id"] for ticket in view["tickets"]), *view["offered"]]
    paths = {ticket: shortest(ways, ticket) for ticket in tickets}
    return {
        "version": view["version"],
        "tickets": {
            ticket: None if path is None else {"length": path.length, "routes": list(path.routes)}
            for ticket, path in paths.items()
        },
        "routes": {
            route: _route(board, view, route, track)
            for route, track in zip(board.route_ids, board.tracks, strict=True)
            if route not in view["claimed"]
        },
    }


def _route(board: Board, view: View, route: str, track: Track) -> RouteGuide:
    seat = view["seat"]
    assert seat is not None, "a spectator claims nothing"
    lack = _cards_short(board, view["hand"], track)
    why: Why | None = None
    if is_closed(board, view, route):
        why = "twin"
    elif view["seats"][seat]["pieces"] < track.length:
        why = "pieces"
    elif lack:
        why = "cards"
    return {"lack": lack, "why": why}


def _cards_short(board: Board, hand: dict[str, int], track: Track) -> int:
    """R3.2, R3.3: with the best colour and all wilds. Of a ferry's spaces, no colour can pay more than the rest."""
    colours = board.colours[:-1] if track.colour == GREY else (board.colours[track.colour],)
    held = max(hand.get(colour, 0) for colour in colours)
    return max(0, track.length - min(held, track.length - track.ferries) - hand.get(WILD, 0))
