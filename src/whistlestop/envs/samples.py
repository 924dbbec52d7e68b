"""What there is to compile of the environments, with arguments to compile it for."""

import numpy as np

from whistlestop.board import load_board
from whistlestop.bots.planner.memory import MEMORY
from whistlestop.bots.planner.weights import weights_for, weights_of
from whistlestop.bots.policy.net import no_policy
from whistlestop.engine.rng import seed_base
from whistlestop.engine.state import STATE
from whistlestop.engine.twister import blank_twisters
from whistlestop.envs.kernels import step as kernels
from whistlestop.envs.kernels.episodes import EPISODE, Games, blank_buffers
from whistlestop.envs.kernels.hidden import observe_hidden
from whistlestop.envs.kernels.observe import observe_seat
from whistlestop.envs.layout import HiddenLayout, Layout
from whistlestop.kernels.plan import Sample

BOARD = load_board("usa")
LAYOUT = Layout(BOARD, 2)
BUFFERS = blank_buffers(BOARD, 2, 1, LAYOUT.size, is_packed=False)
EPISODES, ACTIONS, BASE = np.zeros(1, EPISODE), np.zeros(1, np.int64), seed_base("sample", 0)
GAMES = Games(BOARD.arrays, np.zeros(1, STATE), EPISODES, LAYOUT.offsets, BASE, 1, blank_twisters(0))


def _observations() -> list[Sample]:
    row = np.zeros(LAYOUT.size, np.int16)
    return [Sample(observe_seat, (BOARD.arrays, np.zeros(1, STATE), 0, LAYOUT.offsets, row), 1.3)]


def _vector() -> list[Sample]:
    return [
        Sample(kernels.seed_choices, (EPISODES, BASE), 0.2),
        Sample(kernels.begin, (GAMES, BUFFERS), 4.2),
        Sample(kernels.pick_randomly, (EPISODES, BUFFERS.legal, BUFFERS.legal_counts, ACTIONS), 0.2),
        Sample(kernels.step, (GAMES, 0, ACTIONS, BUFFERS), 3.2),
        Sample(kernels.find_illegal, (BOARD.arrays, BUFFERS.masks, ACTIONS), 0.3),
    ]


def _planners() -> list[Sample]:
    weights, has_policy = weights_of(weights_for(BOARD)), np.zeros(1, np.int64)
    planners = kernels.Planners(weights, np.zeros(2, MEMORY), has_policy, no_policy())
    return [
        Sample(kernels.begin_against_planners, (GAMES, planners, BUFFERS), 5.0),
        Sample(kernels.step_against_planners, (GAMES, 0, ACTIONS, planners, BUFFERS), 5.0),
    ]


def _hidden() -> list[Sample]:
    layout = HiddenLayout(BOARD, 2)
    rows = np.zeros((1, layout.size), np.int16)
    return [
        Sample(observe_hidden, (BOARD.arrays, np.zeros(1, STATE), np.zeros(1, np.int64), layout.offsets, rows), 1.0)
    ]


SAMPLES = {"observations": _observations, "vector": _vector, "planners": _planners, "hidden": _hidden}
