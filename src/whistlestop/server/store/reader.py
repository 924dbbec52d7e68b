"""Reading a whole database without changing anything in it, also one that has not been migrated yet."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import sqlalchemy as sa
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from whistlestop.server.store import schema
from whistlestop.server.store.database import parsed
from whistlestop.server.store.errors import StoreError, store_errors
from whistlestop.server.store.maps_of_0001 import builtin_text, name_of
from whistlestop.server.store.migrate import revision_of, too_new
from whistlestop.server.store.rows import ChatRow, EntryRow, MatchRow, SeatRow, StoredMatch, map_hash

BEFORE_MAPS, BEFORE_CHAT, BEFORE_SHARED_MAPS = "0001", "0003", "0004"
KNOWN = (BEFORE_MAPS, "0002", BEFORE_CHAT, BEFORE_SHARED_MAPS, schema.REVISION)
NEW_IN_0002 = {"map_hash", "rules", "quarantined", "quarantine_reason"}
NEW_IN_0004 = {"awaited"}

entry, seat, match, chat = schema.entry, schema.seat, schema.match, schema.chat


def _older_match(missing: set[str], *more: sa.ColumnClause[Any]) -> sa.TableClause:
    """The table before it had all columns."""
    return sa.table("match", *(sa.column(c.name, c.type) for c in match.c if c.name not in missing), *more)


match_0001 = _older_match(NEW_IN_0002 | NEW_IN_0004, sa.column("map_text", sa.Text))
match_0003 = _older_match(NEW_IN_0004)


class WholeMatch(NamedTuple):
    """All that is stored of a match."""

    stored: StoredMatch
    seats: list[SeatRow]
    chat: list[ChatRow]


class Reader:
    """Matches of a database, each as it was at one moment."""

    def __init__(self, engine: AsyncEngine, revision: str) -> None:
        self._engine = engine
        self._revision = revision
        self._has_chat = revision > BEFORE_CHAT
        self._has_shared_maps = revision > BEFORE_SHARED_MAPS

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
                new = ((chat, self._has_chat), (schema.shared_map, self._has_shared_maps))
                tables = [match, entry, seat, *(table for table, is_there in new if is_there)]
                queries = {table.name: sa.select(sa.func.count()).select_from(table) for table in tables}
                counts = {name: (await connection.execute(one)).scalar_one() for name, one in queries.items()}
                return {"chat": 0, "shared_map": 0} | counts

    async def shared_maps(self, after: str, limit: int) -> list[dict[str, Any]]:
        """Rows of the maps that are shared, in the order of their ids."""
        if not self._has_shared_maps:
            return []
        table = schema.shared_map
        query = sa.select(table).where(table.c.id > after).order_by(table.c.id).limit(limit)
        with store_errors("reading shared maps"):
            async with self._engine.connect() as connection:
                return [dict(row) for row in (await connection.execute(query)).mappings()]

    async def load(self, match_id: str) -> WholeMatch | None:
        """A match; None if it is gone."""
        with store_errors(f"reading match {match_id}"):
            async with self._engine.connect() as connection, connection.begin():
                found = await self._row_and_map(connection, match_id)
                if found is None:
                    return None
                entries = sa.select(entry).where(entry.c.match_id == match_id).order_by(entry.c.version)
                seats = sa.select(seat.c.seat, seat.c.secret_hash, seat.c.person_hash).where(
                    seat.c.match_id == match_id
                )
                return WholeMatch(
                    StoredMatch(found[0], [EntryRow(*row) for row in await connection.execute(entries)], found[1]),
                    [SeatRow(*row) for row in await connection.execute(seats.order_by(seat.c.seat))],
                    await self._chat(connection, match_id) if self._has_chat else [],
                )

    async def _row_and_map(self, connection: AsyncConnection, match_id: str) -> tuple[MatchRow, str | None] | None:
        table = match_0001 if self._revision == BEFORE_MAPS else match if self._has_chat else match_0003
        row = (await connection.execute(sa.select(table).where(table.c.id == match_id))).mappings().first()
        if row is None:
            return None
        if self._revision == BEFORE_MAPS:
            return _with_map(dict(row))
        query = sa.select(schema.map.c.text).where(schema.map.c.hash == row["map_hash"])
        return MatchRow(**row), (await connection.execute(query)).scalar_one_or_none()

    async def _chat(self, connection: AsyncConnection, match_id: str) -> list[ChatRow]:
        columns = (chat.c.number, chat.c.at, chat.c.seat, chat.c.name, chat.c.text)
        asked = sa.select(*columns).where(chat.c.match_id == match_id).order_by(chat.c.number)
        return [ChatRow(*row) for row in await connection.execute(asked)]


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
        if revision not in KNOWN:
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
