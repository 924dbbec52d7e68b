"""What a seat can't know, and dealing it anew (`determinize`).

A seat knows its own hand and tickets, everything public, and what follows from counting:
- cards that another seat took face up and has not paid yet are in that hand (`known`);
- the deck consists of the discards it was made of, less what was turned up from it and what the seat drew itself;
- tickets that the seat put under the pile lie there in that order until they are drawn.
"""

import numpy as np

from whistlestop.board import BoardArrays
from whistlestop.engine.cipher import seed_rng, shuffle
from whistlestop.engine.state import COLOURS, NOBODY, OVER, State
from whistlestop.kernels import kernel
from whistlestop.kernels.structs import IntArray
from whistlestop.maps.limits import MAX_CARDS, MAX_TICKETS


@kernel
def determinize(board: BoardArrays, s: State, seat: int, base: IntArray, number: int) -> None:
    """Deal anew all that `seat` can't know (NOBODY: a spectator); future shuffles come out anew as well."""
    seed_rng(s.rng, base, number)
    redeal_cards(board, s, seat)
    redeal_tickets(s, seat)
    s.log_count = 0
    s.due_count = 0
    s.due_next = 0


@kernel
def unseen_cards(board: BoardArrays, s: State, seat: int, unseen: IntArray) -> None:
    """How many cards of each colour lie in the deck or, unknown to the seat, in other hands."""
    for card in range(board.wild + 1):
        unseen[card] = 0
        for other in range(s.seats):
            if other != seat:
                unseen[card] += s.hand[other, card] - s.known[other, card]
    for i in range(s.deck_count):
        unseen[s.deck[i]] += 1


@kernel
def deck_limits(board: BoardArrays, s: State, seat: int, unseen: IntArray, limits: IntArray) -> None:
    """How many cards of each colour the deck can hold at most, as far as the seat can tell."""
    for card in range(board.wild + 1):
        own = s.blind[seat, card] if seat != NOBODY else 0
        limits[card] = min(unseen[card], s.deck_pool[card] - own)


@kernel
def spread(board: BoardArrays, counts: IntArray, cards: IntArray) -> int:
    """Lay out `counts` cards of each colour; how many in all."""
    total = 0
    for card in range(board.wild + 1):
        for _ in range(counts[card]):
            cards[total] = card
            total += 1
    return total


@kernel
def redeal_cards(board: BoardArrays, s: State, seat: int) -> None:
    """A deck of what it may hold, and what remains to the other hands, which keep what is known of them."""
    unseen = np.zeros(COLOURS, np.int64)
    limits = np.zeros(COLOURS, np.int64)
    cards = np.empty(MAX_CARDS, np.int64)
    unseen_cards(board, s, seat, unseen)
    deck_limits(board, s, seat, unseen, limits)
    shuffle(s.rng, cards, spread(board, limits, cards))
    for i in range(s.deck_count):
        s.deck[i] = cards[i]
        unseen[cards[i]] -= 1
    shuffle(s.rng, cards, spread(board, unseen, cards))
    at = 0
    for other in range(s.seats):
        if other == seat:
            continue
        for card in range(board.wild + 1):
            hidden = s.hand[other, card] - s.known[other, card]
            s.hand[other, card] = s.known[other, card]
            s.blind[other, card] = hidden  # only a count for the moment
        for card in range(board.wild + 1):
            for _ in range(s.blind[other, card]):
                s.hand[other, cards[at]] += 1
                at += 1
            s.blind[other, card] = 0  # which of them came from the present deck, nobody can say


@kernel
def redeal_tickets(s: State, seat: int) -> None:
    """Other seats' tickets and the unknown places of the pile get other tickets."""
    tickets = np.empty(MAX_TICKETS, np.int64)
    shuffle(s.rng, tickets, exchange_tickets(s, seat, tickets, False))
    exchange_tickets(s, seat, tickets, True)
    for other in range(s.seats):
        if other != seat and s.chosen[other] > 0:  # that it has chosen is known, but not how many it keeps
            s.chosen[other] = (1 << s.offered_count[other]) - 1


@kernel
def exchange_tickets(s: State, seat: int, tickets: IntArray, is_dealing: bool) -> int:
    """Collect the tickets in places unknown to the seat, or deal them to these places; how many there are."""
    count = 0
    for other in range(s.seats):
        for i in range(s.offered_count[other]):
            if other != seat:
                if is_dealing:
                    s.offered[other, i] = tickets[count]
                else:
                    tickets[count] = s.offered[other, i]
                count += 1
    for i in range(s.kept_count):
        if s.kept_by[i] != seat and s.phase != OVER:  # R4.3: at the end all tickets are shown
            if is_dealing:
                s.kept[i] = tickets[count]
            else:
                tickets[count] = s.kept[i]
            count += 1
    for i in range(s.pile_count):
        at = (s.pile_top + i) % MAX_TICKETS
        if s.returned_by[s.pile[at]] != seat or seat == NOBODY:
            if is_dealing:
                s.pile[at] = tickets[count]
            else:
                tickets[count] = s.pile[at]
            count += 1
    return count
