"""Running a script that prints what kernels do, in one of the ways that they can run."""

import os
import subprocess
import sys
from pathlib import Path

CHECKED = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "1"}
"""With checked indices. It need not be fast: hardly optimised, it compiles in three quarters of the time."""


def run_trace(script: Path, count: int, **environment: str) -> list[str]:
    """What the script prints, for `count` games or steps; it must not even warn."""
    command = [sys.executable, "-W", "error", str(script), str(count)]
    result = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return result.stdout.splitlines()
