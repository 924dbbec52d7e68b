"""Why the database fails, in the log: at once, and then now and then, however many requests meet it."""

import time
from collections.abc import Callable

from whistlestop.server.running.logs import log
from whistlestop.server.store.errors import StoreError

EVERY = 10.0
"""Seconds between two lines about the same work."""


class StoreErrorLog:
    """Remembers of each kind of work (`appending`, `loading a match`) when its failure was logged."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._logged: dict[str, float] = {}
        self._unlogged: dict[str, int] = {}

    def note(self, error: StoreError) -> None:
        """Something could not be read or written."""
        doing, now = str(error).partition(":")[0], self.clock()
        if now - self._logged.get(doing, -EVERY) < EVERY:
            self._unlogged[doing] = self._unlogged.get(doing, 0) + 1
            return
        self._logged[doing] = now
        log.error("storage", error=str(error), unlogged=self._unlogged.pop(doing, 0))
