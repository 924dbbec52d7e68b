"""What a policy sees of a choice: the situation of the seat to play, and each of its candidates. Nothing but what that
seat may know: here the numbers, which mean the same on every map (places.py has the routes and tickets by name).

What came later stands last: policies that were learned before it have fewer inputs, and are shown only the first."""

from whistlestop.board import DRAW_DECK, FIRST_DRAW, GREY, TICKETS, BoardArrays
from whistlestop.bots.planner.memory import PlannerMemory
from whistlestop.bots.planner.paths import token_gain
from whistlestop.bots.planner.plan import turns_for
from whistlestop.bots.policy.trails import update_trails, write_join, write_trails
from whistlestop.engine.claim import is_for_one, longest_payable
from whistlestop.engine.state import NO_ROUTE, NOT_TRIGGERED, SECOND_CARD, State
from whistlestop.kernels import kernel
from whistlestop.kernels.structs import Floats32

FIRST_TRAIL = 39
"""Where the inputs begin that tell of the longest path."""
SITUATION = FIRST_TRAIL + 6
FIRST_KEEP = 44
"""Where the inputs begin that tell a choice of tickets."""
FIRST_JOIN = FIRST_KEEP + 8
"""Where those begin that tell what a claim joins."""
CANDIDATE = FIRST_JOIN + 7
LEAST_GAIN = -1000
"""Tickets that promise less than this, in hundredths of a point, promise nothing."""
FAR = 99
"""Spaces: more than any route has."""


@kernel
def write_situation(board: BoardArrays, s: State, seat: int, m: PlannerMemory, x: Floats32) -> None:
    """Numbers of about one; the plan and the needs in the memory must be up to date."""
    x[:] = 0.0
    pieces = s.pieces[seat]
    x[0] = 1.0
    x[1] = pieces / board.pieces
    x[2] = m.turns_left * 0.04
    x[3] = 1.0 if m.turns_left <= 2 else 0.0
    x[4] = 1.0 if m.turns_left <= 5 else 0.0
    x[5] = 1.0 if s.turns_left != NOT_TRIGGERED else 0.0
    x[6] = 1.0 if s.phase == SECOND_CARD else 0.0
    if x.shape[0] == FIRST_TRAIL:  # later ones do without the turn's number: no view tells it
        x[7] = min(s.turn_count, 60) * 0.02
    x[8] = s.deck_count * 0.01
    x[9] = 1.0 if pieces <= 8 else 0.0
    x[10] = s.ticket_count[seat] * 0.25
    x[11] = s.token_count[seat] * 0.25
    write_rivals(board, s, seat, x[12:18])
    write_cards(board, s, seat, m, x[18:26])
    write_plan(board, s, seat, m, x[26:36])
    write_networks(board, s, seat, m, x[36:FIRST_TRAIL])
    if board.longest_path > 0 and x.shape[0] > FIRST_TRAIL:
        update_trails(board, s, seat, m)
        write_trails(board, s, seat, m, x[FIRST_TRAIL:])


@kernel
def write_rivals(board: BoardArrays, s: State, seat: int, x: Floats32) -> None:
    """Of the others whoever has most, or of pieces fewest."""
    pieces, score = board.pieces, 0
    for other in range(s.seats):
        if other == seat:
            continue
        cards = 0
        for card in range(board.wild + 1):
            cards += s.hand[other, card]
        pieces = min(pieces, s.pieces[other])
        score = max(score, s.score[other])
        x[0] = max(x[0], cards * 0.05)
        x[1] = max(x[1], s.ticket_count[other] * 0.25)
        x[2] = max(x[2], s.token_count[other] * 0.25)
    x[3] = pieces / board.pieces
    x[4] = 1.0 if pieces <= 8 else 0.0
    x[5] = (s.score[seat] - score) * 0.02


@kernel
def write_cards(board: BoardArrays, s: State, seat: int, m: PlannerMemory, x: Floats32) -> None:
    """The hand, what the plan misses and leaves over of it, and what lies face up."""
    most, second = 0, 0
    for colour in range(board.wild):
        held = s.hand[seat, colour]
        x[0] += held * 0.05
        x[1] += max(0, m.need[colour] - held) * 0.1
        x[2] += max(0, held - m.need[colour]) * 0.1
        if held > most:
            most, second = held, most
        elif held > second:
            second = held
    x[3] = most * 0.12
    x[4] = second * 0.15
    x[5] = s.hand[seat, board.wild] * 0.25
    for slot in range(board.row_size):
        card = s.row[slot]
        if card == board.wild:
            x[6] += 0.5
        elif card >= 0 and m.need[card] > s.hand[seat, card]:
            x[7] += 0.3


