"""Seeds, and the random number generator of random play: xoshiro128++, which is fast but predictable.

Deals use a generator that nobody can predict (cipher.py). The words have 32 bits and are kept in int64, so that
compiled and plain runs give the same numbers. No product exceeds 63 bits: int64 wraps silently when compiled and
complains in plain Python.
"""

import hashlib

import numpy as np

from whistlestop.kernels import hot_kernel, kernel
from whistlestop.kernels.structs import IntArray
from whistlestop.whole_number import whole_number

MASK = 0xFFFFFFFF


def seed_base(purpose: str, seed: int) -> IntArray:
    """Eight words from a seed of any size. Deals and bots use different purposes, so that neither says anything about
    the other. ValueError for a seed that is no whole number.

    >>> seed_base("deal", 7).tolist() == seed_base("deal", 7).tolist() != seed_base("bots", 7).tolist()
    True
    """
    digest = hashlib.sha256(f"whistlestop {purpose} {whole_number('A seed', seed)}".encode()).digest()
    return np.frombuffer(digest, dtype="<u4").astype(np.int64)


@kernel
def mix(x: int) -> int:
    """Scramble one word; every input has its own output."""
    x ^= x >> 16
    x = (x * 0x21F0AAAD) & MASK
    x ^= x >> 15
    x = (x * 0x735A2D97) & MASK
    return x ^ (x >> 15)


@kernel
def seed_words(words: IntArray, base: IntArray, number: int) -> None:
    """Start the generator of game `number` of the series `base`."""
    h = number & MASK
    for i in range(4):
        h = mix((h + base[i]) & MASK)
        words[i] = h
    if words[0] == 0 and words[1] == 0 and words[2] == 0 and words[3] == 0:
        words[0] = 1


@hot_kernel
def next_word(words: IntArray) -> int:
    """32 random bits."""
    w0, w1, w2, w3 = words[0], words[1], words[2], words[3]
    total = (w0 + w3) & MASK
    result = ((((total << 7) | (total >> 25)) & MASK) + w0) & MASK
    t = (w1 << 9) & MASK
    w2 ^= w0
    w3 ^= w1
    words[0] = w0 ^ w3
    words[1] = w1 ^ w2
    words[2] = w2 ^ t
    words[3] = ((w3 << 11) | (w3 >> 21)) & MASK
    return result


@hot_kernel
def below(words: IntArray, n: int) -> int:
    """A number from 0 to n-1, all equally likely (Lemire's method with rejection)."""
    product = next_word(words) * n
    if (product & MASK) < n:
        threshold = (MASK + 1 - n) % n
        while (product & MASK) < threshold:
            product = next_word(words) * n
    return product >> 32
