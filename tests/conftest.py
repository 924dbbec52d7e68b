"""What holds for all tests."""

import gc
import signal

import pytest

from whistlestop import kernels
from whistlestop.kernels.groups import GROUPS

IGNORED_IN_BACKGROUND = [signal.SIGHUP, signal.SIGINT, signal.SIGQUIT]
"""By nohup, and by a shell for what a script starts with `&`."""
LONGEST = (
    "tests/server/test_nemesis.py",
    "tests/browser/test_whole_games.py",
    "tests/envs/test_trained_policy.py",
    "tests/arena/test_ray.py",
    "tests/server/test_fuzz_http.py",
)
"""Files with tests of half a minute, most of which wait more than they compute."""


def pytest_sessionstart() -> None:
    """Tests are about kernels as people use them: compiled, which `make test` has done before workers want it."""
    kernels.require(*GROUPS)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest first: one that begins last lets all other processes wait for it."""
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))


def pytest_collection_finish() -> None:
    """In every process that runs tests, right before the first one."""
    # What has been imported and collected stays: the oracle's games spent a sixth of their time looking through it.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)  # nor look through what is new every 700 objects
    # Programs inherit what is ignored, but not what is caught: we go on ignoring it, those that tests start do not.
    for number in IGNORED_IN_BACKGROUND:
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda _number, _frame: None)
