"""A map without places: what the studio starts from, and what stands in for parts that a map lacks."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any


@cache
def blank_text() -> str:
    """As a file, with the numbers of the USA board, which suit boards of most sizes."""
    return resources.files("whistlestop").joinpath("maps", "templates", "blank.toml").read_text(encoding="utf-8")


def blank_map() -> dict[str, Any]:
    """The same as tables.

    >>> blank_map()["rules"]["pieces"], blank_map()["routes"]
    (45, [])
    """
    return tomllib.loads(blank_text())


@cache
def _blank_map() -> dict[str, Any]:
    return blank_map()


def blank_value(*path: int | str) -> Any:
    """What the blank map has at a key, or None."""
    value: Any = _blank_map()
    for part in path:
        value = value.get(part) if isinstance(value, dict) else None
    return value
