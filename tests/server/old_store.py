"""A database as the version before this one left it (revision 0001), with what its matches were then.

`stored/revision-0001.sql` is the dump of a SQLite file that the last version with that revision wrote: games that
people and bots were playing, had finished or imported, on built-in and uploaded maps. It can't be made again.
"""

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

from whistlestop.server.store import Store
from whistlestop.server.store.database import parsed
from whistlestop.server.store.migrate import migrate
from whistlestop.server.store.move import digest
from whistlestop.server.store.reader import Reader

STORED = Path(__file__).parent / "stored"
KNOWN: dict[str, dict[str, Any]] = json.loads((STORED / "revision-0001.json").read_text(encoding="utf-8"))
"""By what it is: the match's id, status, version, secrets, commitment, position and scores."""
FLAGS = ("public", "joinable")


def fill(url: str) -> None:
    """Make the old database at a URL, SQLite's or PostgreSQL's."""
    old = sqlite3.connect(":memory:" if url.startswith("postgres") else url.removeprefix("sqlite:///"))
    old.executescript((STORED / "revision-0001.sql").read_text(encoding="utf-8"))
    if url.startswith("postgres"):
        asyncio.run(_copy(old, url))
    old.close()


async def _copy(old: sqlite3.Connection, url: str) -> None:
    engine = create_async_engine(parsed(url))
    old.row_factory = sqlite3.Row
    async with engine.begin() as connection:
        await connection.run_sync(migrate, "0001")
        for name in ("match", "entry", "seat"):
            table = await connection.run_sync(lambda sync, name=name: sa.Table(name, sa.MetaData(), autoload_with=sync))
            rows = [dict(row) for row in old.execute(f"SELECT * FROM {name}")]
            for row in rows:
                row.update({flag: bool(row[flag]) for flag in FLAGS if flag in row})
            await connection.execute(table.insert(), rows)
    await engine.dispose()


async def digests(reader: Reader) -> dict[str, str]:
    """A digest of all that a database has of each match."""
    found = {match_id: await reader.load(match_id) for match_id in await reader.versions()}
    return {match_id: digest(one) for match_id, one in found.items() if one}


def execute(url: str, *statements: str) -> None:
    """On the newest tables."""

    async def run() -> None:
        store = await Store.open(url, owner="test")
        async with store._database.transaction() as connection:
            for statement in statements:
                await connection.execute(sa.text(statement))
        await store.close()

    asyncio.run(run())
