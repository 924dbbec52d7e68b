"""What turns functions into kernels.

A process that plays leaves them as they are: plain Python, but for entry points, which switch to their compiled form
once it is on disk. A process that compiles (WHISTLESTOP_COMPILES_KERNELS=1) gets Numba's functions.
"""

import os
from collections import defaultdict
from collections.abc import Callable
from functools import update_wrapper
from threading import Lock
from typing import Any, TypeVar, cast

from whistlestop.kernels import cache
from whistlestop.kernels.structs import PlainRecord, Records

Function = TypeVar("Function", bound=Callable[..., object])
Declared = TypeVar("Declared")

COMPILES_KERNELS = "WHISTLESTOP_COMPILES_KERNELS"
IS_COMPILER = os.environ.get(COMPILES_KERNELS) == "1"
STAYS_PLAIN = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True, "_nrt": True}
# Only calls from Python need the wrapper. Inner kernels without it compile a fifth faster.
WITHOUT_WRAPPER: dict[str, Any] = {**OPTIONS, "no_cpython_wrapper": True}
TIGHT_KERNELS: set[str] = set()
"""Their names, as Numba names the library of each."""


def kernel(function: Function) -> Function:
    """A function of integers and records that other kernels call; Python can't."""
    return _for_numba(function, **WITHOUT_WRAPPER)


def hot_kernel(function: Function) -> Function:
    """A kernel in the innermost loops, compiled into each of its callers.

    Doing this to the kernels that count claims made random games a fifth faster. Doing it to all of them gained little
    more and made compilation a fifth longer.
    """
    return _for_numba(function, **WITHOUT_WRAPPER, forceinline=True)


def row_kernel(function: Function) -> Function:
    """A kernel that works on rows of large arrays and makes no arrays itself, so that nobody counts who uses them.

    Numba counts with an instruction that waits until everything written so far is in the cache. Steps of the vector
    environment waited a dozen times for rows that they had just written.
    """
    return _for_numba(function, **WITHOUT_WRAPPER | {"_nrt": False})


def tight_kernel(function: Function) -> Function:
    """A kernel whose loop takes much of the time: optimised by itself before it becomes part of its callers.

    One of the planner's makes its games an eighth faster. For all others it gained nothing, and takes time to compile.
    """
    TIGHT_KERNELS.add(function.__qualname__)
    return kernel(function)


def macro(function: Function) -> Function:
    """A very small kernel that is written into its callers before they are compiled, constants and all."""
    return _for_numba(function, nogil=True, error_model="numpy", inline="always")


def record_reader(declaration: type[Declared]) -> Callable[[Records, int], Declared]:
    """The kernel that reads a record from an array of them: `state_at = record_reader(State)`."""
    del declaration  # the array knows its fields; this is for the type checker

    def record_at(records: Records, index: int) -> Any:
        return records[index]

    return kernel(record_at) if IS_COMPILER else cast(Callable[[Records, int], Declared], PlainRecord)


def entry_point(group: str) -> Callable[[Function], Function]:
    """A kernel that Python calls, compiled and kept on disk with all that it calls, as one of a group of them."""

    def decorate(function: Function) -> Function:
        return cast(Function, EntryPoint(group, function))

    return decorate


def _for_numba(function: Function, **options: Any) -> Function:
    if not IS_COMPILER:
        return function
    import numba

    return cast(Function, numba.njit(**options)(function))


class EntryPoint:
    """A kernel that Python calls: plain at first, compiled as soon as that is possible."""

    def __init__(self, group: str, function: Callable[..., Any]) -> None:
        self.group, self.function = group, function
        update_wrapper(self, function)
        self.is_compiled = False
        self._run = function if STAYS_PLAIN or IS_COMPILER else self._first_run
        ENTRY_POINTS[group].append(self)

    def __call__(self, *arguments: Any) -> Any:
        """Run it compiled, or as plain Python until others have compiled it."""
        return self._run(*arguments)

    def _first_run(self, *arguments: Any) -> Any:
        if cache.is_complete(self.group):
            _load([self])  # another thread that calls it now waits for that: plain, a long call would take minutes
        with _loading:
            if not self.is_compiled:
                self._run = self.function
        return self._run(*arguments)

    def stay_plain(self) -> None:
        """Run plain until somebody calls `load`, whatever is on disk."""
        if not self.is_compiled:
            self._run = self.function

    def load(self) -> None:
        """Run compiled from now on."""
        from whistlestop.kernels.numba_code import load_compiled

        with _loading:  # Numba must not be given the same code twice
            if not self.is_compiled:
                self._run = load_compiled(self.function, cache.file_of(self.group, self.function.__name__))
                self.is_compiled = True


ENTRY_POINTS: defaultdict[str, list[EntryPoint]] = defaultdict(list)
"""Those of this process so far, by group."""
_loading = Lock()
_loaded: set[str] = set()


def is_loaded(group: str) -> bool:
    """Whether the entry points of a group run compiled."""
    return group in _loaded


def keep_plain(group: str) -> None:
    """Let the entry points of a group that this process knows run plain until `load_group`, unless that has been."""
    for entry in ENTRY_POINTS[group] if not is_loaded(group) else ():
        entry.stay_plain()


def load_group(group: str) -> bool:
    """Let all entry points of a group that this process knows run compiled, if they are on disk; whether they do."""
    if group not in _loaded:
        if STAYS_PLAIN or not cache.is_complete(group):
            return False
        if not _load(ENTRY_POINTS[group]):
            return False
        _loaded.add(group)  # an entry point that is imported later looks for itself
    return True


def _load(entries: list[EntryPoint]) -> bool:
    """Load entry points of one group. If their files are damaged they are deleted, to be compiled again."""
    try:
        for entry in entries:
            entry.load()
    except cache.DamagedFile:
        cache.delete_group(entries[0].group)
        return False
    return True
