"""Writing what one seat knows into a row of small integers, part by part (see envs/layout.py)."""

import numpy as np

from whistlestop.board import BoardArrays
from whistlestop.engine.network import find_groups, is_completed, list_routes
from whistlestop.engine.state import NO_CARD, NOT_TRIGGERED, OVER, TAKE_TOKEN, State, board_of, state_at
from whistlestop.kernels import entry_point, hot_kernel, kernel, record_reader
from whistlestop.kernels.structs import Records, SmallIntArray, record_dtype
from whistlestop.maps.limits import MAX_TICKETS


class Offsets:
    """Where each part of an observation begins, in the order of the parts."""

    phase: int
    to_play: int
    is_opening: int
    hand: int
    row: int
    discards: int
    deck_at_most: int
    deck_count: int
    pile_count: int
    is_final_round: int
    turns_left: int
    passes: int
    scores: int
    pieces: int
    card_counts: int
    ticket_counts: int
    offered_counts: int
    known_cards: int
    tokens: int
    owners: int
    tickets: int
    completed: int
    offered: int
    returned: int
    stacks: int
    set_aside: int
    token_choice: int


OFFSETS = record_dtype(Offsets)

_offsets_at = record_reader(Offsets)


@kernel
def offsets_of(offsets: Records) -> Offsets:
    """The offsets in their array of one, as kernels see them."""
    return _offsets_at(offsets, 0)


@entry_point("observations")
def observe_seat(boards: Records, states: Records, seat: int, offsets: Records, out: SmallIntArray) -> None:
    """What a seat knows of a single game."""
    board, s = board_of(boards), state_at(states, 0)
    routes = np.empty(board.route_count, np.int64)
    group = np.empty(board.location_count, np.int16)
    count = list_routes(board, s, seat, routes)
    find_groups(board, routes[:count], group)
    observe(board, s, seat, group, offsets_of(offsets), out)


@kernel
def observe(board: BoardArrays, s: State, seat: int, group: SmallIntArray, at: Offsets, out: SmallIntArray) -> None:
    """The whole row. `group` tells which locations the seat's routes join."""
    out[:] = 0
    out[at.phase + s.phase] = 1
    if s.phase != OVER:
        out[at.to_play + relative(s, s.to_play, seat)] = 1
    out[at.is_opening] = s.is_opening
    observe_cards(board, s, seat, at, out)
    observe_seats(board, s, seat, at, out)
    observe_tickets(board, s, seat, group, at, out)
    if board.symbol_count > 0:
        observe_tokens(board, s, seat, at, out)
    if s.turns_left != NOT_TRIGGERED:
        out[at.is_final_round] = 1
        out[at.turns_left] = s.turns_left
    out[at.passes] = s.passes


@hot_kernel
def relative(s: State, other: int, seat: int) -> int:
    """How many seats after `seat` the other one sits."""
    return other - seat if other >= seat else other - seat + s.seats


@kernel
def observe_cards(board: BoardArrays, s: State, seat: int, at: Offsets, out: SmallIntArray) -> None:
    """Hand, row, discards and what counting tells of the deck."""
    for slot in range(board.row_size):
        if s.row[slot] != NO_CARD:
            out[at.row + s.row[slot]] += 1
    for card in range(board.wild + 1):
        out[at.hand + card] = s.hand[seat, card]
        out[at.discards + card] = s.discards[card]
        # As `deck_limits` has it, but what is unseen comes from what is seen: quicker than looking through the deck.
        unseen = board.cards[card] - s.discards[card] - out[at.row + card] - s.hand[seat, card]
        for other in range(s.seats):
            unseen -= s.known[other, card]
        unseen += s.known[seat, card]  # of the others only
        out[at.deck_at_most + card] = min(unseen, s.deck_pool[card] - s.blind[seat, card])
    out[at.deck_count] = s.deck_count
    out[at.pile_count] = s.pile_count


@kernel
def observe_seats(board: BoardArrays, s: State, seat: int, at: Offsets, out: SmallIntArray) -> None:
    """What everybody sees of every seat, and whose the routes are."""
    for other in range(s.seats):
        place = relative(s, other, seat)
        out[at.scores + place] = s.score[other]
        out[at.pieces + place] = s.pieces[other]
        out[at.ticket_counts + place] = s.ticket_count[other]
        out[at.offered_counts + place] = s.offered_count[other]
        known = at.known_cards + place * (board.wild + 1)
        count = 0
        for card in range(board.wild + 1):
            count += s.hand[other, card]
            out[known + card] = s.known[other, card]
        out[at.card_counts + place] = count
        owned = out[at.owners + place * board.route_count : at.owners + (place + 1) * board.route_count]
        for route in range(board.route_count):
            owned[route] = s.owner[route] == other


@kernel
def observe_tickets(
    board: BoardArrays, s: State, seat: int, group: SmallIntArray, at: Offsets, out: SmallIntArray
) -> None:
    """Own tickets, own offer, and the tickets in the pile that one put there oneself.

    Whose a ticket is can't be foretold, so all are written and nothing depends on it: a wrong guess of the processor
    costs more.
    """
    for i in range(s.kept_count):
        ticket = s.kept[i]
        is_own = s.kept_by[i] == seat
        out[at.tickets + ticket] = is_own
        out[at.completed + ticket] = is_own & is_completed(board, group, ticket)
    for i in range(s.offered_count[seat]):
        out[at.offered + i * board.ticket_count + s.offered[seat, i]] = 1
    place = s.pile_top
    for i in range(s.pile_count):
        ticket = s.pile[place]
        out[at.returned + ticket] = i + 1 if s.returned_by[ticket] == seat else 0
        place = place + 1 if place + 1 < MAX_TICKETS else 0


@kernel
def observe_tokens(board: BoardArrays, s: State, seat: int, at: Offsets, out: SmallIntArray) -> None:
    """Stacks on the board and still to be placed, and who has collected what."""
    for symbol in range(board.symbol_count):
        if s.stack_location[symbol] >= 0:
            out[at.stacks + symbol * board.location_count + s.stack_location[symbol]] = s.stack_count[symbol]
    for i in range(s.set_aside_count):
        out[at.set_aside + s.set_aside[i]] = s.stack_count[s.set_aside[i]]
    for other in range(s.seats):
        collected = at.tokens + relative(s, other, seat) * board.symbol_count
        for i in range(s.token_count[other]):
            out[collected + s.tokens[other, i]] = 1
    if s.phase == TAKE_TOKEN:
        out[at.token_choice + s.token_choice[0]] = 1
        out[at.token_choice + s.token_choice[1]] = 1
