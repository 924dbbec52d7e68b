"""Bots that play whole games compiled."""

from collections.abc import Sequence

import numpy as np

from whistlestop.board import Board
from whistlestop.bots.levels import PLANNERS
from whistlestop.bots.planner.bot import blank_memories
from whistlestop.bots.planner.games import planner_games
from whistlestop.bots.planner.weights import weights_for, weights_of
from whistlestop.engine.playout import Playouts, random_games
from whistlestop.engine.rng import seed_base
from whistlestop.kernels import require


def plays_compiled(bots: Sequence[str]) -> bool:
    """Whether games between these bots are played by kernels alone."""
    return set(bots) == {"random"} or set(bots) <= PLANNERS.keys()


def play_compiled(board: Board, bots: Sequence[str], seed: int, first: int, playouts: Playouts) -> None:
    """Games first, first+1, … of a series between compiled bots, one for each seat; as many as `playouts` has rows."""
    require("playouts" if bots[0] == "random" else "bots")
    deal = seed_base("deal", seed)
    if bots[0] == "random":
        random_games(board.arrays, len(bots), deal, seed_base("bots", seed), first, playouts)
    else:
        weights = np.concatenate([weights_of(weights_for(board, PLANNERS[bot])) for bot in bots])
        planner_games(board.arrays, weights, blank_memories(), deal, first, playouts)
