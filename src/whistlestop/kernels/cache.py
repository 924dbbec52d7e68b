"""Where compiled kernels are kept on disk: a folder for each group of them, a file for each entry point.

Folders are named by all that the machine code depends on, and by nothing else: a cache may be moved to another place,
and to another machine if it was compiled with NUMBA_CPU_NAME=generic.
"""

import hashlib
import os
import platform
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import IO

import platformdirs

from whistlestop.kernels.groups import GROUPS

PACKAGE = Path(__file__).resolve().parent.parent
MONTH = 30 * 24 * 3600
DIGEST_BYTES = hashlib.sha256().digest_size
COMPILERS = ("numba", "llvmlite", "numpy")
SETTINGS = ("NUMBA_BOUNDSCHECK", "NUMBA_OPT", "NUMBA_CPU_FEATURES")
"""What changes the machine code, besides the processor."""


@cache
def base_directory() -> Path:
    """Where all folders are: NUMBA_CACHE_DIR or the user's cache; a temporary folder where that can't be written to."""
    wanted = Path(os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_dir("whistlestop"))
    try:
        wanted.mkdir(parents=True, exist_ok=True)
        if os.access(wanted, os.W_OK):
            return wanted
        if any(wanted.glob("kernels-*")):  # compiled ahead of time by somebody else, as in an image
            return wanted
    except OSError:
        pass
    return _own_temporary_directory()


def _own_temporary_directory() -> Path:
    """The same one for all processes of this user. What is loaded from it is run, so it must be nobody else's."""
    own = Path(tempfile.gettempdir()) / f"whistlestop-{os.getuid() if hasattr(os, 'getuid') else 'kernels'}"
    with suppress(OSError):
        own.mkdir(mode=0o700, exist_ok=True)
        found = own.lstat()
        is_own = not hasattr(os, "getuid") or (found.st_uid == os.getuid() and not found.st_mode & 0o022)
        if own.is_dir() and not own.is_symlink() and is_own:
            return own
    return Path(tempfile.mkdtemp(prefix="whistlestop-kernels-"))


@cache
def directory_of(group: str) -> Path:
    """The folder of a group of kernels, for this version of the sources, Python, compiler and processor."""
    parts = [sys.implementation.cache_tag or "", platform.machine(), sys.platform, processor()]
    parts += [f"{name} {version(name)}" for name in COMPILERS]
    parts += [f"{name} {os.environ.get(name, '')}" for name in SETTINGS]
    digest = hashlib.sha256("\n".join(parts).encode())
    for pattern in GROUPS[group].sources:
        for path in sorted(PACKAGE.glob(pattern)):
            digest.update(f"\n{path.relative_to(PACKAGE).as_posix()}\n".encode())
            digest.update(path.read_bytes())
    return base_directory() / f"kernels-{group}-{digest.hexdigest()[:16]}"


@cache
def processor() -> str:
    """The processor that kernels are compiled for, as LLVM calls it."""
    named = os.environ.get("NUMBA_CPU_NAME")
    if named:
        return named
    import llvmlite.binding  # type: ignore[import-untyped]

    features = llvmlite.binding.get_host_cpu_features().flatten()
    return f"{llvmlite.binding.get_host_cpu_name()} {features}"


def file_of(group: str, name: str) -> Path:
    """The file of one entry point."""
    return directory_of(group) / f"{name}.kernel"


def is_complete(group: str) -> bool:
    """Whether all entry points of a group are on disk."""
    return (directory_of(group) / "complete").exists()


def mark_complete(group: str) -> None:
    """Say that all entry points of a group are in the cache."""
    (directory_of(group) / "complete").touch()


def write_file(path: Path, content: bytes) -> None:
    """All of it or nothing, whoever reads it meanwhile."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.{os.getpid()}")  # readable for whom the folder is
    temporary.write_bytes(content)
    temporary.replace(path)


def write_kernel(path: Path, code: bytes) -> None:
    """Machine code behind its digest, by which one sees that it is whole."""
    write_file(path, hashlib.sha256(code).digest() + code)


def read_kernel(path: Path) -> bytes:
    """The machine code that was written; DamagedFile if it can't be had."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise DamagedFile(f"{path}: {error}") from error
    digest, code = content[:DIGEST_BYTES], content[DIGEST_BYTES:]
    if hashlib.sha256(code).digest() != digest:
        raise DamagedFile(f"{path}: not what was written")
    return code


def delete_group(group: str) -> None:
    """Delete what is on disk of a group."""
    shutil.rmtree(directory_of(group), ignore_errors=True)


def delete_old_versions() -> None:
    """Remove kernels that were compiled a month ago or earlier and are not those of the present version."""
    present = {directory_of(group) for group in GROUPS}
    for directory in base_directory().glob("kernels-*"):
        with suppress(OSError):
            if directory not in present and time.time() - directory.stat().st_mtime > MONTH:
                shutil.rmtree(directory, ignore_errors=True)


class DamagedFile(Exception):
    """A file of the cache that is not as it was written, or not there at all: it has to be compiled again."""


class LockHeld(Exception):
    """Another process compiles."""


ALREADY_COMPILING = 3
"""The exit code of a process that was to compile and found the lock held."""


@contextmanager
def only_one_compiles(directory: Path | None = None) -> Iterator[None]:
    """Hold the cache's lock, or raise LockHeld. The operating system releases it however the process ends."""
    with ((directory or base_directory()) / "compiling.lock").open("a+b") as file:
        if not _try_lock(file):
            raise LockHeld
        try:
            yield
        finally:
            _unlock(file)


def is_being_compiled() -> bool:
    """Whether some process holds the lock."""
    try:
        with only_one_compiles():
            return False
    except LockHeld:
        return True
    except OSError:  # nobody can compile into this folder
        return False


if os.name == "nt":
    import msvcrt

    def _try_lock(file: IO[bytes]) -> bool:
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        except OSError:
            return False
        return True

    def _unlock(file: IO[bytes]) -> None:
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)  # type: ignore[attr-defined]

else:
    import fcntl

    def _try_lock(file: IO[bytes]) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

    def _unlock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_UN)
