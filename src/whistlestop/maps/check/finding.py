"""What a check finds: where, what is wrong, and the changes that would set it right where there are some.

>>> Finding("rules.pieces", "too-small", {"value": "0", "least": 1}).message
'= 0 is too small. Write at least 1.'
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from whistlestop.maps.mapfile import Change, Fix
from whistlestop.maps.messages import NO_VALUES, Values, english


class Finding(NamedTuple):
    key: str
    id: str
    """Of what is wrong (`maps/messages.py`)."""
    values: Values = NO_VALUES
    fix: Fix = ()

    @property
    def message(self) -> str:
        """In English."""
        return english(self.id, self.values)


Found = Iterator[Finding]


def replace(key: str, value: Any) -> Fix:
    """A fix that is one other value; none where there is no value to propose."""
    return () if value is None else (Change(key, value),)


def remove(*keys: str) -> Fix:
    """A fix that takes keys out of the file."""
    return tuple(Change(key) for key in keys)


def near_or_not(key: str, id: str, values: Values, meant: str | None, fix: Fix = ()) -> Finding:
    """Something unknown: said by the id `ID-near` where it is clear what was meant."""
    return Finding(key, f"{id}-near", {**values, "meant": meant}, fix) if meant else Finding(key, id, values, fix)
