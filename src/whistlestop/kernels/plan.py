"""What is being compiled and how far it has got, for all processes to see.

The process that compiles writes down what it is going to do; the files that appear tell the rest.
"""

import json
import os
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

from whistlestop.kernels import cache

SHARE_OF_A_CORE = 0.8
"""The work done in a second by each core, before anything has been seen of it."""
MOST_BEFORE_END = 0.95
"""How much of an entry point is shown as done at the most while it is not."""


def core_count() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Sample(NamedTuple):
    """An entry point, arguments to compile it for, and the CPU seconds that it takes (`bench/compile_times.py`)."""

    entry: Any
    arguments: tuple[Any, ...]
    seconds: float


class Progress(NamedTuple):
    share: float
    """From 0 to 1."""
    seconds_left: float

    def bar(self, width: int) -> str:
        """In characters and words.

        >>> Progress(0.5, 20).bar(4)
        '██░░ 50%, about 20 s left'
        """
        full = round(width * self.share)
        return f"{'█' * full}{'░' * (width - full)} {self.share:.0%}, about {self.seconds_left:.0f} s left"


@dataclass(frozen=True)
class Plan:
    began: float
    cores: int
    files: list[str]
    """In the order in which they are compiled."""
    seconds: list[float]

    @classmethod
    def of(cls, costs: Sequence[tuple[Path, float]], cores: int) -> "Plan":
        """A plan that begins now, from what each file is expected to cost."""
        return cls(time.time(), cores, [str(path) for path, _ in costs], [seconds for _, seconds in costs])

    def progress(self, wanted: Sequence[Path], now: float) -> Progress:
        """How far the wanted folders are, from what is there and how long it took."""
        last = max((i for i, file in enumerate(self.files) if Path(file).parent in wanted), default=-1)
        files, seconds = self.files[: last + 1], self.seconds[: last + 1]
        total = sum(seconds)
        if not total:
            return Progress(0.0, 0.0)
        ends = [_time_of(file) for file in files]
        done = sum(cost for cost, end in zip(seconds, ends, strict=True) if end is not None)
        newest = max((end for end in ends if end is not None), default=self.began)
        pace = done / (newest - self.began) if done and newest > self.began else self.cores * SHARE_OF_A_CORE
        running = [cost for cost, end in zip(seconds, ends, strict=True) if end is None][: self.cores]
        least = min(running, default=0.0)  # what the next one to end adds at least, so that a bar never goes back
        since = min(max(now - newest, 0.0) * pace, MOST_BEFORE_END * least)
        return Progress((done + since) / total, (total - done - since) / pace)


def _time_of(file: str) -> float | None:
    try:
        return Path(file).stat().st_mtime
    except OSError:
        return None


def _path() -> Path:
    return cache.base_directory() / "compiling.json"


def write_plan(plan: Plan) -> None:
    """Keep it where other processes find it."""
    cache.write_file(_path(), json.dumps(asdict(plan)).encode())


def read_plan() -> Plan | None:
    """The plan of the process that compiles, or of the last one that did."""
    try:
        return Plan(**json.loads(_path().read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None
