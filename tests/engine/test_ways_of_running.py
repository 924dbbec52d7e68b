"""One source, several ways to run: compiled, plain Python, with checked indices, in another process. All play alike."""

import subprocess
import sys
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


def test_a_second_start_needs_no_compilation() -> None:
    program = (
        "from whistlestop import Game; from whistlestop.engine import calls\n"
        "game = Game('usa', players=2, seed=1); game.apply(game.legal_actions()[0]); game.scores()\n"
        "print(sum(sum(f.stats.cache_misses.values()) for f in (calls.deal, calls.options, calls.act, calls.score)))"
    )
    command = [sys.executable, "-c", program]
    subprocess.run(command, check=True, capture_output=True)
    second = subprocess.run(command, check=True, capture_output=True, text=True)
    assert second.stdout.strip() == "0"
    assert second.stderr == ""
