"""The oracle's random numbers: xoshiro128++ on plain ints, seeded by (seed, number)."""

import hashlib

MASK = 0xFFFFFFFF


def rotl(x: int, k: int) -> int:
    """Rotate a 32-bit word to the left."""
    return ((x << k) | (x >> (32 - k))) & MASK


def mix(x: int) -> int:
    """Scramble a 32-bit word, so that neighbouring game numbers get unrelated games."""
    x ^= x >> 16
    x = x * 0x21F0AAAD & MASK
    x ^= x >> 15
    x = x * 0x735A2D97 & MASK
    return x ^ (x >> 15)


def words_for(seed: object, number: int) -> list[int]:
    """The four words that game `number` of `seed` starts with."""
    digest = hashlib.sha256(f"whistlestop deal {seed}".encode()).digest()
    words = []
    h = number & MASK
    for i in range(4):
        base = int.from_bytes(digest[4 * i : 4 * i + 4], "little")
        h = mix((h + base) & MASK)
        words.append(h)
    return words if any(words) else [1, 0, 0, 0]  # the generator never leaves the all-zero state


class Rng:
    """One game's generator; `words` is all of its state."""

    def __init__(self, words: list[int]) -> None:
        self.words = list(words)

    def next(self) -> int:
        """The next 32-bit word."""
        w0, w1, w2, w3 = self.words
        result = (rotl((w0 + w3) & MASK, 7) + w0) & MASK
        shifted = (w1 << 9) & MASK
        w2 ^= w0
        w3 ^= w1
        w1 ^= w2
        w0 ^= w3
        w2 ^= shifted
        self.words = [w0, w1, w2, rotl(w3, 11)]
        return result

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, all equally likely (Lemire's method)."""
        product = self.next() * n
        if product & MASK < n:
            threshold = (2**32 - n) % n
            while product & MASK < threshold:
                product = self.next() * n
        return product >> 32

    def shuffle(self, items: list[str]) -> None:
        """Shuffle in place, from the end to the front."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
