"""Whole numbers as arguments: refused in the caller's words, and not somewhere deep inside."""

from operator import index
from typing import SupportsIndex


def whole_number(what: str, value: SupportsIndex) -> int:
    """An argument as an int, NumPy's integers too. ValueError for anything else, also for True, which Python counts.

    >>> whole_number("A seed", 1.0)
    Traceback (most recent call last):
    ValueError: A seed is a whole number, not 1.0.
    """
    if type(value) is int:
        return value
    try:
        if isinstance(value, bool):
            raise TypeError
        return index(value)
    except TypeError:
        raise ValueError(f"{what} is a whole number, not {value!r}.") from None
