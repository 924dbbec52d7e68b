"""Appends to PostgreSQL: one statement for a batch, on a connection of their own.

Whatever else the database is asked, a move never waits for a connection. The driver is called directly: SQLAlchemy's
layers took as long as the statement itself, and there is nothing in it that they would help with.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import asyncpg
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from whistlestop.server.store.errors import StoreError, WriteRefused, store_errors
from whistlestop.server.store.notify import CHANNEL, NOTIFICATION, driver_of
from whistlestop.server.store.rows import NewEntry

# A batch is one statement, hence one round trip and one transaction, and the same text for every size of batch.
# - The version must be the next one, so a log has no gaps. Where two processes are at it at the same time, the primary
#   key lets the first one in; the other waits for it to commit and then does nothing.
# - Entries go in by order of match, or two processes that race for the same matches could wait for each other.
APPEND = f"""
    WITH batch AS (
        SELECT * FROM unnest(
            $2::text[], $3::int[], $4::float8[], $5::text[], $6::text[], $7::text[], $8::bool[], $9::text[],
            $10::float8[], $11::float8[], $12::text[], $13::int[], $14::text[], $15::text[]
        ) AS batch (match_id, version, at, kind, body, status, joinable, summary, wake_at, lease_until,
            awaited, seat, secret_hash, person_hash)
    ), accepted AS (
        INSERT INTO entry (match_id, version, at, kind, body)
        SELECT batch.match_id, batch.version, batch.at, batch.kind, batch.body
        FROM batch JOIN match ON match.id = batch.match_id AND match.version = batch.version - 1
        ORDER BY batch.match_id
        ON CONFLICT DO NOTHING
        RETURNING match_id, version, at, kind, body
    ), updated AS (
        UPDATE match SET version = batch.version, status = batch.status, joinable = batch.joinable,
            summary = coalesce(batch.summary, match.summary), changed = batch.at, wake_at = batch.wake_at,
            owner = $1, lease_until = batch.lease_until, awaited = batch.awaited
        FROM batch JOIN accepted USING (match_id, version)
        WHERE match.id = batch.match_id
    ), keys AS (
        INSERT INTO seat (match_id, seat, secret_hash, person_hash)
        SELECT match_id, seat, secret_hash, person_hash
        FROM batch JOIN accepted USING (match_id, version)
        WHERE seat IS NOT NULL
        ON CONFLICT (match_id, seat)
        DO UPDATE SET secret_hash = excluded.secret_hash, person_hash = excluded.person_hash
    )
    SELECT match_id, pg_notify('{CHANNEL}', {NOTIFICATION}) FROM accepted"""


class AppendConnection:
    """Opened at the first append, and anew after every failure but a refusal. One batch at a time (`batches.py`)."""

    def __init__(self, url: URL, connect_arguments: dict[str, Any]) -> None:
        self._engine = create_async_engine(url, poolclass=NullPool, connect_args=connect_arguments)
        self._connection: AsyncConnection | None = None

    async def write(self, owner: str, batch: list[NewEntry]) -> set[str]:
        """The ids of the matches whose appends were first."""
        with store_errors("appending"), driver_errors("appending"):
            driver = await self._driver()
            try:
                rows = await driver.fetch(APPEND, owner, *columns(batch))
            except (asyncpg.IntegrityConstraintViolationError, asyncpg.DataError):
                raise
            except BaseException:  # also a timeout, after which nobody knows what the connection will say next
                await self.close()
                raise
            return {row[0] for row in rows}

    async def _driver(self) -> Any:
        if self._connection is not None:
            driver = await driver_of(self._connection)
            if not driver.is_closed():
                return driver
            await self.close()
        self._connection = await self._engine.connect()
        return await driver_of(self._connection)

    async def close(self) -> None:
        """Let go of it."""
        connection, self._connection = self._connection, None
        if connection is not None:
            (await driver_of(connection)).terminate()  # does not wait for a database that may not answer
            await connection.invalidate()


@contextmanager
def driver_errors(doing: str) -> Iterator[None]:
    """`store_errors` for what the driver raises by itself."""
    try:
        yield
    except (asyncpg.IntegrityConstraintViolationError, asyncpg.DataError) as error:
        raise WriteRefused(f"{doing}: {error}") from error
    except (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError) as error:
        raise StoreError(f"{doing}: {error}") from error


def columns(batch: list[NewEntry]) -> list[list[Any]]:
    """The parameters of APPEND after the owner: one list per column."""
    rows = [
        (
            *(a.match_id, a.version, a.at, a.kind, a.body, a.status, a.joinable, a.summary, a.wake_at, a.lease_until),
            a.awaited,
            *((a.keys.seat, a.keys.secret_hash, a.keys.person_hash) if a.keys else (None, None, None)),
        )
        for a in batch
    ]
    return [list(column) for column in zip(*rows, strict=True)]
