"""Secrets, and who may open a WebSocket (docs/security.md).

>>> secret = new_secret()
>>> same(hash_secret(secret), hash_secret(secret))
True
"""

import hashlib
import re
import secrets
from collections.abc import Mapping

from starlette.datastructures import Headers
from starlette.types import Scope

from whistlestop.server.settings import Settings
from whistlestop.server.web.origins import normal_origin

SECRET_BYTES = 24
PAGE_SCHEMES = {"ws": "http", "wss": "https"}
LEFT_OUT = "[secret]"

_LONG_WORD = re.compile(r"[A-Za-z0-9_-]{32,}")  # a secret has 32 of these characters, more with something glued to it
_CAPITAL_OR_DIGIT = re.compile(r"[A-Z0-9]")
_BEARER = re.compile(r"(?i)\b(bearer\s+)[A-Za-z0-9._~+/=-]+")
_PASSWORD = re.compile(r"(://[^:/@\s]*):[^@/\s]+@")


def new_secret() -> str:
    """192 random bits as text that fits into links."""
    return secrets.token_urlsafe(SECRET_BYTES)


def hash_secret(text: str) -> str:
    """What is stored of a secret. It has 192 random bits, so no slow hash is needed: there is nothing to guess."""
    return hashlib.sha256(_bytes(text)).hexdigest()


def same(a: str, b: str) -> bool:
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


def origin_allowed(scope: Scope, settings: Settings) -> bool:
    """Whether the page that opens this WebSocket is ours. Programs that are no browser send no Origin.

    Browsers let any page open a socket to anywhere; this check keeps a foreign page from using what a visitor's browser
    can reach (a server in the home network, say). `TrustedProxies` has set scheme and Host to what the browser saw.
    """
    headers = Headers(scope=scope)
    origins = headers.getlist("origin")
    if not origins:
        return True
    scheme = PAGE_SCHEMES.get(scope["scheme"], scope["scheme"])
    own = normal_origin(f"{scheme}://{headers.get('host', '')}")
    allowed = {own, settings.public_url, *settings.allowed_origins} - {None}
    return len(origins) == 1 and normal_origin(origins[0]) in allowed


def redact(text: str) -> str:
    """The text without anything that looks like one of our secrets, a bearer token or a password in an address.

    >>> redact("GET /table/x7Kq#" + new_secret())
    'GET /table/x7Kq#[secret]'
    """
    text = _BEARER.sub(rf"\1{LEFT_OUT}", text)
    text = _PASSWORD.sub(rf"\1:{LEFT_OUT}@", text)
    return _LONG_WORD.sub(_leave_out, text)


def _leave_out(found: re.Match[str]) -> str:
    """Long names in snake_case stay readable; a secret without capital and digit comes once in 300 billion."""
    return LEFT_OUT if _CAPITAL_OR_DIGIT.search(found[0]) else found[0]
