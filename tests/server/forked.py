"""Servers that start in a moment: forked off a process that has imported all (`nursery.py`).

What dies by `kill -9` is a whole server process all the same, with its sockets, its database and its bots. How a
server begins and ends as a program is tested with a `RunningServer`.
"""

import atexit
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Self, TextIO

import pytest

from tests.server.running import RunningServer
from whistlestop.server.running import workers

LONGEST_ANSWER = 100
ROOT = Path(__file__).parents[2]


class Nursery:
    """The processes that servers are forked off: one that has loaded compiled kernels, and a cold one."""

    def __init__(self) -> None:
        alone = os.environ | {"OPENBLAS_NUM_THREADS": "1"}  # threads and forks don't go together
        pairs = [socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET) for _ in range(2)]  # an order is a packet
        (self.warm, _), (self.cold, _) = pairs
        theirs = [theirs.fileno() for _, theirs in pairs]
        command = [sys.executable, "-m", "tests.server.nursery", *map(str, theirs)]
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=alone, pass_fds=theirs, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        )
        for _, their in pairs:
            their.close()

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        self.warm.close()
        self.cold.close()  # which ends the other process


@cache
def _nursery() -> Nursery:
    """One for all tests of a process."""
    started = Nursery()
    atexit.register(started.close)
    return started


def nursery(is_cold: bool = False) -> socket.socket:
    """Where to order what is forked."""
    return _nursery().cold if is_cold else _nursery().warm


@contextmanager
def forked_workers(is_cold: bool = False) -> Iterator[None]:
    """Meanwhile worker processes of this process start in a moment too."""

    def start_process(command: Sequence[str]) -> Coroutine[Any, Any, Any]:
        from tests.server.nursery import ask_for_worker  # imports all that a server does, so not before it is needed

        return ask_for_worker(nursery(is_cold), command)

    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(workers, "start_process", start_process)
        yield


class ForkedProgram:
    """`python -c program arguments` that starts in a moment, with what tests use of a `subprocess.Popen`."""

    def __init__(self, program: str, *arguments: str) -> None:
        (self.stdout, stdout), (self.stderr, stderr), (self.messages, messages) = (text_pipe() for _ in range(3))
        order = {"command": [sys.executable, "-c", program, *arguments], "environment": dict(os.environ)}
        with open(os.devnull) as stdin, stdout, stderr, messages:  # noqa: PTH123
            theirs = [file.fileno() for file in (stdin, stdout, messages, stderr)]
            socket.send_fds(nursery(), [json.dumps(order).encode()], theirs)
        self.pid = int(self.messages.readline())

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def wait(self) -> int:
        """Until it has ended; how it has."""
        code = int(self.messages.readline())
        self.messages.close()
        return code

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stdout.close()
        self.stderr.close()
        if not self.messages.closed:
            self.wait()


def text_pipe() -> tuple[TextIO, TextIO]:
    reading, writing = os.pipe()
    return os.fdopen(reading), os.fdopen(writing, "w")


class ForkedServer(RunningServer):
    """A RunningServer that starts in a moment."""

    pid: int | None = None
    first = ""
    """Python to run in the process before it serves."""
    is_cold = False
    """Whether it starts without compiled kernels, to look for them in its own cache."""

    def begin(self) -> None:
        self.step_path.touch()
        order = {
            "environment": self.environment,
            "log": str(self.log_path),
            "port": self.port,
            "step": str(self.step_path),  # a file that says how many seconds the machine's clock is ahead
            "first": self.first,
        }
        orders = nursery(self.is_cold)
        orders.send(json.dumps(order).encode())
        self.pid = int(orders.recv(LONGEST_ANSWER))

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
