"""OneStepThinker and LongRouteJunkie in whole games: the same as `bots/one_step.py` and `long_route.py`, which say more
of their quirks. Tests compare them."""

from whistlestop.board import GREY, TICKETS, BoardArrays
from whistlestop.bots.published.choices import (
    all_offered,
    any_claim,
    any_draw,
    anything,
    cheapest_subset,
    claim_with,
    draw_blind,
    draw_card,
    most_held,
    pays,
    points_of_all,
)
from whistlestop.bots.published.memory import UNKNOWN, AgentMemory, Orders
from whistlestop.bots.published.working_map import (
    draw_map,
    first_track,
    is_own,
    list_tickets,
    pair_between,
    pair_of,
    second_track,
    walk,
)
from whistlestop.engine.claim import is_open, least_wilds
from whistlestop.engine.state import NO_ROUTE, TURN, State
from whistlestop.kernels import kernel
from whistlestop.kernels.structs import IntArray

MANY_PIECES = 8
"""With fewer in anybody's stock the end is too near for new tickets."""
LONG = 3
"""LongRouteJunkie follows tickets over routes of at least this length."""


@kernel
def one_step_keep(board: BoardArrays, s: State, is_long: bool, m: AgentMemory) -> int:
    """All opening tickets, but LongRouteJunkie; later the cheapest (O1)."""
    m.planned_at = UNKNOWN
    if is_long or s.ticket_count[s.to_play] > 0:
        return cheapest_subset(board, s)
    return all_offered(s)


@kernel
def one_step_play(board: BoardArrays, o: Orders, s: State, is_long: bool, m: AgentMemory, twister: IntArray) -> int:
    """What to do on a turn, or which card to draw second."""
    if m.planned_at == UNKNOWN or points_of_all(s) > m.planned_at:
        aim(board, o, s, is_long, m)
    if m.wants_tickets and s.phase == TURN and s.pile_count > 0:
        return TICKETS
    action = UNKNOWN
    if m.target != UNKNOWN:
        action = claim_target(board, o, s, m)
        if action == UNKNOWN and m.target_colour != GREY:
            action = draw_card(board, s, m.target_colour)
        if action == UNKNOWN:  # O3
            action = draw_card(board, s, board.wild)
        if action == UNKNOWN:
            action = draw_blind(s)
    if action == UNKNOWN:
        action = any_draw(board, s, twister)
    if action == UNKNOWN:
        action = any_claim(board, s, twister)
    return action if action != UNKNOWN else anything(board, s, twister)


@kernel
def aim(board: BoardArrays, o: Orders, s: State, is_long: bool, m: AgentMemory) -> None:
    """The next route towards the most valuable ticket; without one new tickets, or the longest route."""
    m.planned_at = points_of_all(s)
    aim_at_ticket(board, o, s, is_long, m)
    m.wants_tickets = 1 if m.target == UNKNOWN and not is_long and may_want_tickets(s) else 0
    if m.target == UNKNOWN and not m.wants_tickets:
        aim_at_longest(board, o, s, is_long, m)


@kernel
def may_want_tickets(s: State) -> bool:
    """Whether new tickets are worth it when no ticket is left to follow."""
    for seat in range(s.seats):
        if s.pieces[seat] < MANY_PIECES:
            return False
    return s.phase == TURN and s.pile_count > 0


@kernel
def aim_at_ticket(board: BoardArrays, o: Orders, s: State, is_long: bool, m: AgentMemory) -> None:
    """The first missing route of the most valuable ticket that can still be joined (O5)."""
    seat = s.to_play
    m.target = UNKNOWN
    draw_map(board, o, s, seat, min(LONG, s.pieces[seat]) if is_long else 1, m)
    list_tickets(board, s, seat, True, m)
    best = UNKNOWN
    for i in range(m.ticket_count):
        ticket = m.tickets[i]
        if best != UNKNOWN and board.ticket_points[ticket] <= board.ticket_points[best]:
            continue
        m.step_count = 0
        if walk(board, m, o.start[ticket], o.end[ticket], True):
            best = ticket
    if best == UNKNOWN:
        return
    m.step_count = 0
    walk(board, m, o.start[best], o.end[best], True)
    k = 0
    pair = pair_between(board, o, m.step_a[k], m.step_b[k])
    while is_own(board, s, seat, pair):
        k += 1
        pair = pair_between(board, o, m.step_a[k], m.step_b[k])
    route, other = first_track(board, s, seat, pair), second_track(board, s, seat, pair)
    if other != NO_ROUTE and held_for(board, s, other) > held_for(board, s, route):
        route = other
    m.target = pair
    m.target_colour = board.route_colour[route]
    if m.target_colour == GREY:
        m.target_colour = most_held(board, o, s, True)


@kernel
def held_for(board: BoardArrays, s: State, route: int) -> int:
    """Cards of a route's colour in hand; no card is grey."""
    colour = board.route_colour[route]
    return 0 if colour == GREY else s.hand[s.to_play, colour]


@kernel
def aim_at_longest(board: BoardArrays, o: Orders, s: State, is_long: bool, m: AgentMemory) -> None:
    """The longest free route the pieces allow; of equals the first of the best rank."""
    best, best_rank = NO_ROUTE, 0
    for i in range(board.route_count):
        route = o.route[i]
        if not is_open(board, s, s.to_play, route) or board.route_length[route] > s.pieces[s.to_play]:
            continue
        rank = rank_of(board, o, s, route, is_long)
        longer = 0 if best == NO_ROUTE else board.route_length[route] - board.route_length[best]
        if best == NO_ROUTE or longer > 0 or (longer == 0 and rank > best_rank):
            best, best_rank = route, rank
    if best != NO_ROUTE:
        m.target = pair_of(board, o, best)
        m.target_colour = board.route_colour[best]


@kernel
def rank_of(board: BoardArrays, o: Orders, s: State, route: int, is_long: bool) -> int:
    """How near a route is to being paid (O4)."""
    is_grey, length, ferries = board.route_colour[route] == GREY, board.route_length[route], board.route_ferries[route]
    most, wilds = s.hand[s.to_play, most_held(board, o, s, False)], s.hand[s.to_play, board.wild]
    held = most if is_grey else held_for(board, s, route)
    if least_wilds(held, length, ferries) == ferries and ferries <= wilds:
        return 15 if is_long and is_grey else 10
    if held + wilds >= length:
        return 9
    rank: int = (10 if is_grey else 9) - length + most
    return rank


@kernel
def claim_target(board: BoardArrays, o: Orders, s: State, m: AgentMemory) -> int:
    """O2: it pays with the first legal colour in claim order, not with the one it collected."""
    for k in range(board.wild):
        for track in range(2):
            route = m.target if track == 0 else board.route_twin[m.target]
            if route == NO_ROUTE or not is_open(board, s, s.to_play, route) or not pays(board, route, o.colour[k]):
                continue
            action = claim_with(board, s, route, o.colour[k])
            if action != UNKNOWN:
                return action
    return UNKNOWN
