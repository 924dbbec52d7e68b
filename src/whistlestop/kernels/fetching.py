"""Fetching memory before it is needed: kernels that walk over more than a cache holds mostly wait for it."""

from typing import Any

from numpy.typing import NDArray

from whistlestop.kernels.decorators import IS_COMPILER

LINE = 64
"""Bytes that a processor fetches at a time."""


def fetch(rows: NDArray[Any], row: int, first: int, end: int) -> None:
    """Have the bytes from `first` to `end` of a row fetched while other work is done. A row that is not there is no
    error. Compiled, it is an instruction of the processor for each line; plain Python has no use for it."""
    del rows, row, first, end


if IS_COMPILER:
    from whistlestop.kernels.numba_code import fetch_lines

    fetch = fetch_lines(LINE)
