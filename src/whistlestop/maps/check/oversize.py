"""Refusing what is too large to be a map before it is checked: a server checks what strangers send it."""

import re
from typing import Any

from whistlestop.maps import limits
from whistlestop.maps.check.finding import Finding, Found
from whistlestop.maps.check.shape import Table

MOST_SIGNS = 25_000
"""Commas, equals signs, opening brackets and lines: each costs the TOML parser 3 µs. The built-in maps have 3,000."""
MOST_EQUALS = 4000
"""Keys in a file, of which dotted ones take longer. The largest board has 1,700 without its outlines."""
MOST_HEADERS = 500
"""Of tables in a file: the largest board that the engine takes has 360, if every entry has its own."""
MOST_ENTRIES = 1000
"""Of a list: an outline may have many points."""
MOST_KEYS = 30
"""Of a table; a map's have a dozen at most."""
MOST_VALUES = 50_000
"""In all lists and tables together."""
LONGEST_KEY = 5
"""Parts of a dotted key. Each costs the TOML parser more than the one before; a map's have four at most."""
DEEPEST = 16
"""Lists and tables inside each other; a map has half as many."""
MOST_UNKNOWN = 20
"""Different names of places that do not exist. A suggestion is looked for each, which takes a while."""
LARGEST = 2**63
MOST_ROWS = {
    "locations": limits.MAX_LOCATIONS,
    "routes": limits.MAX_TRACKS,  # one track each at least
    "tickets": limits.MAX_TICKETS,
}
"""Beyond these no map can be played, so that the rest need not be looked at."""

_PART = r"""(?:[\w-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
_SURROGATE = re.compile("[\ud800-\udfff]")
# No key begins behind a backslash; looking there would take a square of the number of escaped quotes.
_LONG_KEY = re.compile(rf"(?<![\w\\-])(?:{_PART}[ \t]*+\.[ \t]*+){{{LONGEST_KEY}}}{_PART}")


def find_oversize_text(text: str) -> Found:
    """What would take the TOML parser too long."""
    signs = sum(map(text.count, ",=[{\n"))
    if signs > MOST_SIGNS:
        yield Finding("", "too-many-signs", {"count": signs, "most": MOST_SIGNS})
    if text.count("=") > MOST_EQUALS:
        yield Finding("", "too-many-equals", {"count": text.count("="), "most": MOST_EQUALS})
    headers = sum(line.lstrip().startswith("[") for line in text.splitlines())
    if headers > MOST_HEADERS:
        yield Finding("", "too-many-tables", {"count": headers, "most": MOST_HEADERS})
    if _LONG_KEY.search(text):
        yield Finding("", "long-key", {"most": LONGEST_KEY})


def find_oversize_tables(tables: Table) -> Found:
    """What would take the checks too long, or what they can't even look at."""
    if len(tables) > MOST_KEYS:
        yield Finding("", "too-many-keys", {"count": len(tables)})
        return
    for key, most in MOST_ROWS.items():
        if isinstance(tables.get(key), list) and len(tables[key]) > most:
            yield Finding(key, "too-many-rows", {"count": len(tables[key]), "most": most})
            return
    found = [problem for key, value in tables.items() for problem in _find_oversize_value(key, value)]
    yield from found
    if not found:
        yield from _unknown_places(tables)


def _find_oversize_value(key: str, value: Any) -> Found:
    """The first part of a value that is too large. Not recursive: it may be deeper than Python can follow."""
    level, count = [value], 0
    for _ in range(DEEPEST):
        inner: list[Any] = []
        count += len(level)
        if count > MOST_VALUES:
            yield Finding(key, "too-many-values", {"most": MOST_VALUES})
            return
        for part in level:
            if isinstance(part, list | dict) and len(part) > (most := _most_in(part)):
                yield Finding(key, "too-many-entries", {"count": len(part), "most": most})
                return
            if isinstance(part, int) and abs(part) >= LARGEST:
                yield Finding(key, "huge-number")
                return
            if isinstance(part, str) and _SURROGATE.search(part):
                yield Finding(key, "half-surrogate")
                return
            inner += [*part, *part.values()] if isinstance(part, dict) else part if isinstance(part, list) else []
        level = inner
    if level:
        yield Finding(key, "too-deep", {"most": DEEPEST})


def _most_in(part: "list[Any] | dict[str, Any]") -> int:
    return MOST_ENTRIES if isinstance(part, list) else MOST_KEYS


def _unknown_places(tables: Table) -> Found:
    entries = {name: tables.get(name) for name in ("locations", "routes", "tickets")}
    rows = {name: [row for row in list_ if isinstance(row, dict)] for name, list_ in entries.items()
            if isinstance(list_, list)}  # fmt: skip
    known = {str(row.get("name")) for row in rows.get("locations", [])}
    named = {str(row.get(end)) for name in ("routes", "tickets") for row in rows.get(name, []) for end in ("a", "b")}
    rules = tables.get("rules")
    tokens = rules.get("tokens") if isinstance(rules, dict) else None
    spots = tokens.get("spots") if isinstance(tokens, dict) else None
    named |= {str(spot) for spot in spots} if isinstance(spots, list) else set()
    if known and len(named - known) > MOST_UNKNOWN:
        yield Finding("", "many-unknown-places", {"count": len(named - known)})
