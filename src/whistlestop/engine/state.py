"""The state of a game: one record of integers, hidden parts included. Copying the record copies the game."""

from typing import Annotated

import numpy as np

from whistlestop.actions.verbs import VERBS_OF_PHASE
from whistlestop.board import BoardArrays
from whistlestop.engine.cipher import RNG_SIZE
from whistlestop.kernels import kernel, macro, record_reader
from whistlestop.kernels.structs import IntArray, Records, record_dtype
from whistlestop.maps.limits import (
    MAX_CARDS,
    MAX_COLOURS,
    MAX_KINDS,
    MAX_OFFERED,
    MAX_RESETS,
    MAX_ROW,
    MAX_SEATS,
    MAX_SYMBOLS,
    MAX_TICKETS,
    MAX_TRACKS,
)

NOBODY = -1
NO_CARD = -1
NO_SLOT = -1
NO_ROUTE = -1
NOT_TRIGGERED = -1

# Phases, in the order of `PHASES`.
KEEP_TICKETS, PLACE_TOKENS, TURN, SECOND_CARD, TAKE_TOKEN, OVER = range(6)
PHASES = tuple(VERBS_OF_PHASE)

COLOURS = MAX_COLOURS + 1  # the wild comes last
LOG_SIZE = 3 * (8 + (MAX_RESETS + 1) * (MAX_ROW + 3))  # three integers an entry, for the busiest action
DUE_SIZE = 1 + (MAX_RESETS + 1) * MAX_ROW


class State:
    """All fields of a state. `seat` indices run to `seats`, colours to the board's `wild`, inclusive.

    What every step reads comes first and lies together: many games side by side are more than a cache holds.
    """

    seats: int
    phase: int
    to_play: int
    is_opening: int
    """1 while the opening tickets are chosen (R1.2), which asks to keep more of them than R4.1."""
    turns_left: int
    passes: int
    turn_count: int
    deck_count: int
    pile_top: int
    pile_count: int
    kept_count: int
    set_aside_count: int
    log_count: int
    due_count: int
    due_next: int

    row: Annotated[IntArray, (MAX_ROW,)]
    discards: Annotated[IntArray, (COLOURS,)]
    deck_pool: Annotated[IntArray, (COLOURS,)]
    """The present deck as it was made, less the cards turned up from it since (see knowledge.py)."""
    pieces: Annotated[IntArray, (MAX_SEATS,)]
    score: Annotated[IntArray, (MAX_SEATS,)]
    ticket_count: Annotated[IntArray, (MAX_SEATS,)]
    offered_count: Annotated[IntArray, (MAX_SEATS,)]
    chosen: Annotated[IntArray, (MAX_SEATS,)]
    """R1.2: opening tickets that a seat has chosen before its turn, as bits of those offered; 0 if it has not."""
    token_count: Annotated[IntArray, (MAX_SEATS,)]
    token_choice: Annotated[IntArray, (2,)]
    hand: Annotated[IntArray, (MAX_SEATS, COLOURS)]
    known: Annotated[IntArray, (MAX_SEATS, COLOURS)]
    """Cards in a hand that everybody saw being taken and not yet paid."""
    blind: Annotated[IntArray, (MAX_SEATS, COLOURS)]
    """Cards a seat drew unseen from the present deck: only that seat knows them."""

    owner: Annotated[IntArray, (MAX_TRACKS,)]
    open_count: Annotated[IntArray, (MAX_SEATS, MAX_KINDS)]
    """How many routes of a kind a seat could claim (R3.4), kept up to date so that nobody has to walk all routes."""

    deck: Annotated[IntArray, (MAX_CARDS,)]
    """The next card is the last one: `deck[deck_count - 1]`."""

    pile: Annotated[IntArray, (MAX_TICKETS,)]
    """The ticket pile as a ring: the top is `pile[pile_top]`."""
    returned_by: Annotated[IntArray, (MAX_TICKETS,)]
    """For a ticket in the pile, the seat that put it under: that seat knows where it lies."""
    kept: Annotated[IntArray, (MAX_TICKETS,)]
    """Every ticket kept by anybody in the order of keeping; `kept_by` says by whom."""
    kept_by: Annotated[IntArray, (MAX_TICKETS,)]
    offered: Annotated[IntArray, (MAX_SEATS, MAX_OFFERED)]

    stack_location: Annotated[IntArray, (MAX_SYMBOLS,)]
    """Where the stack of a symbol lies; NOBODY's place while it is set aside."""
    stack_count: Annotated[IntArray, (MAX_SYMBOLS,)]
    set_aside: Annotated[IntArray, (MAX_SYMBOLS,)]
    tokens: Annotated[IntArray, (MAX_SEATS, MAX_SYMBOLS)]

    log: Annotated[IntArray, (LOG_SIZE,)]
    """What the last action made happen (see game/events.py)."""
    due: Annotated[IntArray, (DUE_SIZE,)]
    """Cards that a record says come from the deck next; empty in ordinary play."""

    rng: Annotated[IntArray, (RNG_SIZE,)]
    """The random number generator of deals (see cipher.py)."""


STATE = record_dtype(State)


def copy_states(states: Records) -> Records:
    """Independent copies. As plain integers, because numpy copies records field by field, ten times slower; and looks
    for a while whether integers may be seen as records, unless it is given their memory."""
    return np.ndarray(states.shape, STATE, buffer=states.view(np.int64).copy())


state_at = record_reader(State)
"""The state in an array of states, as kernels see it."""
_board_at = record_reader(BoardArrays)


@kernel
def board_of(boards: Records) -> BoardArrays:
    """The board in its array of one, as kernels see it."""
    return _board_at(boards, 0)


# What an action made happen, as entries (code, x, y) in the log.
DREW_UNSEEN, TOOK_FACE_UP, TURNED_UP, ROW_SWEPT, RESHUFFLED = range(5)
DREW_TICKETS, KEPT_TICKETS, CLAIMED, PLACED_STACK, TOOK_TOKEN = range(5, 10)
PASSED, TURN_ENDED, FINAL_ROUND, GAME_OVER = range(10, 14)


@macro
def note(s: State, code: int, x: int, y: int) -> None:
    """Write down something that happened."""
    at = s.log_count
    s.log[at] = code
    s.log[at + 1] = x
    s.log[at + 2] = y
    s.log_count = at + 3
