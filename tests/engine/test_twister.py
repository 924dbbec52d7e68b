"""Kernels draw the numbers of Python's own generator."""

import random

import pytest

from whistlestop.engine.twister import blank_twisters, next_twisted, pick_below, set_seed


@pytest.mark.parametrize("seed", [0, 1, 7, 2**31, 2**32 - 1])
def test_words_are_python_s(seed: int) -> None:
    generator, twister = random.Random(seed), blank_twisters(1)[0]
    set_seed(twister, seed)
    assert [next_twisted(twister) for _ in range(1500)] == [generator.getrandbits(32) for _ in range(1500)]


def test_choices_are_python_s() -> None:
    generator, twister = random.Random(9), blank_twisters(1)[0]
    set_seed(twister, 9)
    for n in [*range(1, 200), *(2**k + d for k in range(1, 12) for d in (-1, 0, 1))]:
        assert pick_below(twister, n) == generator.choice(range(n))


def test_a_seed_begins_anew() -> None:
    twister = blank_twisters(1)[0]
    first = []
    for _ in range(2):
        set_seed(twister, 3)
        first.append([pick_below(twister, 100) for _ in range(10)])
    assert first[0] == first[1]
