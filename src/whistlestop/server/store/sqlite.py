"""SQLite: one file, one server process, every acknowledged write on disk.

Appends are most of the work. They go in batches through a plain `sqlite3` connection in a thread of its own: one hop
out of the event loop and back per batch, where aiosqlite makes several per statement (measured: ten times the cost).
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from whistlestop.server.store.database import Callback, MessageCallback
from whistlestop.server.store.errors import StoreError, store_errors
from whistlestop.server.store.migrate import migrate
from whistlestop.server.store.rows import NewEntry

READERS = 4

SETTINGS = ("PRAGMA foreign_keys=ON", "PRAGMA synchronous=FULL", "PRAGMA busy_timeout=10000")

# The version must be the next one, so a log has no gaps; the primary key says the same again.
INSERT_ENTRY = """
    INSERT INTO entry (match_id, version, at, kind, body)
    SELECT id, ?, ?, ?, ? FROM match WHERE id = ? AND version = ?
    ON CONFLICT DO NOTHING"""
UPDATE_MATCH = """
    UPDATE match SET version = ?, status = ?, joinable = ?, summary = coalesce(?, summary), changed = ?, wake_at = ?,
        owner = ?, lease_until = ?, awaited = ?
    WHERE id = ?"""
SET_KEYS = """
    INSERT INTO seat (match_id, seat, secret_hash, person_hash) VALUES (?, ?, ?, ?)
    ON CONFLICT (match_id, seat) DO UPDATE SET secret_hash = excluded.secret_hash, person_hash = excluded.person_hash"""


class SqliteDatabase:
    """A file that this process has for itself."""

    is_shared = False

    def __init__(self, engine: AsyncEngine, writer: sqlite3.Connection, lock: sqlite3.Connection) -> None:
        self._engine = engine
        self._writer = writer
        self._lock = lock
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="sqlite-writer")
        self._turn = asyncio.Lock()  # SQLite has one writer at a time; waiting here is fair and costs no polling

    @classmethod
    async def open(cls, url: URL) -> "SqliteDatabase":
        """Take the file for this process, and bring its tables up to date."""
        if url.database is None or url.database == ":memory:":
            raise StoreError("SQLite needs a file here: use sqlite:///FILE")
        path = Path(url.database)
        with store_errors(f"opening {path}"):
            lock = take(path)
            try:
                writer = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
                writer.execute("PRAGMA journal_mode=WAL")
                for setting in SETTINGS:
                    writer.execute(setting)
            except BaseException:
                lock.close()
                raise
        database = cls(engine_of(url), writer, lock)
        try:
            with store_errors(f"preparing {path}"):
                async with database.transaction() as connection:
                    await connection.run_sync(migrate)
        except BaseException:
            await database.close()
            raise
        return database

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """WAL: readers see the last commit and wait for nobody."""
        async with self._engine.connect() as connection:
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """One statement."""
        async with self._turn, self._engine.connect() as connection:
            yield connection

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """Python's driver begins transactions late and not before CREATE TABLE, so they are begun here by hand."""
        async with self.writing() as connection:
            await connection.exec_driver_sql("BEGIN IMMEDIATE")
            try:
                yield connection
                await connection.exec_driver_sql("COMMIT")
            except BaseException:
                await connection.invalidate()  # closes it, which rolls back
                raise

    async def write_batch(self, owner: str, batch: list[NewEntry]) -> set[str]:
        """In the writer's thread."""
        with store_errors("appending"):
            async with self._turn:
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self._thread, write, self._writer, owner, batch)

    async def announce(self, connection: AsyncConnection, owner: str, match_id: str) -> None:
        """There is no other process."""

    async def send_message(self, owner: str, match_id: str, kind: str, content: str) -> None:
        """There is no other process."""

    async def watch(self, owner: str, callback: Callback, on_message: MessageCallback) -> None:
        """There is no other process."""

    async def close(self) -> None:
        """The lock goes last."""
        await self._engine.dispose()
        self._thread.shutdown()
        self._writer.close()
        self._lock.close()


def take(path: Path) -> sqlite3.Connection:
    """Lock the file for as long as the returned connection is open or this process lives, however it ends.

    The lock is an exclusive transaction on an empty database beside it: portable, and unlike flock not inherited by
    worker processes, who may outlive a killed server.
    """
    lock = sqlite3.connect(f"{path}.lock", timeout=0, isolation_level=None, check_same_thread=False)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        lock.close()
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise
        raise StoreError(
            f"{path} is in use by another Whistlestop server: stop that one, choose another file, or use PostgreSQL,"
            " which serves several processes"
        ) from None
    return lock


def engine_of(url: URL) -> AsyncEngine:
    """Connections for everything but appends. Parameters stay out of error messages: there are seeds among them."""
    engine = create_async_engine(
        url,
        isolation_level="AUTOCOMMIT",
        pool_size=READERS,
        max_overflow=0,
        pool_reset_on_return=None,  # nothing to roll back, and it would cost a hop
        hide_parameters=True,
    )

    @event.listens_for(engine.sync_engine, "connect")
    def settle(connection: Any, _record: object) -> None:
        cursor = connection.cursor()
        for setting in SETTINGS:
            cursor.execute(setting)
        cursor.close()

    return engine


def write(connection: sqlite3.Connection, owner: str, batch: list[NewEntry]) -> set[str]:
    """One transaction: the entries that are first, and what their matches are after them."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        accepted = [
            a
            for a in batch
            if connection.execute(INSERT_ENTRY, (a.version, a.at, a.kind, a.body, a.match_id, a.version - 1)).rowcount
        ]
        connection.executemany(
            UPDATE_MATCH,
            [
                (
                    *(a.version, a.status, a.joinable, a.summary, a.at, a.wake_at, owner, a.lease_until),
                    *(a.awaited, a.match_id),
                )
                for a in accepted
            ],
        )
        connection.executemany(
            SET_KEYS,
            [(a.match_id, a.keys.seat, a.keys.secret_hash, a.keys.person_hash) for a in accepted if a.keys],
        )
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return {a.match_id for a in accepted}
