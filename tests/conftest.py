"""What holds for all tests."""

import gc


def pytest_collection_finish() -> None:
    """What has been imported and collected stays: looking whether it is garbage would take a sixth of the time."""
    gc.collect()
    gc.freeze()
