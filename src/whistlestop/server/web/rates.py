"""Limits on how often: token buckets in memory, per address or per seat.

Each server process counts for itself, so n processes together allow up to n times as much.
"""

import math
import time
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable
from ipaddress import IPv6Address, ip_network

from starlette.types import ASGIApp, Receive, Scope, Send

from whistlestop.server.play.refusal import Forbidden, Refusal, TooOften
from whistlestop.server.running.settings import Settings
from whistlestop.server.web.errors import BadRequest, refuse
from whistlestop.server.web.host_check import host_allowed, own_names
from whistlestop.server.web.origin_check import origin_allowed
from whistlestop.server.web.proxies import parse_address

KEYS_REMEMBERED = 20_000


class Buckets:
    """A bucket of `burst` tokens per key that fills by `per_second`. Of each, only the moment it is full is kept.

    >>> buckets = Buckets(burst=2, per_second=0.5)
    >>> [buckets.take("a", now=0) for _ in range(3)], buckets.retry_after("a", now=0)
    ([True, True, False], 2.0)
    """

    def __init__(self, burst: float, per_second: float, keys: int = KEYS_REMEMBERED) -> None:
        self.burst = burst
        self.per_second = per_second
        self.keys = keys
        self._full_at: OrderedDict[str, float] = OrderedDict()

    def __len__(self) -> int:
        return len(self._full_at)

    def take(self, key: str, now: float) -> bool:
        """Take a token; False if there is none."""
        if self.retry_after(key, now) > 0:
            return False
        self._full_at[key] = max(self._full_at.get(key, now), now) + 1 / self.per_second
        self._full_at.move_to_end(key)
        self._forget(now)
        return True

    def retry_after(self, key: str, now: float) -> float:
        """Seconds until there is a token; 0 if there is one."""
        full_at = max(self._full_at.get(key, now), now)
        missing = full_at - now + (1 - self.burst) / self.per_second
        return missing if missing > 1e-9 else 0.0

    def _forget(self, now: float) -> None:
        """Drop the least recently used: those that are full again say nothing, and there may not be too many."""
        while self._full_at:
            oldest = next(iter(self._full_at))
            if self._full_at[oldest] > now and len(self._full_at) <= self.keys:
                return
            del self._full_at[oldest]


def address_key(address: str) -> str:
    """What counts as one address: an IPv4 address, or an IPv6 network of 64 bits, which is what one household gets.

    >>> address_key("2001:db8:1:2:3:4:5:6")
    '2001:db8:1:2::/64'
    """
    parsed = parse_address(address)
    if isinstance(parsed, IPv6Address):
        return str(ip_network((int(parsed) >> 64 << 64, 64)))
    return str(parsed or address)


def address_of(scope: Scope) -> str:
    """The address that a request came from; behind `TrustedProxies`, the original one."""
    client = scope.get("client")
    return str(client[0]) if client else "unknown"


def too_often(seconds: float, message: str = "Too many requests from your address.") -> TooOften:
    """The refusal of a client that has to wait."""
    wait = max(1, math.ceil(seconds))
    return TooOften("too-often", f"{message} Try again in {wait} s.", wait)


class RateLimit:
    """ASGI middleware: how often and how many per address, by which name, and for WebSockets which pages."""

    def __init__(self, app: ASGIApp, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self.app = app
        self.settings = settings
        self.clock = clock
        self.requests = Buckets(settings.requests_per_minute, settings.requests_per_minute / 60)
        self.sockets: Counter[str] = Counter()
        self.named = own_names(settings)

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Refuses who asks too often."""
        if scope["type"] not in ("http", "websocket"):
            return self.app(scope, receive, send)
        key = address_key(address_of(scope))
        refusal = self._refusal(scope, key)
        if refusal is not None:
            return refuse(scope, receive, send, refusal)
        if scope["type"] == "http":
            return self.app(scope, receive, send)
        return self._with_socket_counted(key, scope, receive, send)

    def _refusal(self, scope: Scope, key: str) -> Refusal | None:
        now = self.clock()
        if not self.requests.take(key, now):
            return too_often(self.requests.retry_after(key, now))
        if not host_allowed(scope, self.named):
            text = "This server does not answer to this name. Its operator can allow it: WHISTLESTOP_ALLOWED_HOSTS."
            return BadRequest(421, "unknown-host", text)
        if scope["type"] == "http":
            return None
        if not origin_allowed(scope, self.settings):
            return Forbidden("foreign-origin", "Pages of this origin may not open sockets here.")
        if self.sockets[key] >= self.settings.connections_per_address:
            return TooOften("too-many-connections", "Too many connections from your address. Close some first.")
        return None

    async def _with_socket_counted(self, key: str, scope: Scope, receive: Receive, send: Send) -> None:
        self.sockets[key] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self.sockets[key] -= 1
            if not self.sockets[key]:
                del self.sockets[key]
