"""Kernel bots play alike compiled, in plain Python and with checked indices."""

from pathlib import Path

import pytest

from tests.traces import CHECKED, run_trace

TRACE = Path(__file__).with_name("trace.py")


@pytest.fixture(scope="module")
def compiled() -> list[str]:
    return run_trace(TRACE, 3)


def test_plain_python_plays_the_same_games(compiled: list[str]) -> None:
    assert len(compiled) == 7
    assert run_trace(TRACE, 3, NUMBA_DISABLE_JIT="1") == compiled


def test_no_kernel_reads_out_of_range(compiled: list[str]) -> None:
    assert run_trace(TRACE, 3, **CHECKED) == compiled
