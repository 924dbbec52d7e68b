"""Servers that start in a moment: forked off a process that has imported all (`nursery.py`).

What dies by `kill -9` is a whole server process all the same, with its sockets, its database and its bots. How a
server begins and ends as a program is tested with a `RunningServer`.
"""

import atexit
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from tests.server.running import RunningServer

COMMAND = [sys.executable, "-m", "tests.server.nursery"]
ROOT = Path(__file__).parents[2]


class Nursery:
    """The process that servers are forked off. A cold one has loaded no compiled kernels."""

    def __init__(self, is_cold: bool) -> None:
        alone = os.environ | {"OPENBLAS_NUM_THREADS": "1"}  # threads and forks don't go together
        command = [*COMMAND, "cold"] if is_cold else COMMAND
        self.process = subprocess.Popen(command, cwd=ROOT, env=alone, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def fork(self, environment: dict[str, str], log: Path, port: int, step: Path, first: str) -> int:
        """`step` is a file that says how many seconds the machine's clock is ahead, `first` is run before serving."""
        assert self.process.stdin
        assert self.process.stdout
        order = {"environment": environment, "log": str(log), "port": port, "step": str(step), "first": first}
        self.process.stdin.write(json.dumps(order).encode() + b"\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()


@cache
def nursery(is_cold: bool) -> Nursery:
    """One of each kind for all tests of a process."""
    started = Nursery(is_cold)
    atexit.register(started.close)
    return started


class ForkedServer(RunningServer):
    """A RunningServer that starts in a moment."""

    pid: int | None = None
    first = ""
    """Python to run in the process before it serves."""
    is_cold = False
    """Whether it starts without compiled kernels, to look for them in its own cache."""

    def begin(self) -> None:
        self.step_path.touch()
        self.pid = nursery(self.is_cold).fork(self.environment, self.log_path, self.port, self.step_path, self.first)

    @property
    def step_path(self) -> Path:
        return self.log_path.with_suffix(".step")

    def set_clock(self, seconds: float) -> None:
        """From now on the clock of the server's machine is this many seconds ahead of ours."""
        self.step_path.write_text(str(seconds))

    def is_running(self) -> bool:
        return self.pid is not None and Path(f"/proc/{self.pid}").exists()

    def end(self, with_signal: int = signal.SIGKILL) -> None:
        if self.pid is not None and self.is_running():
            os.kill(self.pid, with_signal)
            while self.is_running():
                time.sleep(0.005)
        self.pid = None


@contextmanager
def started(servers: Sequence[ForkedServer]) -> Iterator[None]:
    """Start servers, and end them whatever happens."""
    try:
        for server in servers:
            server.start()
        yield
    finally:
        for server in servers:
            server.end()
