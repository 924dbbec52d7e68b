"""What cards are worth to a plan, and which to draw."""

from whistlestop.board import DRAW_DECK, FIRST_DRAW, GREY, BoardArrays
from whistlestop.bots.planner.memory import PlannerMemory, suggest
from whistlestop.bots.planner.weights import Weights
from whistlestop.engine.state import NO_CARD, NO_ROUTE, SECOND_CARD, State
from whistlestop.kernels import kernel

NOTHING = -(1 << 30)


@kernel
def weigh_cards(board: BoardArrays, s: State, seat: int, w: Weights, m: PlannerMemory) -> None:
    """Set the value of one more card of each colour."""
    count_needs(board, m)
    for colour in range(board.wild):
        missing = m.need[colour] - s.hand[seat, colour]
        m.value[colour] = w.junk
        if missing > 0:
            m.value[colour] = w.want + w.finish // missing
    ferries = weigh_grey(board, s, seat, w, m)
    m.value[board.wild] = w.wild + (w.finish if ferries > s.hand[seat, board.wild] else 0)
    filler = best_filler(board, s, seat, w, m)
    if filler != NO_ROUTE:
        colour = board.route_colour[filler]
        if colour == GREY:
            colour = best_spare(board, s, seat, m)
        if m.need[colour] + board.route_length[filler] > s.hand[seat, colour]:
            m.value[colour] = max(m.value[colour], w.fill)


@kernel
def count_needs(board: BoardArrays, m: PlannerMemory) -> None:
    """Cards of each colour for the coloured routes of the plan."""
    for colour in range(board.wild + 1):
        m.need[colour] = 0
    for edge in range(m.edge_count):
        route = m.edge_route[edge]
        if m.planned[route] and board.route_colour[route] != GREY:
            m.need[board.route_colour[route]] += board.route_length[route] - board.route_ferries[route]


@kernel
def weigh_grey(board: BoardArrays, s: State, seat: int, w: Weights, m: PlannerMemory) -> int:
    """Give every grey route of the plan the colour of which most is to spare; how many ferries the plan has."""
    ferries = 0
    for edge in range(m.edge_count):
        route = m.edge_route[edge]
        if not m.planned[route]:
            continue
        ferries += board.route_ferries[route]
        if board.route_colour[route] != GREY:
            continue
        length = board.route_length[route] - board.route_ferries[route]
        colour = best_spare(board, s, seat, m)
        for other in range(board.wild):
            spare = min(length, s.hand[seat, other] - m.need[other])
            if spare > 0 and spare < length:
                m.value[other] = max(m.value[other], w.junk + (w.want_grey - w.junk) * spare // length)
        m.need[colour] += length
        missing = m.need[colour] - s.hand[seat, colour]
        if missing > 0:
            m.value[colour] = max(m.value[colour], w.want_grey + w.finish // missing)
    return ferries


@kernel
def best_spare(board: BoardArrays, s: State, seat: int, m: PlannerMemory) -> int:
    """The colour of which we hold most beyond what the plan needs; of equals the one that lies face up most."""
    best, most = 0, NOTHING
    for colour in range(board.wild):
        spare = 10 * (s.hand[seat, colour] - m.need[colour])
        for slot in range(board.row_size):
            if s.row[slot] == colour:
                spare += 1
        if spare > most:
            best, most = colour, spare
    return best


@kernel
def best_filler(board: BoardArrays, s: State, seat: int, w: Weights, m: PlannerMemory) -> int:
    """The route outside the plan that seems most worth collecting for, with the pieces the plan leaves over."""
    best, most = NO_ROUTE, 0
    pieces = s.pieces[seat] - m.plan_pieces
    spare = best_spare(board, s, seat, m)
    for edge in range(m.edge_count):
        route = m.edge_route[edge]
        length = board.route_length[route]
        if m.planned[route] or length > pieces or s.owner[route] == seat:
            continue
        colour = board.route_colour[route]
        if colour == GREY:
            colour = spare
        missing = max(0, length - max(0, s.hand[seat, colour] - m.need[colour]))
        if (missing + 1) // 2 + 1 > m.turns_left:
            continue
        worth = 100 * board.points[length] - w.turn - w.card * missing
        worth += w.extend * length * (m.ours[m.edge_a[edge]] + m.ours[m.edge_b[edge]])
        if worth > 0:
            worth = worth * 10 // (missing + 2)  # for each turn that it takes
        if worth > most:
            best, most = route, worth
    return best


@kernel
def deck_value(board: BoardArrays, s: State, seat: int, w: Weights, m: PlannerMemory) -> int:
    """What a card from the deck is worth on average, from counting what has been seen."""
    total, worth = 0, 0
    for card in range(board.wild + 1):
        unseen = board.cards[card] - s.discards[card] - s.hand[seat, card]
        for slot in range(board.row_size):
            if s.row[slot] == card:
                unseen -= 1
        for other in range(s.seats):
            if other != seat:
                unseen -= s.known[other, card]
        total += unseen
        worth += unseen * m.value[card]
    return worth // max(total, 1) + w.deck


@kernel
def suggest_draws(board: BoardArrays, s: State, seat: int, w: Weights, m: PlannerMemory) -> None:
    """Score every card that may be drawn, the first of two together with the best second."""
    deck = deck_value(board, s, seat, w, m) if s.deck_count > 0 else NOTHING
    best, second = deck, deck  # the best two cards to be had; the deck can be drawn twice
    for slot in range(board.row_size):
        card = s.row[slot]
        if card != NO_CARD and card != board.wild:
            worth = m.value[card]
            if worth > best:
                best, second = worth, best
            elif worth > second:
                second = worth
    is_first = s.phase != SECOND_CARD
    is_useless = 1 if m.turns_left <= 1 else 0  # nothing drawn now can be played
    if s.deck_count > 0:
        suggest(m, DRAW_DECK, (deck + (best if is_first else 0)) * (1 - is_useless))
    for card in range(board.wild + 1):
        is_shown = False
        for slot in range(board.row_size):
            if s.row[slot] == card:
                is_shown = True
        if not is_shown or (card == board.wild and not is_first):
            continue
        score = m.value[card]
        if card == board.wild:
            score = w.face_up_wild + m.value[card] - w.wild
        elif is_first:
            score += max(0, second if score == best else best)
        suggest(m, FIRST_DRAW + card, score * (1 - is_useless))
