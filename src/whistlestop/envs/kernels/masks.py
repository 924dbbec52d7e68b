"""Legal actions, as a row of bytes, one action each or eight, and as a list of their ids."""

from whistlestop.board import BoardArrays
from whistlestop.engine.actions import list_actions
from whistlestop.engine.state import State
from whistlestop.kernels import hot_kernel
from whistlestop.kernels.structs import Bytes, SmallIntArray


@hot_kernel
def write_legal(board: BoardArrays, s: State, mask: Bytes, legal: SmallIntArray, before: int) -> int:
    """List the legal actions in the order of their ids and mark each; how many there are.

    The list has `before` actions that are marked still.
    """
    forbid(board, mask, legal, before)
    return list_actions(board, s, legal, mask)


@hot_kernel
def forbid(board: BoardArrays, mask: Bytes, legal: SmallIntArray, count: int) -> None:
    """Take back the marks of all that are listed. They are few: quicker than to clear the whole mask."""
    if is_packed(board, mask):
        for n in range(count):
            mask[legal[n] >> 3] = 0
    else:
        for n in range(count):
            mask[legal[n]] = 0


@hot_kernel
def is_packed(board: BoardArrays, mask: Bytes) -> bool:
    """Whether a byte of the mask is eight actions."""
    return mask.shape[0] < board.action_count


@hot_kernel
def is_allowed(board: BoardArrays, mask: Bytes, action: int) -> bool:
    """Whether an action is marked as legal."""
    return mask[action >> 3] >> (action & 7) & 1 > 0 if is_packed(board, mask) else mask[action] > 0
