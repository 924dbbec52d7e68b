"""The paths over the board that a seat can still take: what each route would cost it, and the cheapest paths."""

from whistlestop.board import GREY, BoardArrays
from whistlestop.bots.planner.memory import PlannerMemory
from whistlestop.bots.planner.weights import Weights
from whistlestop.engine.claim import is_for_one, is_open
from whistlestop.engine.state import NO_ROUTE, NOBODY, State
from whistlestop.engine.tokens import NO_SYMBOL, has_token, symbol_at
from whistlestop.kernels import kernel, tight_kernel

FAR = 1 << 40
LEAST_COST = 5


@kernel
def find_places(board: BoardArrays, s: State, seat: int, m: PlannerMemory) -> None:
    """Where we and others have routes."""
    for location in range(board.location_count):
        m.ours[location] = 0
        m.rivals[location] = 0
    for route in range(board.route_count):
        owner = s.owner[route]
        if owner == seat:
            m.ours[board.route_a[route]] = 1
            m.ours[board.route_b[route]] = 1
        elif owner != NOBODY:  # bits, so that an opponent counts once
            m.rivals[board.route_a[route]] |= 1 << owner
            m.rivals[board.route_b[route]] |= 1 << owner
    for location in range(board.location_count):
        count = 0
        for other in range(s.seats):
            count += m.rivals[location] >> other & 1
        m.rivals[location] = count


@kernel
def find_edges(board: BoardArrays, s: State, seat: int, w: Weights, m: PlannerMemory) -> None:
    """List the routes that can be part of a plan, of a double route the cheaper track."""
    m.edge_count = 0
    most = 0
    for colour in range(board.wild):
        most = max(most, s.hand[seat, colour])
    for route in range(board.route_count):
        cost = 0
        if s.owner[route] != seat:
            if not is_open(board, s, seat, route) or board.route_length[route] > s.pieces[seat]:
                continue
            cost = route_cost(board, s, seat, w, m, route, most)
            twin = board.route_twin[route]
            if twin != NO_ROUTE:
                if s.owner[twin] == seat:
                    continue
                if is_open(board, s, seat, twin):
                    other = route_cost(board, s, seat, w, m, twin, most)
                    if other < cost or (other == cost and twin < route):
                        continue
        at = m.edge_count
        m.edge_a[at] = board.route_a[route]
        m.edge_b[at] = board.route_b[route]
        m.edge_cost[at] = cost
        m.edge_route[at] = route
        m.edge_count = at + 1


@kernel
def route_cost(board: BoardArrays, s: State, seat: int, w: Weights, m: PlannerMemory, route: int, most: int) -> int:
    """What an open route costs us in a plan; `most` are the cards of our best colour."""
    length = board.route_length[route]
    colour = board.route_colour[route]
    a, b = board.route_a[route], board.route_b[route]
    held = min(length, most if colour == GREY else s.hand[seat, colour])
    cost = w.turn + w.card * (length - held) + w.held * held + w.piece * length - w.route_points * board.points[length]
    cost += w.ferry * board.route_ferries[route]
    if colour == GREY:
        cost -= w.grey
    if is_for_one(board, s, route):
        cost += w.contest * (m.rivals[a] + m.rivals[b])
    if board.symbol_count > 0 and w.token > 0:
        cost -= w.token * token_gain(board, s, seat, a, b) // 100
    return max(LEAST_COST, cost)


@kernel
def token_gain(board: BoardArrays, s: State, seat: int, a: int, b: int) -> int:
    """R3.6, R6.4: what a token at either end would add, in hundredths: half of what is coming by the next ones too."""
    first, second = symbol_at(board, s, a), symbol_at(board, s, b)
    if (first == NO_SYMBOL or has_token(s, seat, first)) and (second == NO_SYMBOL or has_token(s, seat, second)):
        return 0
    count = s.token_count[seat]
    now = board.token_points[count]
    later = board.token_points[min(count + 3, board.symbol_count)]
    return 100 * (later - now) // 3


@tight_kernel
def find_distances(m: PlannerMemory, source: int, location_count: int) -> None:
    """The cheapest paths from a place to every other, with the current costs (Bellman–Ford)."""
    for location in range(location_count):
        m.distance[location] = FAR
        m.via[location] = -1
    m.distance[source] = 0
    is_changed = True
    while is_changed:
        is_changed = False
        for edge in range(m.edge_count):
            a, b, cost = m.edge_a[edge], m.edge_b[edge], m.cost[edge]
            if m.distance[a] + cost < m.distance[b]:
                m.distance[b] = m.distance[a] + cost
                m.via[b] = edge
                is_changed = True
            elif m.distance[b] + cost < m.distance[a]:
                m.distance[a] = m.distance[b] + cost
                m.via[a] = edge
                is_changed = True


@kernel
def trace_path(m: PlannerMemory, target: int) -> int:
    """Write the edges of the path just found into `path`; how many."""
    count = 0
    location = target
    while m.via[location] >= 0:
        edge = m.via[location]
        m.path[count] = edge
        count += 1
        location = m.edge_a[edge] + m.edge_b[edge] - location
    return count
