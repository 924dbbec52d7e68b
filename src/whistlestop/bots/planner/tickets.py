"""Which tickets to keep, and whether more of them would pay."""

from whistlestop.board import TICKETS, BoardArrays
from whistlestop.bots.planner.memory import PlannerMemory, suggest
from whistlestop.bots.planner.paths import FAR, find_distances, trace_path
from whistlestop.bots.planner.plan import board_key, collect_tickets, has_time, make_plan, turns_left, update_edges
from whistlestop.bots.planner.weights import Weights
from whistlestop.engine.state import State
from whistlestop.engine.tickets import may_keep
from whistlestop.kernels import kernel


@kernel
def suggest_keeps(board: BoardArrays, s: State, seat: int, w: Weights, m: PlannerMemory) -> None:
    """Score every choice of the tickets offered by the best plan for it together with the tickets we have."""
    m.turns_left = turns_left(board, s)
    update_edges(board, s, seat, w, m)
    for mask in range(1, 1 << s.offered_count[seat]):
        if may_keep(board, s, seat, mask):
            suggest(m, board.first_keep + mask - 1, plan_with(board, s, seat, w, m, mask))
            m.keep_pieces[mask] = m.plan_pieces
            m.keep_claims[mask] = m.plan_claims
            m.keep_dropped[mask] = m.dropped
    m.made_for = -1


@kernel
def plan_with(board: BoardArrays, s: State, seat: int, w: Weights, m: PlannerMemory, mask: int) -> int:
    """Plan for our tickets and those of the offered ones that the mask keeps; the plan's value."""
    collect_tickets(s, seat, m)
    for i in range(s.offered_count[seat]):
        if mask >> i & 1:
            m.tickets[m.ticket_count] = s.offered[seat, i]
            m.ticket_count += 1
    return make_plan(board, s, seat, w, m)


@kernel
def suggest_tickets(board: BoardArrays, s: State, seat: int, w: Weights, m: PlannerMemory) -> None:
    """Score drawing tickets: worth it if the best of those dealt adds more to our network than it costs."""
    if s.pile_count == 0 or m.turns_left < w.ticket_turns or m.plan_claims > w.ticket_claims or m.dropped > 0:
        return
    now = board_key(s, seat)
    if m.gain_for != now:
        m.gain = expected_gain(board, s, seat, w, m)
        m.gain_for = now
    suggest(m, TICKETS, m.gain - w.more_tickets)


@kernel
def expected_gain(board: BoardArrays, s: State, seat: int, w: Weights, m: PlannerMemory) -> int:
    """The mean gain of the best of the tickets that would be dealt."""
    count = list_gains(board, s, seat, w, m)
    if count == 0:
        return -FAR
    m.gains[:count].sort()
    dealt = min(board.action_dealt, count)
    # The best of those dealt is the i-th lowest with the chance that the others are all among the i lower ones.
    mean, draws_below = 0.0, 1.0
    for i in range(dealt - 1, count):
        if i >= dealt:
            draws_below = draws_below * i / (i - dealt + 1)
        mean += draws_below * m.gains[i]
    all_draws = 1.0
    for i in range(dealt):
        all_draws = all_draws * (count - i) / (i + 1)
    return int(mean / all_draws)


@kernel
def list_gains(board: BoardArrays, s: State, seat: int, w: Weights, m: PlannerMemory) -> int:
    """For every ticket that may be drawn what it would add; how many there are."""
    for edge in range(m.edge_count):
        m.cost[edge] = 0 if m.planned[m.edge_route[edge]] else m.edge_cost[edge]
    count, source = 0, -1
    for ticket in range(board.ticket_count):
        if is_ours_or_returned(s, seat, ticket):
            continue
        if board.ticket_a[ticket] != source:
            source = board.ticket_a[ticket]
            find_distances(m, source, board.location_count)
        cost = m.distance[board.ticket_b[ticket]]
        points = w.new_ticket * board.ticket_points[ticket]
        m.gains[count] = max(points - cost, -points)
        if cost >= FAR or not is_feasible(board, s, seat, w, m, board.ticket_b[ticket]):
            m.gains[count] = -points
        count += 1
    return count


@kernel
def is_feasible(board: BoardArrays, s: State, seat: int, w: Weights, m: PlannerMemory, target: int) -> bool:
    """Whether pieces and turns suffice for the plan and the path just found."""
    pieces, claims = m.plan_pieces, m.plan_claims
    for i in range(trace_path(m, target)):
        route = m.edge_route[m.path[i]]
        if s.owner[route] != seat and not m.planned[route]:
            pieces += board.route_length[route]
            claims += 1
    return has_time(board, s, seat, w, m, pieces, claims)


@kernel
def is_ours_or_returned(s: State, seat: int, ticket: int) -> bool:
    """Whether a ticket can't be dealt to us now: it is ours, or we have put it under the pile."""
    if s.returned_by[ticket] == seat:
        return True
    for i in range(s.kept_count):
        if s.kept[i] == ticket and s.kept_by[i] == seat:
            return True
    return False
