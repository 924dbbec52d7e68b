"""What a random game costs, in shuffles of a deck: both in turns in one process, so that both see the same machine.

Usage: python bench/yardstick.py [ROUNDS]
Prints the best of both on one core, and how many shuffles of 110 cards a two-player USA game takes as long as. Games a
second change with the machine and the minute; this number changes with our code.
"""

import sys
import time

import numpy as np
from numba import njit
from numpy.typing import NDArray

from whistlestop.arena.play_games import play_games
from whistlestop.board import load_board

CARDS = 110
SHUFFLES, GAMES = 10_000, 1000


@njit
def shuffle_often(deck: NDArray[np.int64], times: int, seed: int) -> int:
    """Fisher–Yates with Numba's own generator. The sum is there so that no compiler leaves the work out."""
    np.random.seed(seed)
    total = 0
    for _ in range(times):
        for last in range(len(deck) - 1, 0, -1):
            other = np.random.randint(0, last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        total += deck[0]
    return total


def main(rounds: int) -> None:
    deck, board = np.arange(CARDS), load_board("usa")
    shuffle_often(deck, 1, 0)
    play_games(board, ["random"] * 2, 0, 0, 1)
    shuffles = games = 0.0
    for number in range(rounds):
        start = time.perf_counter()
        shuffle_often(deck, SHUFFLES, number)
        middle = time.perf_counter()
        play_games(board, ["random"] * 2, number, 0, GAMES)
        end = time.perf_counter()
        shuffles = max(shuffles, SHUFFLES / (middle - start))
        games = max(games, GAMES / (end - middle))
    print(f"{shuffles:,.0f} shuffles/s, {games:,.0f} games/s: a game is {shuffles / games:.1f} shuffles")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
