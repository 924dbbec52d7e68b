"""How long a prompt is, without a tokenizer.

Every model has its own tokenizer, and none comes with this package. `estimate_tokens` counts on the safe side for the
texts that we write: names in small letters, numbers and signs (docs/decisions/0045 has what was measured). Who knows
the model better passes a function of their own wherever one is asked for.
"""

import re
from collections.abc import Callable

TokenCounter = Callable[[str], int]

LETTERS_PER_TOKEN = 3
PIECE = re.compile(r"[A-Za-z]+|[0-9]|\n|[^A-Za-z0-9\s]")
"""A word, a digit, a line's end or a sign; a space belongs to the word after it."""


def estimate_tokens(text: str) -> int:
    """At least as many tokens as the usual tokenizers make of our prompts.

    >>> estimate_tokens("claim denver/omaha purple:3,wild:1")
    16
    """
    return sum(max(-(-len(piece) // LETTERS_PER_TOKEN), _bytes_beyond_ascii(piece)) for piece in PIECE.findall(text))


def _bytes_beyond_ascii(piece: str) -> int:
    """No tokenizer of bytes makes more tokens of a sign than it has bytes."""
    return len(piece.encode()) if not piece.isascii() else 1