@kernel
def write_plan(board: BoardArrays, s: State, seat: int, m: PlannerMemory, x: Floats32) -> None:
    """What the plan still takes, and which of its routes can be paid or are in danger."""
    x[0] = m.plan_pieces / board.pieces
    x[1] = (s.pieces[seat] - m.plan_pieces) / board.pieces
    x[2] = m.plan_claims * 0.15
    x[3] = 1.0 if m.plan_claims == 0 else 0.0
    x[4] = min(m.dropped, 3) * 0.5
    x[5] = (m.turns_left - turns_for(board, s, seat, m.plan_pieces, m.plan_claims)) * 0.05
    for edge in range(m.edge_count):
        route = m.edge_route[edge]
        if not m.planned[route] or s.owner[route] == seat:
            continue
        x[6] += m.serve[route] * 0.0002
        if board.route_length[route] <= longest_payable(board, s, seat, board.route_colour[route]):
            x[7] += 0.3
            x[8] += board.route_length[route] * 0.1
        if m.rivals[board.route_a[route]] + m.rivals[board.route_b[route]] > 0:
            x[9] += 0.3


@kernel
def write_networks(board: BoardArrays, s: State, seat: int, m: PlannerMemory, x: Floats32) -> None:
    """What our tickets are worth, and how many places others and we have reached."""
    for i in range(s.kept_count):
        if s.kept_by[i] == seat:
            x[0] += board.ticket_points[s.kept[i]] * 0.02
    for location in range(board.location_count):
        if m.rivals[location] > 0:
            x[1] += 0.05
        x[2] += m.ours[location] * 0.05


@kernel
def write_candidate(
    board: BoardArrays, s: State, seat: int, m: PlannerMemory, action: int, behind: int, deck: int, x: Floats32
) -> None:
    """A candidate whose score is so much `behind` the best; `deck` is what the planner gives for a card unseen."""
    x[:] = 0.0
    x[0] = behind * -0.01
    x[1] = 1.0 if behind == 0 else 0.0
    if action >= board.first_claim:
        write_claim(board, s, seat, m, action, x[2:23])
        write_want(board, s, seat, board.claim_route[action], x[43:FIRST_KEEP])
        if board.longest_path > 0 and x.shape[0] > FIRST_JOIN:
            write_join(board, s, seat, m, board.claim_route[action], x[FIRST_JOIN:])
    elif action == TICKETS:
        x[23] = 1.0
        x[24] = max(m.gain, LEAST_GAIN) * 0.005
        x[25] = s.pile_count * 0.05
    elif action == DRAW_DECK:
        x[26] = 1.0
        x[27] = deck * 0.01
    elif action == FIRST_DRAW + board.wild:
        x[28] = 1.0
        x[29] = s.hand[seat, board.wild] * 0.3
    elif FIRST_DRAW <= action < FIRST_DRAW + board.wild:
        write_draw(board, s, seat, m, action - FIRST_DRAW, x[30:38])
        write_nearest(board, s, seat, m, action - FIRST_DRAW, x[38:43])


@kernel
def write_keep(board: BoardArrays, s: State, seat: int, m: PlannerMemory, behind: int, mask: int, x: Floats32) -> None:
    """Keeping some of the tickets offered."""
    x[:] = 0.0
    x[0] = behind * -0.01
    x[1] = 1.0 if behind == 0 else 0.0
    write_kept(board, s, seat, mask, x[FIRST_KEEP : FIRST_KEEP + 4])
    pieces, claims = m.keep_pieces[mask], m.keep_claims[mask]
    x[FIRST_KEEP + 4] = pieces / board.pieces
    x[FIRST_KEEP + 5] = claims * 0.1
    x[FIRST_KEEP + 6] = m.keep_dropped[mask] * 0.5
    x[FIRST_KEEP + 7] = (m.turns_left - turns_for(board, s, seat, pieces, claims)) * 0.05


