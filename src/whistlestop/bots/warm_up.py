"""Compiling the kernels of bots: once per version, visibly, and in the background where somebody wants to play.

`python -m whistlestop.bots` does it by itself.
"""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
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

COMMAND = [sys.executable, "-m", "whistlestop.bots"]
BEAT = 2.0
"""Seconds between two signs of life of a process that compiles."""
SILENCE = 15.0
"""After so many seconds without a sign it is taken for dead."""


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
    with _signs_of_life(_mark("compiling")):
        call_every_kernel()
        _mark("complete").touch()
    seconds = time.perf_counter() - start
    # Where it is kept, because a home that can't be written to makes it a folder that no other process will find.
    print(f"Whistlestop: bots compiled in {seconds:.0f} s, kept in {_mark('')}.", file=sys.stderr, flush=True)


def call_every_kernel() -> None:
    """Use every entry point of bots, which compiles it, or loads it if that was done before."""
    board = load_board("usa")
    state = np.zeros(1, STATE)
    base = seed_base("warm up", 0)
    calls.deal(board.table, state, 2, base, 0)
    Thinker(board).think(state, base, Budget(playouts=1))
    weights = np.concatenate([weights_of(weights_for(board))] * 2)
    planner_games(board.table, weights, blank_minds(), base, 0, blank_playouts(1, 2, is_detailed=True))


class Compilation:
    """The bots' kernels as somebody sees them who plays meanwhile: compiled elsewhere, then loaded here."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        """The process that we have started; None if another one was at it already."""
        self.began = time.monotonic()
        self.is_done = False
        """Whether the kernels are loaded, so that the bots can choose without a delay."""
        self.has_failed = False

    @property
    def seconds(self) -> float:
        """How long it has taken so far, as far as this process knows."""
        return time.monotonic() - self.began

    def start(self) -> None:
        """Have the bots compiled, unless another process is at it."""
        if not _is_alive(_mark("compiling")):
            _mark("compiling").touch()  # by ourselves: the process takes a second to begin
            nothing = subprocess.DEVNULL
            try:
                self.process = subprocess.Popen(
                    COMMAND, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True
                )
            except OSError:  # no memory or no Python to run: the game goes on without
                self.has_failed = True
                return
        threading.Thread(target=self.follow, daemon=True).start()

    def follow(self) -> None:
        """Wait until it is over, then load the kernels: in a thread, so that nobody waits for that either."""
        while self._is_running():
            time.sleep(0.2)
        try:
            if is_ready():
                self.load()
        finally:
            self.has_failed = not self.is_done

    def _is_running(self) -> bool:
        return self.process.poll() is None if self.process else _is_alive(_mark("compiling"))

    def load(self) -> None:
        """Load the kernels from disk, which takes less than a second."""
        if IS_COMPILED:
            call_every_kernel()
        self.is_done = True


@cache
def compile_in_background() -> Compilation:
    """The kernels of all bots for a process in which somebody plays: loaded if they are on disk, else begun.

    The process that compiles goes on when this one ends, so that the next game finds them.
    """
    compilation = Compilation()
    if is_ready():
        compilation.load()
    else:
        compilation.start()
    return compilation


@contextmanager
def _signs_of_life(mark: Path) -> Iterator[None]:
    """Touch a file again and again, so that others see somebody at work.

    A process number in the file would not do: it may be that of a process long gone, or of another one since.
    """
    is_over = threading.Event()

    def beat() -> None:
        while not is_over.wait(BEAT):
            mark.touch()

    mark.touch()
    thread = threading.Thread(target=beat, daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()
        mark.unlink(missing_ok=True)


def _is_alive(mark: Path) -> bool:
    """Whether somebody has given a sign of life lately."""
    try:
        return time.time() - mark.stat().st_mtime < SILENCE
    except OSError:
        return False
