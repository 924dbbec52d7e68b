"""What holds for all tests."""

import gc
import signal

from whistlestop import kernels
from whistlestop.kernels.groups import GROUPS

IGNORED_IN_BACKGROUND = [signal.SIGHUP, signal.SIGINT, signal.SIGQUIT]
"""By nohup, and by a shell for what a script starts with `&`."""


def pytest_sessionstart() -> None:
    """Tests are about kernels as people use them: compiled, which `make test` has done before workers want it."""
    kernels.require(*GROUPS)


def pytest_collection_finish() -> None:
    """In every process that runs tests, right before the first one."""
    # What has been imported and collected stays: the oracle's games spent a sixth of their time looking through it.
    gc.collect()
    gc.freeze()
    # Programs inherit what is ignored, but not what is caught: we go on ignoring it, those that tests start do not.
    for number in IGNORED_IN_BACKGROUND:
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda _number, _frame: None)
