"""Compiling the engine: once per version, with a word about it, before anybody waits for a move."""

import shutil
import time
from functools import cache
from pathlib import Path

import numpy as np

from whistlestop.board import load_board
from whistlestop.engine import calls, playout
from whistlestop.engine.rng import seed_base
from whistlestop.engine.scoring import SCORE_PARTS
from whistlestop.engine.state import COLOURS, STATE
from whistlestop.kernel_cache import ENGINE_SOURCES, cache_directory, compile_once
from whistlestop.limits import MAX_TICKETS

MONTH = 30 * 24 * 3600


@cache
def warm_up() -> None:
    """Make sure that every kernel is compiled. Does nothing if an earlier run has done it."""
    done = cache_directory(ENGINE_SOURCES) / "complete"
    if compile_once("the engine", 30, done, call_every_kernel):
        _forget_old_versions(done.parent)


def _forget_old_versions(present: Path) -> None:
    """Kernels of other versions go when they were compiled a month ago."""
    for done in present.parent.glob("kernels-*/complete"):
        if time.time() - done.stat().st_mtime > MONTH:
            shutil.rmtree(done.parent, ignore_errors=True)


def call_every_kernel() -> None:
    """Use every entry point, which compiles it."""
    board = load_board("usa").table
    state = np.zeros(1, STATE)
    numbers = np.zeros(int(board["action_count"][0]), np.int64)
    unseen, limits = np.zeros(COLOURS, np.int64), np.zeros(COLOURS, np.int64)
    base = seed_base("warm up", 0)
    calls.deal(board, state, 2, base, 0)
    calls.options(board, state, numbers)
    calls.act(board, state, int(numbers[0]))
    calls.score(board, state, np.zeros((2, len(SCORE_PARTS)), np.int64))
    calls.groups(board, state, 0, numbers, numbers.copy())
    calls.knowledge(board, state, 0, unseen, limits)
    calls.redeal(board, state, 0, base, 0)
    calls.empty_table(board, state, 2, base)
    calls.recount(board, state)
    playouts = playout.blank_playouts(1, 2, is_detailed=True)
    playout.random_games(board, 2, base, base, 0, playouts)
    playout.mark_completed(board, playouts.states, np.zeros((1, MAX_TICKETS), np.int16))
