"""Hungry in whole games: the same as `bots/hungry.py`, which says more of its quirks. Tests compare them."""

from whistlestop.board import GREY, TICKETS, BoardArrays
from whistlestop.bots.published.choices import (
    anything,
    cheapest_subset,
    claim_with,
    draw_blind,
    draw_card,
    kept_of,
    next_subset,
    offered_points,
    pays,
    points_of_all,
)
from whistlestop.bots.published.memory import GREY_NEED, UNKNOWN, AgentMemory, Orders
from whistlestop.bots.published.working_map import (
    draw_map,
    first_track,
    grow_tree,
    is_own,
    list_tickets,
    pair_between,
    pair_of,
    second_track,
    walk,
)
from whistlestop.engine.claim import is_open
from whistlestop.engine.state import NO_CARD, NO_ROUTE, TURN, State
from whistlestop.kernels import kernel
from whistlestop.kernels.structs import IntArray

COMFORTABLE = 5
"""Pieces to spare that make a choice of tickets comfortable."""
HUNGRY = 8
"""More pieces than this beyond the recorded requirement ask for more tickets."""


@kernel
def hungry_keep(board: BoardArrays, o: Orders, s: State, m: AgentMemory) -> int:
    """The tickets to keep: bit i for the i-th offered."""
    seat = s.to_play
    draw_map(board, o, s, seat, 1, m)
    best, best_score, fewest, required = 0, -1.0, s.pieces[seat], 0
    number = next_subset(board, s, 0)
    while number != UNKNOWN:
        kept = kept_of(s, number)
        ticket_points = plan_with(board, o, s, kept, m)
        required = pieces_of(board, m)
        score = (ticket_points + points_of_plan(board, m)) / max(1, required)
        spare = s.pieces[seat] - required
        if spare >= COMFORTABLE and score > best_score:  # H3
            best, best_score = kept, score
        elif 1 <= spare < COMFORTABLE and required < fewest:
            best, fewest = kept, required
        number = next_subset(board, s, number)
    if best == 0:
        best = cheapest_subset(board, s)
    else:
        m.required = required  # H2
    plan_with(board, o, s, best, m)
    m.has_plan = 1
    m.planned_at = max(m.planned_at, 0) + points_of_all(s) - s.score[seat]  # H6
    return best


@kernel
def plan_with(board: BoardArrays, o: Orders, s: State, kept: int, m: AgentMemory) -> int:
    """Plan for the tickets held and some of those offered; what all of them are worth."""
    list_tickets(board, s, s.to_play, False, m)
    points = offered_points(board, s, kept)
    for i in range(m.ticket_count):
        points += board.ticket_points[m.tickets[i]]
    for i in range(s.offered_count[s.to_play]):
        if kept >> i & 1:
            m.tickets[m.ticket_count] = s.offered[s.to_play, i]
            m.ticket_count += 1
    make_plan(board, o, s, m)
    return points


@kernel
def make_plan(board: BoardArrays, o: Orders, s: State, m: AgentMemory) -> None:
    """One network over the ends of all listed tickets, complete or not, on the map that is drawn."""
    m.planned_count = 0
    for colour in range(board.wild + 1):
        m.needs[colour] = 0
    m.step_count = 0
    join_places(board, o, m)
    for k in range(m.step_count):  # H7: a step in each direction is two
        pair = pair_between(board, o, m.step_a[k], m.step_b[k])
        if not is_own(board, s, s.to_play, pair):
            route = first_track(board, s, s.to_play, pair)
            other = second_track(board, s, s.to_play, pair)
            if other != NO_ROUTE and need_of(board, m, other) < need_of(board, m, route):
                route = other
            m.planned[m.planned_count] = route
            m.planned_count += 1
            m.needs[1 + board.route_colour[route]] += board.route_length[route]


@kernel
def need_of(board: BoardArrays, m: AgentMemory, route: int) -> int:
    """How many pieces the plan takes of a route's colour."""
    need: int = m.needs[1 + board.route_colour[route]]
    return need


@kernel
def pieces_of(board: BoardArrays, m: AgentMemory) -> int:
    """How many pieces the plan takes."""
    pieces = 0
    for colour in range(board.wild + 1):
        pieces += m.needs[colour]
    return pieces


@kernel
def points_of_plan(board: BoardArrays, m: AgentMemory) -> int:
    """What its routes are worth."""
    points = 0
    for k in range(m.planned_count):
        points += board.points[board.route_length[m.planned[k]]]
    return points


@kernel
def join_places(board: BoardArrays, o: Orders, m: AgentMemory) -> None:
    """The steps that join all places: two groups grow from the places furthest apart and are joined at the end."""
    list_places(o, m)
    first, second = extreme(board, m, m.places[: m.place_count], m.places[: m.place_count], -1)
    if first == UNKNOWN:
        return
    m.members[0, 0], m.members[1, 0] = first, second
    m.member_count[0] = m.member_count[1] = 1
    nearest, anchor, group = UNKNOWN, UNKNOWN, 0  # H4: not reset from one place to the next
    for i in range(m.place_count):
        place = m.places[i]
        if m.members[0, 0] == place or m.members[1, 0] == place:
            continue
        grow_tree(board, m, place, False)
        for g in range(2):
            for k in range(m.member_count[g]):
                length = m.distance[place, m.members[g, k]]
                if length != UNKNOWN and (nearest == UNKNOWN or length < nearest):
                    nearest, anchor, group = length, m.members[g, k], g
        if nearest == UNKNOWN:
            return  # H5
        if walk(board, m, place, anchor, False):
            m.members[group, m.member_count[group]] = place
            m.member_count[group] += 1
    a, b = extreme(board, m, m.members[0, : m.member_count[0]], m.members[1, : m.member_count[1]], 1)
    if a != UNKNOWN:
        walk(board, m, a, b, False)


