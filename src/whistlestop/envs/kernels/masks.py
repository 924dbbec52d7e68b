"""Legal actions, as a list of their ids and as a row of bytes, one action each or eight."""

from whistlestop.board import GREY, BoardArrays
from whistlestop.engine.actions import at_least_pass, list_choices, list_draws
from whistlestop.engine.claim import list_payments, longest_payable
from whistlestop.engine.state import NO_ROUTE, SECOND_CARD, TURN, State
from whistlestop.envs.kernels.episodes import NO_MORE, Episode
from whistlestop.kernels import hot_kernel, row_kernel
from whistlestop.kernels.structs import Bytes, SmallIntArray


@row_kernel
def write_legal(board: BoardArrays, s: State, e: Episode, mask: Bytes, legal: SmallIntArray, before: int) -> int:
    """List the legal actions in the order of their ids and mark each; how many there are.

    The list has `before` actions that are marked still. They are few: quicker than to clear the whole mask.
    """
    forbid(board, mask, legal, before)
    count = list_legal(board, s, e, legal)
    allow(board, mask, legal, count)
    return count


@row_kernel
def list_legal(board: BoardArrays, s: State, e: Episode, legal: SmallIntArray) -> int:
    """What `list_actions` lists, in less time, by the routes that are known to be open to the seat to play."""
    if s.phase != TURN and s.phase != SECOND_CARD:
        return list_choices(board, s, legal)
    count = list_draws(board, s, legal)
    if s.phase == TURN:
        count = at_least_pass(list_open_claims(board, s, e, legal, count), legal)
    return count


@row_kernel
def list_open_claims(board: BoardArrays, s: State, e: Episode, legal: SmallIntArray, count: int) -> int:
    """What `list_claims` lists. Routes of a kind are paid alike, so only the first is worked out."""
    wilds = s.hand[s.to_play, board.wild]
    for colour in range(GREY, board.wild):
        longest = longest_payable(board, s, s.to_play, colour)
        for kind in range(board.colour_start[colour + 1], board.colour_start[colour + 2]):
            if board.kind_length[kind] > longest:
                break
            if e.open_routes[board.kind_start[kind]] != NO_MORE and board.kind_ferries[kind] <= wilds:
                count = list_open_kind(board, s, e, kind, legal, count)
    return count


@row_kernel
def list_open_kind(board: BoardArrays, s: State, e: Episode, kind: int, legal: SmallIntArray, count: int) -> int:
    """What `list_kind` lists: every payment of the routes of a kind that are open to the seat to play."""
    first, start, payments = NO_ROUTE, count, 0
    for i in range(board.kind_start[kind], board.kind_start[kind + 1]):
        route = e.open_routes[i]
        if route == NO_MORE:
            break
        if not e.routes[route] >> s.to_play & 1:
            continue
        if first == NO_ROUTE:
            first = board.route_first_claim[route]
            count = list_payments(board, s, route, legal, count)
            payments = count - start
        else:
            for n in range(payments):
                legal[count] = legal[start + n] + board.route_first_claim[route] - first
                count += 1
    return count


@row_kernel
def forbid(board: BoardArrays, mask: Bytes, legal: SmallIntArray, count: int) -> None:
    """Take back the marks of all that are listed."""
    if is_packed(board, mask.shape[0]):
        for n in range(count):
            mask[legal[n] >> 3] = 0
    else:
        for n in range(count):
            mask[legal[n]] = 0


@row_kernel
def allow(board: BoardArrays, mask: Bytes, legal: SmallIntArray, count: int) -> None:
    """Mark all that are listed."""
    if is_packed(board, mask.shape[0]):
        for n in range(count):
            mask[legal[n] >> 3] |= 1 << (legal[n] & 7)
    else:
        for n in range(count):
            mask[legal[n]] = 1


@hot_kernel
def is_packed(board: BoardArrays, bytes_of_mask: int) -> bool:
    """Whether a byte of the mask is eight actions."""
    return bytes_of_mask < board.action_count


@hot_kernel
def is_allowed(board: BoardArrays, masks: Bytes, row: int, action: int) -> bool:
    """Whether an action is marked as legal in a row."""
    if is_packed(board, masks.shape[1]):
        return masks[row, action >> 3] >> (action & 7) & 1 > 0
    return masks[row, action] > 0
