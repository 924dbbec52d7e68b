"""Whether this process can serve: it can if the database takes a write, and that is its heartbeat."""

import asyncio
import time
from collections.abc import Callable

from whistlestop.server.play.heartbeat import Heartbeat
from whistlestop.server.store import StoreError

EVERY = 1.0
"""Seconds between two writes, however often somebody asks."""


class Readiness:
    """Asks the database for all who want to know."""

    def __init__(self, heartbeat: Heartbeat, clock: Callable[[], float] = time.monotonic) -> None:
        self.heartbeat = heartbeat
        self.clock = clock
        self._asked = -EVERY
        self._answer: asyncio.Task[None] | None = None

    async def check(self) -> None:
        """Raise StoreError if nothing can be written."""
        now = self.clock()
        if self._answer is None or (self._answer.done() and now - self._asked >= EVERY):
            self._asked = now
            self._answer = asyncio.create_task(self.heartbeat.beat(within=EVERY), name="ready")
        await asyncio.wait([self._answer])  # who hangs up does not take it from the others
        if error := self._answer.exception():
            raise StoreError(str(error))
