"""Compiling the kernels of bots: once per version, visibly, and in the background where somebody wants to play.

`python -m whistlestop.bots.warm_up` does it by itself.
"""

import os
import subprocess
import sys
import time
from functools import cache
from pathlib import Path

import numpy as np

from whistlestop.board import load_board
from whistlestop.bots.planner.bot import blank_minds
from whistlestop.bots.planner.games import planner_games
from whistlestop.bots.planner.weights import weights_for, weights_of
from whistlestop.bots.search.thinker import Budget, Thinker
from whistlestop.engine import calls
from whistlestop.engine.kernel import IS_COMPILED
from whistlestop.engine.playout import blank_playouts
from whistlestop.engine.rng import seed_base
from whistlestop.engine.state import STATE
from whistlestop.engine.warm_up import warm_up
from whistlestop.kernel_cache import BOT_SOURCES, cache_directory


def is_ready() -> bool:
    """Whether the kernels of all bots are on disk, so that using them only loads them."""
    return not IS_COMPILED or _mark("complete").exists()


def _mark(name: str) -> Path:
    return cache_directory(BOT_SOURCES) / name


@cache
def compile_bots() -> None:
    """Make sure that the kernels of all bots are compiled. Does nothing if an earlier run has done it."""
    warm_up()
    if is_ready():
        return
    print("Whistlestop: compiling the bots, once (about 45 s) …", file=sys.stderr, flush=True)
    start = time.perf_counter()
    call_every_kernel()
    _mark("complete").touch()
    print(f"Whistlestop: bots compiled in {time.perf_counter() - start:.0f} s.", file=sys.stderr, flush=True)


def call_every_kernel() -> None:
    """Use every entry point of bots, which compiles it."""
    board = load_board("usa")
    state = np.zeros(1, STATE)
    base = seed_base("warm up", 0)
    calls.deal(board.table, state, 2, base, 0)
    Thinker(board).think(state, base, Budget(playouts=1))
    weights = np.concatenate([weights_of(weights_for(board))] * 2)
    planner_games(board.table, weights, blank_minds(), base, 0, blank_playouts(1, 2, is_detailed=True))


@cache
def compile_in_background() -> "subprocess.Popen[bytes] | None":
    """Start a process that compiles the bots and goes on by itself; None if it is done or another one is at it."""
    if is_ready() or _is_alive(_mark("compiling")):
        return None
    process = subprocess.Popen(
        [sys.executable, "-m", "whistlestop.bots.warm_up"], stderr=subprocess.DEVNULL, start_new_session=True
    )
    _mark("compiling").write_text(str(process.pid))
    return process


def _is_alive(mark: Path) -> bool:
    """Whether the process whose number stands in a file is running."""
    try:
        os.kill(int(mark.read_text()), 0)
    except (OSError, ValueError):
        return False
    return True


if __name__ == "__main__":
    compile_bots()