@kernel
def write_kept(board: BoardArrays, s: State, seat: int, mask: int, x: Floats32) -> None:
    """What is kept."""
    count, points, most = 0, 0, 0
    for i in range(s.offered_count[seat]):
        if mask >> i & 1:
            worth = board.ticket_points[s.offered[seat, i]]
            count += 1
            points += worth
            most = max(most, worth)
    x[0] = count * 0.3
    x[1] = points * 0.03
    x[2] = most * 0.05
    x[3] = 1.0 if count == s.offered_count[seat] else 0.0


@kernel
def write_draw(board: BoardArrays, s: State, seat: int, m: PlannerMemory, card: int, x: Floats32) -> None:
    """A face-up card of a colour."""
    missing = m.need[card] - s.hand[seat, card]
    x[0] = 1.0
    x[1] = m.value[card] * 0.01
    x[2] = max(0, missing) * 0.2
    x[3] = max(0, -missing) * 0.2
    x[4] = 1.0 if missing == 1 else 0.0
    x[5] = s.hand[seat, card] * 0.15
    for slot in range(board.row_size):
        if s.row[slot] == card:
            x[6] += 0.4
    for other in range(s.seats):
        if other != seat:
            x[7] += s.known[other, card] * 0.2


@kernel
def write_nearest(board: BoardArrays, s: State, seat: int, m: PlannerMemory, card: int, x: Floats32) -> None:
    """The planned route that cards of a colour pay soonest, of equals the longest."""
    least, longest = FAR, 0
    for edge in range(m.edge_count):
        route = m.edge_route[edge]
        if not m.planned[route] or s.owner[route] == seat or board.route_colour[route] not in (card, GREY):
            continue
        length = board.route_length[route]
        missing = max(0, length - s.hand[seat, card])
        if missing < least or (missing == least and length > longest):
            least, longest = missing, length
    if longest > 0:
        x[0] = 1.0
        x[1] = longest * 0.2
        x[2] = 1.0 if least == 0 else 0.0
        x[3] = 1.0 if least == 1 else 0.0
        x[4] = 1.0 if least == 2 else 0.0


@kernel
def write_claim(board: BoardArrays, s: State, seat: int, m: PlannerMemory, action: int, x: Floats32) -> None:
    """A route with its payment."""
    route, colour, wilds = board.claim_route[action], board.claim_colour[action], board.claim_wilds[action]
    length, a, b = board.route_length[route], board.route_a[route], board.route_b[route]
    served, twin = route, board.route_twin[route]
    if twin != NO_ROUTE and m.planned[twin]:  # the other track serves as well
        served = twin
    is_planned = m.planned[served] > 0
    x[0 if is_planned else 1] = 1.0
    x[2] = length * 0.2
    x[3] = board.points[length] * 0.07
    x[4] = m.serve[served] * 0.0005
    x[5] = m.detour[served] * 0.001
    x[6] = (m.rivals[a] + m.rivals[b]) * 0.3
    x[7] = 1.0 if m.rivals[a] > 0 and m.rivals[b] > 0 else 0.0
    x[8] = 1.0 if is_for_one(board, s, route) else 0.0
    x[9] = wilds * 0.4
    left = s.hand[seat, colour] - (length if colour == board.wild else length - wilds)
    if colour < board.wild:
        need = m.need[colour]
        if is_planned and board.route_colour[route] != GREY:
            need -= length
        x[10] = max(0, need - left) * 0.2
    x[11] = left * 0.2
    x[12] = (m.ours[a] + m.ours[b]) * 0.5
    x[13] = 1.0 if m.ours[a] > 0 and m.ours[b] > 0 else 0.0
    x[14] = 1.0 if s.pieces[seat] - length <= board.final_round_at else 0.0
    x[15] = 1.0 if board.route_colour[route] == GREY else 0.0
    x[16] = 1.0 if not is_planned and length > s.pieces[seat] - m.plan_pieces else 0.0
    if board.symbol_count > 0:
        x[17] = token_gain(board, s, seat, a, b) * 0.005
    x[18] = board.route_ferries[route] * 0.5
    x[19] = (s.pieces[seat] - length) * 0.02
    x[20] = 1.0 if is_planned and m.plan_claims == 1 else 0.0


@kernel
def write_want(board: BoardArrays, s: State, seat: int, route: int, x: Floats32) -> None:
    """What others are seen to hold of a route's colour."""
    colour = board.route_colour[route]
    if colour != GREY:
        for other in range(s.seats):
            if other != seat:
                x[0] = max(x[0], s.known[other, colour] * 0.2)
