"""What is dealt anew before each playout: what the seat can't know, or with all cards open only what nobody knows."""

import numpy as np

from whistlestop.board import BoardArrays
from whistlestop.bots.search.guess import deal_likely_tickets, deal_suspected_tickets
from whistlestop.engine.cipher import seed_rng, shuffle
from whistlestop.engine.knowledge import determinize
from whistlestop.engine.state import NOBODY, State
from whistlestop.kernels import kernel
from whistlestop.kernels.structs import IntArray
from whistlestop.maps.limits import MAX_TICKETS


@kernel
def deal_hidden(
    board: BoardArrays,
    s: State,
    seat: int,
    is_open: bool,
    base: IntArray,
    number: int,
    ticket_weights: IntArray,
    suspected: IntArray,
    tickets: IntArray,
) -> None:
    """Deal `number` of the series `base`; `tickets` is working memory.

    Others get the tickets that they are `suspected` of, in a row for this deal; without it, by the weight of each.
    """
    if is_open:
        shuffle_piles(s, base, number)
    else:
        determinize(board, s, seat, base, number)
        if suspected.shape[0] == 0:
            deal_likely_tickets(s, seat, ticket_weights, tickets)
        else:
            deal_suspected_tickets(s, seat, suspected[0], tickets)


@kernel
def shuffle_piles(s: State, base: IntArray, number: int) -> None:
    """What nobody knows though all hands lie open: the order of the deck and of the tickets that nobody has put under
    the pile. Future shuffles come out anew as well."""
    seed_rng(s.rng, base, number)
    shuffle(s.rng, s.deck, s.deck_count)
    tickets = np.empty(MAX_TICKETS, np.int64)
    count = 0
    for i in range(s.pile_count):
        ticket = s.pile[(s.pile_top + i) % MAX_TICKETS]
        if s.returned_by[ticket] == NOBODY:
            tickets[count] = ticket
            count += 1
    shuffle(s.rng, tickets, count)
    for i in range(s.pile_count - 1, -1, -1):
        at = (s.pile_top + i) % MAX_TICKETS
        if s.returned_by[s.pile[at]] == NOBODY:
            count -= 1
            s.pile[at] = tickets[count]
    s.log_count = 0
    s.due_count = 0
    s.due_next = 0
