"""Limits of connections: how many connections there may be, below HTTP, and for how long one may keep us waiting.

Every connection takes a file descriptor, whether it ever asks for anything or not, and without one neither the database
nor a bot can be reached. So some are kept back, an address may have a share, and who is silent is sent away.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from whistlestop.server.play.refusal import Refusal, TooOften, Unavailable
from whistlestop.server.running import descriptors
from whistlestop.server.running.metrics import Metrics
from whistlestop.server.running.settings import Settings
from whistlestop.server.web.proxies import is_within
from whistlestop.server.web.rates import address_key

LEAST_READ = 16_384
"""Bytes of an answer that a slow reader has to take within `request_seconds`."""
SWEEP_SECONDS = 0.5
OWN_DESCRIPTORS, PER_BOT_WORKER = 64, 4
"""Kept back for the database, logs and listening, and for each process in which bots think."""
LARGEST_SHARE = 2
"""One address may have this part of all connections, whatever its limit."""


@dataclass(slots=True, eq=False)
class OpenConnection:
    """A connection that was accepted."""

    transport: asyncio.Transport
    key: str | None
    """Whose it is; None for a trusted proxy's, which are many people's."""
    deadline: float | None
    """When it is cut, unless it does its part; None while it waits for us."""
    unsent: int = 1 << 62
    """Bytes that waited to be read when its time was up before."""
    is_handed_over: bool = False
    """Whether another process has handed it to us."""


class ConnectionLimits:
    """All connections of this process."""

    def __init__(self, settings: Settings, metrics: Metrics, clock: Callable[[], float] = time.monotonic) -> None:
        self.metrics = metrics
        self.clock = clock
        self.request_seconds = settings.request_seconds
        self.most_body = settings.max_body_bytes
        self.trusted = settings.trusted_proxies
        self.most = connections_within(descriptors.limit(), settings.bot_workers)
        self.per_address = min(settings.connections_per_address, self.most // LARGEST_SHARE)
        self.open_connections: dict[asyncio.Transport, OpenConnection] = {}
        self.by_address: Counter[str] = Counter()
        self.is_draining = False
        """Whether the server has been told to end: answers that go on and on end now."""

    def accept(self, transport: asyncio.Transport, address: str) -> OpenConnection:
        """Accept a connection, or refuse it."""
        key = None if is_within(address, self.trusted) else address_key(address)
        refusal = self._refusal(key)
        if refusal is not None:
            self.metrics.connections_refused.labels(refusal.code).inc()
            raise refusal
        deadline = self.clock() + self.request_seconds
        connection = self.open_connections[transport] = OpenConnection(transport, key, deadline)
        if key is not None:
            self.by_address[key] += 1
        self.metrics.connections_open.set(len(self.open_connections))
        return connection

    def _refusal(self, key: str | None) -> Refusal | None:
        if key is not None and self.by_address[key] >= self.per_address:
            return TooOften("too-many-connections", "Too many connections from your address. Close some first.")
        if len(self.open_connections) >= self.most:
            return Unavailable("full", "The server has as many connections as it can hold. Try again in a moment.")
        return None

    def close(self, transport: asyncio.Transport) -> None:
        """A connection is gone."""
        connection = self.open_connections.pop(transport, None)
        if connection is None:  # it was refused
            return
        if connection.key is not None:
            self.by_address[connection.key] -= 1
            if not self.by_address[connection.key]:
                del self.by_address[connection.key]
        self.metrics.connections_open.set(len(self.open_connections))

    async def watch(self) -> None:
        """Cut those that keep us waiting, for ever."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.sweep()

    def sweep(self) -> None:
        """Close connections whose time is over."""
        now = self.clock()
        for connection in list(self.open_connections.values()):
            if connection.deadline is None and connection.transport.is_closing():
                connection.deadline = now + self.request_seconds  # what is still to be read may never be
            elif connection.deadline is not None and connection.deadline <= now:
                self._time_is_up(connection, now)

    def _time_is_up(self, connection: OpenConnection, now: float) -> None:
        unsent = connection.transport.get_write_buffer_size()
        if 0 < unsent <= connection.unsent - LEAST_READ:  # a slow line, but it moves
            connection.unsent, connection.deadline = unsent, now + self.request_seconds
        else:
            self.metrics.connections_refused.labels("too-slow").inc()
            connection.transport.abort()


def connections_within(limit: int, bot_workers: int) -> int:
    """How many connections leave enough descriptors for everything else.

    >>> connections_within(1024, 2), connections_within(100, 2)
    (952, 50)
    """
    return max(limit - OWN_DESCRIPTORS - PER_BOT_WORKER * bot_workers, limit // 2)
