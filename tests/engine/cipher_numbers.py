"""Blocks, throws and shuffles of the cipher's kernels, written to a file: `python -m tests.engine.cipher_numbers FILE`.

A program of its own, started as a process that compiles: Python can't call kernels that are no entry points.
"""

import sys
from pathlib import Path

import numba
import numpy as np

from whistlestop.engine.cipher import COUNTER, HALF_BITS, NONCE, RNG_SIZE, deal_below, next_block, seed_rng, shuffle
from whistlestop.engine.rng import seed_base
from whistlestop.kernels.structs import IntArray

BOUNDS = [1, 2, 7, 110, 40_000, 1 << HALF_BITS]
SHUFFLES = [(48_000, 4), (11_000, 110)]


@numba.njit
def block_of(rng: IntArray, key: IntArray, counter: int, nonce: IntArray, rounds: int) -> None:
    seed_rng(rng, key, 0)
    rng[COUNTER] = counter
    for i in range(3):
        rng[NONCE + i] = nonce[i]
    next_block(rng, rounds)


@numba.njit
def throw(key: IntArray, n: int, out: IntArray) -> None:
    rng = np.empty(RNG_SIZE, np.int64)
    seed_rng(rng, key, 0)
    for i in range(out.shape[0]):
        out[i] = deal_below(rng, n)


@numba.njit
def shuffle_all(key: IntArray, out: IntArray) -> None:
    rng = np.empty(RNG_SIZE, np.int64)
    seed_rng(rng, key, 0)
    for i in range(out.shape[0]):
        for card in range(out.shape[1]):
            out[i, card] = card
        shuffle(rng, out[i], out.shape[1])


def main(asked: Path, answers: Path) -> None:
    """Blocks for the keys, counters, nonces and rounds that are asked for; throws and shuffles."""
    found: dict[str, IntArray] = {}
    for name, (key, counter, nonce, rounds) in np.load(asked, allow_pickle=True)["blocks"].item().items():
        found[name] = np.zeros(RNG_SIZE, np.int64)
        block_of(found[name], key, counter, nonce, rounds)
    for n in BOUNDS:
        found[f"below {n}"] = np.zeros(400_000, np.int64)
        throw(seed_base("test", n), n, found[f"below {n}"])
    for count, cards in SHUFFLES:
        found[f"orders of {cards}"] = np.zeros((count, cards), np.int64)
        shuffle_all(seed_base("test", cards), found[f"orders of {cards}"])
    np.savez(answers, **found)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
