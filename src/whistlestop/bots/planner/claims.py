"""Which routes to claim now, and what to pay for them."""

from whistlestop.board import GREY, BoardArrays
from whistlestop.bots.planner.memory import PlannerMemory, suggest
from whistlestop.bots.planner.paths import token_gain
from whistlestop.bots.planner.weights import Weights
from whistlestop.engine.claim import is_for_one, is_open, least_wilds, longest_payable, mixed_payment_count
from whistlestop.engine.state import NO_ROUTE, State
from whistlestop.kernels import kernel

FAR_TURNS = 8
"""With at least this many turns left cards keep all their value; with fewer they lose it linearly."""
UNAFFORDABLE = 1 << 30
NO_COLOUR, UNKNOWN = -1, -2
"""In place of the colour that pays: none does, or nobody has looked yet."""


@kernel
def suggest_claims(board: BoardArrays, s: State, seat: int, w: Weights, m: PlannerMemory) -> None:
    """Score every route that can be paid, each with its cheapest payment."""
    lead = lead_of(s, seat)
    for colour in range(GREY, board.wild):
        longest = longest_payable(board, s, seat, colour)
        for kind in range(board.colour_start[colour + 1], board.colour_start[colour + 2]):
            if board.kind_length[kind] > longest:
                break
            suggest_claims_of(board, s, seat, w, m, kind, lead)


@kernel
def suggest_claims_of(
    board: BoardArrays, s: State, seat: int, w: Weights, m: PlannerMemory, kind: int, lead: int
) -> None:
    """Score the open routes of a kind. Those outside the plan are all paid alike: that is worked out once."""
    usual, usual_cost = UNKNOWN, 0
    hurry = w.late * max(0, FAR_TURNS - m.turns_left) + (w.rush * board.kind_length[kind] if lead > 0 else 0)
    for route in range(board.kind_start[kind], board.kind_start[kind + 1]):
        if not is_open(board, s, seat, route) or has_equal_twin(board, s, seat, route):
            continue
        if m.planned[route]:
            colour, cost = cheapest_payment(board, s, seat, w, m, kind, True)
        else:
            if usual == UNKNOWN:
                usual, usual_cost = cheapest_payment(board, s, seat, w, m, kind, False)
            colour, cost = usual, usual_cost
        if colour == NO_COLOUR:
            return
        score = claim_worth(board, s, seat, w, m, route)
        score -= cost * min(m.turns_left - 1, FAR_TURNS) // FAR_TURNS
        suggest(m, claim_action(board, s, seat, route, colour), score + hurry)


@kernel
def has_equal_twin(board: BoardArrays, s: State, seat: int, route: int) -> bool:
    """Whether this is the second of two tracks that cost the same: one candidate is enough."""
    twin = board.route_twin[route]
    if twin == NO_ROUTE or twin > route or board.route_colour[twin] != board.route_colour[route]:
        return False
    return is_open(board, s, seat, twin)


@kernel
def lead_of(s: State, seat: int) -> int:
    """How far we are ahead of the best opponent in route points."""
    best = 0
    for other in range(s.seats):
        if other != seat:
            best = max(best, s.score[other])
    return s.score[seat] - best


@kernel
def claim_worth(board: BoardArrays, s: State, seat: int, w: Weights, m: PlannerMemory, route: int) -> int:
    """What claiming a route now is worth before paying."""
    length = board.route_length[route]
    a, b = board.route_a[route], board.route_b[route]
    worth = w.claim_points * board.points[length]
    if board.symbol_count > 0:
        worth += w.token * token_gain(board, s, seat, a, b) // 100
    is_planned = m.planned[route]
    serve = m.serve[route]
    twin = board.route_twin[route]
    if twin != NO_ROUTE and m.planned[twin]:  # the other track serves as well
        is_planned = 1
        serve = m.serve[twin]
    if is_planned:
        worth += w.claim + w.serve * serve // 100
        if is_for_one(board, s, route):
            worth += w.risk * (m.rivals[a] + m.rivals[b]) * m.detour[route] // 100
        if m.turns_left <= 2 and m.plan_claims <= m.turns_left:
            worth += serve
        return worth
    if length > s.pieces[seat] - m.plan_pieces:
        worth -= 1000  # too few pieces would be left for the plan
    return worth + w.filler + w.extend * length * (m.ours[a] + m.ours[b])


@kernel
def cheapest_payment(
    board: BoardArrays, s: State, seat: int, w: Weights, m: PlannerMemory, kind: int, is_planned: bool
) -> tuple[int, int]:
    """The colour whose cards pay a route of this kind cheapest (the wild for wilds alone), and what these are
    worth; NO_COLOUR if none does."""
    length, ferries = board.kind_length[kind], board.kind_ferries[kind]
    wilds = s.hand[seat, board.wild]
    first, last = board.kind_colour[kind], board.kind_colour[kind] + 1
    if board.kind_colour[kind] == GREY:
        first, last = 0, board.wild
    best, least = NO_COLOUR, UNAFFORDABLE
    for colour in range(first, last):
        if mixed_payment_count(s.hand[seat, colour], wilds, length, ferries) > 0:
            cost = payment_cost(board, s, seat, w, m, kind, is_planned, colour)
            if cost < least:
                best, least = colour, cost
    if best == NO_COLOUR and wilds >= length:
        return board.wild, length * w.spend_wild
    return best, least


@kernel
def payment_cost(
    board: BoardArrays, s: State, seat: int, w: Weights, m: PlannerMemory, kind: int, is_planned: bool, colour: int
) -> int:
    """What the cards of a colour are worth that a claim would spend, with as few wilds as possible."""
    length = board.kind_length[kind]
    wilds = least_wilds(s.hand[seat, colour], length, board.kind_ferries[kind])
    spent = length - wilds
    needed = m.need[colour]
    if is_planned and (board.kind_colour[kind] != GREY or needed >= length):
        needed -= length
    spare = max(0, min(spent, s.hand[seat, colour] - max(0, needed)))
    return wilds * w.spend_wild + spare * w.spend_junk + (spent - spare) * w.spend


@kernel
def claim_action(board: BoardArrays, s: State, seat: int, route: int, colour: int) -> int:
    """The action that claims the route with this colour and as few wilds as possible."""
    length, ferries = board.route_length[route], board.route_ferries[route]
    payments = length - ferries  # for each colour: from `ferries` to length - 1 wilds
    first = board.route_first_claim[route]
    colours = board.wild if board.route_colour[route] == GREY else 1
    if colour == board.wild:
        return first + colours * payments
    at = colour if board.route_colour[route] == GREY else 0
    return first + at * payments + least_wilds(s.hand[seat, colour], length, ferries) - ferries
