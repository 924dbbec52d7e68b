"""Writing what one seat knows into a row of small integers, part by part (see envs/layout.py)."""

import numpy as np

from whistlestop.board import BoardArrays
from whistlestop.engine.network import find_groups, is_completed, list_routes
from whistlestop.engine.state import NO_CARD, NOT_TRIGGERED, OVER, TAKE_TOKEN, State, board_of, state_at
from whistlestop.envs.kernels.episodes import EPISODE, Episode, claimed_by, episode_at
from whistlestop.kernels import entry_point, hot_kernel, kernel, record_reader, row_kernel
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
    board, s, at, episodes = board_of(boards), state_at(states, 0), offsets_of(offsets), np.empty(1, EPISODE)
    e = episode_at(episodes, 0)
    claimed = np.empty(board.route_count, np.int64)
    find_groups(board, claimed[: list_routes(board, s, seat, claimed)], e.group[seat])
    for route in range(board.route_count):
        e.routes[route] = claimed_by(s.owner[route])
    look_at_tickets(board, s, e, seat, at)
    observe(board, s, e, seat, at, out)


@kernel
def look_at_tickets(board: BoardArrays, s: State, e: Episode, seat: int, at: Offsets) -> None:
    """Own tickets, own offer, and the tickets in the pile that one put there oneself."""
    e.ticket_value_count[seat] = 0
    for i in range(s.kept_count):
        if s.kept_by[i] == seat:
            add_ticket_value(e, seat, s.kept[i], 1)
            completed = at.completed - at.tickets + s.kept[i]
            add_ticket_value(e, seat, completed, 1 if is_completed(board, e.group[seat], s.kept[i]) else 0)
    for i in range(s.offered_count[seat]):
        add_ticket_value(e, seat, at.offered - at.tickets + i * board.ticket_count + s.offered[seat, i], 1)
    place = s.pile_top
    for i in range(s.pile_count):
        if s.returned_by[s.pile[place]] == seat:
            add_ticket_value(e, seat, at.returned - at.tickets + s.pile[place], i + 1)
        place = place + 1 if place + 1 < MAX_TICKETS else 0


@hot_kernel
def add_ticket_value(e: Episode, seat: int, place: int, value: int) -> None:
    """One more that is not 0."""
    n = e.ticket_value_count[seat]
    e.ticket_values[seat, n, 0] = place
    e.ticket_values[seat, n, 1] = value
    e.ticket_value_count[seat] = n + 1


@kernel
def complete_tickets(board: BoardArrays, s: State, e: Episode, seat: int) -> None:
    """See anew which of the seat's tickets are completed."""
    for i in range(s.ticket_count[seat]):
        ticket = e.ticket_values[seat, 2 * i, 0]
        e.ticket_values[seat, 2 * i + 1, 1] = 1 if is_completed(board, e.group[seat], ticket) else 0


@row_kernel
def observe(board: BoardArrays, s: State, e: Episode, seat: int, at: Offsets, out: SmallIntArray) -> None:
    """The whole row. What is kept of routes and of the seat's tickets has to be up to date."""
    out[: at.owners] = 0
    out[at.phase + s.phase] = 1
    if s.phase != OVER:
        out[at.to_play + relative(s, s.to_play, seat)] = 1
    out[at.is_opening] = s.is_opening
    observe_cards(board, s, seat, at, out)
    observe_seats(board, s, seat, at, out)
    if s.turns_left != NOT_TRIGGERED:
        out[at.is_final_round] = 1
        out[at.turns_left] = s.turns_left
    out[at.passes] = s.passes
    for other in range(s.seats):
        first = at.owners + relative(s, other, seat) * board.route_count
        owned = out[first : first + board.route_count]
        claimed = np.uint8(claimed_by(other))  # as wide as what it is compared with, or that is made wider
        for route in range(board.route_count):
            owned[route] = e.routes[route] == claimed
    out[at.tickets :] = 0
    for i in range(e.ticket_value_count[seat]):
        out[at.tickets + e.ticket_values[seat, i, 0]] = e.ticket_values[seat, i, 1]
    if board.symbol_count > 0:
        observe_tokens(board, s, seat, at, out)


@hot_kernel
def relative(s: State, other: int, seat: int) -> int:
    """How many seats after `seat` the other one sits."""
    return other - seat if other >= seat else other - seat + s.seats


@row_kernel
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


@row_kernel
def observe_seats(board: BoardArrays, s: State, seat: int, at: Offsets, out: SmallIntArray) -> None:
    """What everybody sees of every seat."""
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


@row_kernel
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
