"""Legal actions as a row of bytes, one action each or eight."""

from whistlestop.board import DRAW_DECK, GREY, PASS, TICKETS, BoardTable
from whistlestop.engine.actions import count_actions, draw_mask, nth_action
from whistlestop.engine.claim import is_open, least_wilds, longest_payable, mixed_payment_count
from whistlestop.engine.kernel import hot_kernel, kernel
from whistlestop.engine.state import SECOND_CARD, TURN, State
from whistlestop.envs.kernels.tables import Bytes


@hot_kernel
def allow(mask: Bytes, is_packed: bool, action: int) -> None:
    """Mark an action as legal."""
    if is_packed:
        mask[action >> 3] |= 1 << (action & 7)
    else:
        mask[action] = 1


@hot_kernel
def is_allowed(mask: Bytes, is_packed: bool, action: int) -> bool:
    """Whether an action is marked as legal."""
    return mask[action >> 3] >> (action & 7) & 1 > 0 if is_packed else mask[action] > 0


@kernel
def write_mask(board: BoardTable, s: State, mask: Bytes) -> None:
    """Mark every legal action."""
    is_packed = mask.shape[0] < board.action_count
    mask[:] = 0
    if s.phase == TURN or s.phase == SECOND_CARD:
        count = allow_draws(board, s, mask, is_packed)
        if s.phase == TURN:
            if s.pile_count > 0:
                allow(mask, is_packed, TICKETS)
                count += 1
            for colour in range(GREY, board.wild):
                count += allow_claims(board, s, colour, mask, is_packed)
            if count == 0:  # R5.1
                allow(mask, is_packed, PASS)
        return
    for n in range(count_actions(board, s)):
        allow(mask, is_packed, nth_action(board, s, n))


@kernel
def allow_draws(board: BoardTable, s: State, mask: Bytes, is_packed: bool) -> int:
    """R2.2: the deck and the face-up colours; how many."""
    draws = draw_mask(board, s)
    count = 0
    for bit in range(board.wild + 2):
        if draws >> bit & 1:
            allow(mask, is_packed, DRAW_DECK + bit)
            count += 1
    return count


@kernel
def allow_claims(board: BoardTable, s: State, colour: int, mask: Bytes, is_packed: bool) -> int:
    """R3: every payment of every open route of a colour; how many."""
    count = 0
    longest = longest_payable(board, s, s.to_play, colour)
    for kind in range(board.colour_start[colour + 1], board.colour_start[colour + 2]):
        if board.kind_length[kind] > longest:
            break
        if s.open_count[s.to_play, kind] == 0:
            continue
        for route in range(board.kind_start[kind], board.kind_start[kind + 1]):
            if is_open(board, s, s.to_play, route):
                count += allow_payments(board, s, route, mask, is_packed)
    return count


@kernel
def allow_payments(board: BoardTable, s: State, route: int, mask: Bytes, is_packed: bool) -> int:
    """R3.2, R3.3: every way to pay a route; how many. In the order of their ids (see `nth_payment`)."""
    length, ferries = board.route_length[route], board.route_ferries[route]
    wilds = s.hand[s.to_play, board.wild]
    action = board.route_first_claim[route]
    first, last = board.route_colour[route], board.route_colour[route] + 1
    if board.route_colour[route] == GREY:
        first, last = 0, board.wild
    count = 0
    for colour in range(first, last):
        held = s.hand[s.to_play, colour]
        if held > 0:
            payments = mixed_payment_count(held, wilds, length, ferries)
            least = action + least_wilds(held, length, ferries) - ferries
            for n in range(payments):
                allow(mask, is_packed, least + n)
            count += payments
        action += length - ferries
    if wilds >= length:
        allow(mask, is_packed, action)
        count += 1
    return count
