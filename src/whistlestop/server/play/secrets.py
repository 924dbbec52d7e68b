"""Secrets: what opens a seat, and what is kept of it (docs/security.md).

>>> secret = new_secret()
>>> equal_in_constant_time(hash_secret(secret), hash_secret(secret))
True
"""

import base64
import hashlib
import secrets
from collections.abc import Mapping

SECRET_BYTES = 24


def new_secret() -> str:
    """192 random bits as text that fits into links."""
    return secrets.token_urlsafe(SECRET_BYTES)


def hash_secret(text: str) -> str:
    """What is stored of a secret. It has 192 random bits, so no slow hash is needed: there is nothing to guess."""
    return hashlib.sha256(_bytes(text)).hexdigest()


def watch_secret(room_secret: str) -> str:
    """The secret of the link to watch. It follows from that of the room's link, where one may watch as well, and not
    the other way round: so the store needs to know only the one."""
    digest = hashlib.sha256(b"whistlestop watch " + _bytes(room_secret)).digest()
    return base64.urlsafe_b64encode(digest[:SECRET_BYTES]).decode()


def equal_in_constant_time(a: str, b: str) -> bool:
    """Whether two texts are equal, in a time that does not tell where they differ."""
    return secrets.compare_digest(_bytes(a), _bytes(b))


def _bytes(text: str) -> bytes:
    """JSON can carry half a surrogate pair, which UTF-8 proper can't; a client's nonsense must not raise."""
    return text.encode(errors="surrogatepass")


def bearer(headers: Mapping[str, str]) -> str | None:
    """The secret of an Authorization header.

    >>> bearer({"authorization": "Bearer abc"})
    'abc'
    """
    scheme, _, secret = headers.get("authorization", "").partition(" ")
    return secret.strip() or None if scheme.lower() == "bearer" else None
