"""Which actions are legal (R2.1): counted, picked by number and listed; and applying one.

All in the order of the ids: `nth_action(n)` is the n-th of `list_actions`, without listing the others. A turn has some
hundred actions, so its draws and claims are counted by kind (decision 2). The other phases have few: `is_choice` says
of each id whether it may be chosen, which is all that a verb with a phase of its own needs.
"""

from whistlestop.board import DRAW_DECK, FIRST_DRAW, PASS, TICKETS, BoardArrays
from whistlestop.engine.cards import draw_face_up, draw_from_deck, draw_mask
from whistlestop.engine.claim import claim_count, claim_route, list_claims, nth_claim
from whistlestop.engine.state import SECOND_CARD, TURN, State
from whistlestop.engine.tickets import draw_tickets, keep_tickets, may_keep, set_bits
from whistlestop.engine.tokens import may_place, may_take, place_stack, take_token
from whistlestop.engine.turn import pass_turn
from whistlestop.kernels import hot_kernel, kernel
from whistlestop.kernels.structs import Ids


@kernel
def apply(board: BoardArrays, s: State, action: int) -> None:
    """Carry out a legal action; what happened stands in the log."""
    s.log_count = 0
    if action >= board.first_claim:
        claim_route(board, s, board.claim_route[action], board.claim_colour[action], board.claim_wilds[action])
    elif action >= board.first_take:
        take_token(board, s, action - board.first_take)
    elif action >= board.first_place:
        place_stack(s, board.place_symbol[action], board.place_location[action])
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


@hot_kernel
def is_choice(board: BoardArrays, s: State, action: int) -> bool:
    """Whether an action of the phase may be chosen, of one that is no part of a turn."""
    if action >= board.first_take:
        return may_take(s, action - board.first_take)
    if action >= board.first_place:
        return may_place(board, s, board.place_symbol[action], board.place_location[action])
    return may_keep(board, s, s.to_play, action - board.first_keep + 1)


@kernel
def count_actions(board: BoardArrays, s: State) -> int:
    """How many actions are legal."""
    if s.phase == TURN:
        count = set_bits(draw_mask(board, s)) + (1 if s.pile_count > 0 else 0) + claim_count(board, s)
        return max(count, 1)  # R5.1: the pass
    if s.phase == SECOND_CARD:
        return set_bits(draw_mask(board, s))
    return count_choices(board, s)


@kernel
def nth_action(board: BoardArrays, s: State, n: int) -> int:
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
        return nth_claim(board, s, n - draws)
    if s.phase == SECOND_CARD:
        return DRAW_DECK + nth_bit(draw_mask(board, s), n)
    return nth_choice(board, s, n)


@kernel
def list_actions(board: BoardArrays, s: State, out: Ids) -> int:
    """Write the ids of all legal actions in order; how many there are."""
    if s.phase != TURN and s.phase != SECOND_CARD:
        return list_choices(board, s, out)
    count = list_draws(board, s, out)
    if s.phase == TURN:
        count = at_least_pass(list_claims(board, s, out, count), out)
    return count


@hot_kernel
def list_draws(board: BoardArrays, s: State, out: Ids) -> int:
    """Write the ids of the legal draws, of tickets and of cards; how many there are.

    Which cards there are can't be foretold, so each is written and, if it may not be drawn, written over.
    """
    out[0] = TICKETS
    count = 1 if s.phase == TURN and s.pile_count > 0 else 0
    draws = draw_mask(board, s)
    for bit in range(board.wild + 2):
        out[count] = DRAW_DECK + bit
        count += draws >> bit & 1
    return count


@hot_kernel
def at_least_pass(count: int, out: Ids) -> int:
    """R5.1: who can do nothing else passes; how many actions there are then."""
    if count == 0:
        out[0] = PASS
    return max(count, 1)


# The phases that are no part of a turn. They are kernels of their own to keep those above short: that is quicker.


@kernel
def count_choices(board: BoardArrays, s: State) -> int:
    """How many of the phase's actions are legal, outside of turns."""
    count = 0
    for action in range(board.choice_first[s.phase], board.choice_end[s.phase]):
        if is_choice(board, s, action):
            count += 1
    return count


@kernel
def nth_choice(board: BoardArrays, s: State, n: int) -> int:
    """The n-th legal action of the phase, outside of turns."""
    action = board.choice_first[s.phase] - 1
    while n >= 0:
        action += 1
        if is_choice(board, s, action):
            n -= 1
    return action


@kernel
def list_choices(board: BoardArrays, s: State, out: Ids) -> int:
    """Write the phase's legal actions, outside of turns; how many there are."""
    count = 0
    for action in range(board.choice_first[s.phase], board.choice_end[s.phase]):
        if is_choice(board, s, action):
            out[count] = action
            count += 1
    return count


@kernel
def list_keeps(board: BoardArrays, s: State, seat: int, out: Ids) -> int:
    """Write the ids of the tickets that a seat may keep, whoever is to play; how many there are."""
    count = 0
    for action in range(board.first_keep, board.first_place):
        if may_keep(board, s, seat, action - board.first_keep + 1):
            out[count] = action
            count += 1
    return count


@hot_kernel
def nth_bit(mask: int, n: int) -> int:
    """The position of the n-th set bit."""
    for _ in range(n):
        mask &= mask - 1
    at = 0
    while not mask >> at & 1:
        at += 1
    return at
