"""Growing the tree by playouts that end after some turns, where a value net says how they would end. Few need these
kernels (decision 42), so they are a group of their own."""

import numpy as np

from whistlestop.bots.policy.net import Policy
from whistlestop.bots.search.grow import (
    MARGIN_SCALE,
    PARTS,
    begin_tree,
    count_end,
    count_playout,
    play_branch,
)
from whistlestop.bots.search.tree import UNIT, Belief, tree_of
from whistlestop.bots.value.inputs import NUMBERS, describe
from whistlestop.bots.value.net import OUTPUTS, Net, evaluate, sigmoid
from whistlestop.engine.state import OVER, board_of, state_at
from whistlestop.kernels import entry_point
from whistlestop.kernels.structs import IntArray, Records
from whistlestop.maps.limits import MAX_SEATS


@entry_point("value")
def grow_short(
    boards: Records,
    states: Records,
    weights: Records,
    memories: Records,
    trees: Records,
    ticket_weights: IntArray,
    suspected: IntArray,
    is_open: bool,
    base: IntArray,
    belief: Belief,
    policy: Policy,
    net: Net,
    turns: int,
    playouts: int,
) -> int:
    """As `grow`, but a playout ends after so many turns, and the net values what it has come to."""
    board, t = board_of(boards), tree_of(trees)
    scores = np.zeros((MAX_SEATS, PARTS), np.int64)
    x = np.zeros(NUMBERS + board.route_count + board.ticket_count, np.int64)
    logits = np.zeros(OUTPUTS, np.float32)
    seat, last = state_at(states, 0).to_play, state_at(states, 0).turn_count + turns
    dealing = (is_open, base, ticket_weights, suspected)
    begin_tree(board, states, weights, memories, t, ticket_weights, policy)
    for i in range(playouts):
        if not play_branch(board, states, weights, memories, t, belief, policy, dealing, last):
            return i
        s = state_at(states, 1)
        if s.phase == OVER:
            count_end(board, states, t, scores)
            continue
        describe(board, s, weights, memories, 0, x)
        evaluate(net, x, logits)
        sign = 1.0 if s.to_play == seat else -1.0
        count_playout(t, int(UNIT * sigmoid(sign * logits[0])), MARGIN_SCALE / 2 * sign * logits[1])
    return playouts
