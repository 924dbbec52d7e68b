"""Marks that jobs leave in a folder, from whatever process and node they run in, so that a test can count the runs."""

import os
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple


class Mark(NamedTuple):
    """One run of a job."""

    job: int
    pid: int
    place: str


def leave_mark(folder: Path, job: int, place: str = "here") -> None:
    path = folder / f"{uuid.uuid4().hex}.mark"
    unfinished = path.with_suffix(".unfinished")
    unfinished.write_text(f"{job} {os.getpid()} {place}", encoding="utf-8")
    unfinished.rename(path)


def marks(folder: Path, job: int | None = None) -> list[Mark]:
    """The runs of a job, or of all jobs."""
    words = [path.read_text(encoding="utf-8").split() for path in folder.glob("*.mark")]
    found = [Mark(int(number), int(pid), place) for number, pid, place in words]
    return [mark for mark in found if job in (None, mark.job)]


def wait_for(condition: Callable[[], bool], seconds: float = 60) -> None:
    """Wait until something holds; fail if it never does."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)
