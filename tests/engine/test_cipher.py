"""The dice of deals: ChaCha as published, fair shuffles, and a deal of its own for every seed and number."""

import hashlib
from collections import Counter

import numba
import numpy as np
import pytest

from whistlestop import Game, load_board
from whistlestop.engine import calls
from whistlestop.engine.cipher import (
    BLOCK,
    BLOCK_SIZE,
    COUNTER,
    HALF_BITS,
    INPUT_SIZE,
    NONCE,
    RNG_SIZE,
    ROUNDS,
    USED,
    deal_below,
    next_block,
    shuffle,
    start_dice,
)
from whistlestop.engine.rng import seed_base
from whistlestop.engine.state import STATE
from whistlestop.records import IntArray

# The usual vectors of an all-zero key and nonce, first block; RFC 8439 (2.3.2) for the published number of rounds.
ZERO_KEY_8 = (
    "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
    "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"
)
ZERO_KEY_12 = (
    "9bf49a6a0755f953811fce125f2683d50429c3bb49e074147e0089a52eae155f"
    "0564f879d27ae3c02ce82834acfa8c793a629f2ca0de6919610be82f411326be"
)
RFC_8439 = (
    "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
    "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"
)


# Python can't call kernels that are no entry points.
@numba.njit
def block_of(rng: IntArray, key: IntArray, counter: int, nonce: IntArray, rounds: int) -> None:
    start_dice(rng, key, 0)
    rng[COUNTER] = counter
    for i in range(3):
        rng[NONCE + i] = nonce[i]
    next_block(rng, rounds)


@numba.njit
def thrown(key: IntArray, number: int, n: int, out: IntArray) -> None:
    rng = np.empty(RNG_SIZE, np.int64)
    start_dice(rng, key, number)
    for i in range(out.shape[0]):
        out[i] = deal_below(rng, n)


@numba.njit
def shuffled(key: IntArray, count: int, out: IntArray) -> None:
    rng = np.empty(RNG_SIZE, np.int64)
    start_dice(rng, key, 0)
    for i in range(out.shape[0]):
        for card in range(count):
            out[i, card] = card
        shuffle(rng, out[i], count)


def words(text: bytes) -> IntArray:
    return np.frombuffer(text, "<u4").astype(np.int64)


@pytest.mark.parametrize(
    ("key", "counter", "nonce", "rounds", "expected"),
    [
        (bytes(32), 0, bytes(12), 8, ZERO_KEY_8),
        (bytes(32), 0, bytes(12), 12, ZERO_KEY_12),
        (bytes(range(32)), 1, bytes.fromhex("000000090000004a00000000"), 20, RFC_8439),
    ],
)
def test_a_block_is_the_published_one(key: bytes, counter: int, nonce: bytes, rounds: int, expected: str) -> None:
    rng = np.zeros(RNG_SIZE, np.int64)
    block_of(rng, words(key), counter, words(nonce), rounds)
    assert rng[BLOCK:USED].astype("<u2").tobytes().hex() == expected
    assert (rng[COUNTER], rng[USED]) == (counter + 1, 0)


def test_the_state_holds_the_cipher_of_its_seed_and_number() -> None:
    board = load_board("usa")
    state = np.zeros(1, STATE)
    number = 5 + (7 << 32)
    calls.deal(board.table, state, 2, seed_base("deal", 2026), number)
    rng = state["rng"][0]
    key = hashlib.sha256(b"whistlestop deal 2026").digest()
    nonce = number.to_bytes(12, "little")
    made = int(rng[COUNTER])
    assert rng[:INPUT_SIZE].astype("<u4").tobytes() == b"expand 32-byte k" + key + made.to_bytes(4, "little") + nonce
    again = np.zeros(RNG_SIZE, np.int64)
    block_of(again, words(key), made - 1, words(nonce), ROUNDS)
    assert rng[BLOCK:USED].tolist() == again[BLOCK:USED].tolist()
    assert made * BLOCK_SIZE >= 109 + 29, "a throw for every card and ticket but the last"


@pytest.mark.parametrize("n", [1, 2, 7, 110, 40_000, 1 << HALF_BITS])
def test_every_number_below_is_equally_likely(n: int) -> None:
    """Large bounds show what a missing rejection would do: 40,000 of 65,536 would make some twice as likely."""
    out = np.zeros(400_000, np.int64)
    thrown(seed_base("test", n), 0, n, out)
    assert 0 <= out.min() <= out.max() < n
    groups = min(n, 100)
    counts = np.bincount(out * groups // n, minlength=groups)
    sizes = np.bincount(np.arange(n) * groups // n, minlength=groups) / n * len(out)
    assert ((counts - sizes) ** 2 / sizes).sum() < groups + 6 * (2 * groups) ** 0.5
    if n == 40_000:
        odd = np.bincount(out, minlength=n).astype(np.float64)
        assert odd.var() == pytest.approx(odd.mean(), rel=0.05)


def test_every_order_of_four_cards_is_equally_likely() -> None:
    out = np.zeros((48_000, 4), np.int64)
    shuffled(seed_base("test", 4), 4, out)
    counts = Counter(map(tuple, out.tolist()))
    assert len(counts) == 24
    assert sum((count - 2000) ** 2 / 2000 for count in counts.values()) < 60


def test_every_card_comes_to_every_place_of_a_deck() -> None:
    out = np.zeros((11_000, 110), np.int64)
    shuffled(seed_base("test", 5), 110, out)
    assert (np.sort(out, axis=1) == np.arange(110)).all()
    counts = np.array([np.bincount(out[:, place], minlength=110) for place in range(110)])
    assert ((counts - 100) ** 2 / 100).sum() == pytest.approx(109 * 110, rel=0.08)


def test_seeds_and_numbers_give_deals_of_their_own() -> None:
    deals = [(seed, number) for seed in range(12) for number in range(12)]
    deals += [(seed + (1 << 128), number + (1 << 31)) for seed, number in deals]
    decks = {tuple(Game("usa", 2, seed, number).position()["deck"]) for seed, number in deals}
    assert len(decks) == len(deals)
