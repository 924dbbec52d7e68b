"""What there is to compile of the bots, with arguments to compile it for."""

import numpy as np

from whistlestop.board import load_board
from whistlestop.bots.planner.bot import blank_memories
from whistlestop.bots.planner.games import fill_candidates, planner_games
from whistlestop.bots.planner.weights import weights_for, weights_of
from whistlestop.bots.search.alternatives import play_alternatives
from whistlestop.bots.search.grow import grow
from whistlestop.bots.search.searcher import STANDARD
from whistlestop.bots.search.tree import TREE
from whistlestop.engine.playout import blank_playouts
from whistlestop.engine.rng import seed_base
from whistlestop.engine.state import STATE
from whistlestop.kernels.plan import Sample
from whistlestop.kernels.structs import IntArray


def _bots() -> list[Sample]:
    board, states, base = load_board("usa"), np.zeros(1, STATE), seed_base("sample", 0)
    weights, memories = weights_of(weights_for(board)), blank_memories()
    ticket_weights = np.zeros((1, 1), np.int64)
    tree = np.zeros(1, TREE)
    return [
        Sample(fill_candidates, (board.arrays, states, weights, memories), 7.8),
        Sample(grow, (board.arrays, states, weights, memories, tree, ticket_weights, False, base, STANDARD, 0), 6.0),
        Sample(play_alternatives, (board.arrays, states, weights, memories, False, base, 0, *_no_outcomes()), 4.0),
        Sample(planner_games, (board.arrays, weights, memories, base, 0, blank_playouts(1, 2)), 3.4),
    ]


def _no_outcomes() -> tuple[IntArray, IntArray, IntArray]:
    """Of no actions: these, the scores and the leads."""
    return np.zeros(0, np.int64), np.zeros((0, 0, 0, 0), np.int64), np.zeros((0, 0), np.int64)


SAMPLES = {"bots": _bots}
