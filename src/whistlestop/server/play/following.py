"""Following: what other processes add to the logs of matches is sent to the viewers here.

A notification comes with the entry itself (decision 22). Where it doesn't, or where that entry can't be applied at
once, the store is read.
"""

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Callable

from whistlestop.server.play.entries import Act, Entry
from whistlestop.server.play.loading import Unloadable, apply_row
from whistlestop.server.play.match import Change, Match
from whistlestop.server.play.refusal import Refusal
from whistlestop.server.play.room import Room, StorageTrouble
from whistlestop.server.play.viewer import Viewer
from whistlestop.server.running.clock import Clock
from whistlestop.server.running.logs import log
from whistlestop.server.running.metrics import Metrics
from whistlestop.server.store import EntryRow, SeatRow, Store, StoreError

AGAIN_SECONDS = 1.0
"""Until the store is asked again for what others have added, if it did not answer."""

LEFT_SECONDS = 5.0
"""A match that goes on elsewhere is followed for this many seconds after somebody has last asked for it here."""
KINDS_WITH_KEYS = ("sit",)
"""Entries with which a seat may get another secret or person, which the entry does not contain."""


class Following(ABC):
    """The part of `Rooms` that follows other processes."""

    store: Store
    metrics: Metrics
    clock: Clock
    followed: Callable[[Room], None]

    @abstractmethod
    def with_id(self, match_id: str) -> list[Room]:
        """The room of a match, if this process has it."""

    @abstractmethod
    def all(self) -> list[Room]:
        """Every room of this process."""

    @abstractmethod
    async def seats(self, match_id: str) -> list[SeatRow]:
        """Who may sit where, as the store has it."""

    @abstractmethod
    def give_keys(self, room: Room, seats: list[SeatRow]) -> None:
        """Who may sit where from now on."""

    @abstractmethod
    async def _read(self, room: Room) -> Match:
        """Read a match, and send it whole if others have added to it."""

    @abstractmethod
    def _send_update(
        self, room: Room, match: Match, entry: Entry, change: Change, by: Viewer | None, key: str | None
    ) -> None:
        """Send what an entry changed to all viewers."""

    @abstractmethod
    def _distrust(self, room: Room) -> None:
        """Drop what a room remembers, and send its viewers away."""

    @abstractmethod
    def _forget(self, room: Room) -> None:
        """Let go of a room's match."""

    async def catch_up(self, room: Room) -> None:
        """Read what other processes have added to the log, and send it to all viewers."""
        async with room.lock:
            if room.match is None:
                if room.viewers or room.delayed_spectators is not None:
                    await self._read(room)
                return
            try:
                rows = await self.store.entries(room.id, room.match.version)
            except StoreError:
                raise StorageTrouble from None
            for row in rows:
                if not self._apply_new_entry(room, row):
                    await self._read(room)  # all of the log: perhaps the match in memory is not what it says
                    return
            if any(row.kind in KINDS_WITH_KEYS for row in rows):
                self.give_keys(room, await self.seats(room.id))

    def _apply_new_entry(self, room: Room, row: EntryRow) -> bool:
        """Apply and send an entry of another process. False if it can't be: then the room has no match any more.

        Nobody is in the middle of anything here: the caller holds the room's lock, or has seen that nobody does."""
        assert room.match is not None
        self.clock.advance_to(row.at)
        try:
            entry, change = apply_row(room.match, row)
        except Unloadable:
            room.match = None
            return False
        if not isinstance(entry, Act):
            room.summary = ""  # they have written another one
        self._send_update(room, room.match, entry, change, None, None)
        self.metrics.notify_lag_seconds.observe(max(0.0, self.clock.now() - row.at))
        self.followed(room)
        return True

    def on_notification(self, match_id: str | None, version: int, row: EntryRow | None = None) -> None:
        """Another process has added to a match, the entry `row` if that was sent. None: perhaps to any."""
        for room in self.all() if match_id is None else self.with_id(match_id):
            if match_id is None or not self._apply_notification(room, version, row):
                room.is_behind = True
                if room.following is None:
                    room.following = asyncio.create_task(self._follow(room), name="follow")

    def _apply_notification(self, room: Room, version: int, row: EntryRow | None) -> bool:
        """Whether a room is up to date now, if need be by the entry of the notification. Else the store is read.

        That is so if earlier entries are missing, if seats have new keys, and while somebody is at work in the room:
        what it remembers may then be an entry that is not stored yet, and never will be."""
        if room.match is not None and version <= room.match.version:
            return True
        if room.lock.locked():
            return False
        if self._is_left(room):
            self._forget(room)
        if room.match is None:
            return not room.viewers and room.delayed_spectators is None  # whoever comes next reads it whole
        if row is None or version > room.match.version + 1 or row.kind in KINDS_WITH_KEYS:
            return False
        return self._apply_new_entry(room, row)

    def _is_left(self, room: Room) -> bool:
        """Whether nobody here needs to know how a match goes on, as far as one can tell."""
        is_used = room.viewers or room.delayed_spectators is not None or room.is_at_work
        return not is_used and room.touched < time.monotonic() - LEFT_SECONDS

    async def _follow(self, room: Room) -> None:
        """Catch up, however long the store does not answer: nobody will be notified of the same again."""
        try:
            while room.is_behind:
                room.is_behind = False
                try:
                    await self.catch_up(room)
                except StorageTrouble as error:
                    log.warning("catching up", match=room.id, error=error.code)
                    room.is_behind = True
                    await asyncio.sleep(AGAIN_SECONDS)
        except Refusal as error:
            log.warning("catching up", match=room.id, error=error.code)
            self._distrust(room)
        except Exception:
            log.exception("catching up failed", match=room.id)
            self._distrust(room)
        finally:
            room.following = None
