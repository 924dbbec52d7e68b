"""Legal actions, as a row of bytes, one action each or eight, and as a list of their ids."""

from whistlestop.board import DRAW_DECK, GREY, PASS, TICKETS, BoardTable
from whistlestop.engine.actions import count_actions, draw_mask, nth_action
from whistlestop.engine.claim import is_open, least_wilds, longest_payable, mixed_payment_count
from whistlestop.engine.state import NO_ROUTE, SECOND_CARD, TURN, State
from whistlestop.envs.kernels.tables import Bytes
from whistlestop.kernels import hot_kernel, kernel
from whistlestop.records import SmallIntArray


@kernel
def write_legal(board: BoardTable, s: State, mask: Bytes, legal: SmallIntArray, before: int) -> int:
    """Mark every legal action and list them in the order of their ids, as `list_actions` does; how many there are.

    The list has `before` actions that are marked still.
    """
    forbid(board, mask, legal, before)
    count = 0
    if s.phase != TURN and s.phase != SECOND_CARD:
        for n in range(count_actions(board, s)):
            count = allow(board, mask, legal, count, nth_action(board, s, n))
        return count
    if s.phase == TURN and s.pile_count > 0:
        count = allow(board, mask, legal, count, TICKETS)
    draws = draw_mask(board, s)
    for bit in range(board.wild + 2):
        if draws >> bit & 1:
            count = allow(board, mask, legal, count, DRAW_DECK + bit)
    if s.phase == TURN:
        count = allow_claims(board, s, mask, legal, count)
        if count == 0:  # R5.1
            count = allow(board, mask, legal, count, PASS)
    return count


@hot_kernel
def forbid(board: BoardTable, mask: Bytes, legal: SmallIntArray, count: int) -> None:
    """Take back the marks of all that are listed. They are few: quicker than to clear the whole mask."""
    if is_packed(board, mask):
        for n in range(count):
            mask[legal[n] >> 3] = 0
    else:
        for n in range(count):
            mask[legal[n]] = 0


@hot_kernel
def allow(board: BoardTable, mask: Bytes, legal: SmallIntArray, count: int, action: int) -> int:
    """Mark an action and put it after the first `count` of the list; how many there are then."""
    if is_packed(board, mask):
        mask[action >> 3] |= 1 << (action & 7)
    else:
        mask[action] = 1
    legal[count] = action
    return count + 1


@hot_kernel
def is_packed(board: BoardTable, mask: Bytes) -> bool:
    """Whether a byte of the mask is eight actions."""
    return mask.shape[0] < board.action_count


@hot_kernel
def is_allowed(board: BoardTable, mask: Bytes, action: int) -> bool:
    """Whether an action is marked as legal."""
    return mask[action >> 3] >> (action & 7) & 1 > 0 if is_packed(board, mask) else mask[action] > 0


@kernel
def allow_claims(board: BoardTable, s: State, mask: Bytes, legal: SmallIntArray, count: int) -> int:
    """R3: every payment of every open route.

    Routes of a kind are paid alike, so only the first is worked out. What is no longer than `longest_payable` can be
    paid if there are wilds for its ferries.
    """
    wilds = s.hand[s.to_play, board.wild]
    for colour in range(GREY, board.wild):
        longest = longest_payable(board, s, s.to_play, colour)
        for kind in range(board.colour_start[colour + 1], board.colour_start[colour + 2]):
            if board.kind_length[kind] > longest:
                break
            if s.open_count[s.to_play, kind] > 0 and board.kind_ferries[kind] <= wilds:
                count = allow_kind(board, s, kind, mask, legal, count)
    return count


@hot_kernel
def allow_kind(board: BoardTable, s: State, kind: int, mask: Bytes, legal: SmallIntArray, count: int) -> int:
    """Every payment of the open routes of a kind: those of the first one, and the same for the others."""
    first, start, payments = NO_ROUTE, count, 0
    for route in range(board.kind_start[kind], board.kind_start[kind + 1]):
        if not is_open(board, s, s.to_play, route):
            continue
        if first == NO_ROUTE:
            first = route
            count = allow_payments(board, s, route, mask, legal, count)
            payments = count - start
        else:
            further = board.route_first_claim[route] - board.route_first_claim[first]
            for n in range(payments):
                count = allow(board, mask, legal, count, legal[start + n] + further)
    return count


@hot_kernel
def allow_payments(board: BoardTable, s: State, route: int, mask: Bytes, legal: SmallIntArray, count: int) -> int:
    """R3.2, R3.3: every way to pay a route, in the order of their ids (see `nth_payment`)."""
    length, ferries = board.route_length[route], board.route_ferries[route]
    wilds = s.hand[s.to_play, board.wild]
    action = board.route_first_claim[route]
    first, last = board.route_colour[route], board.route_colour[route] + 1
    if board.route_colour[route] == GREY:
        first, last = 0, board.wild
    for colour in range(first, last):
        held = s.hand[s.to_play, colour]
        if held > 0:
            least = action + least_wilds(held, length, ferries) - ferries
            for n in range(mixed_payment_count(held, wilds, length, ferries)):
                count = allow(board, mask, legal, count, least + n)
        action += length - ferries
    if wilds >= length:
        count = allow(board, mask, legal, count, action)
    return count
