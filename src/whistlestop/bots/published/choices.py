"""What the published bots can do (see route_bot.py): claims as they pay them, draws, sets of tickets, anything."""

from whistlestop.board import DRAW_DECK, FIRST_DRAW, GREY, BoardArrays
from whistlestop.bots.published.memory import UNKNOWN, Orders
from whistlestop.engine.actions import count_actions, nth_action, nth_bit
from whistlestop.engine.cards import draw_mask
from whistlestop.engine.claim import all_wild_payment, claim_count, colours_of_payments, least_wilds, nth_claim
from whistlestop.engine.state import TURN, State
from whistlestop.engine.tickets import may_keep, set_bits
from whistlestop.engine.twister import pick_below
from whistlestop.kernels import kernel
from whistlestop.kernels.structs import IntArray


@kernel
def points_of_all(s: State) -> int:
    """The route points of all players together."""
    total = 0
    for seat in range(s.seats):
        total += s.score[seat]
    return total


@kernel
def pays(board: BoardArrays, route: int, colour: int) -> bool:
    """R3.2: whether cards of a colour pay for a route."""
    own: int = board.route_colour[route]
    return own == GREY or own == colour  # Numba compares numbers sooner than it looks in a tuple


@kernel
def claim_with(board: BoardArrays, s: State, route: int, colour: int) -> int:
    """The claim of an open route with cards of a colour, possibly none, and wilds last; UNKNOWN if it is not legal."""
    seat, length, ferries = s.to_play, board.route_length[route], board.route_ferries[route]
    wilds = least_wilds(s.hand[seat, colour], length, ferries)
    if s.phase != TURN or length > s.pieces[seat] or wilds > s.hand[seat, board.wild]:
        return UNKNOWN
    first, end = colours_of_payments(board, route)
    if wilds == length:
        return all_wild_payment(board, route, end - first)
    action: int = board.route_first_claim[route] + (colour - first) * (length - ferries) + wilds - ferries
    return action


@kernel
def draw_card(board: BoardArrays, s: State, card: int) -> int:
    """The draw of a face-up card; UNKNOWN if it is not legal."""
    return FIRST_DRAW + card if draw_mask(board, s) >> (1 + card) & 1 else UNKNOWN


@kernel
def draw_blind(s: State) -> int:
    """A card from the deck; UNKNOWN if there is none."""
    return DRAW_DECK if s.deck_count > 0 else UNKNOWN


@kernel
def any_draw(board: BoardArrays, s: State, twister: IntArray) -> int:
    """Some draw of a card; UNKNOWN if there is none."""
    draws = draw_mask(board, s)
    return DRAW_DECK + nth_bit(draws, pick_below(twister, set_bits(draws))) if draws else UNKNOWN


@kernel
def any_claim(board: BoardArrays, s: State, twister: IntArray) -> int:
    """Some claim; UNKNOWN if there is none."""
    count = claim_count(board, s) if s.phase == TURN else 0
    return nth_claim(board, s, pick_below(twister, count)) if count else UNKNOWN


@kernel
def anything(board: BoardArrays, s: State, twister: IntArray) -> int:
    """Some legal action."""
    return nth_action(board, s, pick_below(twister, count_actions(board, s)))


@kernel
def next_subset(board: BoardArrays, s: State, number: int) -> int:
    """The next choice of offered tickets that is allowed, smallest first, then in deal order.

    It is a number from which `kept_of` tells the tickets: how many they are, then a bit for each, the first one's the
    highest, the other way round. Begin with 0; UNKNOWN behind the last.
    """
    count = s.offered_count[s.to_play]
    while number + 1 < (count + 1) << count:
        number += 1
        kept = kept_of(s, number)
        if set_bits(kept) == number >> count and may_keep(board, s, s.to_play, kept):
            return number
    return UNKNOWN


@kernel
def all_offered(s: State) -> int:
    """All tickets of the offer: bit i for the i-th."""
    count: int = s.offered_count[s.to_play]
    return (1 << count) - 1


@kernel
def kept_of(s: State, number: int) -> int:
    """The tickets of a subset: bit i for the i-th."""
    count, kept = s.offered_count[s.to_play], 0
    bits = ~number & ((1 << count) - 1)
    for i in range(count):
        if bits >> (count - 1 - i) & 1:
            kept |= 1 << i
    return kept


@kernel
def offered_points(board: BoardArrays, s: State, kept: int) -> int:
    """What tickets of the offer are worth together."""
    points = 0
    for i in range(s.offered_count[s.to_play]):
        if kept >> i & 1:
            points += board.ticket_points[s.offered[s.to_play, i]]
    return points


@kernel
def cheapest_subset(board: BoardArrays, s: State) -> int:
    """The tickets that lose the fewest points if they stay incomplete, the first of equals."""
    best, number = 0, next_subset(board, s, 0)
    while number != UNKNOWN:
        kept = kept_of(s, number)
        if best == 0 or offered_points(board, s, kept) < offered_points(board, s, best):
            best = kept
        number = next_subset(board, s, number)
    return best


@kernel
def most_held(board: BoardArrays, o: Orders, s: State, with_wilds: bool) -> int:
    """The kind of card one holds most of, the first of equals, the wild last."""
    best: int = o.colour[0]
    for k in range(1, board.wild):
        if s.hand[s.to_play, o.colour[k]] > s.hand[s.to_play, best]:
            best = o.colour[k]
    if with_wilds and s.hand[s.to_play, board.wild] > s.hand[s.to_play, best]:
        return board.wild
    return best
