"""What workers do in tests of executors. Every worker imports this file, which therefore imports next to nothing."""

import os
import signal
import time
from pathlib import Path

from tests.arena.marks import leave_mark, marks


class Trouble(Exception):
    """An error that a job raises."""


class WithTwoParts(Exception):
    """An error that can be pickled but not unpickled."""

    def __init__(self, part: str, other: str) -> None:
        super().__init__(f"{part} {other}")


def slowly(seconds: float, result: int) -> int:
    time.sleep(seconds)
    return result


def fail(folder: Path, error: Exception) -> None:
    leave_mark(folder, 0)
    raise error


def fail_in_two_parts() -> None:
    raise WithTwoParts("left", "right")


def die(folder: Path, job: int, times: int) -> int:
    """Kill the own process, as the system does when memory runs out; after `times` times, finish."""
    leave_mark(folder, job)
    if len(marks(folder, job)) <= times:
        os.kill(os.getpid(), signal.SIGKILL)
    return job


def mark_and_sleep(folder: Path, job: int) -> None:
    leave_mark(folder, job)
    if job:
        time.sleep(300)
