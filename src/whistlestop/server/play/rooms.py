"""Rooms: the matches that this process has in memory, each with its viewers and a lock.

A command takes the room's lock, becomes an entry, is stored, and only then is anybody told. Another process may have
been quicker with the same version: then the room is read again from the store and the command judged anew.
"""

import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from whistlestop.server.play.boards import stored_board
from whistlestop.server.play.decide import Decision
from whistlestop.server.play.entries import NAMES, Act, Entry, body_of, read_entry
from whistlestop.server.play.match import Change, Match, Seed
from whistlestop.server.play.messages import (
    JsonObject,
    UpdateMessages,
    error_message,
    short_message,
    summary_of,
    table_of,
    view_message,
)
from whistlestop.server.play.refusal import NotFound, Refusal, Unavailable
from whistlestop.server.play.spectators import Gallery
from whistlestop.server.play.table_settings import TableSettings
from whistlestop.server.play.viewer import Viewer
from whistlestop.server.running.metrics import Metrics
from whistlestop.server.running.settings import Settings
from whistlestop.server.store import Appending, SeatRow, Store, StoredMatch, StoreError

Judge = Callable[[Match], Decision | None]


class StorageTrouble(Unavailable):
    """The database did not answer: whether the command was stored is unknown until it does."""

    def __init__(self) -> None:
        super().__init__("storage-unavailable", "The server can't store anything just now. Try again in a moment.")


@dataclass(eq=False)
class Room:
    """A match in this process. `match` is None while nobody has touched it for a while: its log has all of it."""

    id: str
    is_public: bool
    watch_hash: str
    seats: list[SeatRow]
    match: Match | None
    gallery: Gallery | None = None
    told: int = 0
    """The version that its viewers have heard of."""
    viewers: set[Viewer] = field(default_factory=set)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    touched: float = field(default_factory=time.monotonic)
    summary: str = ""
    tending: asyncio.Task[None] | None = None
    tended: object = None
    nudged: asyncio.Event = field(default_factory=asyncio.Event)
    """Something was said at the table while a bot pauses: perhaps the pace is another now."""


