"""Examples that a ticket net learns from: what was seen of a seat in a game, and the tickets that it held."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from whistlestop.board import BoardArrays
from whistlestop.bots.planner.memory import memory_at, reset_memory, weights_at
from whistlestop.bots.policy.net import Policy, choose_corrected
from whistlestop.bots.suspicion.inputs import MOST_ROWS, SEEN, list_routes, write_seen
from whistlestop.bots.suspicion.net import mark_unknown
from whistlestop.engine.actions import apply
from whistlestop.engine.rng import below, seed_words
from whistlestop.engine.setup import new_game
from whistlestop.engine.state import NOBODY, OVER, TURN, State, board_of, state_at
from whistlestop.kernels import entry_point, kernel
from whistlestop.kernels.structs import Floats32, IntArray, Records
from whistlestop.maps.limits import MAX_TICKETS

EVERY = 12
"""One of so many turns becomes an example: those of a game are much alike."""
TENTHS, RIVAL_TENTHS = 10, 3
"""Of the games, those with a planner in one seat."""

Flags = NDArray[np.int8]


class Examples(NamedTuple):
    """Arrays with a row for each."""

    seen: Floats32
    routes: Flags
    """1 where a row of routes is on."""
    held: Flags
    """1 for each ticket of the other."""
    is_free: Flags
    """1 for each ticket that the seat to play can't see."""


def blank_examples(count: int, rows: int, tickets: int) -> Examples:
    """So many, to be filled."""
    return Examples(
        np.zeros((count, SEEN), np.float32),
        np.zeros((count, rows), np.int8),
        np.zeros((count, tickets), np.int8),
        np.zeros((count, tickets), np.int8),
    )


@entry_point("training")
def watch_seats(
    boards: Records,
    states: Records,
    weights: Records,
    memories: Records,
    policy: Policy,
    rival: Policy,
    deal_base: IntArray,
    choice_base: IntArray,
    first: int,
    seats: int,
    examples: Examples,
) -> int:
    """Fill the examples from games first, first + 1, … of the policy, in some of them with a rival; the game after the
    last one."""
    board, s = board_of(boards), state_at(states, 0)
    words = np.empty(4, np.int64)
    count, game = 0, first
    while count < examples.seen.shape[0]:
        new_game(board, s, seats, deal_base, game)
        seed_words(words, choice_base, game)
        rivals = game % seats if below(words, TENTHS) < RIVAL_TENTHS else NOBODY
        game += 1
        for seat in range(seats):
            reset_memory(memory_at(memories, seat))
        while s.phase != OVER and count < examples.seen.shape[0]:
            if s.phase == TURN and below(words, EVERY) == 0:
                other = (s.to_play + 1 + below(words, seats - 1)) % seats
                write_example(board, s, other, examples, count)
                count += 1
            w, m = weights_at(weights, s.to_play), memory_at(memories, s.to_play)
            apply(board, s, choose_corrected(board, s, w, m, rival if s.to_play == rivals else policy))
    return game


@kernel
def write_example(board: BoardArrays, s: State, other: int, examples: Examples, at: int) -> None:
    """What the seat to play sees of another, and what that one holds."""
    rows = np.empty(MOST_ROWS, np.int64)
    write_seen(board, s, other, examples.seen[at])
    for i in range(list_routes(board, s, other, rows)):
        examples.routes[at, rows[i]] = 1
    is_free = np.empty(MAX_TICKETS, np.int64)
    mark_unknown(s, s.to_play, is_free)
    for ticket in range(board.ticket_count):
        examples.is_free[at, ticket] = is_free[ticket]
    for i in range(s.kept_count):
        if s.kept_by[i] == other:
            examples.held[at, s.kept[i]] = 1
