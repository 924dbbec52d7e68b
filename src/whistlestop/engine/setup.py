"""R1: setting up a game."""

from whistlestop.board import BoardArrays
from whistlestop.engine.cards import deal_card, fill_row, sweep_wilds
from whistlestop.engine.cipher import seed_rng, shuffle
from whistlestop.engine.claim import count_open_routes
from whistlestop.engine.state import KEEP_TICKETS, NO_CARD, NOBODY, NOT_TRIGGERED, State
from whistlestop.engine.tickets import offer_tickets
from whistlestop.engine.tokens import NO_SYMBOL
from whistlestop.kernels import kernel
from whistlestop.kernels.structs import IntArray


@kernel
def new_game(board: BoardArrays, s: State, seats: int, base: IntArray, number: int) -> None:
    """R1.1, R1.2, R1.4: deal game `number` of the series; seat 0 chooses its tickets first (R1.3)."""
    clear(board, s, seats)
    seed_rng(s.rng, base, number)
    deal_cards(board, s)
    deal_tickets(board, s)
    deal_tokens(board, s)
    s.log_count = 0


@kernel
def clear(board: BoardArrays, s: State, seats: int) -> None:
    """An empty table: all pieces with their owners, nothing dealt."""
    s.seats = seats
    s.phase = KEEP_TICKETS
    s.to_play = 0
    s.is_opening = 1
    s.turns_left = NOT_TRIGGERED
    s.passes = 0
    s.turn_count = 0
    s.deck_count = 0
    s.pile_top = 0
    s.pile_count = 0
    s.kept_count = 0
    s.set_aside_count = 0
    s.log_count = 0
    s.due_count = 0
    s.due_next = 0
    s.row[:] = NO_CARD
    s.discards[:] = 0
    s.deck_pool[:] = 0
    s.hand[:] = 0
    s.known[:] = 0
    s.blind[:] = 0
    s.owner[:] = NOBODY
    s.returned_by[:] = NOBODY
    s.pieces[:] = board.pieces
    s.score[:] = 0
    s.offered_count[:] = 0
    s.chosen[:] = 0
    s.ticket_count[:] = 0
    s.stack_location[:] = NOBODY
    s.stack_count[:] = 0
    s.token_count[:] = 0
    s.token_choice[:] = NO_SYMBOL
    count_open_routes(board, s)


@kernel
def deal_cards(board: BoardArrays, s: State) -> None:
    """R1.1: shuffle, deal the opening hands, turn up the row (R2.5 applies)."""
    for card in range(board.wild + 1):
        s.deck_pool[card] = board.cards[card]
        for _ in range(board.cards[card]):
            s.deck[s.deck_count] = card
            s.deck_count += 1
    shuffle(s.rng, s.deck, s.deck_count)
    for seat in range(s.seats):
        for _ in range(board.opening_hand):
            deal_card(board, s, seat)
            s.log_count = 0
    fill_row(board, s)
    sweep_wilds(board, s)


@kernel
def deal_tickets(board: BoardArrays, s: State) -> None:
    """R1.2: shuffle the tickets and deal the opening ones."""
    for ticket in range(board.ticket_count):
        s.pile[ticket] = ticket
    s.pile_count = board.ticket_count
    shuffle(s.rng, s.pile, s.pile_count)
    for seat in range(s.seats):
        offer_tickets(s, seat, board.opening_dealt)


@kernel
def deal_tokens(board: BoardArrays, s: State) -> None:
    """R1.4: one stack on each spot, the others set aside."""
    for symbol in range(board.symbol_count):
        s.set_aside[symbol] = symbol
    shuffle(s.rng, s.set_aside, board.symbol_count)
    for i in range(board.symbol_count):
        symbol = s.set_aside[i]
        if i < board.spot_count:
            s.stack_location[symbol] = board.spot[i]
            s.stack_count[symbol] = board.stack_size[s.seats]
        else:
            s.stack_count[symbol] = board.placed_size[s.seats]
    s.set_aside_count = board.symbol_count - board.spot_count
    for i in range(s.set_aside_count):
        s.set_aside[i] = s.set_aside[i + board.spot_count]
