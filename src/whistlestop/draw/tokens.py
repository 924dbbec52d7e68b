"""The tokens' symbols: those that we know, and plain shapes for the others. Paths in a box from -5 to 5."""

from __future__ import annotations

from collections.abc import Sequence

from whistlestop.draw import symbols

BELL = (
    "M0-5A1 1 0 0 1 1-4.1C3-3.6 3.4-1.8 3.5.2C3.6 1.8 4 2.4 4.8 3.2H-4.8C-4 2.4-3.6 1.8-3.5.2C-3.4-1.8-3-3.6-1-4.1"
    "A1 1 0 0 1 0-5ZM-1.5 3.8H1.5A1.5 1.2 0 0 1-1.5 3.8Z"
)
CRAB = (
    "M-3 .9A3 2.3 0 1 1 3 .9A3 2.3 0 1 1-3 .9Z"
    "M-2.6-.4L-4.2-1.1A2 2 0 0 1-4-4.8L-3.3-3.1L-1.8-4.2A2 2 0 0 1-2.9-1.6L-1.9-1Z"
    "M2.6-.4L1.9-1L2.9-1.6A2 2 0 0 1 1.8-4.2L3.3-3.1L4-4.8A2 2 0 0 1 4.2-1.1Z"
    "M-2.9.7L-5 .6V1.4L-2.8 1.6ZM-2.6 2L-4.6 2.8L-4.2 3.5L-2.1 2.7ZM-1.7 2.8L-3.2 4.4L-2.6 4.9L-.9 3.2Z"
    "M2.9.7L2.8 1.6L5 1.4V.6ZM2.6 2L2.1 2.7L4.2 3.5L4.6 2.8ZM1.7 2.8L.9 3.2L2.6 4.9L3.2 4.4Z"
)
LANTERN = (
    "M-.4-5H.4V-4.4H1.6V-3.5H-1.6V-4.4H-.4ZM-2.2-3.1H2.2C4.7-1.6 4.7 1.2 2.2 2.7H-2.2C-4.7 1.2-4.7-1.6-2.2-3.1Z"
    "M-1.9-2.1C-2.7-.9-2.7.5-1.9 1.7H-1.2C-1.9.5-1.9-.9-1.2-2.1ZM1.2-2.1C1.9-.9 1.9.5 1.2 1.7H1.9C2.7.5 2.7-.9 1.9-2.1Z"
    "M-1.6 3.1H1.6V3.9H.4V5H-.4V3.9H-1.6Z"
)
SOURDOUGH = (
    "M0-3.4C3.2-3.4 5-1.4 5 .6C5 2.6 3.4 3.4 0 3.4C-3.4 3.4-5 2.6-5 .6C-5-1.4-3.2-3.4 0-3.4Z"
    "M-2.9-1.6L-2.2 1.2H-1.3L-2-1.9ZM-.6-2.1L.1 1.2H1L.3-2.1ZM1.8-1.9L2.4 1.2H3.3L2.7-1.5Z"
)
FORTUNE_COOKIE = (
    "M-4.9 1C-4.8-4.4 4.8-4.4 4.9 1C5 4.4 2.3 4.6 1.2 2.4C.6 1.3.3.4 0-.9C-.3.4-.6 1.3-1.2 2.4C-2.3 4.6-5 4.4-4.9 1Z"
)
SEAL = (
    "M-1.6-4.9C.2-5 1.3-3.8 1.2-2.3C1.1-.3 3.4.4 4.1 2.3L5 3.6L3.2 3.5L2.6 4.6L1.6 3.4C.7 3.7-.3 3.8-1.2 3.6L-2.6 4.7"
    "L-4.4 4.5L-2.7 2.7C-3.4.9-2.5-.6-2.2-2L-3.8-2.5C-4.2-3-4-3.4-3.4-3.7C-3.1-4.4-2.6-4.9-1.6-4.9Z"
    "M-1.7-3.9A.5.5 0 1 0-1.7-2.9A.5.5 0 1 0-1.7-3.9Z"
)
CHOCOLATE = (
    "M-3.6-5H-.3V-1.9H-3.6ZM.3-5H3.6V-1.9H.3ZM-3.6-1.5H-.3V1.5H-3.6ZM.3-1.5H3.6V1.5H.3Z"
    "M-3.6 1.9H-.3V5H-3.6ZM.3 1.9H2.4L3.6 3.1V5H.3Z"
)

TOKENS = {
    "bell": BELL,
    "crab": CRAB,
    "lantern": LANTERN,
    "sourdough": SOURDOUGH,
    "cookie": FORTUNE_COOKIE,
    "seal": SEAL,
    "chocolate": CHOCOLATE,
}
SPARE = (
    symbols.STAR,
    symbols.DIAMOND,
    symbols.HEXAGON,
    symbols.DROP,
    symbols.MOON,
    symbols.TRIANGLE,
    symbols.PLUS,
    symbols.RING,
    symbols.BOW,
    symbols.SQUARE,
    symbols.CROSS,
    symbols.BARS,
)
"""As many as a map may have symbols."""


def token_paths(names: Sequence[str]) -> dict[str, str]:
    """A path for each token of a map.

    >>> sorted(token_paths(["bell", "unicorn"]))
    ['bell', 'unicorn']
    """
    unknown = [name for name in names if name not in TOKENS]
    spare = dict(zip(unknown, SPARE, strict=False))
    return {name: TOKENS.get(name) or spare[name] for name in names}
