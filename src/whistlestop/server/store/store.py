"""The store: matches, their logs and their seats, in SQLite or PostgreSQL.

A match is an append-only log of entries, one row per version. Whoever inserts version n first has made version n, in
whatever process; everybody else gets a notification and catches up.
"""

import asyncio
from collections.abc import Collection, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import asdict
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from whistlestop.server.store import schema
from whistlestop.server.store.batches import GroupCommit
from whistlestop.server.store.database import Callback, Database, MessageCallback, open_database
from whistlestop.server.store.error_log import StoreErrorLog
from whistlestop.server.store.errors import StoreError, WriteRefused, store_errors
from whistlestop.server.store.rows import (
    ChatRow,
    EntryRow,
    Gap,
    ListedMatch,
    MatchRow,
    NewEntry,
    NewMatch,
    OpenTable,
    SeatRow,
    StoredMatch,
    map_hash,
)
from whistlestop.server.store.shared_maps import SharedMaps

PRUNED_AT_ONCE = 200  # matches: small enough that nobody's append waits long behind a deletion
MAPS_PRUNED_AT_ONCE = 10  # for each of them the database looks through all matches
MAPS_REMEMBERED = 32
OLD_STATUSES = ("open", "over")
GAP_SECONDS = 30 * 24 * 3600.0  # after which gaps are forgotten: nobody may think longer about a move

match, entry, seat, chat = schema.match, schema.entry, schema.seat, schema.chat
process, gap = schema.process, schema.gap
T = TypeVar("T")
is_sound = match.c.quarantined.is_(None)
is_listed = match.c.public & match.c.joinable & is_sound

# Of a database that was moved, or comes from before there were heartbeats, it is known when matches last changed.
LAST_BEAT = sa.select(
    sa.func.coalesce(
        sa.select(sa.func.max(process.c.seen)).scalar_subquery(),
        sa.select(sa.func.max(match.c.changed)).scalar_subquery(),
    )
)
# Processes that come back at the same time note the same gap: it began with the last beat of all.
INSERT_GAP = sa.text("INSERT INTO gap (since, until) VALUES (:since, :until) ON CONFLICT DO NOTHING")
UPSERT_PROCESS = sa.text(
    "INSERT INTO process (owner, seen) VALUES (:owner, :seen) ON CONFLICT (owner) DO UPDATE SET seen = excluded.seen"
)
# The next number. Another process may take the same one at the same time: then nothing is returned.
INSERT_CHAT = sa.text(
    "INSERT INTO chat (match_id, number, at, seat, name, text)"
    " SELECT id, (SELECT coalesce(max(number), 0) + 1 FROM chat WHERE match_id = id),"
    " CAST(:at AS double precision), CAST(:seat AS integer), CAST(:name AS text), CAST(:text AS text)"
    " FROM match WHERE id = :match_id AND (SELECT count(*) FROM chat WHERE match_id = id) < :most"
    " ON CONFLICT DO NOTHING RETURNING number"
)
ATTEMPTS = 10
INSERT_MAP = sa.text("INSERT INTO map (hash, text) VALUES (:hash, :text) ON CONFLICT DO NOTHING")


