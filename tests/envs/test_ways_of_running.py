"""The environments' kernels step alike compiled, in plain Python and with checked indices."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TRACE = Path(__file__).with_name("trace.py")


def run_trace(**environment: str) -> list[str]:
    command = [sys.executable, "-W", "error", str(TRACE), "200"]
    result = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return result.stdout.splitlines()


@pytest.fixture(scope="module")
def compiled() -> list[str]:
    return run_trace()


def test_plain_python_steps_alike(compiled: list[str]) -> None:
    assert len(compiled) == 4
    assert all(int(line.split()[-2]) > 0 for line in compiled if "usa 5" not in line), "no game has ended"
    assert run_trace(NUMBA_DISABLE_JIT="1") == compiled


def test_no_kernel_reads_out_of_range(compiled: list[str]) -> None:
    assert run_trace(NUMBA_BOUNDSCHECK="1") == compiled
