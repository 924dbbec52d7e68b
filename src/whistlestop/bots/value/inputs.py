"""What a value net sees of a state of two players, all cards included: both seats' plans and what they still take, and
which routes and tickets are whose. The seat to play comes first, so that one net serves both."""

import numpy as np

from whistlestop.board import BoardArrays
from whistlestop.bots.planner.cards import weigh_cards
from whistlestop.bots.planner.memory import PlannerMemory, memory_at, reset_memory, weights_at
from whistlestop.bots.planner.plan import turns_for, update_plan
from whistlestop.engine.claim import is_for_one, is_open, longest_payable
from whistlestop.engine.network import find_groups, is_completed
from whistlestop.engine.scoring import (
    COMPLETED,
    PATH_LENGTH,
    ROUTES,
    SCORE_PARTS,
    TICKET_POINTS,
    TOKEN_POINTS,
    score_game,
)
from whistlestop.engine.state import NO_ROUTE, NOBODY, State
from whistlestop.kernels import kernel
from whistlestop.kernels.structs import IntArray, Records

SEATS = 2
PARTS = len(SCORE_PARTS)
LARGEST = 4
"""Colours of a hand that are counted one by one, those with most cards first."""
SEAT_NUMBERS = 33 + LARGEST
SHARED_NUMBERS = 8
NUMBERS = SEATS * SEAT_NUMBERS + SHARED_NUMBERS
FLAGS = 4
"""Bits of a route: claimed by the seat to play, by the other, planned by the seat to play, by the other. Of a ticket:
held by the seat to play, and complete; held by the other, and complete."""


@kernel
def describe(board: BoardArrays, s: State, weights: Records, memories: Records, first: int, x: IntArray) -> None:
    """Write the inputs for a state at the beginning of a turn. Plans are made anew, in the memories from `first` on."""
    scores = np.zeros((SEATS, PARTS), np.int64)
    score_game(board, s, scores)
    own, other = s.to_play, 1 - s.to_play
    for seat in range(SEATS):
        m = memory_at(memories, first + seat)
        reset_memory(m)
        update_plan(board, s, seat, weights_at(weights, seat), m)
        weigh_cards(board, s, seat, weights_at(weights, seat), m)
    mine, theirs = memory_at(memories, first + own), memory_at(memories, first + other)
    x[:] = 0
    write_routes(board, s, own, mine, theirs, x[NUMBERS : NUMBERS + board.route_count])
    tickets = x[NUMBERS + board.route_count :]
    write_seat(board, s, own, mine, theirs, scores[own], x[:SEAT_NUMBERS], tickets, 0)
    write_seat(board, s, other, theirs, mine, scores[other], x[SEAT_NUMBERS : 2 * SEAT_NUMBERS], tickets, 2)
    write_shared(board, s, mine, x[2 * SEAT_NUMBERS : NUMBERS])


@kernel
def write_routes(
    board: BoardArrays, s: State, own: int, mine: PlannerMemory, theirs: PlannerMemory, flags: IntArray
) -> None:
    """Who has claimed or plans each route."""
    for route in range(board.route_count):
        owner = s.owner[route]
        if owner != NOBODY:
            flags[route] = 1 if owner == own else 2
        else:
            flags[route] = 4 * mine.planned[route] + 8 * theirs.planned[route]


@kernel
def write_shared(board: BoardArrays, s: State, m: PlannerMemory, x: IntArray) -> None:
    """What is the same for both seats."""
    wilds, discards = 0, 0
    for slot in range(board.row_size):
        if s.row[slot] == board.wild:
            wilds += 1
    for card in range(board.wild + 1):
        discards += s.discards[card]
    x[0] = s.turns_left
    x[1] = 1 if s.turns_left >= 0 else 0
    x[2] = s.turn_count
    x[3] = m.turns_left
    x[4] = s.deck_count
    x[5] = discards
    x[6] = s.pile_count
    x[7] = wilds


