"""Moving all matches from one database to another, of the same or of another kind."""

import hashlib
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, closing, nullcontext
from dataclasses import asdict
from pathlib import Path

from whistlestop.english import counted
from whistlestop.server.store import schema
from whistlestop.server.store.database import Database, open_database, parsed
from whistlestop.server.store.errors import StoreError, store_errors
from whistlestop.server.store.reader import Reader, WholeMatch, open_reader
from whistlestop.server.store.store import INSERT_MAP

AT_ONCE = 20  # matches in a transaction: what has to be done again after a crash
IDS_SHOWN = 5

match, entry, seat, chat = schema.match, schema.entry, schema.seat, schema.chat
shared_map = schema.shared_map


class Move:
    """From a database that stays as it is to one that has no other matches. Use `open_move`."""

    def __init__(self, source: Reader, target: Reader, database: Database, ids: list[str]) -> None:
        self.ids = ids
        """All matches of the source."""
        self._source = source
        self._target = target
        self._database = database

    async def copy(self) -> AsyncIterator[int]:
        """Copy what the target does not have as it is in the source; yields how many matches are done."""
        known = await self._target.versions()
        for first in range(0, len(self.ids), AT_ONCE):
            page = self.ids[first : first + AT_ONCE]
            found = [one for match_id in page if (one := await self._source.load(match_id))]
            missing = [one for one in found if one.stored.match.id not in known or not await self._is_copied(one)]
            if missing:
                await self._write(missing)
            yield first + len(page)
        await self._copy_shared_maps()

    async def _copy_shared_maps(self) -> None:
        last = ""
        while rows := await self._source.shared_maps(last, AT_ONCE):
            last = rows[-1]["id"]
            with store_errors("moving shared maps"):
                async with self._database.transaction() as connection:
                    ids = [row["id"] for row in rows]
                    await connection.execute(shared_map.delete().where(shared_map.c.id.in_(ids)))
                    await connection.execute(shared_map.insert(), rows)

    async def check(self) -> AsyncIterator[int]:
        """Compare every match and all counts; yields how many matches are done. StoreError names what differs."""
        differing = []
        for done, match_id in enumerate(self.ids, start=1):
            found = await self._source.load(match_id)
            if found is None or not await self._is_copied(found):
                differing.append(match_id)
            yield done
        source, target = await self._source.counts(), await self._target.counts()
        if differing or source != target:
            raise StoreError(
                f"the copy is not the same: {_some(differing)} differ, {source} rows were to be moved and {target} are"
                " there. Stop every server on either database, then start this again: it copies what differs"
            )

    async def _is_copied(self, wanted: WholeMatch) -> bool:
        found = await self._target.load(wanted.stored.match.id)
        return found is not None and digest(found) == digest(wanted)

    async def _write(self, found: Sequence[WholeMatch]) -> None:
        with store_errors(f"moving {_some([one.stored.match.id for one in found])}"):
            async with self._database.transaction() as connection:
                ids = [one.stored.match.id for one in found]
                await connection.execute(match.delete().where(match.c.id.in_(ids)))  # what an earlier run left
                for stored, seats, lines in found:
                    if stored.map_json is not None:
                        stored_map = {"hash": stored.match.map_hash, "text": stored.map_json}
                        await connection.execute(INSERT_MAP, stored_map)
                    row = asdict(stored.match) | {"owner": None, "lease_until": 0.0}
                    await connection.execute(match.insert().values(row))
                    if stored.entries:
                        await connection.execute(entry.insert(), [asdict(one) for one in stored.entries])
                    if seats:
                        rows = [asdict(one) | {"match_id": stored.match.id} for one in seats]
                        await connection.execute(seat.insert(), rows)
                    if lines:
                        rows = [asdict(one) | {"match_id": stored.match.id} for one in lines]
                        await connection.execute(chat.insert(), rows)


@asynccontextmanager
async def open_move(source: str, target: str) -> AsyncIterator[Move]:
    """Open both databases, the first to read only. StoreError if a server has either, or the target other matches."""
    if parsed(source) == parsed(target):
        raise StoreError("both are the same database")
    with _lock(source):
        async with open_reader(source) as reading:
            database = await open_database(target, pool_size=2, command_timeout=300.0)
            try:
                async with open_reader(target) as writing:
                    versions = await reading.versions()
                    _check_target(versions, await writing.versions())
                    yield Move(reading, writing, database, list(versions))
            finally:
                await database.close()


def _check_target(source: Mapping[str, int], target: Mapping[str, int]) -> None:
    if others := sorted(target.keys() - source.keys()):
        raise StoreError(f"the target has {_some(others)} that the source does not have: choose an empty database")
    if gone_on := [match_id for match_id in target if target[match_id] > source[match_id]]:
        raise StoreError(
            f"{_some(gone_on)} went on in the target: a server has used it since, or this is the wrong way round"
        )


def _lock(address: str) -> AbstractContextManager[object]:
    """Keep servers from a SQLite file, and refuse if one has it. PostgreSQL's could be anywhere: `check` tells."""
    url = parsed(address)
    if url.get_backend_name() != "sqlite" or not Path(url.database or "").is_file():
        return nullcontext()
    from whistlestop.server.store.sqlite import take  # only the driver that is used gets imported

    return closing(take(Path(str(url.database))))


def digest(whole: WholeMatch) -> str:
    """Of all that is stored of a match, but for who looks after it just now."""
    stored = whole.stored
    row = {name: value for name, value in asdict(stored.match).items() if name not in ("owner", "lease_until")}
    entries = [(one.version, one.at, one.kind, one.body) for one in stored.entries]
    parts = [
        row,
        stored.map_json,
        entries,
        [asdict(seat) for seat in whole.seats],
        [asdict(line) for line in whole.chat],
    ]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def _some(ids: Sequence[str]) -> str:
    """Some of many ids, in words."""
    listed = ", ".join(ids[:IDS_SHOWN])
    more = len(ids) - IDS_SHOWN
    return (
        f"{counted(len(ids), 'match')} ({listed}{f' and {more:,} more' if more > 0 else ''})" if ids else "no matches"
    )
