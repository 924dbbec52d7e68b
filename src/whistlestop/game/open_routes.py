"""R3.1 to R3.4 as far as a view tells: which routes a seat may claim, what they cost and what is missing.

No rule stands here: the engine's kernels answer, as plain Python, for the little of a state that a view shows. So who
changes a rule in `engine/claim.py` changes it for bots, guides and the terminal too.
"""

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Literal, NamedTuple, cast

from whistlestop.actions.action import WILD, Payment
from whistlestop.board import Board, Track
from whistlestop.engine.claim import is_for_one, is_open, least_wilds
from whistlestop.engine.state import NOBODY, State
from whistlestop.game.view import View

Obstacle = Literal["cards", "pieces", "twin"]
"""What keeps a seat from claiming a free route, whoever's turn it is: `twin` is the other track, which is taken."""


class Needs(NamedTuple):
    """How far a seat is from claiming a free route."""

    cards: int
    """So many are short, with the colour that fits best."""
    wilds: int
    """R3.3: of these, so many that only a wild can be."""
    obstacle: Obstacle | None
    """What keeps the seat from it; None if nothing does."""


class OpenRoutes:
    """The routes of a view, by their numbers in the engine.

    >>> from whistlestop.game import Game
    >>> game = Game("san-francisco", players=2, seed=7)
    >>> routes = OpenRoutes(game.board, game.view(0))
    >>> route = game.board.route_index("alcatraz/golden-gate-bridge")
    >>> routes.is_open(route, seat=0), routes.needs(route, seat=0, hand=game.view(0)["hand"])
    (True, Needs(cards=2, wilds=0, obstacle='cards'))
    """

    def __init__(self, board: Board, view: View) -> None:
        self.board, self._record = board, board.record
        self._pieces = [seat["pieces"] for seat in view["seats"]]
        claimed = view["claimed"]
        owner = [claimed.get(route, NOBODY) for route in board.route_ids]
        self._state = cast(State, SimpleNamespace(seats=view["players"], owner=owner))

    def is_open(self, route: int, seat: int) -> bool:
        """R3.1, R3.4: whether the seat could claim the route some day, for all that has been claimed."""
        return is_open(self._record, self._state, seat, route)

    def open_to(self, seat: int) -> list[bool]:
        """The same of every route."""
        return [is_open(self._record, self._state, seat, route) for route in range(len(self.board.route_ids))]

    def is_for_one(self, route: int) -> bool:
        """R3.4: whether a claim of this route leaves nothing of it to others."""
        return is_for_one(self._record, self._state, route)

    def needs(self, route: int, seat: int, hand: Mapping[str, int]) -> Needs:
        """R3.1 to R3.4: how far the seat is, with these cards, from claiming a free route."""
        track = self.board.tracks[route]
        missing = missing_cards(self.board, track, hand)
        obstacle: Obstacle | None = "cards" if missing else None
        if not self.is_open(route, seat):
            obstacle = "twin"
        elif self._pieces[seat] < track.length:
            obstacle = "pieces"
        return Needs(missing, missing_wilds(track, hand), obstacle)


def paying_colours(board: Board, track: Track) -> tuple[str, ...]:
    """R3.2: the colours of which one, with wilds, pays for a track."""
    return board.colours[:-1] if track.is_grey else (board.colours[track.colour],)


def missing_cards(board: Board, track: Track, hand: Mapping[str, int]) -> int:
    """R3.2, R3.3: how many cards are short, with the colour that fits best and all wilds."""
    held = max(hand.get(colour, 0) for colour in paying_colours(board, track))
    return max(0, least_wilds(held, track.length, track.ferries) - hand.get(WILD, 0))


def missing_wilds(track: Track, hand: Mapping[str, int]) -> int:
    """R3.3: how many wilds are short, whatever else is in the hand."""
    return max(0, least_wilds(track.length, track.length, track.ferries) - hand.get(WILD, 0))


def cheapest_payment(colour: str, held: int, length: int, ferries: int) -> dict[str, int]:
    """R3.2, R3.3: what to pay, holding `held` of a colour, to keep the most wilds.

    >>> cheapest_payment("red", 5, length=3, ferries=1), cheapest_payment("red", 1, length=3, ferries=0)
    ({'red': 2, 'wild': 1}, {'red': 1, 'wild': 2})
    """
    wilds = least_wilds(held, length, ferries)
    if wilds == 0:
        return {colour: length}
    return {colour: length - wilds, WILD: wilds} if wilds < length else {WILD: wilds}


def full_price(board: Board, hand: Mapping[str, int], route: str) -> Payment:
    """R3.2, R3.3: the simplest payment of a route, whether or not the hand has the cards: the colour it has most of."""
    track = board.tracks[board.route_index(route)]
    colour = max(paying_colours(board, track), key=lambda colour: hand.get(colour, 0))
    return tuple(cheapest_payment(colour, track.length, track.length, track.ferries).items())
