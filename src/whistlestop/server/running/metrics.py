"""Prometheus metrics. One Metrics per server process.

Several processes behind one port would each answer a scrape with their own numbers, so that counters seemed to jump.
`share_metrics` lets them write to one folder instead, and whoever is asked answers for all of them.
"""

import atexit
import os
import re
import shutil
import tempfile
from collections.abc import MutableMapping
from pathlib import Path
from typing import Literal

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
    multiprocess,
)

FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
SLOW = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16)


class Metrics:
    """Everything that is counted. Labels come from short fixed lists, never from what a client sent."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.http_seconds = self._histogram(
            "http_seconds", "Time to answer a request, by route and status", QUICK, ("method", "route", "status")
        )
        self.connections_open = self._gauge("connections_open", "Connections, sockets included")
        self.connections_refused = self._counter(
            "connections_refused", "Connections refused or cut, by the reason", ("reason",)
        )
        self.sockets_open = self._gauge("sockets_open", "Sockets connected")
        self.matches_quarantined = self._gauge(
            "matches_quarantined", "Matches set aside because they can't be loaded", "livemax"
        )
        self.matches_in_memory = self._gauge("matches_in_memory", "Matches held in memory")
        self.actions_accepted = self._counter("actions_accepted", "Actions accepted")
        self.actions_refused = self._counter("actions_refused", "Actions refused, by the error's code", ("reason",))
        self.append_seconds = self._histogram("append_seconds", "Time to store an entry", QUICK)
        self.bot_seconds = self._histogram("bot_seconds", "Time a bot took to choose", SLOW, ("level",))
        self.bot_queue = self._gauge("bot_queue", "Choices asked of bots and not answered yet")
        self.broadcast_messages = self._counter("broadcast_messages", "Messages sent to sockets")
        self.notify_lag_seconds = self._histogram(
            "notify_lag_seconds", "From an entry of another process to its broadcast here", QUICK
        )

    def _counter(self, name: str, meaning: str, labels: tuple[str, ...] = ()) -> Counter:
        return Counter(f"whistlestop_{name}", meaning, labels, registry=self.registry)

    def _gauge(self, name: str, meaning: str, multiprocess_mode: Literal["livesum", "livemax"] = "livesum") -> Gauge:
        # Of several processes, those that still run: their sum, or the largest where all count the same.
        return Gauge(f"whistlestop_{name}", meaning, registry=self.registry, multiprocess_mode=multiprocess_mode)

    def _histogram(
        self, name: str, meaning: str, buckets: tuple[float, ...], labels: tuple[str, ...] = ()
    ) -> Histogram:
        return Histogram(f"whistlestop_{name}", meaning, labels, buckets=buckets, registry=self.registry)

    def text(self) -> bytes:
        """The numbers of this process, or of all that share a folder."""
        folder = os.environ.get(FOLDER_VARIABLE)
        if folder is None:
            return generate_latest(self.registry)
        _remove_dead_processes(Path(folder))
        shared = CollectorRegistry()
        multiprocess.MultiProcessCollector(shared, folder)  # type: ignore[no-untyped-call]
        return generate_latest(shared)


def share_metrics(environment: MutableMapping[str, str] = os.environ) -> Path:
    """Before server processes are started: let them share their numbers in a folder, deleted when this one ends.

    prometheus_client reads the variable when it is first imported, so it has to be set in the parent.
    """
    folder = Path(tempfile.mkdtemp(prefix="whistlestop-metrics-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    environment[FOLDER_VARIABLE] = str(folder)
    return folder


def _remove_dead_processes(folder: Path) -> None:
    """A killed process leaves its gauges behind; its counters stay, for what it counted has happened."""
    for file in folder.glob("gauge_live*_*.db"):
        pid = re.search(r"_(\d+)\.db$", file.name)
        if pid and not _is_alive(int(pid[1])):
            multiprocess.mark_process_dead(int(pid[1]), str(folder))  # type: ignore[no-untyped-call]


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
