"""Kernel bots play alike compiled, in plain Python and with checked indices; a second start compiles nothing."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.traces import CHECKED, run_trace

TRACE = Path(__file__).with_name("trace.py")


@pytest.fixture(scope="module")
def compiled() -> list[str]:
    return run_trace(TRACE, 3)


def test_plain_python_plays_the_same_games(compiled: list[str]) -> None:
    assert len(compiled) == 5
    assert run_trace(TRACE, 3, NUMBA_DISABLE_JIT="1") == compiled


def test_no_kernel_reads_out_of_range(compiled: list[str]) -> None:
    assert run_trace(TRACE, 3, **CHECKED) == compiled


def test_a_second_start_needs_no_compilation() -> None:
    program = (
        "from whistlestop.bots.warm_up import call_every_kernel, compile_bots\n"
        "from whistlestop.bots.planner.games import look, planner_games\n"
        "from whistlestop.bots.search.grow import grow\n"
        "compile_bots(); call_every_kernel()\n"
        "print(sum(sum(f.stats.cache_misses.values()) for f in (look, planner_games, grow)))"
    )
    command = [sys.executable, "-c", program]
    subprocess.run(command, check=True, capture_output=True)
    second = subprocess.run(command, check=True, capture_output=True, text=True)
    assert second.stdout.strip() == "0"
    assert second.stderr == ""
