"""What must not get into a log."""

import re

REDACTED = "[secret]"

_LONG_WORD = re.compile(r"[A-Za-z0-9_-]{32,}")  # a secret has 32 of these characters, more with something glued to it
_CAPITAL_OR_DIGIT = re.compile(r"[A-Z0-9]")
_BEARER = re.compile(r"(?i)\b(bearer\s+)[A-Za-z0-9._~+/=-]+")
_PASSWORD = re.compile(r"(://[^:/@\s]*):[^@/\s]+@")


def redact(text: str) -> str:
    """The text without anything that looks like one of our secrets, a bearer token or a password in an address.

    >>> redact("GET /table/x7Kq#" + "Zm9v" * 8)
    'GET /table/x7Kq#[secret]'
    """
    text = _BEARER.sub(rf"\1{REDACTED}", text)
    text = _PASSWORD.sub(rf"\1:{REDACTED}@", text)
    return _LONG_WORD.sub(_redact_word, text)


def _redact_word(found: re.Match[str]) -> str:
    """Long names in snake_case stay readable; a secret without capital and digit comes once in 300 billion."""
    return REDACTED if _CAPITAL_OR_DIGIT.search(found[0]) else found[0]
