"""Path in whole games: the same as `bots/path.py`, which says more of its quirks. Tests compare them."""

from whistlestop.board import BoardArrays
from whistlestop.bots.published.choices import any_draw, anything, claim_with, draw_blind, pays
from whistlestop.bots.published.memory import UNKNOWN, AgentMemory, Orders
from whistlestop.bots.published.working_map import (
    draw_map,
    first_track,
    is_own,
    list_tickets,
    pair_between,
    pair_of,
    walk,
)
from whistlestop.engine.claim import is_open
from whistlestop.engine.state import NO_ROUTE, TURN, State
from whistlestop.kernels import kernel
from whistlestop.kernels.structs import IntArray

MOST = 1 << 20
"""More points than any route has."""


@kernel
def path_play(board: BoardArrays, o: Orders, s: State, m: AgentMemory, twister: IntArray) -> int:
    """What to do on a turn, or which card to draw second."""
    if s.phase == TURN:
        if not value_ticket_pairs(board, o, s, m):
            value_any_pairs(board, o, s, m)
        pair = best_pair(board, o, m)
        while pair != UNKNOWN:
            action = claim_pair(board, o, s, pair)
            if action != UNKNOWN:
                return action
            m.value[pair] = 0
            pair = best_pair(board, o, m)
    action = draw_blind(s)  # P1
    if action == UNKNOWN:
        action = any_draw(board, s, twister)  # P4
    return action if action != UNKNOWN else anything(board, s, twister)


@kernel
def value_ticket_pairs(board: BoardArrays, o: Orders, s: State, m: AgentMemory) -> bool:
    """Value the pairs to build on the paths of the incomplete tickets; whether there are any."""
    has_any = False
    for route in range(board.route_count):
        m.value[route] = 0
    list_tickets(board, s, s.to_play, True, m)
    draw_map(board, o, s, s.to_play, 1, m)
    for i in range(m.ticket_count):
        ticket = m.tickets[i]
        m.step_count = 0
        walk(board, m, o.start[ticket], o.end[ticket], True)
        for k in range(m.step_count):
            pair = pair_between(board, o, m.step_a[k], m.step_b[k])
            route = first_track(board, s, s.to_play, pair)
            if is_own(board, s, s.to_play, pair) or board.route_length[route] >= s.pieces[s.to_play]:  # P3
                continue
            value = board.points[board.route_length[route]] + 2 * board.ticket_points[ticket]
            raise_value(o, m, pair, value, m.step_a[k], m.step_b[k])
            has_any = True
    return has_any


@kernel
def value_any_pairs(board: BoardArrays, o: Orders, s: State, m: AgentMemory) -> None:
    """Value all free pairs. P2: those worth the fewest points come first."""
    for i in range(board.route_count):
        route = o.route[i]
        if is_open(board, s, s.to_play, route) and board.route_length[route] < s.pieces[s.to_play]:  # P3
            a, b = board.route_a[route], board.route_b[route]
            if o.rank[b] < o.rank[a]:
                a, b = b, a
            raise_value(o, m, pair_of(board, o, route), MOST - board.points[board.route_length[route]], a, b)


@kernel
def raise_value(o: Orders, m: AgentMemory, pair: int, value: int, a: int, b: int) -> None:
    """The higher value of a pair counts, of equal ones that with the step that comes first in the alphabet."""
    if value > m.value[pair] or (value == m.value[pair] and comes_first(o, a, b, m.value_a[pair], m.value_b[pair])):
        m.value[pair] = value
        m.value_a[pair] = a
        m.value_b[pair] = b


@kernel
def comes_first(o: Orders, a: int, b: int, other_a: int, other_b: int) -> bool:
    """Whether a step comes before another by the names of its places."""
    return o.rank[a] < o.rank[other_a] or (a == other_a and o.rank[b] < o.rank[other_b])


@kernel
def best_pair(board: BoardArrays, o: Orders, m: AgentMemory) -> int:
    """The pair that is worth most, of equals the first by name; UNKNOWN if none has a value."""
    best = UNKNOWN
    for pair in range(board.route_count):
        if m.value[pair] == 0:
            continue
        if (
            best == UNKNOWN
            or m.value[pair] > m.value[best]
            or (
                m.value[pair] == m.value[best]
                and comes_first(o, m.value_a[pair], m.value_b[pair], m.value_a[best], m.value_b[best])
            )
        ):
            best = pair
    return best


@kernel
def claim_pair(board: BoardArrays, o: Orders, s: State, pair: int) -> int:
    """The claim of a pair with the permitted colour it holds most of; ties by track, then in claim order."""
    best_route, best_colour, most = NO_ROUTE, UNKNOWN, UNKNOWN
    for track in range(2):
        route = pair if track == 0 else board.route_twin[pair]
        if route == NO_ROUTE or not is_open(board, s, s.to_play, route):
            continue
        for k in range(board.wild):
            colour = o.colour[k]
            if pays(board, route, colour) and s.hand[s.to_play, colour] > most:
                best_route, best_colour, most = route, colour, s.hand[s.to_play, colour]
    return claim_with(board, s, best_route, best_colour)
