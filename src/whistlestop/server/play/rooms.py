"""Rooms: the matches that this process has to do with, each with its viewers and a lock.

A command takes the room's lock, becomes an entry, is stored, and only then sent to anybody. Another process may have
been quicker with the same version: then the room is read again from the store and the command judged anew.

A match never has two rooms here. Whoever has a room in hand, be it only to wait for its lock, keeps it alive, and the
room that is alive is the one that everybody else finds; nobody can take it from them. What can't be trusted any more
is not the room but what it remembers, and that is dropped.
"""

import asyncio
import json
import re
import time
from collections.abc import Callable
from weakref import WeakValueDictionary

from whistlestop.server.play.attendance import Attendance
from whistlestop.server.play.chat import Chat, check_may_write
from whistlestop.server.play.clocks import Patience
from whistlestop.server.play.decide import Decision
from whistlestop.server.play.entries import NAMES, Act, Emote, Entry, body_of
from whistlestop.server.play.following import Following
from whistlestop.server.play.loading import (
    MatchUnreadable,
    NewerVersionNeeded,
    TooNew,
    Unloadable,
    blank_match,
    load_entries,
    load_match,
)
from whistlestop.server.play.match import Change, Match
from whistlestop.server.play.messages import (
    Feed,
    Update,
    error_message,
    short_message,
)
from whistlestop.server.play.refusal import NotFound, Refusal
from whistlestop.server.play.room import Room, StorageTrouble
from whistlestop.server.play.spectators import DelayedSpectators
from whistlestop.server.play.table_view import Table, awaited_json, summary_of, table_of
from whistlestop.server.play.viewer import Viewer
from whistlestop.server.running.clock import Clock
from whistlestop.server.running.logs import log
from whistlestop.server.running.metrics import Metrics
from whistlestop.server.running.settings import Settings
from whistlestop.server.store import ChatRow, NewEntry, SeatRow, Store, StoredMatch, StoreError

Judge = Callable[[Match], Decision | None]
MATCH_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")
"""What every match's id is like (`tables.py` makes them)."""
MOST_ATTEMPTS = 30
"""How often in a row other processes may be quicker with an entry. More is not bad luck but a database out of order."""

PATIENCE_WITH_VIEWERS = 15
"""How many times as long a match stays in memory while somebody looks at it. They will move: to read a game and play it
anew takes some fifty times as long as a move, and its sockets take more memory than it does."""


class NoSuchMatch(NotFound):
    def __init__(self) -> None:
        super().__init__("no-such-match", "There is no such match. Check the link; old matches are deleted.")


