"""Making a plan: which tickets to pursue and which routes to claim for them."""

from whistlestop.board import BoardArrays
from whistlestop.bots.planner.memory import PlannerMemory
from whistlestop.bots.planner.paths import FAR, find_distances, find_edges, find_places, trace_path
from whistlestop.bots.planner.weights import Weights
from whistlestop.engine.state import NOT_TRIGGERED, State
from whistlestop.kernels import kernel
from whistlestop.maps.limits import MAX_TICKETS

CLAIM_LENGTH = 3
"""Spaces of an ordinary claim, to guess how long a game will last."""
MOST_DETOUR = 1000


@kernel
def update_plan(board: BoardArrays, s: State, seat: int, w: Weights, m: PlannerMemory) -> None:
    """Make another plan if anybody has claimed a route since, or we have other tickets."""
    m.turns_left = turns_left(board, s)
    now = board_key(s, seat)
    if m.made_for != now:
        update_edges(board, s, seat, w, m)
        collect_tickets(s, seat, m)
        make_plan(board, s, seat, w, m)
        find_detours(board, m, MOST_DETOUR)
        m.made_for = now


@kernel
def board_key(s: State, seat: int) -> int:
    """A number that changes when a route is claimed, our tickets change or the final round begins."""
    pieces = 0
    for other in range(s.seats):
        pieces += s.pieces[other]
    is_final = 1 if s.turns_left != NOT_TRIGGERED else 0
    return (pieces * MAX_TICKETS + s.ticket_count[seat]) * 2 + is_final


@kernel
def turns_left(board: BoardArrays, s: State) -> int:
    """How many turns the seat to play will have, as far as can be guessed: others draw the cards they need and
    claim."""
    if s.turns_left != NOT_TRIGGERED:
        return 1
    least = FAR
    for other in range(s.seats):
        cards = 0
        for card in range(board.wild + 1):
            cards += s.hand[other, card]
        spaces = max(0, s.pieces[other] - board.final_round_at)
        turns = max(0, spaces - cards) // 2 + (spaces + CLAIM_LENGTH - 1) // CLAIM_LENGTH
        least = min(least, turns)
    return least + 1


@kernel
def update_edges(board: BoardArrays, s: State, seat: int, w: Weights, m: PlannerMemory) -> None:
    """Bring the edges and their costs up to date."""
    find_places(board, s, seat, m)
    find_edges(board, s, seat, w, m)


@kernel
def collect_tickets(s: State, seat: int, m: PlannerMemory) -> None:
    """The tickets we hold."""
    m.ticket_count = 0
    for i in range(s.kept_count):
        if s.kept_by[i] == seat:
            m.tickets[m.ticket_count] = s.kept[i]
            m.ticket_count += 1


@kernel
def make_plan(board: BoardArrays, s: State, seat: int, w: Weights, m: PlannerMemory) -> int:
    """Plan for `m.tickets`, in two orders, and keep the better plan; its value."""
    best = draft_plan(board, s, seat, w, m, True)
    adopt_draft(board, m)
    if not w.is_short_sighted and not is_dearest_first(board, m):
        other = draft_plan(board, s, seat, w, m, False)
        if other > best:
            best = other
            adopt_draft(board, m)
    return best


@kernel
def is_dearest_first(board: BoardArrays, m: PlannerMemory) -> bool:
    """Whether the draft took the most valuable tickets first, as the other order would."""
    for i in range(m.ticket_count - 1):
        more = board.ticket_points[m.tickets[m.order[i]]] - board.ticket_points[m.tickets[m.order[i + 1]]]
        if more < 0 or (more == 0 and m.order[i] > m.order[i + 1]):
            return False
    return True


@kernel
def adopt_draft(board: BoardArrays, m: PlannerMemory) -> None:
    """The draft becomes the plan."""
    m.plan_pieces = m.draft_pieces
    m.plan_claims = m.draft_claims
    m.dropped = m.draft_dropped
    for route in range(board.route_count):
        m.planned[route] = m.draft[route]
        m.serve[route] = m.draft_serve[route]


