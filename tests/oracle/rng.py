"""The oracle's random numbers: a ChaCha keystream of 12 rounds on plain ints, keyed by the seed, one for each game."""

import hashlib
from collections.abc import Iterator
from itertools import count

Words = list[int]

CONSTANTS = b"expand 32-byte k"
MASK = 2**32 - 1
COLUMNS = [(0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)]
DIAGONALS = [(0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)]


def words_of(text: bytes) -> Words:
    """32-bit words, the low byte of each first."""
    return [int.from_bytes(text[i : i + 4], "little") for i in range(0, len(text), 4)]


def quarter_round(x: Words, a: int, b: int, c: int, d: int) -> None:
    """RFC 8439, 2.1: add, xor, rotate to the left by 16, 12, 8 and 7 bits, all on 32-bit words."""
    x[a] = (x[a] + x[b]) & MASK
    x[d] = (y := x[d] ^ x[a]) << 16 & MASK | y >> 16
    x[c] = (x[c] + x[d]) & MASK
    x[b] = (y := x[b] ^ x[c]) << 12 & MASK | y >> 20
    x[a] = (x[a] + x[b]) & MASK
    x[d] = (y := x[d] ^ x[a]) << 8 & MASK | y >> 24
    x[c] = (x[c] + x[d]) & MASK
    x[b] = (y := x[b] ^ x[c]) << 7 & MASK | y >> 25


def block(key: bytes, counter: int, nonce: bytes, rounds: int) -> bytes:
    """RFC 8439, 2.3, for any number of rounds: 64 bytes of keystream."""
    start = [*words_of(CONSTANTS), *words_of(key), counter, *words_of(nonce)]
    x = list(start)
    for _ in range(rounds // 2):
        for four in COLUMNS + DIAGONALS:
            quarter_round(x, *four)
    return b"".join(((a + b) % 2**32).to_bytes(4, "little") for a, b in zip(x, start, strict=True))


class Rng:
    """The generator of game `number` of `seed`."""

    def __init__(self, seed: object, number: int = 0) -> None:
        self.seed, self.number = seed, number
        self.used = 0
        self.halves = self._halves()

    def _halves(self) -> Iterator[int]:
        """The keystream, 16 bits at a time."""
        key = hashlib.sha256(f"whistlestop deal {self.seed}".encode()).digest()
        for counter in count():
            stream = block(key, counter, self.number.to_bytes(12, "little"), 12)
            for i in range(0, len(stream), 2):
                self.used += 1
                yield int.from_bytes(stream[i : i + 2], "little")

    def copy(self) -> "Rng":
        """The same generator, as far used up."""
        other = Rng(self.seed, self.number)
        while other.used < self.used:
            next(other.halves)
        return other

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, all equally likely: throw again where it is not fair (Lemire's method)."""
        while True:
            product = next(self.halves) * n
            if product % 2**16 >= 2**16 % n:
                return product // 2**16

    def shuffle(self, items: list[str]) -> None:
        """Shuffle in place, from the end to the front."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