@kernel
def list_places(o: Orders, m: AgentMemory) -> None:
    """The ends of the tickets, none of them twice."""
    m.place_count = 0
    for i in range(m.ticket_count):
        for end in range(2):
            place = o.start[m.tickets[i]] if end == 0 else o.end[m.tickets[i]]
            is_new = True
            for k in range(m.place_count):
                is_new = is_new and m.places[k] != place
            if is_new:
                m.places[m.place_count] = place
                m.place_count += 1


@kernel
def extreme(board: BoardArrays, m: AgentMemory, some: IntArray, others: IntArray, sign: int) -> tuple[int, int]:
    """The closest (sign 1) or furthest (sign -1) two places that can be joined, the first of equals."""
    best, best_a, best_b = 0, UNKNOWN, UNKNOWN
    for a in some:
        grow_tree(board, m, a, False)
        for b in others:
            length = m.distance[a, b]
            if a != b and length != UNKNOWN and (best_a == UNKNOWN or sign * length < best):
                best, best_a, best_b = sign * length, a, b
    return best_a, best_b


@kernel
def hungry_play(board: BoardArrays, o: Orders, s: State, m: AgentMemory, twister: IntArray) -> int:
    """What to do on a turn, or which card to draw second."""
    if not m.has_plan or points_of_all(s) > m.planned_at:
        draw_map(board, o, s, s.to_play, 1, m)
        list_tickets(board, s, s.to_play, False, m)
        make_plan(board, o, s, m)
        m.has_plan = 1
        m.planned_at = points_of_all(s)
    if m.required == UNKNOWN:
        m.required = pieces_of(board, m)
    if m.required < s.pieces[s.to_play] - HUNGRY and s.phase == TURN and s.pile_count > 0:
        return TICKETS
    action = planned_claim(board, o, s, m)
    if action == UNKNOWN:
        action = planned_draw(board, o, s, m)
    if action == UNKNOWN:
        action = draw_blind(s)
    return action if action != UNKNOWN else anything(board, s, twister)


@kernel
def planned_claim(board: BoardArrays, o: Orders, s: State, m: AgentMemory) -> int:
    """The first planned claim it can pay; with nothing planned the longest route it can pay."""
    longest, best = 0, UNKNOWN
    for i in range(board.route_count):
        route = o.route[i]
        if not is_open(board, s, s.to_play, route):
            continue
        is_planned = is_in_plan(board, o, m, route)
        if m.planned_count > 0 and not is_planned:
            continue
        for k in range(board.wild):
            colour = o.colour[k]
            action = claim_with(board, s, route, colour) if pays(board, route, colour) else UNKNOWN
            if action == UNKNOWN:
                continue
            if m.planned_count == 0:
                if board.route_length[route] > longest:
                    longest, best = board.route_length[route], action
            elif board.route_colour[route] != GREY or m.needs[1 + colour] == 0:
                return action
    return best


@kernel
def is_in_plan(board: BoardArrays, o: Orders, m: AgentMemory, route: int) -> bool:
    """Whether a route, or the other track of its colour, is planned."""
    for k in range(m.planned_count):
        planned = m.planned[k]
        is_pair = pair_of(board, o, planned) == pair_of(board, o, route)
        if is_pair and board.route_colour[planned] == board.route_colour[route]:
            return True
    return False


@kernel
def planned_draw(board: BoardArrays, o: Orders, s: State, m: AgentMemory) -> int:
    """A face-up card, or UNKNOWN. H1: a card of the most needed colour would come first, but is never found."""
    if m.planned_count == 0:
        return UNKNOWN
    colour = o.colour[0]
    for k in range(1, board.wild):
        if showing(board, s, o.colour[k]) > showing(board, s, colour):
            colour = o.colour[k]
    if showing(board, s, colour) > 0 and m.needs[1 + colour] > 0:
        return draw_card(board, s, colour)
    card = board.wild if showing(board, s, board.wild) > showing(board, s, colour) else colour
    if is_grey_most_needed(board, o, m) and showing(board, s, card) >= 2:
        return draw_card(board, s, card)
    return UNKNOWN


@kernel
def showing(board: BoardArrays, s: State, card: int) -> int:
    """How many cards of a colour lie face up."""
    count = 0
    for slot in range(board.row_size):
        if s.row[slot] != NO_CARD and s.row[slot] == card:
            count += 1
    return count


@kernel
def is_grey_most_needed(board: BoardArrays, o: Orders, m: AgentMemory) -> bool:
    """Whether no colour is needed as much."""
    for k in range(board.wild):
        if m.needs[1 + o.need[k]] >= m.needs[GREY_NEED]:
            return False
    return True