class Store:
    """Open one per process with `await Store.open(url, owner=…)`; every call may raise StoreError."""

    def __init__(self, database: Database, owner: str) -> None:
        self.owner = owner
        self._database = database
        self._commits = GroupCommit(lambda batch: self._log_errors(database.write_batch(owner, batch)))
        self._error_log = StoreErrorLog()
        self._under_way: set[asyncio.Task[Any]] = set()
        self._maps: dict[str, str] = {}
        self.shared_maps = SharedMaps(self._read, self._write)

    @classmethod
    async def open(cls, url: str, *, owner: str, pool_size: int = 10, command_timeout: float = 30.0) -> "Store":
        """Connect and migrate to the newest tables.

        `owner` names this process among all that share the database; the last two are for PostgreSQL.
        """
        if not owner:
            raise ValueError(
                "owner must name this process: two processes of the same name would miss each other's notifications"
            )
        database = await open_database(url, pool_size=pool_size, command_timeout=command_timeout)
        store = cls(database, owner)
        if url.startswith("sqlite"):  # nobody else can hold a lease: the process that did is gone
            await store.release_all()
        return store

    @property
    def is_shared(self) -> bool:
        """Whether other processes may write to it as well."""
        return self._database.is_shared

    async def close(self) -> None:
        """Write what was asked for, then let go of the database."""
        await self._commits.drain()
        if self._under_way:
            await asyncio.wait(self._under_way)
        await self._database.close()

    async def create(self, new: NewMatch, seats: list[SeatRow]) -> None:
        """Open a table, at version 0; its id must be new."""
        await self._to_the_end(self._create(new, seats))

    async def _create(self, new: NewMatch, seats: list[SeatRow]) -> None:
        row = asdict(new) | {"version": 0, "changed": new.created, "lease_until": 0.0}
        stored_map = {"hash": map_hash(new.map_json), "text": row.pop("map_json")}
        with store_errors("creating a match"):
            async with self._database.transaction() as connection:
                await connection.execute(INSERT_MAP, stored_map)
                await connection.execute(match.insert().values(row | {"map_hash": stored_map["hash"]}))
                if seats:
                    await connection.execute(seat.insert(), [asdict(row) | {"match_id": new.id} for row in seats])
                await self._database.announce(connection, self.owner, new.id)

    async def load(self, match_id: str, after: int = 0) -> StoredMatch | None:
        """A match with its entries later than version `after`, as they were at one moment."""
        row = await self._row(match_id)
        if row is None:
            return None
        entries = await self.entries(match_id, after)
        if entries and entries[-1].version > row.version:  # just added, or the row is wrong
            now = await self._row(match_id)
            if now is None or now.version >= entries[-1].version:
                entries = [one for one in entries if one.version <= row.version]
        return StoredMatch(row, entries, await self._map_json(row.map_hash))

    async def _row(self, match_id: str) -> MatchRow | None:
        rows = await self._read("loading a match", sa.select(match).where(match.c.id == match_id))
        return MatchRow(**rows[0]._mapping) if rows else None

    async def _map_json(self, hashed: str | None) -> str | None:
        """A stored map. It never changes, and most matches are on the same few."""
        if hashed is not None and hashed not in self._maps:
            found = await self._read("loading a map", sa.select(schema.map.c.text).where(schema.map.c.hash == hashed))
            if not found:
                return None
            self._maps[hashed] = found[0][0]
            if len(self._maps) > MAPS_REMEMBERED:
                del self._maps[next(iter(self._maps))]
        return None if hashed is None else self._maps[hashed]

    async def entries(self, match_id: str, after: int) -> list[EntryRow]:
        """The entries later than version `after`, in order."""
        is_new = (entry.c.match_id == match_id) & (entry.c.version > after)
        rows = await self._read("loading entries", sa.select(entry).where(is_new).order_by(entry.c.version))
        return [EntryRow(*row) for row in rows]

    async def append(self, new_entry: NewEntry) -> bool:
        """Write an entry; True after the commit, False if this is not the match's next version (any more).

        Appends that come while a commit is under way share the next one. After StoreError, load again: when a
        connection breaks during a commit nobody knows whether it happened.
        """
        return await self._commits.append(new_entry)

    async def seats(self, match_id: str) -> list[SeatRow]:
        """The seats of a match, in order."""
        query = sa.select(seat.c.seat, seat.c.secret_hash, seat.c.person_hash).where(seat.c.match_id == match_id)
        return [SeatRow(*row) for row in await self._read("loading seats", query.order_by(seat.c.seat))]

    async def set_person(self, match_id: str, number: int, person_hash: str | None) -> None:
        """Remember whose seat this is, for `matches_of`."""
        is_it = (seat.c.match_id == match_id) & (seat.c.seat == number)
        await self._write("setting a person", seat.update().where(is_it).values(person_hash=person_hash))

    async def matches_of(self, person_hash: str, limit: int) -> list[tuple[MatchRow, list[int]]]:
        """The matches in which a person has seats, and which; last changed first."""
        theirs = sa.select(seat.c.match_id).where(seat.c.person_hash == person_hash)
        query = sa.select(match).where(match.c.id.in_(theirs)).order_by(match.c.changed.desc()).limit(limit)
        rows = [MatchRow(**row._mapping) for row in await self._read("loading a person's matches", query)]
        is_own = (seat.c.person_hash == person_hash) & seat.c.match_id.in_([row.id for row in rows])
        query = sa.select(seat.c.match_id, seat.c.seat).where(is_own).order_by(seat.c.seat)
        seats = await self._read("loading a person's seats", query)
        return [(row, [number for match_id, number in seats if match_id == row.id]) for row in rows]

    async def open_tables(self, limit: int) -> list[OpenTable]:
        """The lobby: public tables that can be joined, newest first."""
        query = sa.select(match.c.id, match.c.summary, match.c.created, match.c.version).where(is_listed)
        rows = await self._read("loading the lobby", query.order_by(match.c.created.desc()).limit(limit))
        return [OpenTable(*row) for row in rows]

    async def public_matches(self, limit: int, ended_after: float) -> list[ListedMatch]:
        """Public tables where a game is going on, or ended after that moment; the newest first, whoever moves."""
        columns = ("id", "summary", "created", "version", "status", "changed", "settings")
        is_played = (match.c.status == "running") | ((match.c.status == "over") & (match.c.changed > ended_after))
        query = sa.select(*(match.c[name] for name in columns)).where(match.c.public & is_played & is_sound)
        rows = await self._read(
            "loading the games that are played", query.order_by(match.c.created.desc()).limit(limit)
        )
        return [ListedMatch(*row) for row in rows]

    async def still_open(self, ids: Sequence[str]) -> list[str]:
        """Which of these matches have not started."""
        query = sa.select(match.c.id).where(match.c.id.in_(ids) & (match.c.status == "open"))
        return [row[0] for row in await self._read("looking for open matches", query)]

    async def count_open(self) -> int:
        """How many matches, public or not, have not started."""
        query = sa.select(sa.func.count()).select_from(match).where(match.c.status == "open")
        return int((await self._read("counting open matches", query))[0][0])

    async def due(self, now: float, limit: int, lease_seconds: float, but: Collection[str] = ()) -> list[str]:
        """Matches, `but` some, where the server has something to do and nobody is at it; now leased to this process."""
        is_due = (match.c.wake_at <= now) & (match.c.lease_until <= now) & is_sound & match.c.id.not_in(list(but))
        first = unlocked(sa.select(match.c.id).where(is_due).order_by(match.c.wake_at).limit(limit))
        lease = match.update().values(owner=self.owner, lease_until=now + lease_seconds)
        rows = await self._write("leasing matches", lease.where(match.c.id.in_(first)).returning(match.c.id))
        return [row[0] for row in rows]

    async def quarantine(self, match_id: str, reason: str, now: float) -> bool:
        """Set a match aside that can't be loaded: it is not due any more. False if it is gone, or set aside already."""
        values = {"quarantined": now, "quarantine_reason": reason}
        aside = match.update().values(values).where((match.c.id == match_id) & is_sound).returning(match.c.id)
        return bool(await self._write("setting a match aside", aside))

    async def lift_quarantine(self, match_id: str) -> None:
        """A match can be loaded again: it goes on where it was."""
        lift = match.update().values(quarantined=None, quarantine_reason=None).where(match.c.id == match_id)
        await self._write("lifting a quarantine", lift)

    async def quarantined(self) -> list[str]:
        """The matches that are set aside."""
        query = sa.select(match.c.id).where(~is_sound).order_by(match.c.id)
        return [row[0] for row in await self._read("looking for matches that were set aside", query)]

    async def release(self) -> None:
        """Give up all leases of this process, so that others needn't wait for them to run out."""
        await self._release(match.c.owner == self.owner)

    async def release_match(self, match_id: str) -> None:
        """Give up this process's lease of one match."""
        await self._release((match.c.owner == self.owner) & (match.c.id == match_id))

    async def release_all(self) -> None:
        """Give up everybody's leases."""
        await self._release(sa.true())

    async def _release(self, whose: sa.ColumnElement[bool]) -> None:
        # A lease matters only where there is something to do. A locked row is just being written, with its lease.
        held = sa.select(match.c.id).where(match.c.wake_at.is_not(None) & (match.c.lease_until > 0) & whose)
        free = match.update().values(owner=None, lease_until=0.0)
        await self._write("releasing leases", free.where(match.c.id.in_(unlocked(held))))

    async def last_beat(self) -> float | None:
        """When a server process was last there; None if there never was one."""
        rows = await self._read("looking for heartbeats", LAST_BEAT)
        return None if rows[0][0] is None else float(rows[0][0])

    async def processes(self, after: float) -> list[str]:
        """Which processes have been there since a moment."""
        asked = sa.select(process.c.owner).where(process.c.seen > after)
        return [row[0] for row in await self._read("looking for processes", asked)]

    async def beat(self, now: float, longest: float) -> list[Gap]:
        """Say that this process is there, and return when none was: more than `longest` seconds between two beats."""
        return await self._to_the_end(self._beat(now, longest))

    async def _beat(self, now: float, longest: float) -> list[Gap]:
        with store_errors("writing a heartbeat"):
            async with self._database.transaction() as connection:
                last = (await connection.execute(LAST_BEAT)).scalar()
                if last is not None and now - last > longest:
                    await connection.execute(INSERT_GAP, {"since": last, "until": now})
                await connection.execute(UPSERT_PROCESS, {"owner": self.owner, "seen": now})
                await connection.execute(process.delete().where(process.c.seen < now - GAP_SECONDS))
                await connection.execute(gap.delete().where(gap.c.until < now - GAP_SECONDS))
                return [Gap(*row) for row in await connection.execute(sa.select(gap).order_by(gap.c.since))]

    async def count_old(self, before: float) -> int:
        """How many matches `prune` would delete."""
        query = sa.select(sa.func.count()).select_from(match).where(is_old(before))
        return int((await self._read("counting old matches", query))[0][0])

    async def prune(self, before: float, statuses: Sequence[str] = OLD_STATUSES) -> int:
        """Delete matches that are over or never began and have not changed since `before`; return how many."""
        some = unlocked(sa.select(match.c.id).where(is_old(before, statuses)).limit(PRUNED_AT_ONCE), for_good=True)
        deletion = match.delete().where(match.c.id.in_(some)).returning(match.c.id)
        count = 0
        while rows := await self._write("deleting old matches", deletion):
            count += len(rows)
        if count:
            await self._prune_maps()
        return count

    async def _prune_maps(self) -> None:
        """Delete maps that no match is played on any more. On which a table was opened just now, the key protects."""
        is_played = sa.exists().where(match.c.map_hash == schema.map.c.hash)
        unused = sa.select(schema.map.c.hash).where(~is_played).limit(MAPS_PRUNED_AT_ONCE)
        deletion = schema.map.delete().where(schema.map.c.hash.in_(unused)).returning(schema.map.c.hash)
        with suppress(WriteRefused):
            while await self._write("deleting old maps", deletion):
                pass

    async def add_chat(self, match_id: str, line: ChatRow, most: int) -> int | None:
        """Keep a line; the number it gets, or None if there are `most` already."""
        values = {"at": line.at, "seat": line.seat, "name": line.name, "text": line.text}
        insert = INSERT_CHAT.bindparams(match_id=match_id, most=most, **values)
        for _ in range(ATTEMPTS):
            if rows := await self._write("keeping what was written", insert):
                return int(rows[0][0])
            count = sa.select(sa.func.count()).select_from(chat).where(chat.c.match_id == match_id)
            if (await self._read("counting what was written", count))[0][0] >= most:
                return None
        raise StoreError("keeping what was written: others were quicker each time")

    async def chat(self, match_id: str, limit: int) -> list[ChatRow]:
        """The latest lines, in order."""
        columns = (chat.c.number, chat.c.at, chat.c.seat, chat.c.name, chat.c.text)
        query = sa.select(*columns).where(chat.c.match_id == match_id).order_by(chat.c.number.desc()).limit(limit)
        return [ChatRow(*row) for row in reversed(await self._read("reading what was written", query))]

    async def send_message(self, match_id: str, kind: str, content: str) -> None:
        """Tell the other processes something about a match that is not in its log, as far as they are there to hear."""
        await self._to_the_end(self._database.send_message(self.owner, match_id, kind, content))

    async def watch(self, callback: Callback, on_message: MessageCallback = lambda *_: None) -> None:
        """Call back with (match_id, version, entry) for what other processes wrote; version 0 is a new match.

        The entry is None where it was not sent: the store has it. (None, 0, None) means that messages may have been
        missed: look at everything. Callbacks come from the event loop and must not wait for anything. `on_message` gets
        what others send with `send_message`. On SQLite there are no other processes.
        """
        await self._database.watch(self.owner, callback, on_message)

    async def _read(self, doing: str, statement: sa.Select[*tuple[Any, ...]]) -> list[sa.Row[*tuple[Any, ...]]]:
        return await self._to_the_end(execute(doing, self._database.reading(), statement))

    async def _write(self, doing: str, statement: sa.Executable) -> list[sa.Row[*tuple[Any, ...]]]:
        return await self._to_the_end(execute(doing, self._database.writing(), statement))

    async def _to_the_end(self, work: Coroutine[Any, Any, T]) -> T:
        """Let work finish even if its caller gives up (a browser that goes away cancels what it asked for).

        A connection that is cut off inside a statement or a transaction would have to be thrown away.
        """
        task = asyncio.create_task(self._log_errors(work))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return await asyncio.shield(task)

    async def _log_errors(self, work: Coroutine[Any, Any, T]) -> T:
        try:
            return await work
        except StoreError as error:
            self._error_log.note(error)
            raise


def is_old(before: float, statuses: Sequence[str] = OLD_STATUSES) -> sa.ColumnElement[bool]:
    """Matches that nobody will miss: a game under way is never old."""
    return match.c.status.in_(statuses) & (match.c.changed < before)


async def execute(
    doing: str, connecting: AbstractAsyncContextManager[AsyncConnection], statement: sa.Executable
) -> list[sa.Row[*tuple[Any, ...]]]:
    """Run one statement; its rows, if it has any."""
    with store_errors(doing):
        async with connecting as connection:
            result = await connection.execute(statement)
            return list(result.all()) if result.returns_rows else []


def unlocked(chosen: sa.Select[*tuple[Any, ...]], *, for_good: bool = False) -> sa.Select[*tuple[Any, ...]]:
    """The ids chosen, without rows that another process is just writing: waiting for those could be a deadlock.

    A row to be deleted (`for_good`) must not even be getting a new entry. As a CTE because PostgreSQL runs that
    exactly once. SQLite has one writer and leaves the lock out.
    """
    rows = chosen.with_for_update(skip_locked=True, key_share=not for_good).cte("chosen")
    return sa.select(rows.c.id)
