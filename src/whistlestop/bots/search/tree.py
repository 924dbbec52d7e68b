"""The tree of our own next choices, and how one of its branches is selected.

A node stands for a sequence of our own actions; what cards come and what others do in between differs from one playout
to the next, so the same node offers other candidates at other times. The first branch of the root is what the planner
would do. Playouts are noisy and the planner is good, so every other branch has to show that it is better: what is
believed of it begins below, by the planner's score, and moves with the evidence (a normal prior and posterior).
"""

from typing import Annotated, NamedTuple

from whistlestop.bots.planner.memory import PlannerMemory
from whistlestop.kernels import kernel, record_reader
from whistlestop.kernels.structs import IntArray, Records, record_dtype

MAX_NODES = 1024
WIDTH = 16
"""Branches of a node; the most promising candidates get them."""
MAX_DEALS = 4096
"""Playouts of a branch of the root."""
MAX_DEPTH = 64
UNIT = 10_000
"""Values of playouts run from 0 (lost by far) to UNIT (won by far)."""
NO_NODE = 0
"""The root is nobody's child."""
DECIDED = -1
NONE_OFFERED = -1
"""A full node may have no branch for any of the candidates there are now."""


class Belief(NamedTuple):
    """The prior of a candidate's value, the noise of a playout, and how to explore. Values run from 0 to 1 here."""

    slope: float = 0.0001
    """How much lower the prior mean is for every hundredth of a point that the planner's score is lower."""
    most: float = 0.04
    """The prior mean is lower by this at most."""
    spread: float = 0.03
    """The standard deviation of the prior."""
    noise: float = 0.35
    """The standard deviation of one playout's value."""
    bias: float = 0.0
    """That of what all playouts of a candidate are wrong by together, however many there are: a critic's error."""
    exploration: float = 1.5
    """How many standard deviations the upper bound lies above the estimate."""
    visits_to_expand: int = 30
    """Playouts of a branch before our next choice after it is searched too."""


class Tree:
    """A node and its branches are rows of these arrays; node 0 is the root."""

    node_count: int
    width: Annotated[IntArray, (MAX_NODES,)]
    action: Annotated[IntArray, (MAX_NODES, WIDTH)]
    score: Annotated[IntArray, (MAX_NODES, WIDTH)]
    """The planner's score relative to the best candidate."""
    child: Annotated[IntArray, (MAX_NODES, WIDTH)]
    visits: Annotated[IntArray, (MAX_NODES, WIDTH)]
    total: Annotated[IntArray, (MAX_NODES, WIDTH)]
    is_offered: Annotated[IntArray, (WIDTH,)]

    # For the branches of the root.
    values: Annotated[IntArray, (WIDTH, MAX_DEALS)]
    """The value of each deal."""
    lead: Annotated[IntArray, (WIDTH,)]
    """The sum of its values minus those of the first branch, on the same deals."""

    depth: int
    path_node: Annotated[IntArray, (MAX_DEPTH,)]
    path_branch: Annotated[IntArray, (MAX_DEPTH,)]


TREE = record_dtype(Tree)

_tree_at = record_reader(Tree)


@kernel
def tree_of(trees: Records) -> Tree:
    """The tree in its array of one, as kernels see it."""
    return _tree_at(trees, 0)


@kernel
def add_node(t: Tree) -> int:
    """A new leaf, or NO_NODE if there is no room."""
    if t.node_count == MAX_NODES:
        return NO_NODE
    node = t.node_count
    t.node_count += 1
    t.width[node] = 0
    return node


@kernel
def offer_candidates(t: Tree, node: int, m: PlannerMemory) -> None:
    """Give the best candidates a branch each, the best one first; `is_offered` says which can be taken now."""
    for branch in range(t.width[node]):
        t.is_offered[branch] = 0
    best = 0
    for rank in range(min(m.count, WIDTH)):
        at = rank
        for i in range(rank + 1, m.count):
            if m.score[i] > m.score[at]:
                at = i
        m.action[rank], m.action[at] = m.action[at], m.action[rank]
        m.score[rank], m.score[at] = m.score[at], m.score[rank]
        if rank == 0:
            best = m.score[0]
        branch = branch_of(t, node, m.action[rank])
        if branch >= 0:
            t.is_offered[branch] = 1
            t.score[node, branch] = m.score[rank] - best


@kernel
def branch_of(t: Tree, node: int, action: int) -> int:
    """The branch of an action, made if need be; -1 if there is no room."""
    for branch in range(t.width[node]):
        if t.action[node, branch] == action:
            return branch
    branch = t.width[node]
    if branch == WIDTH:
        return -1
    t.width[node] = branch + 1
    t.action[node, branch] = action
    t.child[node, branch] = NO_NODE
    t.visits[node, branch] = 0
    t.total[node, branch] = 0
    if node == 0:
        t.lead[branch] = 0
    return branch


@kernel
def precision(tries: int, belief: Belief) -> float:
    """The precision (1 / variance) of a branch's estimate."""
    return 1 / belief.spread**2 + tries / (belief.noise**2 + tries * belief.bias**2)


@kernel
def estimate(t: Tree, node: int, branch: int, gained: float, belief: Belief) -> float:
    """The posterior mean of a branch relative to the planner's choice; `gained` is the sum over its playouts."""
    prior = max(-belief.most, belief.slope * t.score[node, branch])
    tries = t.visits[node, branch]
    evidence = gained / (belief.noise**2 + tries * belief.bias**2)
    return (prior / belief.spread**2 + evidence) / precision(tries, belief)


@kernel
def select_at_root(t: Tree, belief: Belief) -> int:
    """The branch to try next: the likeliest to beat the planner's choice, or DECIDED if none can.

    The first branch stays ahead of the others, so that each of their playouts can be compared with one of its own.
    """
    best, highest = DECIDED, 0.0
    for branch in range(1, t.width[0]):
        upper_bound = estimate(t, 0, branch, t.lead[branch] / UNIT, belief)
        upper_bound += belief.exploration / precision(t.visits[0, branch], belief) ** 0.5
        if upper_bound > highest and t.visits[0, branch] < MAX_DEALS:
            best, highest = branch, upper_bound
    if best != DECIDED and t.visits[0, best] >= t.visits[0, 0]:
        return 0
    return best


@kernel
def select(t: Tree, node: int, belief: Belief) -> int:
    """The branch of an inner node to try next, or NONE_OFFERED.

    Playouts of its branches are compared with their common mean.
    """
    visits, total = 0, 0
    for branch in range(t.width[node]):
        visits += t.visits[node, branch]
        total += t.total[node, branch]
    mean = total / UNIT / max(1, visits)
    best, highest = NONE_OFFERED, -1e9
    for branch in range(t.width[node]):
        if not t.is_offered[branch]:
            continue
        tries = t.visits[node, branch]
        upper_bound = estimate(t, node, branch, t.total[node, branch] / UNIT - tries * mean, belief)
        upper_bound += belief.exploration / precision(tries, belief) ** 0.5
        if upper_bound > highest:
            best, highest = branch, upper_bound
    return best


@kernel
def backpropagate(t: Tree, value: int) -> None:
    """Add the value of a playout to every branch of its path."""
    first = t.path_branch[0]
    deal = t.visits[0, first]
    t.values[first, deal] = value
    t.lead[first] += value - t.values[0, deal]
    for step in range(t.depth):
        node, branch = t.path_node[step], t.path_branch[step]
        t.visits[node, branch] += 1
        t.total[node, branch] += value
