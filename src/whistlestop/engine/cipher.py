"""The random number generator of deals: a ChaCha keystream, so that seen cards tell nothing about those to come.

`State.rng` holds the cipher's input in its usual order (4 constants, 8 words of key, the block's counter, 3 words of
nonce), then one block of its output as 32 numbers of 16 bits, then how many of them are used up. All words are kept in
int64 and masked, so that compiled and plain runs give the same numbers.
"""

from whistlestop.engine.rng import MASK
from whistlestop.kernels import hot_kernel, kernel
from whistlestop.kernels.structs import IntArray

ROUNDS = 12
"""No attack on 8 is known; the others are a margin, and docs/decisions/0009 says what it costs."""

INPUT_SIZE = 16
KEY = 4
COUNTER = 12
NONCE = 13
BLOCK = INPUT_SIZE
BLOCK_SIZE = 32
USED = BLOCK + BLOCK_SIZE
RNG_SIZE = USED + 1

HALF_BITS = 16
HALF_MASK = 0xFFFF


@kernel
def seed_rng(rng: IntArray, key: IntArray, number: int) -> None:
    """Start the generator of game `number` of the series `key`; the first block is made when it is needed."""
    rng[0], rng[1], rng[2], rng[3] = 0x61707865, 0x3320646E, 0x79622D32, 0x6B206574  # ChaCha's own
    for i in range(8):
        rng[KEY + i] = key[i]
    rng[COUNTER] = 0
    rng[NONCE] = number & MASK
    rng[NONCE + 1] = (number >> 32) & MASK
    rng[NONCE + 2] = 0
    for i in range(BLOCK_SIZE):
        rng[BLOCK + i] = 0
    rng[USED] = BLOCK_SIZE


@hot_kernel
def mix_pair(x: IntArray, a: int, b: int, d: int, left: int) -> None:
    """Add word b to word a, mix the sum into word d, and rotate d to the left."""
    x[a] = (x[a] + x[b]) & MASK
    mixed = x[d] ^ x[a]
    x[d] = ((mixed << left) | (mixed >> (32 - left))) & MASK


@hot_kernel
def quarter_round(x: IntArray, a: int, b: int, c: int, d: int) -> None:
    """ChaCha's mixing of four words."""
    mix_pair(x, a, b, d, 16)
    mix_pair(x, c, d, b, 12)
    mix_pair(x, a, b, d, 8)
    mix_pair(x, c, d, b, 7)


@kernel
def next_block(rng: IntArray, rounds: int) -> None:
    """Replace the block by the next one of the keystream."""
    x = rng[BLOCK:USED]
    for i in range(INPUT_SIZE):
        x[i] = rng[i]
    for _ in range(rounds // 2):
        quarter_round(x, 0, 4, 8, 12)
        quarter_round(x, 1, 5, 9, 13)
        quarter_round(x, 2, 6, 10, 14)
        quarter_round(x, 3, 7, 11, 15)
        quarter_round(x, 0, 5, 10, 15)
        quarter_round(x, 1, 6, 11, 12)
        quarter_round(x, 2, 7, 8, 13)
        quarter_round(x, 3, 4, 9, 14)
    for i in range(INPUT_SIZE - 1, -1, -1):  # from the end, because each word becomes two halves in the same place
        word = (x[i] + rng[i]) & MASK
        x[2 * i] = word & HALF_MASK
        x[2 * i + 1] = word >> HALF_BITS
    rng[COUNTER] = (rng[COUNTER] + 1) & MASK
    rng[USED] = 0


@hot_kernel
def next_half(rng: IntArray) -> int:
    """16 random bits: enough for cards and tickets, at half the cost of 32."""
    if rng[USED] == BLOCK_SIZE:
        next_block(rng, ROUNDS)
    half = rng[BLOCK + rng[USED]]
    rng[USED] += 1
    return half


@hot_kernel
def deal_below(rng: IntArray, n: int) -> int:
    """A number from 0 to n-1, all equally likely (Lemire's method with rejection); n is at most 65,536."""
    product = next_half(rng) * n
    if (product & HALF_MASK) < n:
        threshold = (HALF_MASK + 1 - n) % n
        while (product & HALF_MASK) < threshold:
            product = next_half(rng) * n
    return product >> HALF_BITS


@kernel
def shuffle(rng: IntArray, cards: IntArray, count: int) -> None:
    """Put the first `count` entries in random order."""
    for i in range(count - 1, 0, -1):
        j = deal_below(rng, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
