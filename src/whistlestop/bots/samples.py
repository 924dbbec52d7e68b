"""What there is to compile of the bots, with arguments to compile it for."""

import numpy as np

from whistlestop.board import load_board
from whistlestop.bots.planner.bot import blank_minds
from whistlestop.bots.planner.games import fill_candidates, planner_games
from whistlestop.bots.planner.weights import weights_for, weights_of
from whistlestop.bots.search.grow import grow
from whistlestop.bots.search.searcher import STANDARD
from whistlestop.bots.search.tree import TREE
from whistlestop.engine.playout import blank_playouts
from whistlestop.engine.rng import seed_base
from whistlestop.engine.state import STATE
from whistlestop.kernels.plan import Sample


def _bots() -> list[Sample]:
    board, states, base = load_board("usa"), np.zeros(1, STATE), seed_base("sample", 0)
    weights, minds = weights_of(weights_for(board)), blank_minds()
    ticket_weights = np.zeros((1, 1), np.int64)
    tree = np.zeros(1, TREE)
    return [
        Sample(fill_candidates, (board.table, states, weights, minds), 7.8),
        Sample(grow, (board.table, states, weights, minds, tree, ticket_weights, base, STANDARD, 0), 6.0),
        Sample(planner_games, (board.table, weights, minds, base, 0, blank_playouts(1, 2)), 3.4),
    ]


SAMPLES = {"bots": _bots}
