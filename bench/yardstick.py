"""Our engine against the throw-away kernel, in turns in one process, so that both see the same machine.

Usage: python bench/yardstick.py PATH/TO/throwaway.py [ROUNDS]
Prints the best of both, random two-player USA games a second on one core, and the ratio.
"""

import runpy
import sys
import time

import numpy as np

from whistlestop.arena.bench import measure
from whistlestop.arena.played import play_games
from whistlestop.board import load_board


def main(path: str, rounds: int) -> None:
    yardstick = runpy.run_path(path, run_name="yardstick")
    games = np.zeros(1, yardstick["S"]).view(np.recarray)
    yardstick["playout"](games, 1, 1)
    board = load_board("usa")
    measure(board, 2, 0.1)
    ours = theirs = 0.0
    for number in range(rounds):
        start = time.perf_counter()
        yardstick["playout"](games, 500, number)
        middle = time.perf_counter()
        play_games(board, ["random"] * 2, number, 0, 1000)
        end = time.perf_counter()
        theirs = max(theirs, 500 / (middle - start))
        ours = max(ours, 1000 / (end - middle))
    print(f"throw-away {theirs:,.0f}  whistlestop {ours:,.0f}  ratio {ours / theirs:.2f}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100)