class Rooms(Following):
    """All rooms of this process."""

    def __init__(self, store: Store, settings: Settings, metrics: Metrics, clock: Clock | None = None) -> None:
        self.store = store
        self.settings = settings
        self.metrics = metrics
        self.clock = clock or Clock()
        self.schedule_work: Callable[[Room], None] = lambda _: None
        """Called after an entry of ours was stored and sent: the caretaker sees to bots and clocks."""
        self.followed: Callable[[Room], None] = lambda _: None
        """Called after an entry of another process was sent: that process sees to bots and clocks now."""
        self.greet: Callable[[Room], None] = lambda _: None
        """Called when a viewer has come."""
        self.lobby_changed: Callable[[], None] = lambda: None
        self.attendance = Attendance(store)
        self.chat = Chat(store)
        self.is_closed = False
        self.left_to_newer: set[str] = set()
        """Matches that this version can't read and a newer one can."""
        self._rooms: WeakValueDictionary[str, Room] = WeakValueDictionary()
        """Every room that anybody has in hand."""
        self._in_memory: dict[str, Room] = {}
        """Rooms that are kept although nobody may have them in hand, until `sweep` lets go of them."""

    async def open(self, match_id: str) -> Room:
        """The room of a match. Refused if there is no such match."""
        room = self._rooms.get(match_id)
        if room is None:
            if not MATCH_ID.fullmatch(match_id):  # PostgreSQL would not even look for some of what a stranger can send
                raise NoSuchMatch
            room = self._rooms[match_id] = Room(match_id)
        if not room.is_known:
            async with room.lock:
                if not room.is_known:
                    await self._read(room)
        return room

    async def open_current(self, match_id: str) -> Room:
        """The room of a match as the store has it now: another process may have sent more than we received."""
        asked = time.monotonic()
        room = await self.open(match_id)
        if self.store.is_shared and room.read_at < asked:
            await self.catch_up(room)
        return room

    async def _load_match(self, match_id: str) -> tuple[StoredMatch, Match]:
        """A match as the store has it. One that can't be loaded is set aside, and never tried again by itself."""
        stored_match = await self.load(match_id)
        if stored_match.match.quarantined is not None:
            raise MatchUnreadable
        try:
            match = await asyncio.to_thread(load_match, stored_match)  # a long game on a large map takes a while
            match.clocks.patience = Patience(self.settings.absence_seconds, self.settings.notice_seconds)
            return stored_match, match
        except TooNew as error:
            self._leave_to_newer(match_id, error)
            raise NewerVersionNeeded from error
        except Unloadable as error:
            await self._set_aside(match_id, error)
            raise MatchUnreadable from error

    async def load(self, match_id: str) -> StoredMatch:
        """What the store has of a match. Refused if there is no such match."""
        try:
            stored_match = await self.store.load(match_id)
        except StoreError:
            raise StorageTrouble from None
        if stored_match is None:
            raise NoSuchMatch
        return stored_match

    def _leave_to_newer(self, match_id: str, why: TooNew) -> None:
        """A process of a newer version serves this match. Who is at the table here has to go there."""
        if room := self._rooms.get(match_id):
            self._distrust(room)
        if match_id not in self.left_to_newer:
            self.left_to_newer.add(match_id)
            log.warning("match needs a newer version", match=match_id, reason=str(why)[:500])

    async def _set_aside(self, match_id: str, why: Unloadable) -> None:
        """Quarantine a match; who is at the table has to leave."""
        if room := self._rooms.get(match_id):
            self._distrust(room)
        try:
            if await self.store.quarantine(match_id, str(why)[:500], self.clock.now()):
                log.error("match set aside", match=match_id, reason=str(why)[:500])
            await self.count_quarantined()
        except StoreError:
            raise StorageTrouble from None

    async def count_quarantined(self) -> None:
        """Let the metrics say how many matches are set aside."""
        self.metrics.matches_quarantined.set(len(await self.store.quarantined()))

    async def seats(self, match_id: str) -> list[SeatRow]:
        """Who may sit where, as the store has it."""
        try:
            return await self.store.seats(match_id)
        except StoreError:
            raise StorageTrouble from None

    async def match_of(self, room: Room) -> Match:
        """The room's match, read again if it has left memory. The caller holds the room's lock."""
        room.touched = time.monotonic()
        return room.match or await self._read(room)

    async def latest_match(self, room: Room) -> Match:
        """The room's match for who wants it to be over. Another process may have sent them the end before us."""
        async with room.lock:
            match = await self.match_of(room)
        if match.status != "over" and self.store.is_shared:
            await self.catch_up(room)
            async with room.lock:
                match = await self.match_of(room)
        return match

    async def _read(self, room: Room) -> Match:
        """Read a match. If others have added to it since, its viewers get it whole."""
        began = time.monotonic()
        stored_match, match = await self._load_match(room.id)
        if not room.is_known:
            room.seats = await self.seats(room.id)
            room.is_public, room.watch_hash = stored_match.match.public, stored_match.match.watch_hash
            room.sent_version, room.is_known = match.version, True
        if match.version > room.sent_version:
            self.give_keys(room, await self.seats(room.id))
            room.feed = Feed()
            for viewer in room.viewers:
                viewer.send(room.feed.view(match, viewer.seat, self.clock.now()))
            if room.delayed_spectators is not None:
                room.delayed_spectators.extend(load_entries(stored_match, after=room.sent_version))
            room.sent_version = match.version
        self.clock.advance_to(match.at)
        room.match, room.summary, room.read_at = match, stored_match.match.summary, began
        self._in_memory[room.id] = room
        self.metrics.matches_in_memory.set(len(self._in_memory))
        return match

    async def submit(self, room: Room, judge: Judge, by: Viewer | None = None, key: str | None = None,
                     keys: SeatRow | None = None) -> None:  # fmt: skip
        """Carry out what `judge` decides; a Refusal goes to the caller. `by` gets its answer under `key`."""
        async with room.lock:
            for _ in range(MOST_ATTEMPTS):
                match = await self.match_of(room)
                decision = judge(match)
                if decision is None:
                    if by is not None:
                        by.send(short_message("accepted", match.version, key))
                    return
                change = match.apply(decision.entry, self.clock.now(), decision.game)
                try:
                    is_stored = await self._store_entry(room, match, decision.entry, keys)
                except BaseException as error:
                    # Nobody knows whether it was stored: clients have to come back to what the log says.
                    if by is not None and isinstance(error, Refusal):
                        by.send(error_message(room.sent_version, error, key))
                    self._distrust(room)
                    raise
                if is_stored:
                    break
                room.match = None  # another process was quicker
            else:
                log.error("entries are not taken", match=room.id, version=match.version)
                raise StorageTrouble
            if keys is not None:
                self.give_keys(room, [keys if row.seat == keys.seat else row for row in room.seats])
            self._send_update(room, match, decision.entry, change, by, key)
            if isinstance(decision.entry, Act):
                self.metrics.actions_accepted.inc()
        self.schedule_work(room)

    async def _store_entry(self, room: Room, match: Match, entry: Entry, keys: SeatRow | None) -> bool:
        """Whether this entry is now the match's latest; False if another process was first."""
        is_as_before = isinstance(entry, Act) and match.status != "over"  # for lists
        summary = room.summary if is_as_before else json.dumps(summary_of(match))
        new_entry = NewEntry(
            match_id=match.id,
            version=match.version,
            at=match.at,
            kind=NAMES[type(entry)],
            body=body_of(entry),
            status=match.status,
            joinable=match.is_joinable,
            wake_at=match.wake_at,
            lease_until=self.clock.now() + self.settings.lease_seconds,
            awaited=awaited_json(match),
            summary=None if summary == room.summary else summary,
            keys=keys,
        )
        began = time.perf_counter()
        try:
            stored = await self.store.append(new_entry)
        except StoreError as error:
            raise StorageTrouble from error
        finally:
            self.metrics.append_seconds.observe(time.perf_counter() - began)
        if stored and summary != room.summary:
            room.summary = summary
            self.lobby_changed()
        return stored

    def give_keys(self, room: Room, seats: list[SeatRow]) -> None:
        """Who may sit where from now on. A seat with a new secret is somebody else's: who had it is sent away."""
        lost = {new.seat for old, new in zip(room.seats, seats, strict=False) if old.secret_hash != new.secret_hash}
        room.seats = seats
        for viewer in room.viewers:
            if viewer.seat in lost:
                viewer.close()

    def with_id(self, match_id: str) -> list[Room]:
        """The room of a match, if this process has it."""
        room = self._rooms.get(match_id)
        return [] if room is None else [room]

    def all(self) -> list[Room]:
        """Those in memory; others are only stored."""
        return list(self._rooms.values())

    def _send_update(
        self, room: Room, match: Match, entry: Entry, change: Change, by: Viewer | None, key: str | None
    ) -> None:
        room.sent_version = match.version
        if by is not None and by not in room.viewers:
            by.send(short_message("accepted", match.version, key))
        self._send(room, room.feed.update(match, entry, change, self.clock.now()), by, key)
        if room.delayed_spectators is not None:
            room.delayed_spectators.extend([(entry, match.at)])

    def _send(self, room: Room, update: Update, by: Viewer | None, key: str | None) -> None:
        for viewer in room.viewers:
            viewer.send(update.to(viewer.seat, viewer.protocol, key if viewer is by else None))
        self.metrics.broadcast_messages.inc(len(room.viewers))

    async def emote(self, room: Room, emote: Emote, by: Viewer, key: str) -> None:
        """Somebody says something: it is sent to all viewers, in other processes too, and not stored."""
        await self.receive_emote(room, emote, by, key)
        try:
            await self.store.send_message(room.id, "emote", body_of(emote))
        except StoreError as error:  # no harm is done
            log.warning("emote", match=room.id, error=str(error))

    async def receive_emote(self, room: Room, emote: Emote, by: Viewer | None = None, key: str | None = None) -> None:
        """Send an emote to all viewers. The table stays as it is, and so does its version."""
        if not room.viewers and room.delayed_spectators is None:
            return
        async with room.lock:
            match, now = await self.match_of(room), self.clock.now()
            self._send(room, room.feed.update(match, emote, Change(), now), by, key)
            if room.delayed_spectators is not None:
                room.delayed_spectators.add_emote(emote, now)

    async def add_viewer(self, room: Room, viewer: Viewer) -> None:
        """Let a viewer in: it gets a view, and from then on every update."""
        async with room.lock:
            match = await self.match_of(room)
            if viewer.seat is None and match.settings.spectator_delay:
                room.delayed_spectators = room.delayed_spectators or await self._new_delayed_spectators(match)
                room.delayed_spectators.add(viewer)
                self.attendance.changed(room)
                return
            if viewer.is_social and match.settings.has_chat:
                await self.chat.load(room)
            # From here on nothing waits or fails: whoever is among the viewers is taken from them again.
            room.viewers.add(viewer)
            viewer.send(room.feed.view(match, viewer.seat, self.clock.now()))
            self.attendance.welcome(room, viewer)
            self.chat.show_latest(room, viewer)
        self.greet(room)

    async def write(self, room: Room, seat: int, text: str, by: Viewer, key: str) -> None:
        """Somebody writes to the others."""
        async with room.lock:
            match = await self.match_of(room)
            check_may_write(match.settings.has_chat, match.seats[seat].is_taken)
            line = ChatRow(0, self.clock.now(), seat, match.seats[seat].name, text)
        await self.chat.write(room, by, line, key)

    async def _new_delayed_spectators(self, match: Match) -> DelayedSpectators:
        stored_match = await self.load(match.id)
        known = load_entries(stored_match, until=match.version)  # of later ones we will be notified
        delay = match.settings.spectator_delay
        return await asyncio.to_thread(lambda: DelayedSpectators(blank_match(stored_match), known, delay, self.clock))

    async def table(self, room: Room) -> Table:
        """What everybody may know of a table, as late as spectators may know it."""
        async with room.lock:
            match = await self.match_of(room)
            delay = match.settings.spectator_delay
            if delay:
                match = (room.delayed_spectators or await self._new_delayed_spectators(match)).match
            return table_of(match, self.clock.now() - delay)

    async def refuse(self, room: Room, viewer: Viewer, refusal: Refusal, key: str | None) -> None:
        """Tell a viewer why its command was not carried out; one that has missed something gets a whole view too."""
        async with room.lock:
            viewer.send(error_message(self.version_for(room, viewer), refusal, key))
            if refusal.code == "stale":
                viewer.send(room.feed.view(await self.match_of(room), viewer.seat, self.clock.now()))

    def version_for(self, room: Room, viewer: Viewer) -> int:
        """The version that a viewer was sent; a delayed spectator's is an older one."""
        delayed = room.delayed_spectators
        return delayed.match.version if delayed is not None and viewer in delayed.viewers else room.sent_version

    def remove_viewer(self, room: Room, viewer: Viewer) -> None:
        """A viewer is gone."""
        room.viewers.discard(viewer)
        if not room.viewers:
            room.feed = Feed()
        room.touched = time.monotonic()
        if room.delayed_spectators is not None and room.delayed_spectators.remove(viewer):
            room.delayed_spectators = None
        if not self.is_closed:
            self.attendance.changed(room)

    def _distrust(self, room: Room) -> None:
        """Drop what a room remembers; its viewers connect again, and get what the log says."""
        room.match = None
        room.stop_work()
        for viewer in room.viewers | (room.delayed_spectators.viewers if room.delayed_spectators else set()):
            viewer.close()

    def close(self) -> None:
        """Send everybody away: the server is shut down, and their clients will find it or another one again."""
        self.is_closed = True
        for room in self.all():
            self._distrust(room)
            if room.following is not None:
                room.following.cancel()

    def sweep(self) -> None:
        """Let go of what nobody has touched for a while. A room with viewers or work stays, without its match."""
        now, idle = time.monotonic(), self.settings.idle_seconds
        for room in list(self._in_memory.values()):
            keep_seconds = idle * PATIENCE_WITH_VIEWERS if room.viewers else idle
            if room.touched > now - keep_seconds or room.lock.locked() or room.is_at_work:
                continue
            self._forget(room)

    def _forget(self, room: Room) -> None:
        """Let go of a room's match: its log has all of it."""
        room.match = room.feed.game = None
        self._in_memory.pop(room.id, None)
        self.metrics.matches_in_memory.set(len(self._in_memory))
