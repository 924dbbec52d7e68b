"""Which actions are legal (R2.1), counted, listed and picked by number; and applying one.

The order is that of the ids: `nth_action(n)` is the n-th of `list_actions`, without listing the others.
"""

from whistlestop.board import DRAW_DECK, FIRST_DRAW, GREY, PASS, TICKETS, BoardTable
from whistlestop.engine.cards import draw_face_up, draw_from_deck
from whistlestop.engine.claim import (
    claim_route,
    is_open,
    least_wilds,
    longest_payable,
    mixed_payment_count,
    payment_count,
)
from whistlestop.engine.state import KEEP_TICKETS, NO_CARD, PLACE_TOKENS, SECOND_CARD, TAKE_TOKEN, TURN, State
from whistlestop.engine.tickets import draw_tickets, keep_tickets, least_kept, set_bits
from whistlestop.engine.tokens import NO_SYMBOL, place_stack, symbol_at, take_token
from whistlestop.engine.turn import pass_turn
from whistlestop.kernels import hot_kernel, kernel
from whistlestop.records import IntArray


@kernel
def apply(board: BoardTable, s: State, action: int) -> None:
    """Carry out a legal action; what happened stands in the log."""
    s.log_count = 0
    if action >= board.first_claim:
        claim_route(board, s, board.claim_route[action], board.claim_colour[action], board.claim_wilds[action])
    elif action >= board.first_take:
        take_token(board, s, action - board.first_take)
    elif action >= board.first_place:
        at = action - board.first_place
        place_stack(s, at // board.location_count, at % board.location_count)
    elif action >= board.first_keep:
        keep_tickets(board, s, action - board.first_keep + 1)
    elif action >= FIRST_DRAW:
        draw_face_up(board, s, action - FIRST_DRAW)
    elif action == DRAW_DECK:
        draw_from_deck(board, s)
    elif action == TICKETS:
        draw_tickets(board, s)
    else:
        pass_turn(board, s)


@kernel
def is_placeable(board: BoardTable, s: State, symbol: int, location: int) -> bool:
    """R1.5: the stack is set aside and the location has none."""
    for i in range(s.set_aside_count):
        if s.set_aside[i] == symbol:
            return symbol_at(board, s, location) == NO_SYMBOL
    return False


@hot_kernel
def draw_mask(board: BoardTable, s: State) -> int:
    """R2.2, R2.3: bit 0 for the deck, bit 1 + colour for a face-up card that may be taken."""
    mask = 1 if s.deck_count > 0 else 0
    for slot in range(board.row_size):
        card = s.row[slot]
        if card != NO_CARD:
            mask |= 2 << card
    if s.phase == SECOND_CARD:
        mask &= ~(2 << board.wild)
    return mask


@hot_kernel
def claim_count(board: BoardTable, s: State, colour: int) -> int:
    """R3: how many claims of routes of this colour the seat to play can make, each payment counted."""
    count = 0
    longest = longest_payable(board, s, s.to_play, colour)
    for kind in range(board.colour_start[colour + 1], board.colour_start[colour + 2]):
        if board.kind_length[kind] > longest:
            break
        count += s.open_count[s.to_play, kind] * payment_count(board, s, s.to_play, kind)
    return count


@kernel
def count_actions(board: BoardTable, s: State) -> int:
    """How many actions are legal."""
    if s.phase == TURN:
        count = set_bits(draw_mask(board, s)) + (1 if s.pile_count > 0 else 0)
        for colour in range(GREY, board.wild):
            count += claim_count(board, s, colour)
        return max(count, 1)  # R5.1: the pass
    if s.phase == SECOND_CARD:
        return set_bits(draw_mask(board, s))
    if s.phase == KEEP_TICKETS:
        count = 0
        for mask in range(1, 1 << s.offered_count[s.to_play]):
            if set_bits(mask) >= least_kept(board, s):
                count += 1
        return count
    if s.phase == PLACE_TOKENS:
        free = 0
        for location in range(board.location_count):
            if symbol_at(board, s, location) == NO_SYMBOL:
                free += 1
        return free * s.set_aside_count
    return 2 if s.phase == TAKE_TOKEN else 0


@kernel
def nth_action(board: BoardTable, s: State, n: int) -> int:
    """The n-th legal action in the order of ids, for 0 ≤ n < count_actions."""
    if s.phase == TURN:
        if s.pile_count > 0:
            if n == 0:
                return TICKETS
            n -= 1
        mask = draw_mask(board, s)
        draws = set_bits(mask)
        if n < draws:
            return DRAW_DECK + nth_bit(mask, n)
        n -= draws
        for colour in range(GREY, board.wild):
            claims = claim_count(board, s, colour)
            if n < claims:
                return nth_claim(board, s, colour, n)
            n -= claims
        return PASS
    if s.phase == SECOND_CARD:
        return DRAW_DECK + nth_bit(draw_mask(board, s), n)
    if s.phase == KEEP_TICKETS:
        return nth_keep(board, s, n)
    if s.phase == PLACE_TOKENS:
        return nth_place(board, s, n)
    low, high = min(s.token_choice[0], s.token_choice[1]), max(s.token_choice[0], s.token_choice[1])
    return board.first_take + (low if n == 0 else high)


@hot_kernel
def nth_bit(mask: int, n: int) -> int:
    """The position of the n-th set bit."""
    for _ in range(n):
        mask &= mask - 1
    at = 0
    while not mask >> at & 1:
        at += 1
    return at


@kernel
def nth_keep(board: BoardTable, s: State, n: int) -> int:
    """The n-th way of keeping enough of the tickets offered."""
    mask = 0
    while n >= 0:
        mask += 1
        if set_bits(mask) >= least_kept(board, s):
            n -= 1
    return board.first_keep + mask - 1


@kernel
def nth_place(board: BoardTable, s: State, n: int) -> int:
    """The n-th way of placing a stack set aside."""
    action = board.first_place - 1
    while n >= 0:
        action += 1
        at = action - board.first_place
        if is_placeable(board, s, at // board.location_count, at % board.location_count):
            n -= 1
    return action


@hot_kernel
def nth_claim(board: BoardTable, s: State, colour: int, n: int) -> int:
    """The n-th claim of a route of this colour: find its kind, in it the route, for the route the payment."""
    kind = board.colour_start[colour + 1]
    while True:
        payments = payment_count(board, s, s.to_play, kind)
        count = s.open_count[s.to_play, kind] * payments
        if n < count:
            return nth_payment(board, s, nth_open_route(board, s, kind, n // payments), n % payments)
        n -= count
        kind += 1


@hot_kernel
def nth_open_route(board: BoardTable, s: State, kind: int, n: int) -> int:
    """The n-th route of a kind that is open to the seat to play."""
    route = board.kind_start[kind]
    while n > 0 or not is_open(board, s, s.to_play, route):
        if is_open(board, s, s.to_play, route):
            n -= 1
        route += 1
    return route


@hot_kernel
def nth_payment(board: BoardTable, s: State, route: int, n: int) -> int:
    """The action that claims the route with the n-th payment the seat to play can make."""
    length, ferries = board.route_length[route], board.route_ferries[route]
    wilds = s.hand[s.to_play, board.wild]
    action = board.route_first_claim[route]
    first, last = board.route_colour[route], board.route_colour[route] + 1
    if board.route_colour[route] == GREY:
        first, last = 0, board.wild
    for colour in range(first, last):
        held = s.hand[s.to_play, colour]
        count = mixed_payment_count(held, wilds, length, ferries)
        if n < count:
            return action + least_wilds(held, length, ferries) - ferries + n
        n -= count
        action += length - ferries
    return action  # all wild


@kernel
def list_actions(board: BoardTable, s: State, out: IntArray) -> int:
    """Write the ids of all legal actions in order; how many there are."""
    count = count_actions(board, s)
    others = count
    if s.phase == TURN:
        for colour in range(GREY, board.wild):
            others -= claim_count(board, s, colour)
        at = others
        for colour in range(GREY, board.wild):
            at = list_claims(board, s, colour, out, at)
    for n in range(others):
        out[n] = nth_action(board, s, n)
    return count


@kernel
def list_claims(board: BoardTable, s: State, colour: int, out: IntArray, at: int) -> int:
    """Write the ids of all claims of routes of this colour from `at` on; where they end."""
    longest = longest_payable(board, s, s.to_play, colour)
    for kind in range(board.colour_start[colour + 1], board.colour_start[colour + 2]):
        if board.kind_length[kind] > longest:
            break
        payments = payment_count(board, s, s.to_play, kind)
        for i in range(s.open_count[s.to_play, kind]):
            route = nth_open_route(board, s, kind, i)
            for n in range(payments):
                out[at] = nth_payment(board, s, route, n)
                at += 1
    return at
