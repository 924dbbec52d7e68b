"""What opponents probably hold: tickets that their routes serve are likelier."""

import numpy as np

from whistlestop.board import BoardArrays
from whistlestop.bots.planner.memory import PlannerMemory
from whistlestop.bots.planner.paths import FAR, find_distances
from whistlestop.engine.cipher import deal_below
from whistlestop.engine.claim import is_open
from whistlestop.engine.knowledge import exchange_tickets
from whistlestop.engine.state import NOBODY, State
from whistlestop.kernels import kernel
from whistlestop.kernels.structs import IntArray
from whistlestop.maps.limits import MAX_SEATS

BASE_WEIGHT = 15
"""The weight of a ticket that no route of a seat serves; one that its routes complete has 100 more."""


@kernel
def weigh_tickets(board: BoardArrays, s: State, seat: int, m: PlannerMemory, ticket_weights: IntArray) -> None:
    """`ticket_weights[other, ticket]`: how likely it is, in proportion, that another seat holds a ticket."""
    for other in range(s.seats):
        for ticket in range(board.ticket_count):
            if other == seat:
                continue
            whole = missing_length(board, s, NOBODY, m, ticket)
            left = missing_length(board, s, other, m, ticket)
            done = max(0, 100 - 100 * left // max(1, whole))
            ticket_weights[other, ticket] = BASE_WEIGHT + done * done // 100


@kernel
def missing_length(board: BoardArrays, s: State, other: int, m: PlannerMemory, ticket: int) -> int:
    """Spaces that a seat still has to claim between a ticket's places; for NOBODY on an empty board."""
    m.edge_count = 0
    for route in range(board.route_count):
        cost = board.route_length[route]
        if other != NOBODY:
            if s.owner[route] == other:
                cost = 0
            elif not is_open(board, s, other, route):
                continue
        at = m.edge_count
        m.edge_a[at] = board.route_a[route]
        m.edge_b[at] = board.route_b[route]
        m.cost[at] = cost
        m.edge_count = at + 1
    find_distances(m, board.ticket_a[ticket], board.location_count)
    return min(FAR, m.distance[board.ticket_b[ticket]])


@kernel
def deal_likely_tickets(s: State, seat: int, ticket_weights: IntArray, tickets: IntArray) -> None:
    """After a deal of all that the seat can't know: exchange the others' tickets for likelier ones."""
    count = exchange_tickets(s, seat, tickets, False)
    at = 0
    for other in range(s.seats):
        if other != seat:
            at += s.offered_count[other]
    for i in range(s.kept_count):
        other = s.kept_by[i]
        if other == seat:
            continue
        total = 0
        for j in range(at, count):
            total += ticket_weights[other, tickets[j]]
        left = deal_below(s.rng, total)
        j = at
        while left >= ticket_weights[other, tickets[j]]:
            left -= ticket_weights[other, tickets[j]]
            j += 1
        tickets[at], tickets[j] = tickets[j], tickets[at]
        at += 1
    exchange_tickets(s, seat, tickets, True)


@kernel
def deal_suspected_tickets(s: State, seat: int, suspected: IntArray, tickets: IntArray) -> None:
    """After a deal of all that the seat can't know: exchange the others' tickets for those that they are suspected of,
    `suspected[other]` in the order of keeping. Whom another has taken it from keeps what was dealt."""
    count = exchange_tickets(s, seat, tickets, False)
    at = 0
    for other in range(s.seats):
        if other != seat:
            at += s.offered_count[other]
    kept = np.zeros(MAX_SEATS, np.int64)
    for i in range(s.kept_count):
        other = s.kept_by[i]
        if other == seat:
            continue
        wanted = suspected[other, kept[other]]
        kept[other] += 1
        for j in range(at, count):
            if tickets[j] == wanted:
                tickets[at], tickets[j] = tickets[j], tickets[at]
        at += 1
    exchange_tickets(s, seat, tickets, True)
