"""Alternatives for one choice, each played to the end by planners and their policy on the same deals: what they are
worth, measured without a tree, so that numbers of different steps and seats mean the same."""

import numpy as np

from whistlestop.bots.planner.memory import memory_at, reset_memory, weights_at
from whistlestop.bots.policy.net import Policy, choose_corrected
from whistlestop.bots.search.deal import deal_hidden
from whistlestop.bots.search.guess import weigh_tickets
from whistlestop.engine.actions import apply
from whistlestop.engine.scoring import lead_of, score_game
from whistlestop.engine.state import OVER, board_of, state_at
from whistlestop.kernels import entry_point
from whistlestop.kernels.structs import IntArray, Records
from whistlestop.maps.limits import MAX_SEATS, MAX_TICKETS


@entry_point("bots")
def play_alternatives(
    boards: Records,
    states: Records,
    weights: Records,
    memories: Records,
    policy: Policy,
    is_open: bool,
    suspected: IntArray,
    base: IntArray,
    first: int,
    actions: IntArray,
    scores: IntArray,
    leads: IntArray,
) -> None:
    """Play every action of state 0 to the end, on the deals first, first + 1, … State 1 is overwritten.

    `suspected[deal]` are the tickets of the others in a deal, if anything is known of them (`deal_hidden`).
    `scores[action, deal]` becomes the scores of all seats at the end, `leads[action, deal]` the lead of who chose.
    """
    board, seat = board_of(boards), state_at(states, 0).to_play
    ticket_weights = np.zeros((MAX_SEATS, MAX_TICKETS), np.int64)
    tickets = np.empty(MAX_TICKETS, np.int64)
    if not is_open:
        weigh_tickets(board, state_at(states, 0), seat, memory_at(memories, seat), ticket_weights)
    for deal in range(leads.shape[1]):
        for i in range(actions.shape[0]):
            states[1] = states[0]
            s = state_at(states, 1)
            deal_hidden(
                board, s, seat, is_open, base, first + deal, ticket_weights, suspected[deal : deal + 1], tickets
            )
            for other in range(s.seats):
                reset_memory(memory_at(memories, other))
            apply(board, s, actions[i])
            while s.phase != OVER:
                w, m = weights_at(weights, s.to_play), memory_at(memories, s.to_play)
                apply(board, s, choose_corrected(board, s, w, m, policy))
            score_game(board, s, scores[i, deal])
            leads[i, deal] = lead_of(scores[i, deal], s.seats, seat)