class Rooms:
    """All rooms of this process."""

    def __init__(self, store: Store, settings: Settings, metrics: Metrics) -> None:
        self.store = store
        self.settings = settings
        self.metrics = metrics
        self.tend: Callable[[Room], None] = lambda _: None
        """Called after an entry of ours was stored and told: the caretaker sees to bots and clocks."""
        self.lobby_changed: Callable[[], None] = lambda: None
        self._rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[Room]] = {}

    async def open(self, match_id: str) -> Room:
        """The room of a match, read from the store if it is not in memory. Refused if there is no such match."""
        if room := self._rooms.get(match_id):
            return room
        if match_id not in self._opening:
            self._opening[match_id] = asyncio.create_task(self._open(match_id))
            self._opening[match_id].add_done_callback(lambda _: self._opening.pop(match_id, None))
        return await asyncio.shield(self._opening[match_id])

    async def _open(self, match_id: str) -> Room:
        loaded = await self._load(match_id)
        row, seats = loaded.match, await self.seats(match_id)
        match = _fold(loaded)
        room = Room(match_id, row.public, row.watch_hash, seats, match, told=match.version, summary=row.summary)
        self._rooms[match_id] = room
        self.metrics.matches_in_memory.set(len(self._rooms))
        await self.catch_up(room)  # what others added while it was read, and nobody was there to be woken
        return room

    async def _load(self, match_id: str) -> StoredMatch:
        try:
            loaded = await self.store.load(match_id)
        except StoreError:
            raise StorageTrouble from None
        if loaded is None:
            raise NotFound("no-such-match", "There is no such match. Check the link; old matches are deleted.")
        return loaded

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

    async def _read(self, room: Room) -> Match:
        """Read a match. If others have added to it since its viewers were told, they get it whole."""
        loaded = await self._load(room.id)
        match = _fold(loaded)
        if match.version > room.told:
            self.give_keys(room, await self.seats(room.id))
            for viewer in room.viewers:
                viewer.send(view_message(match, viewer.seat, time.time()))
            if room.gallery is not None:
                room.gallery.extend(_entries(loaded)[room.told :])
            room.told = match.version
        room.match = match
        return match

    async def submit(self, room: Room, judge: Judge, by: Viewer | None = None, key: str | None = None,
                     keys: SeatRow | None = None) -> None:  # fmt: skip
        """Carry out what `judge` decides; a Refusal goes to the caller. `by` is told under its key, others without."""
        async with room.lock:
            while True:
                match = await self.match_of(room)
                decision = judge(match)
                if decision is None:
                    if by is not None:
                        by.send(short_message("accepted", match.version, key))
                    return
                change = match.apply(decision.entry, time.time(), decision.game)
                try:
                    is_stored = await self._store_entry(room, match, decision.entry, keys)
                except BaseException as error:
                    # Nobody knows whether it was stored: clients have to come back to what the log says.
                    if by is not None and isinstance(error, Refusal):
                        by.send(error_message(room.told, error, key))
                    self._forget(room)
                    raise
                if is_stored:
                    break
                room.match = None  # another process was quicker
            if keys is not None:
                self.give_keys(room, [keys if row.seat == keys.seat else row for row in room.seats])
            self._tell(room, match, decision.entry, change, by, key)
            if isinstance(decision.entry, Act):
                self.metrics.actions_accepted.inc()
        self.tend(room)

    async def _store_entry(self, room: Room, match: Match, entry: Entry, keys: SeatRow | None) -> bool:
        """Whether this entry is now the match's latest; False if another process was first."""
        summary = json.dumps(summary_of(match)) if not isinstance(entry, Act) else room.summary
        appending = Appending(
            match_id=match.id,
            version=match.version,
            at=match.at,
            kind=NAMES[type(entry)],
            body=body_of(entry),
            status=match.status,
            joinable=match.is_joinable,
            wake_at=match.wake_at,
            lease_until=time.time() + self.settings.lease_seconds,
            summary=None if summary == room.summary else summary,
            keys=keys,
        )
        began = time.perf_counter()
        try:
            stored = await self.store.append(appending)
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

    async def catch_up(self, room: Room) -> None:
        """Tell what other processes have added to the log."""
        async with room.lock:
            if room.match is None:
                if room.viewers or room.gallery is not None:
                    await self._read(room)
                return
            try:
                rows = await self.store.entries(room.id, room.match.version)
            except StoreError:
                raise StorageTrouble from None
            for row in rows:
                entry = read_entry(row.kind, row.body)
                self._tell(room, room.match, entry, room.match.apply(entry, row.at), None, None)
                self.metrics.notify_lag_seconds.observe(max(0.0, time.time() - row.at))
            if any(row.kind == "sit" for row in rows):
                self.give_keys(room, await self.seats(room.id))

    def with_id(self, match_id: str) -> list[Room]:
        """The room of a match, if this process has it."""
        return [self._rooms[match_id]] if match_id in self._rooms else []

    def all(self) -> list[Room]:
        return list(self._rooms.values())

    def _tell(self, room: Room, match: Match, entry: Entry, change: Change, by: Viewer | None, key: str | None) -> None:
        room.told = match.version
        if by is not None and by not in room.viewers:
            by.send(short_message("accepted", match.version, key))
        messages = UpdateMessages(match, entry, change, time.time())
        for viewer in room.viewers:
            viewer.send(messages.answer(viewer.seat, key) if viewer is by else messages.to(viewer.seat))
        self.metrics.broadcast_messages.inc(len(room.viewers))
        if room.gallery is not None:
            room.gallery.extend([(entry, match.at)])

    async def welcome(self, room: Room, viewer: Viewer) -> None:
        """Let a viewer in: it gets a view, and from then on every update."""
        async with room.lock:
            match = await self.match_of(room)
            if viewer.seat is None and match.settings.spectator_delay:
                room.gallery = room.gallery or await self._new_gallery(match)
                room.gallery.welcome(viewer)
                return
            room.viewers.add(viewer)
            viewer.send(view_message(match, viewer.seat, time.time()))

    async def _new_gallery(self, match: Match) -> Gallery:
        loaded = await self._load(match.id)
        known = _entries(loaded)[: match.version]  # of later ones we will be told
        return Gallery(_blank(loaded), known, match.settings.spectator_delay)

    async def table(self, room: Room) -> JsonObject:
        """What everybody may know of a table, as late as spectators may know it."""
        async with room.lock:
            match = await self.match_of(room)
            delay = match.settings.spectator_delay
            if delay:
                match = (room.gallery or await self._new_gallery(match)).match
            return table_of(match, time.time() - delay)

    async def refuse(self, room: Room, viewer: Viewer, refusal: Refusal, key: str | None) -> None:
        """Tell a viewer why its command was not carried out; one that has missed something gets a whole view too."""
        async with room.lock:
            viewer.send(error_message(self.version_for(room, viewer), refusal, key))
            if refusal.code == "stale":
                viewer.send(view_message(await self.match_of(room), viewer.seat, time.time()))

    def version_for(self, room: Room, viewer: Viewer) -> int:
        """The version that a viewer has heard of; a delayed spectator's is an older one."""
        is_delayed = room.gallery is not None and viewer in room.gallery.viewers
        return room.gallery.match.version if room.gallery is not None and is_delayed else room.told

    def part(self, room: Room, viewer: Viewer) -> None:
        """A viewer is gone."""
        room.viewers.discard(viewer)
        room.touched = time.monotonic()
        if room.gallery is not None and room.gallery.part(viewer):
            room.gallery = None

    def _forget(self, room: Room) -> None:
        """Drop a room whose match can't be trusted; its viewers connect again."""
        self._rooms.pop(room.id, None)
        room.match = None
        if room.tending is not None and room.tending is not asyncio.current_task():
            room.tending.cancel()
        for viewer in room.viewers | (room.gallery.viewers if room.gallery else set()):
            viewer.close()

    def close(self) -> None:
        """Send everybody away: the server is shut down, and their clients will find it or another one again."""
        for room in self.all():
            self._forget(room)

    def sweep(self) -> None:
        """Let go of what nobody has touched for a while: of matches first, of rooms when nobody is in them."""
        oldest = time.monotonic() - self.settings.idle_seconds
        for room in self.all():
            if room.touched > oldest or room.lock.locked() or (room.tending and not room.tending.done()):
                continue
            room.match = None
            if not room.viewers and room.gallery is None:
                del self._rooms[room.id]
        self.metrics.matches_in_memory.set(sum(room.match is not None for room in self.all()))


def _blank(loaded: StoredMatch) -> Match:
    """A match before its first entry."""
    row = loaded.match
    settings = TableSettings.model_validate_json(row.settings)
    board = stored_board(settings.map, row.map_text)
    return Match(row.id, settings, board, Seed(int(row.seed), row.commitment or None, row.record), row.created)


def _entries(loaded: StoredMatch) -> list[tuple[Entry, float]]:
    return [(read_entry(row.kind, row.body), row.at) for row in loaded.entries]


def _fold(loaded: StoredMatch) -> Match:
    match = _blank(loaded)
    for entry, at in _entries(loaded):
        match.apply(entry, at)
    return match
