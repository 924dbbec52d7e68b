"""What a check finds: where, what is wrong, and the changes that would set it right where there are some."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from whistlestop.maps.mapfile import Change, Fix


class Finding(NamedTuple):
    key: str
    message: str
    fix: Fix = ()


Found = Iterator[Finding]


def replace(key: str, value: Any) -> Fix:
    """A fix that is one other value; none where there is no value to propose."""
    return () if value is None else (Change(key, value),)


def remove(*keys: str) -> Fix:
    return tuple(Change(key) for key in keys)
