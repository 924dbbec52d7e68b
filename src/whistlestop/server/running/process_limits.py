"""Limits of a process that works on what strangers send. Windows has none of them."""

import math
import os
import time
from contextlib import suppress
from pathlib import Path


def allow_seconds(seconds: int) -> None:
    """The system ends this process when it has used this many more seconds of CPU time."""
    with suppress(ImportError):
        import resource

        hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(time.process_time()) + seconds, hard))


def allow_memory(more: int) -> None:
    """This process gets a MemoryError when it wants this many bytes beyond what it has now."""
    with suppress(ImportError, FileNotFoundError):  # also on systems without /proc
        import resource

        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + more, hard))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def yield_to_others(niceness: int) -> None:
    """Others' work comes first. At 19, a busy core gives this process one part in sixty, and one in eight where bots
    think. (`SCHED_IDLE` would leave it less, so that nobody could say when it will be done.)"""
    with suppress(AttributeError, OSError):  # Windows
        os.setpriority(os.PRIO_PROCESS, 0, niceness)
    with suppress(OSError):  # on a desktop, Linux weighs sessions, of which this process has its own
        Path("/proc/self/autogroup").write_text(str(niceness), encoding="ascii")
