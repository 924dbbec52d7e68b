"""Growing the tree, playout by playout: deal what we can't know, follow the tree, let planners play to the end, or so
far that a critic can say what comes of it."""

import math

import numpy as np

from whistlestop.board import BoardArrays
from whistlestop.bots.planner.memory import memory_at, reset_memory, weights_at
from whistlestop.bots.policy.critic import Critic, value_of_situation
from whistlestop.bots.policy.net import Policy, choose_corrected, list_corrected
from whistlestop.bots.search.deal import deal_hidden
from whistlestop.bots.search.guess import weigh_tickets
from whistlestop.bots.search.tree import (
    DECIDED,
    MAX_DEPTH,
    NO_NODE,
    NONE_OFFERED,
    UNIT,
    Belief,
    Tree,
    add_node,
    backpropagate,
    offer_candidates,
    select,
    select_at_root,
    tree_of,
)
from whistlestop.engine.actions import apply
from whistlestop.engine.scoring import SCORE_PARTS, compare_seats, lead_of, score_game
from whistlestop.engine.state import OVER, State, board_of, state_at
from whistlestop.kernels import entry_point, kernel
from whistlestop.kernels.structs import IntArray, Records
from whistlestop.maps.limits import MAX_SEATS, MAX_TICKETS

PARTS = len(SCORE_PARTS)
NEVER = 1 << 60
Dealing = tuple[bool, IntArray, IntArray, IntArray]
"""What `deal_hidden` goes by: whether all cards are open, the series of deals, the weights of tickets, what others are
suspected of."""
MARGIN_SCALE = 40.0
"""A lead of so many points is most of a clear win; the value net learns the same."""


@entry_point("bots")
def grow(
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
    critic: Critic,
    turns: int,
    playouts: int,
) -> int:
    """Add playouts from state 0 to the tree, fewer if the choice is decided; how many. State 1 is overwritten.

    A tree of no nodes begins with the candidates of the seat to play. A branch's n-th playout gets the n-th deal, so
    that branches are compared on the same cards. The policy puts right what planners choose; it may be none. A playout
    ends at our first turn after so many, and the critic says what it has come to; with 0 it is played to the end.
    """
    board, t = board_of(boards), tree_of(trees)
    seat, last = state_at(states, 0).to_play, state_at(states, 0).turn_count + turns if turns > 0 else NEVER
    scores = np.zeros((MAX_SEATS, PARTS), np.int64)
    dealing = (is_open, base, ticket_weights, suspected)
    begin_tree(board, states, weights, memories, t, ticket_weights, policy)
    for i in range(playouts):
        if not play_branch(board, states, weights, memories, t, belief, policy, dealing, last):
            return i
        s = state_at(states, 1)
        if s.phase == OVER:
            count_end(board, s, seat, t, scores)
        else:
            backpropagate(t, int(UNIT * value_of_situation(board, s, weights, memories, critic)))
    return playouts


@kernel
def begin_tree(
    board: BoardArrays,
    states: Records,
    weights: Records,
    memories: Records,
    t: Tree,
    ticket_weights: IntArray,
    policy: Policy,
) -> None:
    """Give a tree of no nodes its root."""
    if t.node_count == 0:
        s = state_at(states, 0)
        m = memory_at(memories, s.to_play)
        list_corrected(board, s, weights_at(weights, s.to_play), m, policy)
        add_node(t)
        offer_candidates(t, 0, m)
        weigh_tickets(board, s, s.to_play, m, ticket_weights)


@kernel
def play_branch(
    board: BoardArrays,
    states: Records,
    weights: Records,
    memories: Records,
    t: Tree,
    belief: Belief,
    policy: Policy,
    dealing: Dealing,
    last: int,
) -> bool:
    """Play state 1 from the next branch of the root to the end or our first turn from `last` on; False if the choice is
    decided."""
    branch = select_at_root(t, belief)
    if branch == DECIDED:
        return False
    is_open, base, ticket_weights, suspected = dealing
    states[1] = states[0]
    s = state_at(states, 1)
    seat = s.to_play
    tickets = np.empty(MAX_TICKETS, np.int64)
    number = t.visits[0, branch]
    row = number % max(1, suspected.shape[0])
    deal_hidden(board, s, seat, is_open, base, number, ticket_weights, suspected[row : row + 1], tickets)
    for other in range(s.seats):
        reset_memory(memory_at(memories, other))
    t.depth = 0
    push_branch(t, 0, branch)
    apply(board, s, t.action[0, branch])
    play_on(board, s, seat, weights, memories, t, belief, policy, last)
    return True


@kernel
def count_end(board: BoardArrays, s: State, seat: int, t: Tree, scores: IntArray) -> None:
    """Count a playout that has ended."""
    score_game(board, s, scores)
    backpropagate(t, value_of(win_share(s, seat, scores), float(lead_of(scores, s.seats, seat))))


@kernel
def push_branch(t: Tree, node: int, branch: int) -> None:
    """Add a branch to the path of this playout."""
    t.path_node[t.depth] = node
    t.path_branch[t.depth] = branch
    t.depth += 1


@kernel
def play_on(
    board: BoardArrays,
    s: State,
    seat: int,
    weights: Records,
    memories: Records,
    t: Tree,
    belief: Belief,
    policy: Policy,
    last: int,
) -> None:
    """Play to the end or our first turn from `last` on: our own choices by the tree as far as it reaches, all others by
    planners."""
    node = next_node(t, belief.visits_to_expand)
    while s.phase != OVER and (s.turn_count < last or s.to_play != seat):
        w, m = weights_at(weights, s.to_play), memory_at(memories, s.to_play)
        if node == NO_NODE or s.to_play != seat:
            apply(board, s, choose_corrected(board, s, w, m, policy))
            continue
        list_corrected(board, s, w, m, policy)
        offer_candidates(t, node, m)
        branch = select(t, node, belief)
        if branch == NONE_OFFERED:  # from here on like the planner, whose choice comes first among the candidates
            node = NO_NODE
            apply(board, s, m.action[0])
            continue
        push_branch(t, node, branch)
        apply(board, s, t.action[node, branch])
        node = next_node(t, belief.visits_to_expand)


@kernel
def next_node(t: Tree, visits_to_expand: int) -> int:
    """The node after the last branch of the path, opened once the branch was taken often enough."""
    node, branch = t.path_node[t.depth - 1], t.path_branch[t.depth - 1]
    if t.depth == MAX_DEPTH:
        return NO_NODE
    if t.child[node, branch] == NO_NODE and t.visits[node, branch] >= visits_to_expand:
        t.child[node, branch] = add_node(t)
    return t.child[node, branch]


@kernel
def win_share(s: State, seat: int, scores: IntArray) -> int:
    """R6.5: UNIT for a win, shared if need be, else 0."""
    sharing = 0
    for other in range(s.seats):
        order = compare_seats(scores, seat, other)
        if order < 0:
            return 0
        if order == 0:
            sharing += 1
    return UNIT // sharing


@kernel
def value_of(won: int, lead: float) -> int:
    """The value of a game that ends so: half for the win, half for the margin."""
    return (won + int(UNIT * (0.5 + 0.5 * math.tanh(lead / MARGIN_SCALE)))) // 2
