"""Two numbers: what copying a state costs compiled, and whether memory stays flat over many games.

Usage: python bench/memory_and_copies.py [GAMES]
"""

import resource
import sys
import time

import numba
import numpy as np

from whistlestop.arena.simulate import Summary, simulate
from whistlestop.board import load_board
from whistlestop.engine.state import STATE
from whistlestop.kernels.structs import Records


@numba.njit
def copy_often(states: Records, times: int) -> None:
    """Copy the first state over the others in turn."""
    for i in range(times):
        states[1 + i % (len(states) - 1)] = states[0]


def copy_nanoseconds(times: int = 200_000) -> float:
    states = np.zeros(64, STATE)
    copy_often(states, 1)
    start = time.perf_counter()
    copy_often(states, times)
    return (time.perf_counter() - start) / times * 1e9


def peak_megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main(games: int) -> None:
    print(f"state of {STATE.itemsize} bytes copied in {copy_nanoseconds():.0f} ns")
    summary = Summary(2)
    for played in simulate(load_board("usa"), ["random"] * 2, games, seed=1, workers=2):
        summary.add(played)
        if summary.games in (10_000, games // 2, games):
            print(f"after {summary.games:,} games: peak memory {peak_megabytes():.0f} MB")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
