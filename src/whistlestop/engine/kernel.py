"""How kernels are compiled: once per change of their source, kept on disk, in plain Python on request.

`NUMBA_DISABLE_JIT=1` runs the same source uncompiled; `NUMBA_BOUNDSCHECK=1` compiles it with index checks.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

from whistlestop.kernel_cache import cache_directory, config, sources_of

Function = TypeVar("Function", bound=Callable[..., object])

IS_COMPILED = not config.DISABLE_JIT
# Only calls from Python need the wrappers. Inner kernels without them, and not kept on disk, compile a fifth faster.
WITHOUT_WRAPPERS = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


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
    before, config.CACHE_DIR = config.CACHE_DIR, str(cache_directory(sources_of(function.__module__)))
    try:
        return _compile(function, cache=True, no_cfunc_wrapper=True)
    finally:
        config.CACHE_DIR = before


def _compile(function: Function, **options: Any) -> Function:
    """Numba leaves the function as it is when compilation is switched off."""
    return cast(Function, numba.njit(nogil=True, error_model="numpy", **options)(function))
