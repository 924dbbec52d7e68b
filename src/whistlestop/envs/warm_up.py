"""Compiling the environments' kernels: once per version, with a word about it.

`python -m whistlestop.envs` does it ahead of time, and what they need of the engine and the bots.
"""

from functools import cache

import numpy as np

from whistlestop.board import load_board
from whistlestop.bots.planner.mind import MIND
from whistlestop.bots.planner.weights import weights_for, weights_of
from whistlestop.engine.rng import seed_base
from whistlestop.engine.state import STATE
from whistlestop.engine.warm_up import warm_up
from whistlestop.envs.kernels import step as kernels
from whistlestop.envs.kernels.observe import observe_seat
from whistlestop.envs.kernels.tables import SELF_PLAY, TABLE, blank_shown
from whistlestop.envs.layout import Layout
from whistlestop.kernel_cache import ENV_SOURCES, cache_directory, compile_once


@cache
def compile_observations() -> None:
    """For environments of one game."""
    warm_up()
    compile_once("observations", 5, cache_directory(ENV_SOURCES) / "observations", _observe)


@cache
def compile_vector() -> None:
    """For many games side by side."""
    warm_up()
    compile_once("the vector environment", 25, cache_directory(ENV_SOURCES) / "vector", _step)


@cache
def compile_planners() -> None:
    """For opponents who plan. They take longest, so only who wants them waits for them."""
    warm_up()
    compile_once("planners as opponents", 40, cache_directory(ENV_SOURCES) / "planners", _step_against_planners)


def _observe() -> None:
    board = load_board("usa")
    layout = Layout(board, 2)
    observe_seat(board.table, np.zeros(1, STATE), 0, layout.offsets, np.zeros(layout.size, np.int16))


def _step(with_planners: bool = False) -> None:
    board = load_board("usa")
    layout = Layout(board, 2)
    states, tables, actions = np.zeros(1, STATE), np.zeros(1, TABLE), np.zeros(1, np.int64)
    shown = blank_shown(board, 2, 1, layout.size, is_packed=False)
    games = (board.table, states, tables, layout.offsets, seed_base("warm up", 0))
    kernels.throw_dice(tables, games[-1])
    if with_planners:
        planners = weights_of(weights_for(board)), np.zeros(2, MIND)
        kernels.begin_against_planners(*games, *planners, shown)
        kernels.pick_randomly(tables, shown.legal, shown.legal_counts, actions)
        kernels.step_against_planners(*games, 0, actions, *planners, shown)
    else:
        tables["learner"] = SELF_PLAY
        kernels.begin(*games, shown)
        kernels.pick_randomly(tables, shown.legal, shown.legal_counts, actions)
        kernels.step(*games, 0, actions, shown)
    kernels.find_illegal(board.table, shown.masks, actions)


def _step_against_planners() -> None:
    _step(with_planners=True)
