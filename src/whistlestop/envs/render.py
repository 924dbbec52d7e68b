"""What an environment shows of its game: a picture of the board, or the table as text.

The picture is the board with the claimed routes in their owners' colours, all of which everybody sees. The text adds
what one seat knows: its hand, its tickets and its offer.
"""

from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from whistlestop.board import Board
from whistlestop.draw import draw_png
from whistlestop.draw.symbols import SEAT_FILLS
from whistlestop.extras import needs_extra
from whistlestop.game import Game
from whistlestop.game.state_parts import claims_of
from whistlestop.game.view import SeatView, View

Picture = NDArray[np.uint8]
WIDTH = 900
"""Of the picture, in pixels."""
RECENT = 8


def check_mode(mode: str | None, modes: list[str]) -> None:
    """ValueError for a render mode that an environment has not."""
    if mode is not None and mode not in modes:
        raise ValueError(f"There is no render mode {mode!r}; there is {', '.join(modes)}, or None.")


def draw_game(game: Game, width: int = WIDTH) -> Picture:
    """[height, width, 3]: the board with the claimed routes, as red, green and blue.

    >>> draw_game(Game("san-francisco", players=2)).shape
    (684, 900, 3)
    """
    return _draw_claims(game.board, tuple(claims_of(game.board, game.words).items()), width).copy()


@lru_cache(maxsize=RECENT)
def _draw_claims(board: Board, claimed: tuple[tuple[str, int], ...], width: int) -> Picture:
    """Most actions claim nothing and leave the picture as it is, and to draw it takes half a second."""
    with needs_extra("rl"):
        from PIL import Image

    fills = {route: SEAT_FILLS[seat] for route, seat in claimed}
    png = draw_png(board.map, fills=fills, zoom=width / board.map.board.width)
    with Image.open(BytesIO(png)) as image:
        return np.asarray(image.convert("RGB"))


def game_text(game: Game, seat: int | None) -> str:
    """The table as a seat sees it; None for a spectator, who sees no hand.

    >>> print(game_text(Game("usa", players=2, seed=1), None).splitlines()[0])
    USA, 2 players: seat 0 has to choose (keep-tickets)
    """
    view = game.view(seat, history_from=len(game.history))
    return "\n".join([_heading(game.board, view), *_seats(view), *_table(view), *_own(view), *_end(view)]) + "\n"


def _heading(board: Board, view: View) -> str:
    table = f"{board.map.name}, {view['players']} players"
    if view["to_play"] is None:
        return f"{table}: the game is over"
    final = f", final round: {view['turns_left']} turns left" if view["turns_left"] is not None else ""
    return f"{table}: seat {view['to_play']} has to choose ({view['phase']}{final})"


def _seats(view: View) -> Iterator[str]:
    """R4.3: what everybody may know of every seat."""
    for number, seat in enumerate(view["seats"]):
        routes = [route for route, owner in view["claimed"].items() if owner == number]
        yield f"seat {number}: {_counts(seat)}"
        yield f"  routes: {_listed(routes)}"
        if seat["known_cards"]:
            yield f"  holds from the row: {_cards(seat['known_cards'])}"
        if seat["tokens"]:
            yield f"  tokens: {_listed(seat['tokens'])}"


def _counts(seat: SeatView) -> str:
    points, pieces, cards, tickets = seat["score"], seat["pieces"], seat["card_count"], seat["ticket_count"]
    return f"points {points}, pieces {pieces}, cards {cards}, tickets {tickets}"


def _table(view: View) -> Iterator[str]:
    """What lies on the table."""
    discards = sum(view["discards"].values())
    yield f"row: {_listed([card or '–' for card in view['face_up']])}"
    yield f"piles: deck {view['deck_count']}, discards {discards}, tickets {len(view['ticket_deck'])}"
    if stacks := [f"{place} {stack['symbol']}×{stack['count']}" for place, stack in sorted(view["stacks"].items())]:
        yield f"tokens on the board: {_listed(stacks)}"
    if aside := [f"{stack['symbol']}×{stack['count']}" for stack in view["set_aside"]]:
        yield f"tokens set aside: {_listed(aside)}"


def _own(view: View) -> Iterator[str]:
    """What only the seat itself knows."""
    if view["seat"] is None:
        return
    tickets = [f"{t['id']} {t['points']}{' (complete)' if t['is_complete'] else ''}" for t in view["tickets"]]
    yield f"hand of seat {view['seat']}: {_cards(view['hand'])}"
    yield f"tickets of seat {view['seat']}: {_listed(tickets)}"
    if view["offered"]:
        yield f"offered to seat {view['seat']}: {_listed(view['offered'])}"


def _end(view: View) -> Iterator[str]:
    if view["scores"] is not None:
        yield f"totals: {_listed([str(score['total']) for score in view['scores']])}"
        yield f"won by: {_listed([f'seat {seat}' for seat in view['winners']])}"


def _listed(words: list[str]) -> str:
    return ", ".join(words) or "none"


def _cards(counts: dict[str, int]) -> str:
    return _listed([f"{count} {card}" for card, count in counts.items()])
