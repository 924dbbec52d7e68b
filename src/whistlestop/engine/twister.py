"""Python's own generator of random numbers (MT19937), for kernels that choose what a bot with `random.Random` chooses.

Kept in int64 as in rng.py; no product exceeds 63 bits.
"""

import numpy as np

from whistlestop.engine.rng import MASK
from whistlestop.kernels import kernel
from whistlestop.kernels.structs import IntArray

SIZE, SHIFT = 624, 397
SEED, NEXT = SIZE, SIZE + 1
"""Behind the words: the seed, and the place of the next word."""
UNSEEDED = -1


def blank_twisters(count: int) -> IntArray:
    """So many generators, without seeds."""
    return np.zeros((count, SIZE + 2), np.int64)


@kernel
def set_seed(twister: IntArray, seed: int) -> None:
    """Begin as `random.Random(seed)` does, for a seed of 32 bits. It takes a while, so it waits for the first use."""
    twister[SEED] = seed
    twister[NEXT] = UNSEEDED


@kernel
def pick_below(twister: IntArray, n: int) -> int:
    """Which of n things `random.Random.choice` takes: as many bits of a word as n has, until they are less than n."""
    bits = 0
    while n >> bits:
        bits += 1
    drawn = n
    while drawn >= n:
        drawn = next_twisted(twister) >> (32 - bits)
    return drawn


@kernel
def next_twisted(twister: IntArray) -> int:
    """The next word."""
    if twister[NEXT] == UNSEEDED:
        spread_seed(twister)
    if twister[NEXT] == SIZE:
        twist(twister)
    word = twister[twister[NEXT]]
    twister[NEXT] += 1
    word ^= word >> 11
    word ^= (word << 7) & 0x9D2C5680
    word ^= (word << 15) & 0xEFC60000
    return word ^ (word >> 18)


@kernel
def spread_seed(twister: IntArray) -> None:
    """Fill the words from the seed."""
    twister[0] = 19650218
    for i in range(1, SIZE):
        twister[i] = ((twister[i - 1] ^ (twister[i - 1] >> 30)) * 1812433253 + i) & MASK
    at = 1
    for _ in range(SIZE):
        mixed = ((twister[at - 1] ^ (twister[at - 1] >> 30)) * 1664525) & MASK
        twister[at] = ((twister[at] ^ mixed) + twister[SEED]) & MASK
        at = following(twister, at)
    for _ in range(SIZE - 1):
        mixed = ((twister[at - 1] ^ (twister[at - 1] >> 30)) * 1566083941) & MASK
        twister[at] = ((twister[at] ^ mixed) - at) & MASK
        at = following(twister, at)
    twister[0] = 0x80000000
    twister[NEXT] = SIZE


@kernel
def following(twister: IntArray, at: int) -> int:
    """The place after this one; the last word is also the one before the second."""
    if at + 1 < SIZE:
        return at + 1
    twister[0] = twister[SIZE - 1]
    return 1


@kernel
def twist(twister: IntArray) -> None:
    """New words from the old ones."""
    for i in range(SIZE):
        word = (twister[i] & 0x80000000) | (twister[(i + 1) % SIZE] & 0x7FFFFFFF)
        twister[i] = twister[(i + SHIFT) % SIZE] ^ (word >> 1) ^ (0x9908B0DF if word & 1 else 0)
    twister[NEXT] = 0
