"""What holds for all tests."""

import gc


def pytest_collection_finish() -> None:
    """What has been imported and collected stays: the oracle's games spent a sixth of their time looking through it."""
    gc.collect()
    gc.freeze()
