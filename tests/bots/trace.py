"""Prints what kernel bots do: a line for each game, and one for each choice of a search.

A program of its own, so that a test can run it compiled, in plain Python and with checked indices.
"""

import sys

import numpy as np

from whistlestop.board import load_board
from whistlestop.bots.compiled import play_compiled
from whistlestop.bots.search.searcher import SEARCH_KERNELS, Budget, Searcher
from whistlestop.bots.search.tree import Belief
from whistlestop.engine import calls
from whistlestop.engine.playout import blank_playouts
from whistlestop.engine.rng import seed_base
from whistlestop.engine.state import STATE
from whistlestop.kernels import require

PLANNERS = ["hard", "medium", "easy", "hard", "medium"]
MIXED = ["hungry", "path", "one-step", "long-route", "random"]


def trace_games(map_name: str, players: int, bots: list[str]) -> None:
    playouts = blank_playouts(1, players, longest=1000)
    play_compiled(load_board(map_name), bots[:players], 7, 0, playouts)
    print(map_name, players, playouts.taken[0, : playouts.actions[0]].tolist(), playouts.scores[0].tolist())


def trace_search(map_name: str, seed: int) -> None:
    board = load_board(map_name)
    state = np.zeros(1, STATE)
    calls.deal(board.arrays, state, 2, seed_base("deal", seed), 0)
    belief = Belief(visits_to_expand=2)  # so that few playouts reach far into the tree
    found = Searcher(board, belief).search(state, seed_base("trace", seed), Budget(playouts=16))
    print(map_name, found.action.tolist(), found.visits.tolist(), found.lead.tolist())


if __name__ == "__main__":
    require(*SEARCH_KERNELS, "mixed")
    for players in (2, 3, 4):
        trace_games("san-francisco", players, PLANNERS)
    trace_games("usa", 2, PLANNERS)
    trace_games("san-francisco", 4, MIXED)
    trace_games("usa", 5, MIXED)
    trace_search("san-francisco", int(sys.argv[1]))
