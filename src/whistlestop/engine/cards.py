"""R2: drawing cards, the face-up row, the deck and the discards."""

from whistlestop.board import BoardArrays
from whistlestop.engine.cipher import shuffle
from whistlestop.engine.state import (
    DREW_UNSEEN,
    NO_CARD,
    NO_SLOT,
    RESHUFFLED,
    ROW_SWEPT,
    SECOND_CARD,
    TOOK_FACE_UP,
    TURNED_UP,
    State,
    note,
)
from whistlestop.engine.turn import end_turn
from whistlestop.kernels import hot_kernel, kernel


@hot_kernel
def draw_mask(board: BoardArrays, s: State) -> int:
    """R2.2, R2.3: bit 0 for the deck, bit 1 + colour for a face-up card that may be taken."""
    mask = 1 if s.deck_count > 0 else 0
    for slot in range(board.row_size):
        card = s.row[slot]
        if card != NO_CARD:
            mask |= 2 << card
    if s.phase == SECOND_CARD:
        mask &= ~(2 << board.wild)
    return mask


@kernel
def draw_from_deck(board: BoardArrays, s: State) -> None:
    """R2.2, R2.4: take the top card unseen; a wild counts as any card here."""
    deal_card(board, s, s.to_play)
    go_on_after_card(board, s)


@kernel
def draw_face_up(board: BoardArrays, s: State, card: int) -> None:
    """R2.2, R2.3: take the leftmost face-up card of this colour and refill the row before a second is chosen."""
    slot = leftmost(board, s, card)
    s.row[slot] = NO_CARD
    s.hand[s.to_play, card] += 1
    s.known[s.to_play, card] += 1
    note(s, TOOK_FACE_UP, s.to_play, slot)
    fill_row(board, s)
    sweep_wilds(board, s)
    if card == board.wild:
        end_turn(board, s)
    else:
        go_on_after_card(board, s)


@kernel
def go_on_after_card(board: BoardArrays, s: State) -> None:
    """R2.2, R2.7: a second card follows the first if one may be taken."""
    if s.phase == SECOND_CARD or not can_take_second_card(board, s):
        end_turn(board, s)
    else:
        s.phase = SECOND_CARD


@kernel
def can_take_second_card(board: BoardArrays, s: State) -> bool:
    """R2.3, R2.7: the deck has a card, or the row has one that is not wild."""
    if s.deck_count > 0:
        return True
    for slot in range(board.row_size):
        if s.row[slot] != NO_CARD and s.row[slot] != board.wild:
            return True
    return False


@kernel
def leftmost(board: BoardArrays, s: State, card: int) -> int:
    """The first slot that shows this card, or NO_SLOT."""
    for slot in range(board.row_size):
        if s.row[slot] == card:
            return slot
    return NO_SLOT


@kernel
def deal_card(board: BoardArrays, s: State, seat: int) -> None:
    """A seat gets the next card unseen."""
    card = next_card(s)
    s.hand[seat, card] += 1
    s.blind[seat, card] += 1
    note(s, DREW_UNSEEN, seat, card)
    drop_top_card(board, s)


@kernel
def turn_up(board: BoardArrays, s: State, slot: int) -> None:
    """The next card is put in the row for all to see."""
    card = next_card(s)
    s.row[slot] = card
    s.deck_pool[card] -= 1
    note(s, TURNED_UP, slot, card)
    drop_top_card(board, s)


@kernel
def next_card(s: State) -> int:
    """The top card of a deck that has one."""
    if s.due_next < s.due_count:
        bring_up_due_card(s)
    return s.deck[s.deck_count - 1]


@kernel
def drop_top_card(board: BoardArrays, s: State) -> None:
    """R2.6: the top card is gone; a deck that runs out is made anew from the discards at once."""
    s.deck_count -= 1
    if s.deck_count == 0:
        reshuffle(board, s)


@kernel
def bring_up_due_card(s: State) -> None:
    """While a record is replayed its outcomes hold, whatever our own shuffle would have given."""
    top = s.deck_count - 1
    for i in range(top, -1, -1):
        if s.deck[i] == s.due[s.due_next]:
            s.deck[i], s.deck[top] = s.deck[top], s.deck[i]
            break
    s.due_next += 1


@kernel
def reshuffle(board: BoardArrays, s: State) -> None:
    """R2.6: the discards become the deck."""
    for card in range(board.wild + 1):
        for _ in range(s.discards[card]):
            s.deck[s.deck_count] = card
            s.deck_count += 1
    if s.deck_count == 0:
        return
    shuffle(s.rng, s.deck, s.deck_count)
    for card in range(board.wild + 1):
        s.deck_pool[card] = s.discards[card]
        s.discards[card] = 0
        for seat in range(s.seats):
            s.blind[seat, card] = 0
    note(s, RESHUFFLED, s.deck_count, 0)


@kernel
def fill_row(board: BoardArrays, s: State) -> bool:
    """R2.6: fill the gaps left to right as long as the deck has cards; whether any was filled."""
    filled = False
    for slot in range(board.row_size):
        if s.row[slot] == NO_CARD and s.deck_count > 0:
            turn_up(board, s, slot)
            filled = True
    return filled


@kernel
def sweep_wilds(board: BoardArrays, s: State) -> None:
    """R2.5: three wilds sweep the row away, at most three times in a row."""
    for _ in range(board.reset_limit):
        wild_count = 0
        for slot in range(board.row_size):
            if s.row[slot] == board.wild:
                wild_count += 1
        if wild_count < board.reset_at:
            return
        for slot in range(board.row_size):
            if s.row[slot] != NO_CARD:
                s.discards[s.row[slot]] += 1
                s.row[slot] = NO_CARD
        note(s, ROW_SWEPT, 0, 0)
        if s.deck_count == 0:
            reshuffle(board, s)
        fill_row(board, s)


@kernel
def take_in_discards(board: BoardArrays, s: State) -> None:
    """R2.6: after a payment, an empty deck takes the discards at once and the row's gaps are filled."""
    if s.deck_count == 0:
        reshuffle(board, s)
        if fill_row(board, s):
            sweep_wilds(board, s)
