"""R1.4, R1.5, R3.6: tourist tokens."""

from whistlestop.board import BoardArrays
from whistlestop.engine.state import (
    NOBODY,
    PLACE_TOKENS,
    PLACED_STACK,
    TAKE_TOKEN,
    TOOK_TOKEN,
    TURN,
    State,
    note,
)
from whistlestop.engine.turn import end_turn
from whistlestop.kernels import hot_kernel, kernel

NO_SYMBOL = -1


@kernel
def begin_placing(s: State) -> None:
    """R1.5: the last player places the first stack set aside; without any the first turn begins."""
    if s.set_aside_count > 0:
        s.phase = PLACE_TOKENS
        s.to_play = s.seats - 1
    else:
        s.phase = TURN
        s.to_play = 0


@hot_kernel
def may_place(board: BoardArrays, s: State, symbol: int, location: int) -> bool:
    """R1.5: the stack is set aside and the location has none."""
    for i in range(s.set_aside_count):
        if s.set_aside[i] == symbol:
            return symbol_at(board, s, location) == NO_SYMBOL
    return False


@kernel
def place_stack(s: State, symbol: int, location: int) -> None:
    """R1.5: a stack goes to a location without one; the last but one places the next, with two players the same."""
    s.stack_location[symbol] = location
    note(s, PLACED_STACK, symbol, location)
    at = 0
    while s.set_aside[at] != symbol:
        at += 1
    s.set_aside_count -= 1
    for i in range(at, s.set_aside_count):
        s.set_aside[i] = s.set_aside[i + 1]
    if s.set_aside_count == 0:
        s.phase = TURN
        s.to_play = 0
    elif s.seats > 2:
        s.to_play = (s.to_play - 1) % s.seats


@kernel
def symbol_at(board: BoardArrays, s: State, location: int) -> int:
    """The symbol of the stack on a location, NO_SYMBOL without one."""
    for symbol in range(board.symbol_count):
        if s.stack_location[symbol] == location and s.stack_count[symbol] > 0:
            return symbol
    return NO_SYMBOL


@kernel
def has_token(s: State, seat: int, symbol: int) -> bool:
    """Whether the seat has collected this symbol."""
    for i in range(s.token_count[seat]):
        if s.tokens[seat, i] == symbol:
            return True
    return False


@kernel
def token_for(board: BoardArrays, s: State, location: int) -> int:
    """R3.6: the symbol that the seat to play could take at a location, or NO_SYMBOL."""
    symbol = symbol_at(board, s, location)
    if symbol != NO_SYMBOL and has_token(s, s.to_play, symbol):
        return NO_SYMBOL
    return symbol


@kernel
def collect_token(board: BoardArrays, s: State, route: int) -> None:
    """R3.6: after a claim, the only token is taken by itself; of two the seat chooses."""
    first = token_for(board, s, board.route_a[route])
    second = token_for(board, s, board.route_b[route])
    if first != NO_SYMBOL and second != NO_SYMBOL:
        s.token_choice[0] = first
        s.token_choice[1] = second
        s.phase = TAKE_TOKEN
    elif first != NO_SYMBOL or second != NO_SYMBOL:
        take_token(board, s, max(first, second))
    else:
        end_turn(board, s)


@kernel
def may_take(s: State, symbol: int) -> bool:
    """R3.6: one of the two that the seat to play can choose from."""
    return s.token_choice[0] == symbol or s.token_choice[1] == symbol


@kernel
def take_token(board: BoardArrays, s: State, symbol: int) -> None:
    """R3.6: one token of the stack goes to the seat to play, which ends its turn."""
    seat = s.to_play
    s.stack_count[symbol] -= 1
    s.tokens[seat, s.token_count[seat]] = symbol
    s.token_count[seat] += 1
    s.token_choice[:] = NO_SYMBOL
    note(s, TOOK_TOKEN, seat, symbol)
    if s.stack_count[symbol] == 0:
        s.stack_location[symbol] = NOBODY
    end_turn(board, s)
