"""Plays games and prints a digest of the state after every action: run in several ways, it must print the same."""

import hashlib
import random
import sys

import numpy as np

from whistlestop.board import load_board
from whistlestop.engine import calls
from whistlestop.engine.rng import seed_base
from whistlestop.engine.scoring import SCORE_PARTS
from whistlestop.engine.state import OVER, STATE
from whistlestop.kernels import require


def trace(name: str, players: int, number: int) -> str:
    board = load_board(name)
    state = np.zeros(1, STATE)
    ids = np.zeros(board.action_count, np.int64)
    calls.deal(board.arrays, state, players, seed_base("deal", 99), number)
    digest = hashlib.sha256(state.tobytes())
    choices = random.Random(number)
    while state["phase"][0] != OVER:
        count = calls.options(board.arrays, state, ids)
        digest.update(ids[:count].tobytes())
        calls.act(board.arrays, state, int(ids[choices.randrange(count)]))
        digest.update(state.tobytes())
        if state["turn_count"][0] == 20:
            other = state.copy()
            calls.redeal(board.arrays, other, 0, seed_base("determinize", 1), number)
            digest.update(other.tobytes())
    scores = np.zeros((players, len(SCORE_PARTS)), np.int64)
    calls.score(board.arrays, state, scores)
    digest.update(scores.tobytes())
    return f"{name} {players} {number} {digest.hexdigest()}"


if __name__ == "__main__":
    games = int(sys.argv[1])
    require("game")
    for table in [("usa", n) for n in (2, 3, 4, 5)] + [("san-francisco", n) for n in (2, 3, 4)]:
        for game_number in range(games):
            print(trace(*table, game_number))
