"""A match that can't be loaded is set aside: said once, never due again, and what its log tells can be had."""

import asyncio
import json
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa
from typer.testing import CliRunner

from tests.server import old_store
from tests.server.at_table import Chair, ask, code_of
from tests.server.forked import ForkedServer
from tests.server.old_store import KNOWN
from tests.server.store_rows import new_match
from whistlestop.cli.app import app
from whistlestop.game import Game
from whistlestop.server.play.decide import Decision
from whistlestop.server.play.entries import Emote
from whistlestop.server.play.loading import MatchUnreadable, load_match
from whistlestop.server.play.room import StorageTrouble
from whistlestop.server.play.rooms import MOST_ATTEMPTS, NoSuchMatch, Rooms
from whistlestop.server.play.salvage import is_withheld, raw_log, salvaged_record
from whistlestop.server.play.table_settings import LONGEST_DELAY
from whistlestop.server.running.metrics import Metrics
from whistlestop.server.running.settings import Settings
from whistlestop.server.store import NewEntry, Store

RUNNING = KNOWN["running on usa"]["match"]
OVER = KNOWN["finished on san-francisco"]["match"]
UNDONE = KNOWN["finished after an undo"]["match"]


@pytest.fixture
def url(store_url: str) -> str:
    old_store.fill(store_url)
    return store_url


@asynccontextmanager
async def rooms_on(url: str) -> AsyncIterator[Rooms]:
    store = await Store.open(url, owner="test")
    try:
        yield Rooms(store, Settings(database_url=url), Metrics())
    finally:
        await store.close()


async def execute(rooms: Rooms, statement: str) -> None:
    async with rooms.store._database.transaction() as connection:
        await connection.execute(sa.text(statement))


async def lose_entry(rooms: Rooms, match: str, version: int) -> None:
    await execute(rooms, f"DELETE FROM entry WHERE match_id = '{match}' AND version = {version}")


def count_quarantined(rooms: Rooms) -> float:
    return float(rooms.metrics.matches_quarantined._value.get())


@pytest.mark.parametrize("version", [5, KNOWN["running on usa"]["version"]], ids=["middle", "last"])
def test_a_match_with_a_lost_entry_is_set_aside_once(url: str, version: int) -> None:
    async def scene() -> None:
        async with rooms_on(url) as rooms:
            await execute(rooms, f"UPDATE match SET wake_at = 1.0 WHERE id = '{RUNNING}'")
            assert await rooms.store.due(time.time(), 9, 0.0) == [RUNNING]
            await lose_entry(rooms, RUNNING, version)
            with pytest.raises(MatchUnreadable):
                await rooms.open(RUNNING)
            row = (await rooms.load(RUNNING)).match
            assert row.quarantined is not None
            assert "entr" in (row.quarantine_reason or "")
            assert await rooms.store.due(time.time(), 9, 0.0) == []
            assert await rooms.store.quarantined() == [RUNNING]
            assert count_quarantined(rooms) == 1
            with pytest.raises(MatchUnreadable):
                await rooms.open(RUNNING)
            assert not await rooms.store.quarantine(RUNNING, "again", 1.0)  # the first reason stays
            await rooms.store.lift_quarantine(RUNNING)
            assert await rooms.store.due(time.time(), 9, 0.0) == [RUNNING]

    asyncio.run(scene())


def test_a_lost_last_entry_does_not_keep_a_command_busy_for_ever(url: str) -> None:
    """The row says n, the log has n - 1: every append was taken for one that another process had beaten."""

    async def scene() -> None:
        async with rooms_on(url) as rooms:
            room = await rooms.open(RUNNING)
            await lose_entry(rooms, RUNNING, KNOWN["running on usa"]["version"])
            room.match = None
            with pytest.raises(MatchUnreadable):
                await rooms.submit(room, lambda _: Decision(Emote(0, "wow")))
            assert room.match is None

    asyncio.run(asyncio.wait_for(scene(), 60))


def test_a_row_behind_its_log_is_found_too(url: str) -> None:
    async def scene() -> None:
        async with rooms_on(url) as rooms:
            await execute(rooms, f"UPDATE match SET version = version - 1 WHERE id = '{RUNNING}'")
            with pytest.raises(MatchUnreadable):
                await rooms.open(RUNNING)

    asyncio.run(scene())


def test_attempts_to_append_are_bounded(sqlite_url: str) -> None:
    async def scene() -> None:
        old_store.fill(sqlite_url)
        async with rooms_on(sqlite_url) as rooms:
            attempts: list[NewEntry] = []

            async def never_first(new_entry: NewEntry) -> bool:
                attempts.append(new_entry)
                return False

            rooms.store.append = never_first  # type: ignore[method-assign]
            room = await rooms.open(RUNNING)
            with pytest.raises(StorageTrouble):
                await rooms.submit(room, lambda _: Decision(Emote(0, "wow")))
            assert len(attempts) == MOST_ATTEMPTS

    asyncio.run(asyncio.wait_for(scene(), 60))


def test_what_another_process_adds_and_nobody_can_read_sets_the_match_aside(sqlite_url: str) -> None:
    async def scene() -> None:
        old_store.fill(sqlite_url)
        async with rooms_on(sqlite_url) as rooms:
            room = await rooms.open(RUNNING)
            assert room.match is not None
            row = (await rooms.store.entries(RUNNING, room.match.version - 1))[0]
            strange = replace(row, version=row.version + 1, kind="vote")
            values = f"('{RUNNING}', {strange.version}, {strange.at}, '{strange.kind}', '{{}}')"
            await execute(rooms, f"INSERT INTO entry (match_id, version, at, kind, body) VALUES {values}")
            await execute(rooms, f"UPDATE match SET version = {strange.version} WHERE id = '{RUNNING}'")
            with pytest.raises(MatchUnreadable):
                await rooms.catch_up(room)
            assert await rooms.store.quarantined() == [RUNNING]
            assert room.match is None

    asyncio.run(scene())


