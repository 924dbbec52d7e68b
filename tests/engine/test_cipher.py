"""The generator of deals: ChaCha as published, fair shuffles, and a deal of its own for every seed and number."""

import hashlib
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from tests.engine.cipher_numbers import BOUNDS
from whistlestop import Game, load_board
from whistlestop.engine import calls
from whistlestop.engine.cipher import (
    BLOCK,
    BLOCK_SIZE,
    COUNTER,
    INPUT_SIZE,
    ROUNDS,
    USED,
)
from whistlestop.engine.rng import seed_base
from whistlestop.engine.state import STATE
from whistlestop.kernels.decorators import COMPILES_KERNELS
from whistlestop.kernels.structs import IntArray

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


def words(text: bytes) -> IntArray:
    return np.frombuffer(text, "<u4").astype(np.int64)


def dealt() -> tuple[int, bytes, IntArray]:
    """A game's number, and the generator in its state after the deal."""
    state, number = np.zeros(1, STATE), 5 + (7 << 32)
    calls.deal(load_board("usa").arrays, state, 2, seed_base("deal", 2026), number)
    return number, hashlib.sha256(b"whistlestop deal 2026").digest(), state["rng"][0]


VECTORS = {
    "8 rounds": (bytes(32), 0, bytes(12), 8, ZERO_KEY_8),
    "12 rounds": (bytes(32), 0, bytes(12), 12, ZERO_KEY_12),
    "20 rounds": (bytes(range(32)), 1, bytes.fromhex("000000090000004a00000000"), 20, RFC_8439),
}


@pytest.fixture(scope="module")
def numbers(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, IntArray]:
    """What the kernels make of it, compiled: the published blocks, the last one of a deal, throws and shuffles."""
    folder: Path = tmp_path_factory.mktemp("cipher")
    blocks = {name: (words(key), at, words(nonce), rounds) for name, (key, at, nonce, rounds, _) in VECTORS.items()}
    number, key, rng = dealt()
    blocks["dealt"] = (words(key), int(rng[COUNTER]) - 1, words(number.to_bytes(12, "little")), ROUNDS)
    np.savez(folder / "asked.npz", blocks=np.array(blocks, dtype=object))
    command = [
        sys.executable,
        "-m",
        "tests.engine.cipher_numbers",
        str(folder / "asked.npz"),
        str(folder / "found.npz"),
    ]
    result = subprocess.run(
        command, env=os.environ | {COMPILES_KERNELS: "1"}, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    with np.load(folder / "found.npz") as found:
        return dict(found)


@pytest.mark.parametrize("name", VECTORS)
def test_a_block_is_the_published_one(name: str, numbers: Mapping[str, IntArray]) -> None:
    rng, (_, counter, _, _, expected) = numbers[name], VECTORS[name]
    assert rng[BLOCK:USED].astype("<u2").tobytes().hex() == expected
    assert (rng[COUNTER], rng[USED]) == (counter + 1, 0)


def test_the_state_holds_the_cipher_of_its_seed_and_number(numbers: Mapping[str, IntArray]) -> None:
    number, key, rng = dealt()
    nonce, made = number.to_bytes(12, "little"), int(rng[COUNTER])
    assert rng[:INPUT_SIZE].astype("<u4").tobytes() == b"expand 32-byte k" + key + made.to_bytes(4, "little") + nonce
    assert rng[BLOCK:USED].tolist() == numbers["dealt"][BLOCK:USED].tolist()
    assert made * BLOCK_SIZE >= 109 + 29, "a throw for every card and ticket but the last"


@pytest.mark.parametrize("n", BOUNDS)
def test_every_number_below_is_equally_likely(n: int, numbers: Mapping[str, IntArray]) -> None:
    """Large bounds show what a missing rejection would do: 40,000 of 65,536 would make some twice as likely."""
    out = numbers[f"below {n}"]
    assert 0 <= out.min() <= out.max() < n
    groups = min(n, 100)
    counts = np.bincount(out * groups // n, minlength=groups)
    sizes = np.bincount(np.arange(n) * groups // n, minlength=groups) / n * len(out)
    assert ((counts - sizes) ** 2 / sizes).sum() < groups + 6 * (2 * groups) ** 0.5
    if n == 40_000:
        odd = np.bincount(out, minlength=n).astype(np.float64)
        assert odd.var() == pytest.approx(odd.mean(), rel=0.05)


def test_every_order_of_four_cards_is_equally_likely(numbers: Mapping[str, IntArray]) -> None:
    counts = Counter(map(tuple, numbers["orders of 4"].tolist()))
    assert len(counts) == 24
    assert sum((count - 2000) ** 2 / 2000 for count in counts.values()) < 60


def test_every_card_comes_to_every_place_of_a_deck(numbers: Mapping[str, IntArray]) -> None:
    out = numbers["orders of 110"]
    assert (np.sort(out, axis=1) == np.arange(110)).all()
    counts = np.array([np.bincount(out[:, place], minlength=110) for place in range(110)])
    assert ((counts - 100) ** 2 / 100).sum() == pytest.approx(109 * 110, rel=0.08)


def test_seeds_and_numbers_give_deals_of_their_own() -> None:
    deals = [(seed, number) for seed in range(12) for number in range(12)]
    deals += [(seed + (1 << 128), number + (1 << 31)) for seed, number in deals]
    decks = {tuple(Game("usa", 2, seed, number).position()["deck"]) for seed, number in deals}
    assert len(decks) == len(deals)
