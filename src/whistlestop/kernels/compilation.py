"""Starting the compilation of kernels: in the background, or under a progress bar for somebody who waits."""

import os
import subprocess
import sys
import threading
import time
from contextlib import suppress

from whistlestop.kernels import cache
from whistlestop.kernels.decorators import COMPILES_KERNELS, IS_COMPILER, STAYS_PLAIN, is_loaded, keep_plain, load_group
from whistlestop.kernels.plan import Progress, read_plan

COMMAND = [sys.executable, "-P", "-m", "whistlestop.kernels.compiler"]
POLL_SECONDS = 0.2
"""Between two checks of what has been compiled."""
GRACE_SECONDS = 1.0
"""Until a process is started that compiles, unless somebody waits: for a server's first page, and to learn what else is
wanted, because groups that are compiled together share kernels."""
ATTEMPTS = 2
"""How often a process that compiles is started in vain before this one gives up."""
BAR_WIDTH = 30
BACKGROUND_NOTICE = (
    "Whistlestop: kernels are being compiled in the background, once (less than a minute). "
    "Until then games are played uncompiled, about a hundred times slower."
)


class CompilationFailed(RuntimeError):
    """Kernels could not be compiled."""

    def __init__(self) -> None:
        super().__init__(
            "The kernels could not be compiled: run `python -m whistlestop.kernels` to see why. "
            "NUMBA_DISABLE_JIT=1 does without, about a hundred times slower."
        )


class Compilation:
    """The groups of kernels that this process wants, and the thread that has them compiled and loads them."""

    def __init__(self) -> None:
        self.wanted: list[str] = []
        self.has_failed = False
        self.leaves_it_to_others = False
        self._attempts = 0
        """Since kernels were loaded that had been wanted."""
        self._process: subprocess.Popen[bytes] | None = None
        self.errors: int | None = subprocess.DEVNULL
        """Where the process that compiles says what went wrong; None: where this one does."""
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._is_awaited = threading.Event()

    def want(self, groups: tuple[str, ...], loads_in_background: bool) -> bool:
        """Load what is on disk; have the rest compiled meanwhile. Whether there is more to wait for than before.

        With `loads_in_background`, the thread loads them, and calls run plain until it has.
        """
        with self._lock:
            for group in groups if loads_in_background else ():
                keep_plain(group)
            missing = [group for group in groups if not self._is_loaded(group, loads_in_background)]
            new = [group for group in missing if group not in self.wanted]
            self.wanted += new
            if missing and not self.has_failed and (self._thread is None or not self._thread.is_alive()):
                self._thread = threading.Thread(target=self._run, name="kernels", daemon=True)
                self._thread.start()
            return bool(new)

    def _is_loaded(self, group: str, loads_in_background: bool) -> bool:
        is_for_thread = loads_in_background or group in self.wanted
        return is_loaded(group) if is_for_thread else load_group(group)

    def _run(self) -> None:
        try:
            self._compile_and_load()
        except BaseException:
            self.has_failed = True  # or who waits would do so for ever
            raise

    def _compile_and_load(self) -> None:
        """Until all is loaded: make sure that some process compiles, and load what is done."""
        is_early = True
        while True:
            missing = [group for group in list(self.wanted) if not load_group(group)]
            if missing and is_early:
                self._is_awaited.wait(GRACE_SECONDS)
                is_early = False
            with self._lock:
                still_wanted = [group for group in self.wanted if not is_loaded(group)]
                if len(still_wanted) < len(self.wanted):
                    self._attempts = 0
                self.wanted = still_wanted
                if self.wanted and not self.leaves_it_to_others and not self._is_compiling():
                    self.has_failed = not self._compile()
                if not self.wanted or self.has_failed:
                    self._thread = None
                    break
            time.sleep(POLL_SECONDS)
        if self._process is not None:
            self._process.wait()

    def _is_compiling(self) -> bool:
        is_ours = self._process is not None and self._process.poll() is None
        return is_ours or cache.is_being_compiled()

    def _compile(self) -> bool:
        """Start a process that compiles what is wanted; False if that does not help.

        It is not ended with this one, so that the next one finds what it made.
        """
        has_lost_race = self._process is not None and self._process.returncode == cache.ALREADY_COMPILING
        self._attempts += not has_lost_race
        with suppress(OSError):  # no memory or no Python to run: we go on without
            if self._attempts <= ATTEMPTS:
                self._process = subprocess.Popen(
                    [*COMMAND, *self.wanted],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=self.errors,
                    env=os.environ | {COMPILES_KERNELS: "1", "NUMBA_CACHE_DIR": str(cache.base_directory())},
                    start_new_session=True,
                )
                return True
        return False

    def hurry(self) -> None:
        """Somebody waits."""
        self._is_awaited.set()

    def stop(self) -> None:
        """End the process that compiles, if it is ours. What it has finished stays."""
        if self._process is not None:
            self._process.terminate()


