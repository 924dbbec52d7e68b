"""What holds for all tests."""

import gc

from whistlestop import kernels
from whistlestop.kernels.groups import GROUPS


def pytest_collection_finish() -> None:
    """What has been imported and collected stays: the oracle's games spent a sixth of their time looking through it."""
    gc.collect()
    gc.freeze()


def pytest_sessionstart() -> None:
    """Tests are about kernels as people use them: compiled, which `make test` has done before workers want it."""
    kernels.require(*GROUPS)
