"""What a test of environments may need."""

from importlib.util import find_spec

import pytest

needs_torch = pytest.mark.skipif(
    find_spec("torch") is None,
    reason="no torch: pip has found no build of it without CUDA for this Python (requirements/torch.txt)",
)
