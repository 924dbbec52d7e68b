"""Kernels: functions of integers and records that run compiled or, from the same source, as plain Python.

A process that plays never compiles. Its kernels run plain until their compiled form is on disk, then that is loaded and
used from the next call on. Other processes compile (`python -m whistlestop.kernels GROUP…`, docs/decisions/0016), so
nobody has to wait who does not want to:

    start("game", "bots")        have them compiled in the background, and switch to them when they are there
    require("game", "vector")    the same, but wait, under a progress bar
    is_compiled("bots")          whether they run compiled by now
    load("bots")                 the same, after switching to them if they are there

`NUMBA_DISABLE_JIT=1` keeps everything plain. `NUMBA_BOUNDSCHECK=1` has kernels with checked indices compiled.
"""

from whistlestop.kernels.compilation import (
    CompilationFailed,
    has_failed,
    is_compiled,
    leave_compiling_to_others,
    load,
    progress,
    require,
    start,
)
from whistlestop.kernels.decorators import (
    entry_point,
    hot_kernel,
    kernel,
    macro,
    record_reader,
    row_kernel,
    tight_kernel,
)
from whistlestop.kernels.fetching import fetch
from whistlestop.kernels.plan import Progress

__all__ = [
    "CompilationFailed",
    "Progress",
    "entry_point",
    "fetch",
    "has_failed",
    "hot_kernel",
    "is_compiled",
    "kernel",
    "leave_compiling_to_others",
    "load",
    "macro",
    "progress",
    "record_reader",
    "require",
    "row_kernel",
    "start",
    "tight_kernel",
]