@kernel
def draft_plan(board: BoardArrays, s: State, seat: int, w: Weights, m: PlannerMemory, is_cheapest_first: bool) -> int:
    """Add ticket after ticket to an empty draft, the cheapest or the most valuable one first; the draft's value."""
    for route in range(board.route_count):
        m.draft[route] = 0
        m.draft_serve[route] = 0
    for edge in range(m.edge_count):
        m.cost[edge] = m.edge_cost[edge]
    m.draft_pieces = 0
    m.draft_claims = 0
    m.draft_dropped = 0
    value = 0
    for i in range(m.ticket_count):
        m.is_done[i] = 0
    for place in range(m.ticket_count):
        is_last = place == m.ticket_count - 1  # what there is only one of needs no ranking
        at = next_ticket(board, m, is_cheapest_first and not is_last)
        m.order[place] = at
        ticket = m.tickets[at]
        m.is_done[at] = 1
        find_distances(m, board.ticket_a[ticket], board.location_count)
        cost = m.distance[board.ticket_b[ticket]]
        points = board.ticket_points[ticket]
        if cost < w.pursue * points and add_path(board, s, seat, w, m, ticket):
            value += w.ticket * points - cost
        else:
            value -= w.ticket * points
            m.draft_dropped += 1
        if w.is_short_sighted and m.draft_claims > 0:
            break
    return value


@kernel
def next_ticket(board: BoardArrays, m: PlannerMemory, is_cheapest_first: bool) -> int:
    """Which of the tickets that are left comes next."""
    best, best_rank = -1, -FAR - 1
    for i in range(m.ticket_count):
        if m.is_done[i]:
            continue
        rank = board.ticket_points[m.tickets[i]]
        if is_cheapest_first:
            find_distances(m, board.ticket_a[m.tickets[i]], board.location_count)
            rank = -m.distance[board.ticket_b[m.tickets[i]]]
        if rank > best_rank:
            best, best_rank = i, rank
    return best


@kernel
def add_path(board: BoardArrays, s: State, seat: int, w: Weights, m: PlannerMemory, ticket: int) -> bool:
    """Put the path just found into the draft, unless pieces or turns are too few."""
    count = trace_path(m, board.ticket_b[ticket])
    pieces, claims, missing = 0, 0, 0
    for i in range(count):
        route = m.edge_route[m.path[i]]
        if s.owner[route] != seat:
            missing += 1
            if not m.draft[route]:
                pieces += board.route_length[route]
                claims += 1
    if not has_time(board, s, seat, w, m, m.draft_pieces + pieces, m.draft_claims + claims):
        return False
    for i in range(count):
        route = m.edge_route[m.path[i]]
        if s.owner[route] != seat:
            m.draft[route] = 1
            m.draft_serve[route] += 200 * board.ticket_points[ticket] // missing
        m.cost[m.path[i]] = 0
    m.draft_pieces += pieces
    m.draft_claims += claims
    return True


@kernel
def has_time(board: BoardArrays, s: State, seat: int, w: Weights, m: PlannerMemory, pieces: int, claims: int) -> bool:
    """Whether `claims` claims of `pieces` pieces in all can be made before the game ends."""
    if pieces > s.pieces[seat]:
        return False
    return turns_for(board, s, seat, pieces, claims) * 100 <= m.turns_left * w.pace


@kernel
def turns_for(board: BoardArrays, s: State, seat: int, pieces: int, claims: int) -> int:
    """How many turns the claims take, with the cards in hand counted at half: some will not fit."""
    cards = 0
    for card in range(board.wild + 1):
        cards += s.hand[seat, card]
    missing = max(pieces - cards, (pieces - cards // 2) // 2)
    return claims + max(0, missing + 1) // 2


@kernel
def find_detours(board: BoardArrays, m: PlannerMemory, limit: int) -> None:
    """What going around each planned route would cost, for those that an opponent might take."""
    for edge in range(m.edge_count):
        m.cost[edge] = m.edge_cost[edge]
        if m.planned[m.edge_route[edge]]:
            m.cost[edge] = 0
    for edge in range(m.edge_count):
        route = m.edge_route[edge]
        m.detour[route] = 0
        if m.planned[route] and m.rivals[m.edge_a[edge]] + m.rivals[m.edge_b[edge]] > 0:
            m.cost[edge] = FAR
            find_distances(m, m.edge_a[edge], board.location_count)
            m.detour[route] = min(limit, m.distance[m.edge_b[edge]])
            m.cost[edge] = 0
