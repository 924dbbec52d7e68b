"""Reading a whole database without changing anything in it, also one that has not been migrated yet."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import sqlalchemy as sa
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from whistlestop.server.store import schema
from whistlestop.server.store.database import parsed
from whistlestop.server.store.errors import StoreError, store_errors
from whistlestop.server.store.maps_of_0001 import builtin_text, name_of
from whistlestop.server.store.migrate import revision_of, too_new
from whistlestop.server.store.rows import EntryRow, MatchRow, SeatRow, StoredMatch, map_hash

BEFORE_MAPS = "0001"
NEW_IN_0002 = {"map_hash", "rules", "quarantined", "quarantine_reason"}

entry, seat, match = schema.entry, schema.seat, schema.match
old_columns = [sa.column(column.name, column.type) for column in match.c if column.name not in NEW_IN_0002]
old_match = sa.table("match", *old_columns, sa.column("map_text", sa.Text))


class Reader:
    """Matches of a database, each as it was at one moment."""

    def __init__(self, engine: AsyncEngine, revision: str) -> None:
        self._engine = engine
        self._revision = revision

    async def versions(self) -> dict[str, int]:
        """The version of every match, by its id."""
        with store_errors("reading"):
            async with self._engine.connect() as connection:
                rows = await connection.execute(sa.select(match.c.id, match.c.version).order_by(match.c.id))
                return {row.id: row.version for row in rows}

    async def counts(self) -> dict[str, int]:
        """How many rows there are of each kind."""
        with store_errors("reading"):
            async with self._engine.connect() as connection:
                asked = {table.name: sa.select(sa.func.count()).select_from(table) for table in (match, entry, seat)}
                return {name: (await connection.execute(one)).scalar_one() for name, one in asked.items()}

    async def load(self, match_id: str) -> tuple[StoredMatch, list[SeatRow]] | None:
        """A match and its seats; None if it is gone."""
        with store_errors(f"reading match {match_id}"):
            async with self._engine.connect() as connection, connection.begin():
                found = await self._row_and_map(connection, match_id)
                if found is None:
                    return None
                entries = sa.select(entry).where(entry.c.match_id == match_id).order_by(entry.c.version)
                seats = sa.select(seat.c.seat, seat.c.secret_hash, seat.c.person_hash).where(
                    seat.c.match_id == match_id
                )
                return (
                    StoredMatch(found[0], [EntryRow(*row) for row in await connection.execute(entries)], found[1]),
                    [SeatRow(*row) for row in await connection.execute(seats.order_by(seat.c.seat))],
                )

    async def _row_and_map(self, connection: AsyncConnection, match_id: str) -> tuple[MatchRow, str | None] | None:
        if self._revision == BEFORE_MAPS:
            row = (await connection.execute(sa.select(old_match).where(old_match.c.id == match_id))).mappings().first()
            return None if row is None else _with_map(dict(row))
        row = (await connection.execute(sa.select(match).where(match.c.id == match_id))).mappings().first()
        if row is None:
            return None
        asked = sa.select(schema.map.c.text).where(schema.map.c.hash == row["map_hash"])
        return MatchRow(**row), (await connection.execute(asked)).scalar_one_or_none()


def _with_map(row: dict[str, Any]) -> tuple[MatchRow, str | None]:
    """What the migration to 0002 would make of a match."""
    text = row.pop("map_text") or builtin_text(name_of(row["settings"]))
    return MatchRow(**row, rules=1, map_hash=None if text is None else map_hash(text)), text


@asynccontextmanager
async def open_reader(address: str) -> AsyncIterator[Reader]:
    """Connect by URL, to read only; StoreError says what is wrong."""
    url = parsed(address)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        raise StoreError(f"{url.database}: there is no such file")
    engine = create_async_engine(_reading(url), hide_parameters=True, **_options(url))
    try:
        revision = await _revision(engine, f"opening {url.render_as_string()}")
        if revision is None:
            raise StoreError(f"{url.render_as_string()} has no matches of Whistlestop in it: is it the right database?")
        if revision not in (BEFORE_MAPS, schema.REVISION):
            raise too_new(revision)
        yield Reader(engine, revision)
    finally:
        await engine.dispose()


async def _revision(engine: AsyncEngine, doing: str) -> str | None:
    try:
        with store_errors(doing):
            async with engine.connect() as connection:
                return await connection.run_sync(revision_of)
    except StoreError:
        raise
    except Exception as error:  # the driver's own errors while connecting, which SQLAlchemy passes on as they are
        raise StoreError(f"{doing}: {error}") from error


def _reading(url: URL) -> URL:
    if url.get_backend_name() != "sqlite":
        return url
    path = quote(str(Path(url.database or "").absolute()))
    return url.set(database=f"file:{path}").update_query_dict({"mode": "ro", "uri": "true"})


def _options(url: URL) -> dict[str, Any]:
    if url.get_backend_name() == "sqlite":
        return {}
    settings = {"default_transaction_read_only": "on", "jit": "off"}
    return {"isolation_level": "REPEATABLE READ", "connect_args": {"timeout": 10, "server_settings": settings}}
