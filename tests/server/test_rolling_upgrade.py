"""Two versions side by side on one PostgreSQL: the old one leaves alone what it can't read, and nobody loses anything.

Our code is the old version; the new one is made by `newer_version.py`.
"""

import asyncio
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

from tests.server import newer_version, old_store
from tests.server.at_table import Chair, Table, ask, code_of, error_of, play_out, tiny_table
from tests.server.bot_scene import Reports, workers_with
from tests.server.forked import ForkedServer
from tests.server.old_store import KNOWN
from whistlestop.game import RULES
from whistlestop.server.play.caretaker import Caretaker
from whistlestop.server.play.rooms import Rooms
from whistlestop.server.running.metrics import Metrics
from whistlestop.server.running.settings import Settings
from whistlestop.server.store import Store
from whistlestop.server.store.database import parsed
from whistlestop.verify import verify


class NewerServer(ForkedServer):
    first = "from tests.server import newer_version; newer_version.install()"


@pytest.fixture
def old(postgres_url: str, tmp_path: Path) -> Iterator[ForkedServer]:
    yield from started(ForkedServer(tmp_path, postgres_url))


@pytest.fixture
def new(old: ForkedServer, postgres_url: str, tmp_path: Path) -> Iterator[ForkedServer]:
    """Starts beside the old one, and migrates the database under it."""
    assert old.is_running()
    yield from started(NewerServer(tmp_path, postgres_url))


def started(server: ForkedServer) -> Iterator[ForkedServer]:
    try:
        server.start()
        yield server
    finally:
        server.end()


def at(server: ForkedServer, table: Table, seat: int, **hello: object) -> Chair:
    return Chair(server, table.match, secret=table.secrets[seat], **hello)


def rows(url: str, statement: str) -> list[tuple[object, ...]]:
    """Not by way of a store: ours would refuse the newer tables."""

    async def read() -> list[tuple[object, ...]]:
        engine = create_async_engine(parsed(url))
        async with engine.connect() as connection:
            found = [tuple(row) for row in await connection.execute(sa.text(statement))]
        await engine.dispose()
        return found

    return asyncio.run(read())


def refused_at_hello(server: ForkedServer, table: Table) -> tuple[str, int]:
    with at(server, table, 0, sit=False) as chair:
        return error_of(chair.received[0]), chair.until_closed()[0]


def test_a_match_is_played_through_both_versions_and_on_when_the_old_one_ends(
    old: ForkedServer, new: ForkedServer, postgres_url: str
) -> None:
    table = tiny_table(old)
    ann, ben = at(old, table, 0, name="Ann"), at(new, table, 1, name="Ben")
    for chair in (ann, ben):
        chair.until_turn()  # both choose tickets
    acknowledged = [f"move {number}" for number in range(6)]
    for key in acknowledged:
        one = next(chair for chair in (ann, ben) if chair.legal)
        assert one.act(key=key)["type"] == "update"
        for chair in (ann, ben):
            chair.until_version(one.version)
    old.end(signal.SIGTERM)
    assert ann.until_closed()[0] in (1012, 1013)
    ann.close()
    with at(new, table, 0, sit=False) as ann, ben:
        assert ann.version == ben.version
        play_out([ann, ben])
    record = ask(new, "GET", f"{table.path}/record").text
    verify(record, table.opened["commitment"])
    stored = rows(postgres_url, f"SELECT version, body FROM entry WHERE match_id = '{table.match}' ORDER BY version")
    assert [version for version, _ in stored] == list(range(1, len(stored) + 1))
    for key in acknowledged:
        assert sum(f'"{key}"' in str(body) for _, body in stored) == 1


def test_the_old_version_refuses_what_it_cannot_read_and_sets_nothing_aside(
    old: ForkedServer, new: ForkedServer, postgres_url: str
) -> None:
    newer_rules, newer_entry, shared = Table(new), Table(old), Table(old)
    with at(old, newer_entry, 0, name="Ann") as ann, at(new, newer_entry, 1, name="Ben") as ben:
        assert ben.say("pace", pace="slow")["type"] == "update"
        assert ann.until_closed()[0] == 1013  # in the middle of it
    for table in (newer_rules, newer_entry):
        for _ in range(2):
            assert code_of(ask(old, "GET", table.path)) == (503, "newer-version-needed")
            assert refused_at_hello(old, table) == ("newer-version-needed", 1013)
        with at(new, table, 0, sit=False) as ann:
            assert ann.received[0]["type"] == "view"
    with at(old, shared, 0), at(new, shared, 1):  # what both can read both serve
        pass
    assert Table(old).look()["status"] == "open"  # and the old one still opens tables in the migrated database
    assert old.log.count("match needs a newer version") == 2
    assert rows(postgres_url, "SELECT id FROM match WHERE quarantined IS NOT NULL") == []
    assert {row[0] for row in rows(postgres_url, f"SELECT {newer_version.COLUMN} FROM match")} == {"calm"}
    assert rows(postgres_url, "SELECT version_num FROM alembic_version") == [(newer_version.REVISION,)]


def test_the_old_version_leaves_bots_and_clocks_of_what_it_cannot_read_to_the_new_one(store_url: str) -> None:
    old_store.fill(store_url)
    match = KNOWN["running on usa"]["match"]

    async def scene() -> None:
        store = await Store.open(store_url, owner="old")
        rooms = Rooms(store, Settings(database_url=store_url, lease_seconds=600.0), Metrics())
        caretaker = Caretaker(rooms, workers_with(Reports()))
        async with store._database.transaction() as connection:
            await connection.execute(
                sa.text(f"UPDATE match SET wake_at = 1.0, rules = {RULES + 1} WHERE id = '{match}'")
            )
        for _ in range(2):
            await caretaker._poll()
            await asyncio.gather(*caretaker._waking.values())
        assert await store.due(time.time(), 9, 0.0) == [match]
        await store.close()

    asyncio.run(scene())
