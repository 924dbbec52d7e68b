"""Which texts can be seen: a name of nothing but blanks is none."""

import unicodedata

BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")
"""Letters and signs, as Unicode has it, that are drawn as nothing."""


def is_visible(text: str) -> bool:
    r"""Whether there is a letter, a digit or a sign to see. Marks and spaces alone show nothing.

    >>> is_visible("Zoë"), is_visible("❤️"), is_visible("\u3164"), is_visible(" \u0301")
    (True, True, False, False)
    """
    return any(unicodedata.category(sign)[0] in "LNPS" and sign not in BLANKS for sign in text)
