"""R3: claiming routes: which are open, what they cost, and what a claim does."""

from whistlestop.board import GREY, PASS, BoardArrays
from whistlestop.engine.cards import take_in_discards
from whistlestop.engine.state import CLAIMED, NO_ROUTE, NOBODY, State, note
from whistlestop.engine.tokens import collect_token
from whistlestop.kernels import hot_kernel, kernel
from whistlestop.kernels.structs import Ids


@hot_kernel
def is_open(board: BoardArrays, s: State, seat: int, route: int) -> bool:
    """R3.1, R3.4: free, and not the closed track of a double route."""
    if s.owner[route] != NOBODY:
        return False
    twin = board.route_twin[route]
    if twin == NO_ROUTE or s.owner[twin] == NOBODY:
        return True
    return not is_for_one(board, s, route) and s.owner[twin] != seat


@hot_kernel
def is_for_one(board: BoardArrays, s: State, route: int) -> bool:
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
def payment_count(board: BoardArrays, s: State, seat: int, kind: int) -> int:
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
def longest_payable(board: BoardArrays, s: State, seat: int, colour: int) -> int:
    """R3.1, R3.2: no route of this colour that is longer can be claimed, for want of cards or pieces."""
    held = 0
    if colour != GREY:
        held = s.hand[seat, colour]
    else:
        for any_colour in range(board.wild):
            held = max(held, s.hand[seat, any_colour])
    return min(s.pieces[seat], held + s.hand[seat, board.wild])


@hot_kernel
def claims_of_colour(board: BoardArrays, s: State, colour: int) -> int:
    """R3: how many claims of routes of this colour the seat to play can make, each payment counted."""
    count = 0
    longest = longest_payable(board, s, s.to_play, colour)
    for kind in range(board.colour_start[colour + 1], board.colour_start[colour + 2]):
        if board.kind_length[kind] > longest:
            break
        count += s.open_count[s.to_play, kind] * payment_count(board, s, s.to_play, kind)
    return count


@hot_kernel
def claim_count(board: BoardArrays, s: State) -> int:
    """R3: how many claims the seat to play can make."""
    count = 0
    for colour in range(GREY, board.wild):
        count += claims_of_colour(board, s, colour)
    return count


@hot_kernel
def nth_claim(board: BoardArrays, s: State, n: int) -> int:
    """The n-th claim: find its colour, then its kind, in it the route, for the route the payment. PASS beyond them."""
    for colour in range(GREY, board.wild):
        claims = claims_of_colour(board, s, colour)
        if n < claims:
            return nth_claim_of_colour(board, s, colour, n)
        n -= claims
    return PASS


