"""Names that people read: each must show something."""

from __future__ import annotations

from whistlestop.maps.check.finding import Finding, Found
from whistlestop.maps.check.shape import Table, quoted
from whistlestop.maps.visible import is_visible


def check_names(tables: Table) -> Found:
    """The map's own name and its words. Of places it is known: their ids need a plain letter or a digit."""
    names = {"name": tables.get("name")}
    names |= {f"words.{word}": text for word, text in (tables.get("words") or {}).items()}
    for key, text in names.items():
        if isinstance(text, str) and text and not is_visible(text):
            yield Finding(key, "invisible", {"value": quoted(text)})
