"""One choice of the planner: the candidates with their scores, and the best of them."""

from whistlestop.board import PASS, TICKETS, BoardArrays
from whistlestop.bots.planner.cards import suggest_draws, weigh_cards
from whistlestop.bots.planner.claims import suggest_claims
from whistlestop.bots.planner.memory import PlannerMemory, suggest
from whistlestop.bots.planner.plan import update_plan
from whistlestop.bots.planner.tickets import suggest_keeps, suggest_tickets
from whistlestop.bots.planner.tokens import suggest_places, suggest_takes
from whistlestop.bots.planner.weights import Weights
from whistlestop.engine.state import KEEP_TICKETS, PLACE_TOKENS, TAKE_TOKEN, TURN, State
from whistlestop.kernels import kernel


@kernel
def list_candidates(board: BoardArrays, s: State, w: Weights, m: PlannerMemory) -> None:
    """List the candidates for the seat to play, from what that seat may know and nothing else."""
    seat = s.to_play
    m.count = 0
    if s.phase == KEEP_TICKETS:
        suggest_keeps(board, s, seat, w, m)
        return
    update_plan(board, s, seat, w, m)
    if s.phase == PLACE_TOKENS:
        suggest_places(board, s, m)
    elif s.phase == TAKE_TOKEN:
        suggest_takes(board, s, m)
    else:
        weigh_cards(board, s, seat, w, m)
        suggest_draws(board, s, seat, w, m)
        if s.phase == TURN:
            suggest_claims(board, s, seat, w, m)
            suggest_tickets(board, s, seat, w, m)
    if m.count == 0:  # R5.1: nobody may pass who can draw tickets, however little they promise
        suggest(m, TICKETS if s.phase == TURN and s.pile_count > 0 else PASS, 0)


@kernel
def best_index(m: PlannerMemory) -> int:
    """Which candidate has the highest score, of equals the first."""
    best = 0
    for i in range(1, m.count):
        if m.score[i] > m.score[best]:
            best = i
    return best


@kernel
def best_candidate(m: PlannerMemory) -> int:
    """The action with the highest score."""
    return m.action[best_index(m)]


@kernel
def choose(board: BoardArrays, s: State, w: Weights, m: PlannerMemory) -> int:
    """What the planner does now."""
    list_candidates(board, s, w, m)
    return best_candidate(m)
