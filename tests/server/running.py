"""A real server in a process of its own, which tests may kill and start again."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from whistlestop.cli.open_page import answers

PROGRAM = "from whistlestop.cli import main; main()"
SECONDS_TO_START = 180
"""A changed engine is compiled first."""


class RunningServer:
    """`whistlestop serve` on a free port, with a database that outlives the process."""

    def __init__(self, folder: Path, database_url: str | None = None, **settings: object) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log_path = folder / f"server-{self.port}.log"
        chosen = {"database_url": database_url or f"sqlite:///{folder / 'server.db'}", "bot_workers": 1, **settings}
        self.environment = dict(os.environ) | {
            f"WHISTLESTOP_{key.upper()}": str(value) for key, value in chosen.items()
        }
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and wait until it answers."""
        self.begin()
        deadline = time.monotonic() + SECONDS_TO_START
        while not self._answers():
            assert self.is_running(), f"the server has ended:\n{self.log}"
            assert time.monotonic() < deadline, f"the server does not answer:\n{self.log}"
            time.sleep(0.05)

    def begin(self) -> None:
        command = [sys.executable, "-c", PROGRAM, "serve", "--port", str(self.port)]
        with self.log_path.open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env=self.environment)

    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def _answers(self) -> bool:
        return answers(f"http://127.0.0.1:{self.port}")

    def end(self, with_signal: int = signal.SIGKILL) -> None:
        """End the process; by default as abruptly as can be."""
        if self.process is not None:
            self.process.send_signal(with_signal)
            self.process.wait(timeout=30)
            self.process = None

    @property
    def log(self) -> str:
        return self.log_path.read_text(encoding="utf-8")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
