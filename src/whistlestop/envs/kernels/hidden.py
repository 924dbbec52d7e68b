"""Writing what is hidden from one seat or another into a row of small integers: for critics, never for a policy."""

import numpy as np

from whistlestop.board import BoardArrays
from whistlestop.engine.network import find_groups, is_completed, list_routes
from whistlestop.engine.state import State, board_of, state_at
from whistlestop.envs.kernels.observe import relative
from whistlestop.kernels import entry_point, kernel, record_reader
from whistlestop.kernels.structs import IntArray, Records, SmallIntArray, record_dtype
from whistlestop.maps.limits import MAX_TICKETS


class HiddenOffsets:
    """Where each part begins, in the order of the parts."""

    hands: int
    all_tickets: int
    all_completed: int
    all_offered: int
    deck: int
    deck_order: int
    pile_order: int


HIDDEN_OFFSETS = record_dtype(HiddenOffsets)

_offsets_at = record_reader(HiddenOffsets)


@entry_point("hidden")
def observe_hidden(boards: Records, states: Records, seats: IntArray, offsets: Records, out: SmallIntArray) -> None:
    """All hands, tickets and both decks of every game, its seats counted from the one in `seats`."""
    board, at = board_of(boards), _offsets_at(offsets, 0)
    routes = np.empty(board.route_count, np.int64)
    group = np.empty(board.location_count, np.int64)
    for i in range(states.shape[0]):
        s, row = state_at(states, i), out[i]
        row[:] = 0
        for other in range(s.seats):
            count = list_routes(board, s, other, routes)
            find_groups(board, routes[:count], group)
            show_seat(board, s, other, relative(s, other, seats[i]), group, at, row)
        show_decks(s, at, row)


@kernel
def show_seat(
    board: BoardArrays, s: State, seat: int, place: int, group: IntArray, at: HiddenOffsets, row: SmallIntArray
) -> None:
    """A seat's cards and tickets; `group` tells which locations its routes join."""
    for card in range(board.wild + 1):
        row[at.hands + place * (board.wild + 1) + card] = s.hand[seat, card]
    for i in range(s.kept_count):
        if s.kept_by[i] == seat:
            ticket = place * board.ticket_count + s.kept[i]
            row[at.all_tickets + ticket] = 1
            row[at.all_completed + ticket] = is_completed(board, group, s.kept[i])
    for i in range(s.offered_count[seat]):
        row[at.all_offered + place * board.ticket_count + s.offered[seat, i]] = 1


@kernel
def show_decks(s: State, at: HiddenOffsets, row: SmallIntArray) -> None:
    """What comes next: the deck from its top, and the pile of tickets."""
    for i in range(s.deck_count):
        card = s.deck[s.deck_count - 1 - i]
        row[at.deck + card] += 1
        row[at.deck_order + i] = card + 1
    place = s.pile_top
    for i in range(s.pile_count):
        row[at.pile_order + s.pile[place]] = i + 1
        place = place + 1 if place + 1 < MAX_TICKETS else 0
