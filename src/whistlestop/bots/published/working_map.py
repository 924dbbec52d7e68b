"""Paths through own and free routes, as `WorkingMap` of route_bot.py finds them: among equals first come, first served.

Two places joined by any route are a pair. A pair is known by the track of it that comes first on the map.
"""

from whistlestop.board import BoardArrays
from whistlestop.bots.published.memory import UNKNOWN, AgentMemory, Orders
from whistlestop.engine.claim import is_open
from whistlestop.engine.network import find_groups, is_completed, list_routes
from whistlestop.engine.state import NO_ROUTE, State
from whistlestop.kernels import kernel


@kernel
def pair_of(board: BoardArrays, o: Orders, route: int) -> int:
    """The first track of a route's pair."""
    twin = board.route_twin[route]
    return twin if twin != NO_ROUTE and o.place[twin] < o.place[route] else route


@kernel
def first_track(board: BoardArrays, s: State, seat: int, pair: int) -> int:
    """The first track of a pair that is open to a seat, or NO_ROUTE."""
    if is_open(board, s, seat, pair):
        return pair
    return second_track(board, s, seat, pair)


@kernel
def second_track(board: BoardArrays, s: State, seat: int, pair: int) -> int:
    """The second track of a pair if it is open to a seat, or NO_ROUTE."""
    twin = board.route_twin[pair]
    return twin if twin != NO_ROUTE and is_open(board, s, seat, twin) else NO_ROUTE


@kernel
def is_own(board: BoardArrays, s: State, seat: int, pair: int) -> bool:
    """Whether the seat has a track of a pair."""
    twin = board.route_twin[pair]
    is_first_own: bool = s.owner[pair] == seat
    return is_first_own or bool(twin != NO_ROUTE and s.owner[twin] == seat)


@kernel
def pair_between(board: BoardArrays, o: Orders, a: int, b: int) -> int:
    """The pair of two places that a route joins."""
    for i in range(board.route_count):
        route: int = o.route[i]
        if (board.route_a[route] == a and board.route_b[route] == b) or (
            board.route_a[route] == b and board.route_b[route] == a
        ):
            return route
    return NO_ROUTE


@kernel
def draw_map(board: BoardArrays, o: Orders, s: State, seat: int, shortest: int, m: AgentMemory) -> None:
    """List the pairs with a free route of at least `shortest`, then one's own, which cost nothing."""
    m.edge_count = 0
    for i in range(board.route_count):
        route = o.route[i]
        pair = pair_of(board, o, route)
        is_listed = pair != route and is_open(board, s, seat, pair)
        if is_open(board, s, seat, route) and not is_listed and board.route_length[route] >= shortest:
            add_edge(board, route, board.route_length[route], m)
    for i in range(board.route_count):
        if s.owner[o.route[i]] == seat:
            add_edge(board, o.route[i], 0, m)
    for place in range(board.location_count):
        m.has_tree[place] = 0


@kernel
def add_edge(board: BoardArrays, route: int, cost: int, m: AgentMemory) -> None:
    """One may travel over this route's pair."""
    m.edge_a[m.edge_count] = board.route_a[route]
    m.edge_b[m.edge_count] = board.route_b[route]
    m.edge_cost[m.edge_count] = cost
    m.edge_count += 1


@kernel
def grow_tree(board: BoardArrays, m: AgentMemory, start: int, by_hops: bool) -> None:
    """The shortest paths from a place to all others, by pieces or by hops; a map is asked for one of them only."""
    if m.has_tree[start]:
        return
    m.has_tree[start] = 1
    distance, before = m.distance[start], m.before[start]
    for place in range(board.location_count):
        distance[place] = UNKNOWN
        m.is_done[place] = 0
    distance[start] = 0
    before[start] = start
    m.since[start] = 0
    turn = 1
    while True:
        here = UNKNOWN
        for place in range(board.location_count):
            if distance[place] == UNKNOWN or m.is_done[place]:
                continue
            if (
                here == UNKNOWN
                or distance[place] < distance[here]
                or (distance[place] == distance[here] and m.since[place] < m.since[here])
            ):
                here = place
        if here == UNKNOWN:
            return
        m.is_done[here] = 1
        for edge in range(m.edge_count):
            if m.edge_a[edge] == here:
                there = m.edge_b[edge]
            elif m.edge_b[edge] == here:
                there = m.edge_a[edge]
            else:
                continue
            length = distance[here] + (1 if by_hops else m.edge_cost[edge])
            if not m.is_done[there] and (distance[there] == UNKNOWN or length < distance[there]):
                distance[there] = length
                before[there] = here
                m.since[there] = turn
            turn += 1


@kernel
def walk(board: BoardArrays, m: AgentMemory, start: int, end: int, by_hops: bool) -> bool:
    """Write down the steps of the shortest path, but those that are there already; whether there is one."""
    grow_tree(board, m, start, by_hops)
    if m.distance[start, end] == UNKNOWN:
        return False
    length, place = 0, end
    while place != start:
        length += 1
        place = m.before[start, place]
    for k in range(length):  # from the start on: the tree leads there from the end
        b = end
        for _ in range(length - 1 - k):
            b = m.before[start, b]
        put_step(m, m.before[start, b], b)
    return True


@kernel
def put_step(m: AgentMemory, a: int, b: int) -> None:
    """A step from one place to the next."""
    for k in range(m.step_count):
        if m.step_a[k] == a and m.step_b[k] == b:
            return
    m.step_a[m.step_count] = a
    m.step_b[m.step_count] = b
    m.step_count += 1


@kernel
def list_tickets(board: BoardArrays, s: State, seat: int, incomplete_only: bool, m: AgentMemory) -> None:
    """The tickets of a seat in the order of keeping."""
    if incomplete_only:
        count = list_routes(board, s, seat, m.routes)
        find_groups(board, m.routes[:count], m.group)
    m.ticket_count = 0
    for i in range(s.kept_count):
        if s.kept_by[i] == seat and not (incomplete_only and is_completed(board, m.group, s.kept[i])):
            m.tickets[m.ticket_count] = s.kept[i]
            m.ticket_count += 1
