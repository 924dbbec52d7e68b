"""The heartbeat: a mark in the store, time and again, that a server is there. Where marks are missing nobody served.

That time is not charged to people: a match where somebody was awaited gets an entry (`Downtime`) that sets their
clocks back. It makes no difference why nobody served, be it a crash, an upgrade or a database that did not answer.
"""

import asyncio
import math

from whistlestop.server.play.match import Match
from whistlestop.server.running.clock import Clock
from whistlestop.server.store import Gap, Store

BEAT_SECONDS = 1.5
LONGEST_BEAT = 4.5
"""Seconds between two marks, of whatever processes, beyond which nobody served. A busy machine may skip one."""
GRACE = 20.0
"""Seconds after it in which clocks still stand: people have to notice, and to come back."""


class Heartbeat:
    """Beats for one process, and knows when none of all processes did."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store = store
        self.clock = clock
        self.gaps: list[Gap] = []
        self._turn = asyncio.Lock()
        self._began = -math.inf
        """When the last beat that was written began."""

    async def start(self) -> None:
        """Before anything is served. Should the machine's clock have been set back, we go on from the last mark."""
        self.clock.advance_to(await self.store.last_beat() or 0.0)
        await self.beat()

    async def beat(self, within: float = 0.0) -> None:
        """Leave a mark, and learn of gaps, unless that was done `within` seconds: StoreError if it can't be.

        Many clocks may be up at once: one beat does for all who wait for it."""
        asked = self.clock.now() - within
        async with self._turn:
            began = self.clock.now()
            if self._began < asked:
                self.gaps = await self.store.beat(began, LONGEST_BEAT)
                self._began = began
                # A process whose clock is ahead of ours may have noted one. Were its end still to come for us, a clock
                # that we set back for it would seem to have stood still again at once.
                self.clock.advance_to(max((gap.until for gap in self.gaps), default=0.0))

    def downtime(self, match: Match) -> float:
        """The seconds that the clocks of a match are to stand still, and have not yet; mostly 0."""
        if not match.persons_awaited():
            return 0.0
        missed = sum(gap.until - max(gap.since, match.at) for gap in self.gaps if gap.until > match.at)
        return missed + GRACE if missed else 0.0
