"""What there is to compile of the environments, with arguments to compile it for."""

import numpy as np

from whistlestop.board import load_board
from whistlestop.bots.planner.mind import MIND
from whistlestop.bots.planner.weights import weights_for, weights_of
from whistlestop.engine.rng import seed_base
from whistlestop.engine.state import STATE
from whistlestop.envs.kernels import step as kernels
from whistlestop.envs.kernels.observe import observe_seat
from whistlestop.envs.kernels.tables import TABLE, blank_shown
from whistlestop.envs.layout import Layout
from whistlestop.kernels.plan import Sample

BOARD = load_board("usa")
LAYOUT = Layout(BOARD, 2)
SHOWN = blank_shown(BOARD, 2, 1, LAYOUT.size, is_packed=False)
TABLES, ACTIONS, BASE = np.zeros(1, TABLE), np.zeros(1, np.int64), seed_base("sample", 0)
GAMES = (BOARD.table, np.zeros(1, STATE), TABLES, LAYOUT.offsets, BASE)


def _observations() -> list[Sample]:
    row = np.zeros(LAYOUT.size, np.int16)
    return [Sample(observe_seat, (BOARD.table, np.zeros(1, STATE), 0, LAYOUT.offsets, row), 1.3)]


def _vector() -> list[Sample]:
    return [
        Sample(kernels.throw_dice, (TABLES, BASE), 0.2),
        Sample(kernels.begin, (*GAMES, SHOWN), 4.2),
        Sample(kernels.pick_randomly, (TABLES, SHOWN.legal, SHOWN.legal_counts, ACTIONS), 0.2),
        Sample(kernels.step, (*GAMES, 0, ACTIONS, SHOWN), 3.2),
        Sample(kernels.find_illegal, (BOARD.table, SHOWN.masks, ACTIONS), 0.3),
    ]


def _planners() -> list[Sample]:
    planners = weights_of(weights_for(BOARD)), np.zeros(2, MIND)
    return [
        Sample(kernels.begin_against_planners, (*GAMES, *planners, SHOWN), 3.4),
        Sample(kernels.step_against_planners, (*GAMES, 0, ACTIONS, *planners, SHOWN), 4.0),
    ]


SAMPLES = {"observations": _observations, "vector": _vector, "planners": _planners}
