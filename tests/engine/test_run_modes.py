"""One source, several ways to run: compiled, plain Python, with checked indices, in another process. All play alike."""

from pathlib import Path

import pytest

from tests.traces import CHECKED, run_trace

TRACE = Path(__file__).with_name("trace.py")


@pytest.fixture(scope="module")
def compiled() -> list[str]:
    return run_trace(TRACE, 3)


def test_the_same_seed_gives_the_same_games_in_every_process(compiled: list[str]) -> None:
    assert len(compiled) == 21
    assert run_trace(TRACE, 3) == compiled


def test_plain_python_plays_the_same_games_to_the_byte(compiled: list[str]) -> None:
    assert run_trace(TRACE, 3, NUMBA_DISABLE_JIT="1") == compiled


def test_no_kernel_reads_out_of_range(compiled: list[str]) -> None:
    assert run_trace(TRACE, 3, **CHECKED) == compiled