@kernel
def write_seat(
    board: BoardArrays,
    s: State,
    seat: int,
    m: PlannerMemory,
    rival: PlannerMemory,
    score: IntArray,
    x: IntArray,
    tickets: IntArray,
    shift: int,
) -> None:
    """One seat's score, plan and hand; its tickets' flags are those from bit `shift` on."""
    x[0] = score[ROUTES]
    x[1] = score[TICKET_POINTS]
    x[2] = score[COMPLETED]
    x[3] = score[PATH_LENGTH]
    x[4] = score[TOKEN_POINTS]
    x[5] = s.token_count[seat]
    x[6] = s.pieces[seat]
    x[7] = s.ticket_count[seat]
    x[8] = m.dropped
    x[9] = m.plan_pieces
    x[10] = m.plan_claims
    x[11] = s.pieces[seat] - m.plan_pieces
    x[12] = turns_for(board, s, seat, m.plan_pieces, m.plan_claims)
    write_tickets(board, s, seat, m, x[13:18], tickets, shift)
    write_hand(board, s, seat, m, x[18 : 24 + LARGEST])
    write_plan(board, s, seat, m, rival, x[24 + LARGEST :])


@kernel
def write_tickets(
    board: BoardArrays, s: State, seat: int, m: PlannerMemory, x: IntArray, tickets: IntArray, shift: int
) -> None:
    """Ticket points that are won, planned and given up; and the network that the plan makes."""
    routes = np.empty(board.route_count, np.int64)
    group = np.empty(board.location_count, np.int64)
    count = 0
    for route in range(board.route_count):
        if s.owner[route] == seat:
            routes[count] = route
            count += 1
    find_groups(board, routes[:count], group)
    for i in range(s.kept_count):
        ticket = s.kept[i]
        if s.kept_by[i] == seat:
            is_done = is_completed(board, group, ticket)
            tickets[ticket] |= (3 if is_done else 1) << shift
            x[0 if is_done else 2] += board.ticket_points[ticket]
    for route in range(board.route_count):
        if m.planned[route]:
            routes[count] = route
            count += 1
    find_groups(board, routes[:count], group)
    for i in range(s.kept_count):
        ticket = s.kept[i]
        if s.kept_by[i] == seat and is_completed(board, group, ticket) and not tickets[ticket] >> shift & 2:
            x[1] += board.ticket_points[ticket]
            x[2] -= board.ticket_points[ticket]
    length = np.zeros(board.location_count, np.int64)
    for route in routes[:count]:
        at = group[board.route_a[route]]
        if length[at] == 0:
            x[4] += 1
        length[at] += board.route_length[route]
        x[3] = max(x[3], length[at])


@kernel
def write_hand(board: BoardArrays, s: State, seat: int, m: PlannerMemory, x: IntArray) -> None:
    """The cards, those that the plan still misses, and those that it leaves over; then the largest colours."""
    for colour in range(board.wild):
        held = s.hand[seat, colour]
        missing = max(0, m.need[colour] - held)
        x[0] += held
        x[2] += missing
        x[3] = max(x[3], missing)
        x[4] = max(x[4], held - m.need[colour])
        for slot in range(board.row_size):
            if s.row[slot] == colour and missing > 0:
                x[5] += 1
        for rank in range(6, 6 + LARGEST):  # insert it where it belongs
            if held > x[rank]:
                held, x[rank] = x[rank], held
    x[1] = s.hand[seat, board.wild]


@kernel
def write_plan(board: BoardArrays, s: State, seat: int, m: PlannerMemory, rival: PlannerMemory, x: IntArray) -> None:
    """Of the planned routes: their points, which can be paid, which the other one wants or may take; and the best claim
    outside the plan."""
    for route in range(board.route_count):
        if s.owner[route] != NOBODY or not is_open(board, s, seat, route):
            continue
        length = board.route_length[route]
        is_payable = length <= longest_payable(board, s, seat, board.route_colour[route])
        if not m.planned[route]:
            if is_payable and length <= s.pieces[seat]:
                x[0] = max(x[0], board.points[length])
            continue
        x[1] += board.points[length]
        if is_payable:
            x[2] += 1
            x[3] += length
        if is_for_one(board, s, route):
            twin = board.route_twin[route]
            if rival.planned[route] or (twin != NO_ROUTE and rival.planned[twin]):
                x[4] += 1
                x[5] += m.serve[route] // 100
                x[6] += m.detour[route] // 10
            if m.rivals[board.route_a[route]] + m.rivals[board.route_b[route]] > 0:
                x[7] += 1
                x[8] += m.detour[route] // 10
