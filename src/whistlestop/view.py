"""The view: all that one seat may know, and the only thing that bots and clients get.

This is the one place where hidden information is left out. The law that a test holds it to: deal anew whatever a seat
can't know (`determinize`), and its view stays the same to the byte.
"""

from collections.abc import Sequence
from typing import TypedDict

import numpy as np

from whistlestop.board import Board
from whistlestop.engine import calls
from whistlestop.engine import state as engine
from whistlestop.events import Event
from whistlestop.position import (
    JsonObject,
    PublicPart,
    cards_of,
    offered_to,
    pile_of,
    public_part,
    tickets_of,
    tokens_of,
)
from whistlestop.records import Records


class TicketView(TypedDict):
    id: str
    points: int
    is_complete: bool


class SeatView(TypedDict):
    """What everybody may know of a seat (R4.3). Its tickets are listed once the game is over."""

    score: int
    pieces: int
    card_count: int
    known_cards: dict[str, int]
    """Cards it took face up and has not paid since: they must be in its hand."""
    ticket_count: int
    offered_count: int
    tokens: list[str]
    tickets: list[TicketView] | None


class View(PublicPart):
    """All that a seat (or, with seat None, a spectator) may know, as JSON."""

    seat: int | None
    version: int
    """How many actions have been applied."""
    deck_count: int
    deck_at_most: dict[str, int]
    """How many cards of each colour the deck can hold at most, from counting what was seen."""
    ticket_deck: list[str | None]
    """Top first; only tickets that this seat itself put under the pile are named."""
    seats: list[SeatView]
    hand: dict[str, int]
    tickets: list[TicketView]
    offered: list[str]
    scores: list[dict[str, int]] | None
    winners: list[int]
    history: list[JsonObject]
    legal_actions: list[str]


def make_view(
    board: Board,
    state: Records,
    seat: int | None,
    version: int,
    history: Sequence[Event],
    legal: list[str],
    scores: list[dict[str, int]],
    winners: list[int],
) -> View:
    """The view of a seat, or a spectator's for None. `legal` are the legal actions of the seat to play; `scores` and
    `winners` show only when the game is over."""
    public = public_part(board, state)
    is_over = public["phase"] == "over"
    viewer = engine.NOBODY if seat is None else seat
    return {
        **public,
        "seat": seat,
        "version": version,
        "deck_count": int(state["deck_count"][0]),
        "deck_at_most": _deck_at_most(board, state, viewer),
        "ticket_deck": _known_pile(board, state, viewer),
        "seats": [_seat_view(board, state, other, is_over) for other in range(public["players"])],
        "hand": {} if seat is None else cards_of(board, state["hand"][0, seat]),
        "tickets": [] if seat is None else _ticket_views(board, state, seat),
        "offered": [] if seat is None else [board.ticket_ids[t] for t in offered_to(state, seat)],
        "scores": scores if is_over else None,
        "winners": winners if is_over else [],
        "history": [event.seen_by(seat) for event in history],
        "legal_actions": legal if seat is not None and seat == public["to_play"] else [],
    }


def _seat_view(board: Board, state: Records, seat: int, is_over: bool) -> SeatView:
    return {
        "score": int(state["score"][0, seat]),
        "pieces": int(state["pieces"][0, seat]),
        "card_count": sum(state["hand"][0, seat].tolist()),
        "known_cards": cards_of(board, state["known"][0, seat]),
        "ticket_count": int(state["ticket_count"][0, seat]),
        "offered_count": int(state["offered_count"][0, seat]),
        "tokens": tokens_of(board, state, seat),
        "tickets": _ticket_views(board, state, seat) if is_over else None,
    }


def _ticket_views(board: Board, state: Records, seat: int) -> list[TicketView]:
    """R6.2: a seat's tickets, and which its routes complete."""
    routes = np.empty(len(board.route_ids), np.int64)
    group = np.empty(len(board.location_ids), np.int64)
    calls.groups(board.table, state, seat, routes, group)
    group_of = group.tolist()
    ends = board.ticket_ends
    return [
        {
            "id": board.ticket_ids[t],
            "points": board.map.tickets[t].points,
            "is_complete": group_of[ends[t][0]] == group_of[ends[t][1]],
        }
        for t in tickets_of(state, seat)
    ]


def _known_pile(board: Board, state: Records, viewer: int) -> list[str | None]:
    returned_by = state["returned_by"][0].tolist()
    return [
        board.ticket_ids[t] if returned_by[t] == viewer and viewer != engine.NOBODY else None for t in pile_of(state)
    ]


def _deck_at_most(board: Board, state: Records, viewer: int) -> dict[str, int]:
    unseen, limits = np.zeros(engine.COLOURS, np.int64), np.zeros(engine.COLOURS, np.int64)
    calls.knowledge(board.table, state, viewer, unseen, limits)
    return cards_of(board, limits)