@hot_kernel
def nth_claim_of_colour(board: BoardArrays, s: State, colour: int, n: int) -> int:
    """The n-th claim of a route of this colour."""
    kind = board.colour_start[colour + 1]
    while True:
        payments = payment_count(board, s, s.to_play, kind)
        count = s.open_count[s.to_play, kind] * payments
        if n < count:
            return nth_payment(board, s, nth_open_route(board, s, kind, n // payments), n % payments)
        n -= count
        kind += 1


@hot_kernel
def nth_open_route(board: BoardArrays, s: State, kind: int, n: int) -> int:
    """The n-th route of a kind that is open to the seat to play."""
    route = board.kind_start[kind]
    while n > 0 or not is_open(board, s, s.to_play, route):
        if is_open(board, s, s.to_play, route):
            n -= 1
        route += 1
    return route


@hot_kernel
def colours_of_payments(board: BoardArrays, route: int) -> tuple[int, int]:
    """R3.2: the first colour that pays a route beside wilds, and the one after the last."""
    colour = board.route_colour[route]
    return (0, board.wild) if colour == GREY else (colour, colour + 1)


@hot_kernel
def mixed_payments(board: BoardArrays, s: State, route: int, colour: int, n: int) -> tuple[int, int]:
    """R3.2, R3.3: the claims of a route with cards of its n-th colour that the seat to play can make: the id of the
    first one, and how many there are. Those that it can't make for want of cards have ids too."""
    length, ferries = board.route_length[route], board.route_ferries[route]
    held = s.hand[s.to_play, colour]
    first = board.route_first_claim[route] + n * (length - ferries) + least_wilds(held, length, ferries) - ferries
    return first, mixed_payment_count(held, s.hand[s.to_play, board.wild], length, ferries)


@hot_kernel
def all_wild_payment(board: BoardArrays, route: int, colour_count: int) -> int:
    """R3.2: the claim with wilds alone, whose id is behind those with any of the colours."""
    return board.route_first_claim[route] + colour_count * (board.route_length[route] - board.route_ferries[route])


@hot_kernel
def nth_payment(board: BoardArrays, s: State, route: int, n: int) -> int:
    """The action that claims the route with the n-th payment the seat to play can make."""
    first, end = colours_of_payments(board, route)
    for colour in range(first, end):
        action, count = mixed_payments(board, s, route, colour, colour - first)
        if n < count:
            return action + n
        n -= count
    return all_wild_payment(board, route, end - first)


@kernel
def list_claims(board: BoardArrays, s: State, out: Ids, count: int) -> int:
    """R3: write every payment of every open route behind the `count` actions that are listed; how many there are then.

    Routes of a kind are paid alike, so only the first is worked out. What is no longer than `longest_payable` can be
    paid if there are wilds for its ferries.
    """
    wilds = s.hand[s.to_play, board.wild]
    for colour in range(GREY, board.wild):
        longest = longest_payable(board, s, s.to_play, colour)
        for kind in range(board.colour_start[colour + 1], board.colour_start[colour + 2]):
            if board.kind_length[kind] > longest:
                break
            if s.open_count[s.to_play, kind] > 0 and board.kind_ferries[kind] <= wilds:
                count = list_kind(board, s, kind, out, count)
    return count


@hot_kernel
def list_kind(board: BoardArrays, s: State, kind: int, out: Ids, count: int) -> int:
    """Every payment of the open routes of a kind: those of the first one, and the same for the others."""
    first, start, payments = NO_ROUTE, count, 0
    for route in range(board.kind_start[kind], board.kind_start[kind + 1]):
        if not is_open(board, s, s.to_play, route):
            continue
        if first == NO_ROUTE:
            first = route
            count = list_payments(board, s, route, out, count)
            payments = count - start
        else:
            further = board.route_first_claim[route] - board.route_first_claim[first]
            for n in range(payments):
                out[count] = out[start + n] + further
                count += 1
    return count


@hot_kernel
def list_payments(board: BoardArrays, s: State, route: int, out: Ids, count: int) -> int:
    """R3.2, R3.3: every way to pay a route, in the order of their ids."""
    first, end = colours_of_payments(board, route)
    for colour in range(first, end):
        action, payments = mixed_payments(board, s, route, colour, colour - first)
        for n in range(payments):
            out[count] = action + n
            count += 1
    if s.hand[s.to_play, board.wild] >= board.route_length[route]:
        out[count] = all_wild_payment(board, route, end - first)
        count += 1
    return count


@kernel
def claim_route(board: BoardArrays, s: State, route: int, colour: int, wilds: int) -> None:
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
def count_if_open(board: BoardArrays, s: State, route: int, step: int) -> None:
    """R3.4: add `step` to the open routes of its kind that each seat has, where this one is open."""
    if route == NO_ROUTE:
        return
    for seat in range(s.seats):
        if is_open(board, s, seat, route):
            s.open_count[seat, board.route_kind[route]] += step


@kernel
def count_open_routes(board: BoardArrays, s: State) -> None:
    """Count what is open to whom from scratch, for a new game or a position that was set up."""
    s.open_count[:] = 0
    for route in range(board.route_count):
        count_if_open(board, s, route, 1)