def test_a_match_in_memory_that_is_not_what_the_log_says_is_read_again(sqlite_url: str) -> None:
    """As after a database has gone back to a backup under a running server: the log is sound."""

    async def scene() -> None:
        old_store.fill(sqlite_url)
        async with rooms_on(sqlite_url) as rooms:
            room = await rooms.open(RUNNING)
            assert room.match is not None
            room.match.version -= 1  # the last action can't be played twice
            await rooms.catch_up(room)
            assert await rooms.store.quarantined() == []
            assert room.match.version == KNOWN["running on usa"]["version"]
            assert room.match.game is not None
            assert room.match.game.position() == KNOWN["running on usa"]["position"]

    asyncio.run(scene())


def test_lists_leave_out_what_is_set_aside(store_url: str) -> None:
    async def scene() -> None:
        async with rooms_on(store_url) as rooms:
            store = rooms.store
            for match, status in (("a", "open"), ("b", "open"), ("c", "running"), ("d", "running")):
                await store.create(new_match(match, status=status, joinable=status == "open"), [])
            for match in ("a", "c"):
                assert await store.quarantine(match, "damaged", 1.0)
            assert [table.id for table in await store.open_tables(9)] == ["b"]
            assert [table.id for table in await store.public_matches(9, 0.0)] == ["d"]

    asyncio.run(scene())


def test_an_id_that_cannot_exist_is_not_looked_for(postgres_url: str) -> None:
    async def scene() -> None:
        async with rooms_on(postgres_url) as rooms:
            for match_id in ("a\0b", "", "a b", "é", "x" * 41, "a/b"):
                with pytest.raises(NoSuchMatch):
                    await rooms.open(match_id)

    asyncio.run(scene())


def test_a_record_can_be_written_from_the_log_alone(sqlite_url: str) -> None:
    async def scene() -> None:
        old_store.fill(sqlite_url)
        async with rooms_on(sqlite_url) as rooms:
            stored = await rooms.load(OVER)
            record = salvaged_record(stored)
            assert record is not None
            game = load_match(stored).game
            assert game is not None
            assert record == "".join(line for line in game.record().splitlines(True) if not line.startswith("result"))
            assert Game.from_record(record).position() == game.position()
            damaged = replace(stored, entries=stored.entries[:-1])
            for other in (damaged, replace(stored, map_json="{}"), await rooms.load(UNDONE)):
                assert salvaged_record(other) is None
                assert len(json.loads(raw_log(other))["entries"]) == len(other.entries)

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("settings", "delay"), [('{"spectator_delay":100}', 100), ("{}", 0), ("{", LONGEST_DELAY), ("[]", LONGEST_DELAY)]
)
def test_what_is_salvaged_waits_for_the_spectators(sqlite_url: str, settings: str, delay: int) -> None:
    async def scene() -> None:
        old_store.fill(sqlite_url)
        async with rooms_on(sqlite_url) as rooms:
            stored = await rooms.load(OVER)
            ended = replace(stored, match=replace(stored.match, changed=1000.0, settings=settings))
            assert not is_withheld(ended, 1000.0 + delay)
            assert is_withheld(ended, 999.0 + delay)

    asyncio.run(scene())


def test_people_are_told_and_a_finished_game_can_still_be_had(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/old.db"
    old_store.fill(url)
    asyncio.run(_migrate(url))
    database = sqlite3.connect(tmp_path / "old.db")
    for match in (RUNNING, OVER, UNDONE):
        strange = '{"seat":0,"action":"claim atlantis/utopia red:2","outcome":[]}'
        damage = "UPDATE entry SET kind = 'act', body = ? WHERE match_id = ? AND version = 20"
        database.execute(damage, (strange, match))
    database.execute("UPDATE match SET wake_at = 1.0 WHERE id = ?", (RUNNING,))
    delayed = "UPDATE match SET settings = json_set(settings, '$.spectator_delay', 300), changed = ? WHERE id = ?"
    database.execute(delayed, (time.time(), UNDONE))
    database.commit()
    database.close()
    server = ForkedServer(tmp_path, url)
    try:
        server.start()
        for match in (RUNNING, OVER, UNDONE):
            for path in ("", "/map", "/result", "/drawing"):
                assert code_of(ask(server, "GET", f"/matches/{match}{path}")) == (409, "match-unreadable")
        secret = KNOWN["running on usa"]["secrets"]["0"]
        with Chair(server, RUNNING, secret=secret) as chair:
            assert chair.received[0]["error"]["code"] == "match-unreadable"
            assert chair.until_closed() == (1008, "match-unreadable")
        for match in (RUNNING, UNDONE):  # one is not over, and of the other spectators have not seen the end
            assert code_of(ask(server, "GET", f"/matches/{match}/record")) == (409, "match-unreadable")
        log = ask(server, "GET", f"/matches/{OVER}/record")
        assert log.headers["Content-Type"] == "application/json"
        assert "atlantis" in log.json()["entries"][19]["body"]["action"]
        assert code_of(ask(server, "GET", "/matches/a%00b")) == (404, "no-such-match")
        numbers = ask(server, "GET", "/../metrics").text
        assert "whistlestop_matches_quarantined 3.0" in numbers
        assert server.log.count("match set aside") == 3
        checked = CliRunner().invoke(app, ["check-store", url])  # while the server has the file
        assert checked.exit_code == 1
        assert "3 can't be loaded" in checked.output
        assert "Traceback" not in server.log
    finally:
        server.end()


async def _migrate(url: str) -> None:
    await (await Store.open(url, owner="test")).close()
