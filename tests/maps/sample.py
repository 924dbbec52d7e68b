"""The tiny map of docs/maps.md, to be changed by tests."""

from __future__ import annotations

import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs" / "maps.md"


def tiny_map() -> str:
    match = re.search(r"```toml\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert match
    return match[1]


TOKENS = """
[rules.tokens]
symbols = ["bell", "crab", "seal"]
spots = ["Ashford"]
stack = { 2 = 2 }
placed = { 2 = 1 }
points = [0, 0, 1, 2]
"""


def with_tokens() -> str:
    return tiny_map() + TOKENS


def changed(text: str, old: str, new: str) -> str:
    assert old in text, f"the tiny map has no {old!r}"
    return text.replace(old, new, 1)
