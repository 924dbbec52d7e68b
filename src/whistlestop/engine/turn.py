"""R2.1, R5, R6.1: whose turn it is, passing, the final round and the end."""

from whistlestop.board import BoardArrays
from whistlestop.engine.state import (
    FINAL_ROUND,
    GAME_OVER,
    NOBODY,
    NOT_TRIGGERED,
    OVER,
    PASSED,
    TURN,
    TURN_ENDED,
    State,
    note,
)
from whistlestop.kernels import kernel


@kernel
def end_turn(board: BoardArrays, s: State) -> None:
    """The seat to play has done something: no pass, so the count of passes starts again."""
    s.passes = 0
    finish_turn(board, s)


@kernel
def pass_turn(board: BoardArrays, s: State) -> None:
    """R5.1: nothing else was possible."""
    s.passes += 1
    note(s, PASSED, s.to_play, 0)
    finish_turn(board, s)


@kernel
def finish_turn(board: BoardArrays, s: State) -> None:
    """R6.1, R5.2: count down the final round or trigger it, then the next seat plays unless the game is over."""
    s.turn_count += 1
    note(s, TURN_ENDED, s.to_play, 0)
    if s.turns_left != NOT_TRIGGERED:
        s.turns_left -= 1
    elif s.pieces[s.to_play] <= board.final_round_at:
        s.turns_left = s.seats
        note(s, FINAL_ROUND, s.to_play, 0)
    if s.turns_left == 0 or s.passes == s.seats:
        s.phase = OVER
        s.to_play = NOBODY
        note(s, GAME_OVER, 0, 0)
    else:
        s.phase = TURN
        s.to_play = s.to_play + 1 if s.to_play + 1 < s.seats else 0
