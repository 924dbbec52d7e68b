"""A server for the programs of one person, started when it is needed and gone when its parent is."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from whistlestop.cli.open_page import HOST, answers
from whistlestop.cli.serve import address_of, run_server
from whistlestop.mcp.seats import Trouble

SECONDS_TO_START, SECONDS_TO_END = 120.0, 20.0
PROGRAM = "from whistlestop.cli.local_server import serve_for_parent; serve_for_parent()"


class LocalServer:
    """`whistlestop serve` on a free port of this machine, its matches in a folder that is deleted with it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._address = ""

    def address(self) -> str:
        """Where it is, once it answers. Trouble if it does not start."""
        with self._lock:
            if self._process is None or self._process.poll() is not None:
                self._start()
            return self._address

    def _start(self) -> None:
        self.end()
        with socket.socket() as probe:
            probe.bind((HOST, 0))
            port = probe.getsockname()[1]
        self._address = address_of(HOST, port)
        settings = {"host": HOST, "port": port, "log_level": "warning", "log_format": "text"}
        # Settings of another server on this machine are not for this one.
        others = {name: value for name, value in os.environ.items() if not name.startswith("WHISTLESTOP_")}
        chosen = {f"WHISTLESTOP_{name.upper()}": str(value) for name, value in settings.items()}
        # Nothing but the protocol may come to standard output, which is the parent's.
        self._process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM], stdin=subprocess.PIPE, stdout=2, env=others | chosen
        )
        deadline = time.monotonic() + SECONDS_TO_START
        while not answers(self._address):
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.end()
                raise Trouble("The server on this machine did not start; its standard error says why.")
            time.sleep(0.05)

    def end(self) -> None:
        """End it, and its tables with it."""
        if self._process is None:
            return
        if self._process.stdin:
            self._process.stdin.close()
        try:
            self._process.wait(SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None


def serve_for_parent() -> None:
    """Serve as the environment says, with tables that nobody keeps, until standard input ends: the parent holds its
    other end, however it dies."""

    def watch_parent() -> None:
        while os.read(0, 4096):  # not sys.stdin: an interpreter that ends may not find its lock taken
            pass
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch_parent, daemon=True).start()
    with tempfile.TemporaryDirectory(prefix="whistlestop-") as folder:
        run_server({"database_url": f"sqlite:///{Path(folder) / 'tables.db'}"})
