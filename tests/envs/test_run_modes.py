"""The environments' kernels step alike compiled, in plain Python and with checked indices."""

from pathlib import Path

import pytest

from tests.traces import CHECKED, run_trace

TRACE = Path(__file__).with_name("trace.py")


@pytest.fixture(scope="module")
def compiled() -> list[str]:
    return run_trace(TRACE, 200)


def test_plain_python_steps_alike(compiled: list[str]) -> None:
    assert len(compiled) == 4
    assert all(int(line.split()[-2]) > 0 for line in compiled if "usa 5" not in line), "no game has ended"
    assert run_trace(TRACE, 200, NUMBA_DISABLE_JIT="1") == compiled


def test_no_kernel_reads_out_of_range(compiled: list[str]) -> None:
    assert run_trace(TRACE, 200, **CHECKED) == compiled
