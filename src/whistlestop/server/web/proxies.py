"""Who really asks: the address, scheme and host of a request that came through a trusted proxy.

Only a proxy named in `trusted_proxies` is believed. Everything behind this middleware reads the scope and need not know
that there are proxies. (uvicorn's own proxy handling must be off: it trusts this machine by default.)
"""

from collections.abc import Awaitable, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Receive, Scope, Send

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network
SOCKET_SCHEMES = {"http": "ws", "https": "wss"}


class TrustedProxies:
    """ASGI middleware: rewrites client, scheme and Host by X-Forwarded-For, -Proto and -Host of trusted proxies."""

    def __init__(self, app: ASGIApp, trusted: Sequence[Network]) -> None:
        self.app = app
        self.trusted = tuple(trusted)

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Not a coroutine: that would wait, and take memory, for as long as a socket is open."""
        if scope["type"] in ("http", "websocket") and self.trusted and self._trusts(scope):
            scope = self._as_the_proxy_saw_it(scope)
        return self.app(scope, receive, send)

    def _trusts(self, scope: Scope) -> bool:
        return bool(scope.get("client")) and is_within(scope["client"][0], self.trusted)

    def _as_the_proxy_saw_it(self, scope: Scope) -> Scope:
        headers = Headers(scope=scope)
        seen = dict(scope)
        client = original_address(headers.getlist("x-forwarded-for"), self.trusted)
        if client is not None:
            seen["client"] = (client, 0)
        scheme = _last(headers.get("x-forwarded-proto", ""))
        if scheme in SOCKET_SCHEMES:
            seen["scheme"] = scheme if scope["type"] == "http" else SOCKET_SCHEMES[scheme]
        host = _last(headers.get("x-forwarded-host", ""))
        if host:
            changed = MutableHeaders(raw=list(scope["headers"]))
            changed["host"] = host
            seen["headers"] = changed.raw
        return seen


def original_address(forwarded_for: Sequence[str], trusted: Sequence[Network]) -> str | None:
    """The last address that no trusted proxy has: those before it may be anybody's invention.

    >>> from ipaddress import ip_network
    >>> original_address(["6.6.6.6, 203.0.113.9, 10.0.0.2"], [ip_network("10.0.0.0/8")])
    '203.0.113.9'
    """
    addresses = [part.strip() for line in forwarded_for for part in line.split(",")]
    for text in reversed(addresses):
        if parse_address(text) is None:
            return None
        if not is_within(text, trusted):
            return text
    return addresses[0] if addresses else None


def is_within(text: str, networks: Sequence[Network]) -> bool:
    """Whether a text is an address of one of these networks."""
    address = parse_address(text)
    return address is not None and any(address in network for network in networks)


def parse_address(text: str) -> Address | None:
    """An address; an IPv4 address in IPv6 clothes (::ffff:…) is an IPv4 address. None for anything else."""
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _last(header: str) -> str:
    """Of a list in a header, what the nearest proxy added."""
    return header.rsplit(",", 1)[-1].strip().lower()