_compilation = Compilation()


def start(*groups: str, prints_notice: bool = False, loads_in_background: bool = False) -> None:
    """Run these kernels compiled as soon as they are: at once if they are on disk, else they are compiled meanwhile.

    With `loads_in_background`, nobody waits for the second that loading takes either.
    """
    if not (STAYS_PLAIN or IS_COMPILER) and _compilation.want(groups, loads_in_background) and prints_notice:
        print(BACKGROUND_NOTICE, file=sys.stderr, flush=True)


def leave_compiling_to_others() -> None:
    """This process loads kernels when they are there, and starts nobody to compile them: its limits would hold for them
    too."""
    _compilation.leaves_it_to_others = True


def is_compiled(*groups: str) -> bool:
    """Whether these kernels run as fast as they ever will, because they are compiled or shall stay plain."""
    return STAYS_PLAIN or all(map(is_loaded, groups))


def load(*groups: str) -> bool:
    """Run these kernels compiled from now on if they are on disk; whether they are. It may take a second."""
    return STAYS_PLAIN or all(map(load_group, groups))


def has_failed() -> bool:
    """Whether kernels that were started can't be compiled."""
    return _compilation.has_failed


def progress(*groups: str) -> Progress:
    """How far these groups are."""
    if is_compiled(*groups):
        return Progress(1.0, 0.0)
    plan = read_plan()
    folders = [cache.directory_of(group) for group in groups]
    return plan.progress(folders, time.time()) if plan else Progress(0.0, 0.0)


def require(*groups: str, shows_errors: bool = False) -> None:
    """Come back when these kernels run compiled, under a progress bar on standard error. CompilationFailed: they can't.

    Ctrl-C stops the compiler too. What it has finished stays.
    """
    if shows_errors:
        _compilation.errors = None
    start(*groups)
    if is_compiled(*groups):
        return
    _compilation.hurry()
    bar = Bar()
    began = time.monotonic()
    try:
        while not is_compiled(*groups):
            if has_failed():
                bar.end("failed")
                raise CompilationFailed
            bar.show(progress(*groups))
            time.sleep(POLL_SECONDS)
    except KeyboardInterrupt:
        _compilation.stop()
        bar.end("stopped")
        raise
    bar.end(f"done in {time.monotonic() - began:.0f} s")


class Bar:
    """A progress bar on a terminal; elsewhere, where nobody could watch it, a line at the start and one at the end."""

    TITLE = "Whistlestop: compiling, once"

    def __init__(self) -> None:
        self.is_terminal = sys.stderr.isatty()
        if not self.is_terminal:
            self._write(f"{self.TITLE} …\n")

    def show(self, now: Progress) -> None:
        """Draw the bar, where there is a terminal."""
        if self.is_terminal:
            self._write(f"\r{self.TITLE} {now.bar(BAR_WIDTH)} ")

    def end(self, how: str) -> None:
        """Replace the bar by a line that says how it ended."""
        self._write(f"\r\x1b[K{self.TITLE}: {how}.\n" if self.is_terminal else f"{self.TITLE}: {how}.\n")

    def _write(self, text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()
