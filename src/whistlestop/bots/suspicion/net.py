"""A net that guesses the tickets of another seat from what lies open: its routes, the others', its cards and pieces.

It names one ticket at a time. Each that it has named is an input for the next one, so that it knows which tickets go
together; the tickets that a seat holds are drawn from it in any order.
"""

import math
from typing import NamedTuple

import numpy as np

from whistlestop.board import Board, BoardArrays
from whistlestop.bots.policy.net import LEAK, WIDTH, add_inputs, add_rows
from whistlestop.bots.suspicion.inputs import MOST_ROWS, SEEN, list_routes, named_row, write_seen
from whistlestop.engine.knowledge import exchange_tickets
from whistlestop.engine.rng import MASK, next_word, seed_words
from whistlestop.engine.state import NOBODY, State, board_of, state_at
from whistlestop.kernels import entry_point, kernel
from whistlestop.kernels.structs import Floats32, IntArray, Records
from whistlestop.maps.limits import MAX_SEATS, MAX_TICKETS


class TicketNet(NamedTuple):
    """One hidden layer. Weights stand by input, so that the inner loops run over the hidden units, or the tickets."""

    seen: Floats32
    places: Floats32
    """Rows of routes and of tickets that were named (inputs.py)."""
    last: Floats32
    """[unit, ticket]"""
    shift: Floats32


def no_ticket_net() -> TicketNet:
    """One of no units: nobody is suspected of anything."""
    none = np.zeros((0, 0), np.float32)
    return TicketNet(none, none, none, np.zeros(0, np.float32))


def deals_for(board: Board, states: Records, net: TicketNet, base: IntArray, first: int, deals: int) -> IntArray:
    """The others' tickets in the deals first, first + 1, … of a series, for the seat to play; no rows without a net."""
    known = net.shift.shape[0] > 0
    suspected: IntArray = np.full((deals if known else 0, MAX_SEATS, MAX_TICKETS), NOBODY, np.int64)
    if known:
        suspect_tickets(board.arrays, states, net, base, first, suspected)
    return suspected


@entry_point("bots")
def suspect_tickets(
    boards: Records, states: Records, net: TicketNet, base: IntArray, first: int, suspected: IntArray
) -> None:
    """`suspected[n, other]`: the tickets that the seat to play of state 0 suspects another of in deal first + n of the
    series `base`, in the order of keeping. What follows is left as it is."""
    board, s = board_of(boards), state_at(states, 0)
    hidden, words = np.zeros((MAX_SEATS, WIDTH), np.float32), np.empty(4, np.int64)
    is_free = np.zeros(MAX_TICKETS, np.int64)
    for other in range(s.seats):
        if other != s.to_play:
            see(board, s, other, net, hidden[other])
    for n in range(suspected.shape[0]):
        seed_words(words, base, first + n)
        mark_unknown(s, s.to_play, is_free)
        for other in range(s.seats):
            if other != s.to_play:
                draw_tickets(board, s, other, net, hidden[other], words, is_free, suspected[n, other])


@kernel
def see(board: BoardArrays, s: State, other: int, net: TicketNet, hidden: Floats32) -> None:
    """The hidden units before any ticket is named."""
    x, rows = np.empty(SEEN, np.float32), np.empty(MOST_ROWS, np.int64)
    write_seen(board, s, other, x)
    add_inputs(net.seen, x, hidden)
    add_rows(net.places, rows, list_routes(board, s, other, rows), hidden)


@kernel
def mark_unknown(s: State, seat: int, is_unknown: IntArray) -> None:
    """1 for each ticket that a seat can't see."""
    tickets = np.empty(MAX_TICKETS, np.int64)
    is_unknown[:] = 0
    for i in range(exchange_tickets(s, seat, tickets, False)):
        is_unknown[tickets[i]] = 1


@kernel
def draw_tickets(
    board: BoardArrays,
    s: State,
    other: int,
    net: TicketNet,
    seen: Floats32,
    words: IntArray,
    is_free: IntArray,
    found: IntArray,
) -> None:
    """Name as many tickets as a seat holds, and use them up."""
    hidden, row = seen.copy(), np.empty(1, np.int64)
    weights = np.empty(board.ticket_count, np.float32)
    for i in range(s.ticket_count[other]):
        total = weigh_next(net, hidden, is_free, weights)
        left, last = np.float32(next_word(words) / (MASK + 1)) * total, NOBODY
        for ticket in range(board.ticket_count):
            if is_free[ticket]:
                last = ticket
                left -= weights[ticket]
                if left < 0:
                    break
        found[i] = last
        is_free[last] = 0
        row[0] = named_row(board, last)
        add_rows(net.places, row, 1, hidden)


@kernel
def weigh_next(net: TicketNet, hidden: Floats32, is_free: IntArray, weights: Floats32) -> float:
    """How likely each ticket that is free is the next one to be named, in proportion; and all together."""
    weights[:] = net.shift
    for unit in range(WIDTH):
        lit = max(hidden[unit], LEAK * hidden[unit])
        for ticket in range(weights.shape[0]):
            weights[ticket] += net.last[unit, ticket] * lit
    highest, total = np.float32(-1e9), np.float32(0.0)
    for ticket in range(weights.shape[0]):
        if is_free[ticket]:
            highest = max(highest, weights[ticket])
    for ticket in range(weights.shape[0]):
        weights[ticket] = math.exp(weights[ticket] - highest) if is_free[ticket] else np.float32(0.0)
        total += weights[ticket]
    return float(total)
