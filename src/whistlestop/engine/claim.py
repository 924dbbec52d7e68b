"""R3: claiming routes: which are open, what they cost, and what a claim does."""

from whistlestop.board import GREY, BoardTable
from whistlestop.engine.cards import take_in_discards
from whistlestop.engine.state import CLAIMED, NO_ROUTE, NOBODY, State, note
from whistlestop.engine.tokens import collect_token
from whistlestop.kernels import hot_kernel, kernel


@hot_kernel
def is_open(board: BoardTable, s: State, seat: int, route: int) -> bool:
    """R3.1, R3.4: free, and not the closed track of a double route."""
    if s.owner[route] != NOBODY:
        return False
    twin = board.route_twin[route]
    if twin == NO_ROUTE or s.owner[twin] == NOBODY:
        return True
    return not is_for_one(board, s, route) and s.owner[twin] != seat


@hot_kernel
def is_for_one(board: BoardTable, s: State, route: int) -> bool:
    """R3.4: whether one claim is all there is of a route: a single track, or too few seats for both."""
    return board.route_twin[route] == NO_ROUTE or s.seats < board.both_tracks_from


@hot_kernel
def least_wilds(held: int, length: int, ferries: int) -> int:
    """R3.2, R3.3: the fewest wilds that pay a route beside `held` cards of one colour."""
    return max(ferries, length - held)


@hot_kernel
def mixed_payment_count(held: int, wilds: int, length: int, ferries: int) -> int:
    """R3.2: how many payments use at least one card of a colour of which the seat holds `held`."""
    return max(0, min(length - 1, wilds) - least_wilds(held, length, ferries) + 1)


@hot_kernel
def payment_count(board: BoardTable, s: State, seat: int, kind: int) -> int:
    """R3.2, R3.3: how many ways the seat can pay a route of this kind."""
    length = board.kind_length[kind]
    ferries = board.kind_ferries[kind]
    colour = board.kind_colour[kind]
    wilds = s.hand[seat, board.wild]
    count = 1 if wilds >= length else 0
    if colour != GREY:
        return count + mixed_payment_count(s.hand[seat, colour], wilds, length, ferries)
    for any_colour in range(board.wild):
        if s.hand[seat, any_colour] > 0:
            count += mixed_payment_count(s.hand[seat, any_colour], wilds, length, ferries)
    return count


@hot_kernel
def longest_payable(board: BoardTable, s: State, seat: int, colour: int) -> int:
    """R3.1, R3.2: no route of this colour that is longer can be claimed, for want of cards or pieces."""
    held = 0
    if colour != GREY:
        held = s.hand[seat, colour]
    else:
        for any_colour in range(board.wild):
            held = max(held, s.hand[seat, any_colour])
    return min(s.pieces[seat], held + s.hand[seat, board.wild])


@kernel
def claim_route(board: BoardTable, s: State, route: int, colour: int, wilds: int) -> None:
    """R3.1, R3.5, R3.6: pay, occupy, score, then perhaps a token; that ends the turn."""
    seat = s.to_play
    length = board.route_length[route]
    twin = board.route_twin[route]
    count_if_open(board, s, route, -1)
    count_if_open(board, s, twin, -1)
    pay(s, seat, colour, length - wilds)
    pay(s, seat, board.wild, wilds)
    s.owner[route] = seat
    count_if_open(board, s, twin, 1)
    s.pieces[seat] -= length
    s.score[seat] += board.points[length]
    note(s, CLAIMED, seat, route)
    take_in_discards(board, s)
    collect_token(board, s, route)


@kernel
def pay(s: State, seat: int, card: int, count: int) -> None:
    """Discard cards from the hand. The ones everybody knew of are taken to go first: what is left is sure."""
    s.hand[seat, card] -= count
    s.discards[card] += count
    s.known[seat, card] = max(0, s.known[seat, card] - count)


@kernel
def count_if_open(board: BoardTable, s: State, route: int, step: int) -> None:
    """R3.4: add `step` to the open routes of its kind that each seat has, where this one is open."""
    if route == NO_ROUTE:
        return
    for seat in range(s.seats):
        if is_open(board, s, seat, route):
            s.open_count[seat, board.route_kind[route]] += step


@kernel
def count_open_routes(board: BoardTable, s: State) -> None:
    """Count what is open to whom from scratch, for a new game or a position that was set up."""
    s.open_count[:] = 0
    for route in range(board.route_count):
        count_if_open(board, s, route, 1)
