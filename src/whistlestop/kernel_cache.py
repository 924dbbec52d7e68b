"""Where compiled kernels are kept on disk, and compiling them before anybody waits for a move."""

import hashlib
import os
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numba.core
import platformdirs

PACKAGE = Path(__file__).resolve().parent
ENGINE_SOURCES = ("limits.py", "records.py", "board.py", "engine/*.py")
BOT_SOURCES = (*ENGINE_SOURCES, "bots/*/*.py")
"""Bots have kernels in packages of their own. They call the engine's, but not the other way round."""
ENV_SOURCES = (*BOT_SOURCES, "envs/kernels/*.py")

config: Any = numba.core.config  # its attributes come from the environment, unseen by type checkers


def sources_of(module: str) -> tuple[str, ...]:
    """The files that the kernels of a module may be made of."""
    if module.startswith("whistlestop.envs."):
        return ENV_SOURCES
    return BOT_SOURCES if module.startswith("whistlestop.bots.") else ENGINE_SOURCES


@cache
def cache_directory(sources: tuple[str, ...]) -> Path:
    """One folder per version of the sources.

    Numba's own cache looks only at the place and time of the file of the function called. A change in another kernel
    would go unnoticed, and a moved or touched file would be compiled again unannounced; so all that names the folder.
    """
    digest = hashlib.sha256(numba.__version__.encode())
    digest.update(b"checked" if config.BOUNDSCHECK else b"")
    for pattern in sources:
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


def compile_once(what: str, seconds: int, done: Path, call_every_kernel: Callable[[], None]) -> bool:
    """Compile kernels by calling them, with a word about it; False if an earlier run has left the mark `done`."""
    if config.DISABLE_JIT or done.exists():
        return False
    print(f"Whistlestop: compiling {what}, once (about {seconds} s) …", file=sys.stderr, flush=True)
    start = time.perf_counter()
    call_every_kernel()
    done.touch()
    print(f"Whistlestop: compiled in {time.perf_counter() - start:.0f} s.", file=sys.stderr, flush=True)
    return True
