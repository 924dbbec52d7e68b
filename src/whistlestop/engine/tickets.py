"""R1.2, R4: destination tickets: the pile, what is offered, and what is kept."""

from whistlestop.board import BoardArrays
from whistlestop.engine.state import DREW_TICKETS, KEEP_TICKETS, KEPT_TICKETS, NOBODY, State, note
from whistlestop.engine.tokens import begin_placing
from whistlestop.engine.turn import end_turn
from whistlestop.kernels import hot_kernel, kernel
from whistlestop.maps.limits import MAX_TICKETS


@kernel
def offer_tickets(s: State, seat: int, count: int) -> None:
    """R4.1: the top tickets of the pile, fewer if it has fewer."""
    while s.offered_count[seat] < count and s.pile_count > 0:
        ticket = s.pile[s.pile_top]
        s.pile_top = (s.pile_top + 1) % MAX_TICKETS
        s.pile_count -= 1
        s.returned_by[ticket] = NOBODY
        s.offered[seat, s.offered_count[seat]] = ticket
        s.offered_count[seat] += 1


@kernel
def draw_tickets(board: BoardArrays, s: State) -> None:
    """R4.1: the turn is spent on tickets; which of them to keep is the next choice."""
    offer_tickets(s, s.to_play, board.action_dealt)
    s.phase = KEEP_TICKETS
    note(s, DREW_TICKETS, s.to_play, s.offered_count[s.to_play])


@kernel
def least_kept(board: BoardArrays, s: State, seat: int) -> int:
    """R1.2, R4.1: how many of the tickets offered must be kept."""
    keep = board.opening_keep if s.is_opening else board.action_keep
    return min(keep, s.offered_count[seat])


@hot_kernel
def set_bits(mask: int) -> int:
    """How many tickets a choice keeps."""
    count = 0
    while mask > 0:
        count += 1
        mask &= mask - 1
    return count


@kernel
def may_keep(board: BoardArrays, s: State, seat: int, mask: int) -> bool:
    """R1.2, R4.1: enough of the tickets offered, bit i for the i-th. Opening tickets may be chosen by any seat."""
    if s.chosen[seat] > 0 or mask >> s.offered_count[seat] > 0:
        return False
    return set_bits(mask) >= least_kept(board, s, seat)


@kernel
def keep_tickets(board: BoardArrays, s: State, mask: int) -> None:
    """R1.2, R4.1: what the seat to play keeps. In the opening that also carries out what the seats after it chose."""
    if s.is_opening:
        s.chosen[s.to_play] = mask
        carry_out_choices(s)
    else:
        part_tickets(s, s.to_play, mask)
        end_turn(board, s)


@kernel
def part_tickets(s: State, seat: int, mask: int) -> None:
    """R1.2, R4.1: bit i keeps the i-th ticket offered; the others go under the pile in the order dealt."""
    for i in range(s.offered_count[seat]):
        ticket = s.offered[seat, i]
        if mask >> i & 1:
            s.kept[s.kept_count] = ticket
            s.kept_by[s.kept_count] = seat
            s.kept_count += 1
            s.ticket_count[seat] += 1
        else:
            s.pile[(s.pile_top + s.pile_count) % MAX_TICKETS] = ticket
            s.pile_count += 1
            s.returned_by[ticket] = seat
    note(s, KEPT_TICKETS, seat, mask)
    s.offered_count[seat] = 0


@kernel
def choose_opening_tickets(s: State, seat: int, mask: int) -> None:
    """R1.2, where all choose at the same time: nothing happens before all have. Mask 0 takes a choice back."""
    s.log_count = 0
    s.chosen[seat] = mask
    s.to_play = first_to_choose(s)
    if s.to_play == NOBODY:
        carry_out_choices(s)


@kernel
def first_to_choose(s: State) -> int:
    """R1.2: the first seat that has not chosen its opening tickets, NOBODY if all have."""
    for seat in range(s.seats):
        if s.offered_count[seat] > 0 and s.chosen[seat] == 0:
            return seat
    return NOBODY


@kernel
def carry_out_choices(s: State) -> None:
    """R1.2: keep and return tickets in seat order, up to the first seat that has not chosen; then play begins."""
    s.to_play = first_to_choose(s)
    for seat in range(s.seats if s.to_play == NOBODY else s.to_play):
        if s.chosen[seat] > 0:
            part_tickets(s, seat, s.chosen[seat])
            s.chosen[seat] = 0
    if s.to_play == NOBODY:
        s.is_opening = 0
        begin_placing(s)
