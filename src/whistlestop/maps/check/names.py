"""Names that people read: each must show something."""

from __future__ import annotations

from collections.abc import Iterator

from whistlestop.maps.check.shape import Table, quoted
from whistlestop.maps.visible import is_visible


def check_names(tables: Table) -> Iterator[tuple[str, str]]:
    """The map's own name and its words. Of places it is known: their ids need a plain letter or a digit."""
    names = {"name": tables.get("name")}
    names |= {f"words.{word}": text for word, text in (tables.get("words") or {}).items()}
    for key, text in names.items():
        if isinstance(text, str) and text and not is_visible(text):
            yield key, f"= {quoted(text)} can't be seen. Write a letter, a digit or a sign."
