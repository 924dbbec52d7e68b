"""The view: all that one seat may know, and the only thing that bots and clients get.

This is the one place where hidden information is left out. The law that a test holds it to: deal anew whatever a seat
can't know (`determinize`), and its view stays the same to the byte.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, cast

import numpy as np

from whistlestop.board import Board
from whistlestop.engine import calls
from whistlestop.engine import state as engine
from whistlestop.engine.words import AT, Words, spans_of, words_of
from whistlestop.game.events import Event, EventView
from whistlestop.game.state_parts import (
    PublicPart,
    awaited_seats,
    cards_of,
    claims_of,
    offered_to,
    pile_of,
    stacks_part,
    tickets_of,
    tokens_of,
    turn_of,
)
from whistlestop.json_types import JsonObject, TypedDict, described
from whistlestop.kernels.structs import IntArray, Records


class TicketView(TypedDict):
    id: str
    points: int
    is_complete: bool


class Score(TypedDict):
    """What a seat got (R6): the parts of `engine.scoring`, in their order."""

    total: int
    routes: int
    tickets: int
    longest_path: int
    tokens: int
    completed_tickets: int
    longest_path_length: int


@described
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


@described
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
    scores: list[Score] | None
    winners: list[int]
    history: list[EventView]
    legal_actions: list[str]


VIEW_FIELDS = tuple(View.__annotations__)
"""In the order in which a view has them."""


class Part(NamedTuple):
    """Fields of a view that change together, read off a state for a seat, or for NOBODY where all see the same."""

    read: Callable[[Board, Records, Words, int], JsonObject]
    """It is given the state twice: kernels take the record, Python reads the words."""
    made_of: tuple[slice, ...]
    """The words of a state that it is made of: while they stay as they are, so does the part."""


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
    """The view of a seat, or a spectator's for None. `legal` are its legal actions; `scores` and
    `winners` show only when the game is over."""
    viewer, words = engine.NOBODY if seat is None else seat, words_of(state)
    fields = turn_part(board, words, version, scores, winners) | choice_part(words, seat, legal)
    for part in PUBLIC_PARTS:
        fields |= part.read(board, state, words, engine.NOBODY)
    for part in OWN_PARTS:
        fields |= part.read(board, state, words, viewer)
    fields["history"] = history_part(seat, history)
    return cast(View, {name: fields[name] for name in VIEW_FIELDS if name in fields})


def turn_part(board: Board, words: Words, version: int, scores: list[dict[str, int]], winners: list[int]) -> JsonObject:
    """What every action changes, for all to see."""
    turn = turn_of(board, words)
    del turn["to_play"]  # which is the part of who looks
    is_over = turn["phase"] == "over"
    turn["version"] = version
    turn["deck_count"] = words[AT.deck_count]
    turn["scores"] = scores if is_over else None
    turn["winners"] = winners if is_over else []
    return turn


def choice_part(words: Words, seat: int | None, legal: list[str]) -> JsonObject:
    """Who looks, and what they may choose."""
    awaited = awaited_seats(words)
    to_play = seat if seat in awaited else awaited[0] if awaited else None  # R1.2: all may choose opening tickets
    return {"seat": seat, "to_play": to_play, "legal_actions": legal}


def history_part(seat: int | None, history: Sequence[Event]) -> list[EventView]:
    """Events as a seat may know them."""
    return cast("list[EventView]", [event.seen_by(seat) for event in history])


def changed_parts(before: Words, after: Words) -> int:
    """Which of the parts may differ between two states: a bit for each, those of PUBLIC_PARTS first."""
    changed = 0
    for i, part in enumerate((*PUBLIC_PARTS, *OWN_PARTS)):
        for span in part.made_of:
            if before[span] != after[span]:
                changed |= 1 << i
                break
    return changed


def _names_part(board: Board, _: Records, words: Words, __: int) -> JsonObject:
    return {"map": board.source, "players": words[AT.seats]}


def _claims_part(board: Board, _: Records, words: Words, __: int) -> JsonObject:
    return {"claimed": claims_of(board, words)}


def _stacks_part(board: Board, _: Records, words: Words, __: int) -> JsonObject:
    return stacks_part(board, words)


def _seats_part(board: Board, state: Records, words: Words, _: int) -> JsonObject:
    is_over = words[AT.phase] == engine.OVER
    score, pieces = words[AT.score], words[AT.pieces]
    tickets, offered = words[AT.ticket_count], words[AT.offered_count]
    seats: list[SeatView] = [
        {
            "score": score[seat],
            "pieces": pieces[seat],
            "card_count": sum(words[AT.hand[seat]]),
            "known_cards": cards_of(board, words[AT.known[seat]]),
            "ticket_count": tickets[seat],
            "offered_count": offered[seat],
            "tokens": tokens_of(board, words, seat),
            "tickets": _ticket_views(board, state, words, seat) if is_over else None,
        }
        for seat in range(words[AT.seats])
    ]
    return {"seats": seats}


def _cards_part(board: Board, state: Records, words: Words, viewer: int) -> JsonObject:
    return {
        "deck_at_most": _deck_at_most(board, state, viewer),
        "hand": {} if viewer == engine.NOBODY else cards_of(board, words[AT.hand[viewer]]),
    }


def _tickets_part(board: Board, state: Records, words: Words, viewer: int) -> JsonObject:
    is_nobody = viewer == engine.NOBODY
    return {
        "ticket_deck": _known_pile(board, words, viewer),
        "tickets": [] if is_nobody else _ticket_views(board, state, words, viewer),
        "offered": [] if is_nobody else [board.ticket_ids[t] for t in offered_to(words, viewer)],
    }


PUBLIC_PARTS = (
    Part(_names_part, spans_of("seats")),
    Part(_claims_part, spans_of("owner")),
    Part(_stacks_part, spans_of("stack_location stack_count set_aside set_aside_count")),
    Part(_seats_part, spans_of("seats phase score pieces hand known ticket_count offered_count tokens token_count "
                               "owner kept kept_by kept_count")),
)  # fmt: skip
OWN_PARTS = (
    Part(_cards_part, spans_of("seats hand known deck deck_count blind deck_pool")),
    Part(_tickets_part, spans_of("owner kept kept_by kept_count offered offered_count pile pile_top pile_count "
                                 "returned_by")),
)  # fmt: skip


def _ticket_views(board: Board, state: Records, words: Words, seat: int) -> list[TicketView]:
    """A seat's tickets, and which its routes complete."""
    completed = completed_tickets(board, state, seat)
    return [
        {"id": board.ticket_ids[t], "points": board.map.tickets[t].points, "is_complete": completed[t] == 1}
        for t in tickets_of(words, seat)
    ]


def completed_tickets(board: Board, state: Records, seat: int) -> list[int]:
    """R6.2: for each ticket of the board, by its number, 1 if the seat's routes complete it, else 0."""
    completed: IntArray = np.empty(len(board.ticket_ids), np.int64)
    calls.complete(board.arrays, state, seat, completed)
    flags: list[int] = completed.tolist()
    return flags


def _known_pile(board: Board, words: Words, viewer: int) -> list[str | None]:
    returned_by = words[AT.returned_by].tolist()
    if viewer == engine.NOBODY or viewer not in returned_by:
        return [None] * words[AT.pile_count]
    return [board.ticket_ids[t] if returned_by[t] == viewer else None for t in pile_of(words)]


def _deck_at_most(board: Board, state: Records, viewer: int) -> dict[str, int]:
    unseen, limits = np.zeros(engine.COLOURS, np.int64), np.zeros(engine.COLOURS, np.int64)
    calls.knowledge(board.arrays, state, viewer, unseen, limits)
    return cards_of(board, limits)
