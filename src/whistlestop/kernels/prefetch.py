"""Asking the processor for memory that a kernel needs soon, so that it is there by then. Plain Python does nothing."""

from typing import Any

from numpy.typing import NDArray

from whistlestop.kernels.decorators import IS_COMPILER, kernel

LINE = 64
"""Bytes that a processor fetches at once."""

if IS_COMPILER:
    from whistlestop.kernels.numba_code import fetch_line

    @kernel
    def prefetch(rows: NDArray[Any], row: int, first: int, end: int) -> None:
        """Fetch some bytes of a row, of which there may be none."""
        for byte in range(first, end, LINE):
            fetch_line(rows, row, byte)

else:

    def prefetch(rows: NDArray[Any], row: int, first: int, end: int) -> None:
        """Fetch some bytes of a row, of which there may be none."""
