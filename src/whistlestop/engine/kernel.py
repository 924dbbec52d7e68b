"""How kernels are compiled: once per change of their source, kept on disk, in plain Python on request.

`NUMBA_DISABLE_JIT=1` runs the same source uncompiled; `NUMBA_BOUNDSCHECK=1` compiles it with index checks.
"""

import hashlib
import os
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numba.core
import platformdirs

Function = TypeVar("Function", bound=Callable[..., object])

config: Any = numba.core.config  # its attributes come from the environment, unseen by type checkers
IS_COMPILED = not config.DISABLE_JIT
# Only calls from Python need the wrappers; without them, inner kernels compile in half the time.
WITHOUT_WRAPPERS = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
PACKAGE = Path(__file__).resolve().parents[1]
KERNEL_SOURCES = ("limits.py", "records.py", "board.py", "engine/*.py")


@cache
def cache_directory() -> Path:
    """Where compiled kernels are kept, one folder per version of the sources.

    Numba's own cache looks only at the place and time of the file of the function called. A change in another kernel
    would go unnoticed, and a moved or touched file would be compiled again unannounced; so all that names the folder.
    """
    digest = hashlib.sha256(numba.__version__.encode())
    digest.update(b"checked" if config.BOUNDSCHECK else b"")
    for pattern in KERNEL_SOURCES:
        for path in sorted(PACKAGE.glob(pattern)):
            digest.update(f"{path} {path.stat().st_mtime_ns}".encode())
            digest.update(path.read_bytes())
    base = Path(config.CACHE_DIR or platformdirs.user_cache_dir("whistlestop"))
    directory = base / f"kernels-{digest.hexdigest()[:16]}"
    try:
        directory.mkdir(parents=True, exist_ok=True)
        if not os.access(directory, os.W_OK):
            raise PermissionError(directory)
    except OSError:  # a read-only home: compile for this process only
        return Path(tempfile.mkdtemp(prefix="whistlestop-kernels-"))
    return directory


def kernel(function: Function) -> Function:
    """A function of integers and records that other kernels call; Python can't."""
    return _compile(function, **WITHOUT_WRAPPERS)


def hot_kernel(function: Function) -> Function:
    """A kernel in the innermost loops, compiled into each of its callers.

    Doing this to the kernels that count claims made random games a fifth faster. Doing it to all of them gained little
    more and made compilation a fifth longer.
    """
    return _compile(function, **WITHOUT_WRAPPERS, forceinline=True)


def macro(function: Function) -> Function:
    """A very small kernel that is written into its callers before they are compiled, constants and all."""
    return _compile(function, inline="always")


def entry_point(function: Function) -> Function:
    """A kernel that Python calls: compiled on first use and kept on disk with all that it calls."""
    before, config.CACHE_DIR = config.CACHE_DIR, str(cache_directory())
    try:
        return _compile(function, cache=True, no_cfunc_wrapper=True)
    finally:
        config.CACHE_DIR = before


def _compile(function: Function, **options: Any) -> Function:
    """Numba leaves the function as it is when compilation is switched off."""
    return cast(Function, numba.njit(nogil=True, error_model="numpy", **options)(function))
