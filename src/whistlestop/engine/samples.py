"""What there is to compile of the engine, with arguments to compile it for."""

import numpy as np

from whistlestop.board import load_board
from whistlestop.engine import calls, playout
from whistlestop.engine.rng import seed_base
from whistlestop.engine.state import STATE
from whistlestop.kernels.plan import Sample


def _game() -> list[Sample]:
    table = load_board("usa").arrays, np.zeros(1, STATE)
    numbers, base = np.zeros(1, np.int64), seed_base("sample", 0)
    return [
        Sample(calls.deal, (*table, 2, base, 0), 6.3),
        Sample(calls.options, (*table, numbers), 3.4),
        Sample(calls.opening_options, (*table, 0, numbers), 0.1),
        Sample(calls.choose, (table[1], 0, 1), 0.2),
        Sample(calls.act, (*table, 0), 2.7),
        Sample(calls.score, (*table, np.zeros((2, 1), np.int64)), 3.4),
        Sample(calls.complete, (*table, 0, numbers), 0.2),
        Sample(calls.knowledge, (*table, 0, numbers, numbers), 0.4),
        Sample(calls.redeal, (*table, 0, base, 0), 2.2),
        Sample(calls.empty_table, (*table, 2, base), 0.3),
        Sample(calls.recount, table, 0.1),
        Sample(playout.mark_completed, (*table, np.zeros((1, 1), np.int16)), 0.4),
    ]


def _playouts() -> list[Sample]:
    board, base = load_board("usa").arrays, seed_base("sample", 0)
    games = playout.blank_playouts(1, 2)
    return [
        Sample(playout.random_games, (board, 2, base, base, 0, games), 3.2),
    ]


SAMPLES = {"game": _game, "playouts": _playouts}
