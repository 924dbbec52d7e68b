"""Nobody's clock runs while no server is there, and nobody's table stands because another can't be read."""

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.at_table import Chair, Table, first_turn
from tests.server.bot_scene import Reports, running, workers_with
from tests.server.forked import ForkedServer
from tests.server.store_rows import new_match, two_seats
from whistlestop.server.play.caretaker import Caretaker
from whistlestop.server.play.clocks import Clocks
from whistlestop.server.play.decide import begin
from whistlestop.server.play.heartbeat import GRACE, Heartbeat
from whistlestop.server.play.rooms import Rooms
from whistlestop.server.play.table_settings import Clock, NewTable
from whistlestop.server.play.tables import Tables
from whistlestop.server.play.uploads import Uploads
from whistlestop.server.running.clock import Clock as ServerClock
from whistlestop.server.running.metrics import Metrics
from whistlestop.server.running.settings import Settings
from whistlestop.server.store import Gap, Store

AWAY = 600.0
"""Seconds: longer than any clock here."""


@pytest.mark.anyio
async def test_a_gap_is_what_lies_between_two_beats_of_whatever_process(store_url: str) -> None:
    store = await Store.open(store_url, owner="one")
    assert await store.last_beat() is None
    assert await store.beat(100.0, 4.0) == []
    assert await store.beat(103.0, 4.0) == []
    assert await store.beat(110.0, 4.0) == [Gap(103.0, 110.0)]
    await store.close()
    other = await Store.open(store_url, owner="two")
    assert await other.last_beat() == 110.0
    assert await other.beat(112.0, 4.0) == [Gap(103.0, 110.0)]
    assert await other.beat(200.0, 4.0) == [Gap(103.0, 110.0), Gap(112.0, 200.0)]
    await other.close()


@pytest.mark.anyio
async def test_before_the_first_beat_a_server_was_there_when_a_match_changed(store_url: str) -> None:
    """As in a database that was moved."""
    store = await Store.open(store_url, owner="one")
    await store.create(new_match(created=50.0), two_seats())
    assert await store.last_beat() == 50.0
    assert await store.beat(100.0, 4.0) == [Gap(50.0, 100.0)]
    await store.close()


@pytest.mark.anyio
async def test_processes_that_come_back_at_the_same_time_note_one_gap(postgres_url: str) -> None:
    stores = [await Store.open(postgres_url, owner=f"process {number}") for number in range(5)]
    await stores[0].beat(100.0, 4.0)
    await asyncio.gather(*(store.beat(150.0, 4.0) for store in stores))
    for store in stores:
        assert await store.beat(151.0, 4.0) == [Gap(100.0, 150.0)]
        await store.close()


@pytest.mark.anyio
async def test_one_beat_does_for_all_clocks_that_are_up_at_once(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await Store.open(postgres_url, owner="one")
    heartbeat, written = Heartbeat(store, ServerClock()), []
    write = store.beat

    async def counted(now: float, longest: float) -> list[Gap]:
        written.append(now)
        return await write(now, longest)

    monkeypatch.setattr(store, "beat", counted)
    await asyncio.gather(*(heartbeat.beat() for _ in range(50)))
    assert 1 <= len(written) <= 2
    await store.close()


@pytest.mark.anyio
async def test_a_clock_that_follows_another_ones_jump_takes_nobodys_time(sqlite_url: str) -> None:
    """A machine joins whose clock is an hour ahead: that hour is a gap like any other."""
    store = await Store.open(sqlite_url, owner="one")
    clock = ServerClock()
    heartbeat = Heartbeat(store, clock)
    await heartbeat.start()
    clock.advance_to(clock.now() + 3600)
    await heartbeat.beat()
    (gap,) = heartbeat.gaps
    assert 3599 < gap.until - gap.since < 3700
    await store.close()


@pytest.mark.anyio
async def test_a_process_whose_clock_is_ahead_sets_those_of_the_others_back_once(postgres_url: str) -> None:
    """It starts, and finds that nobody was there for an hour. Those who were are now as late as it is."""
    store = await Store.open(postgres_url, owner="one")
    rooms = Rooms(store, Settings(database_url=postgres_url), Metrics())
    caretaker = Caretaker(rooms, workers_with(Reports()))
    await caretaker.heartbeat.start()
    seats = [{"kind": "person"}, {"kind": "person"}]
    table = NewTable.model_validate({"seats": seats, "clock": {"per": "move", "seconds": 60}})
    room = await rooms.open((await Tables(rooms, Uploads()).create(table, None, "here")).match)
    await rooms.submit(room, begin)
    match = room.match
    assert match is not None
    before = match.version

    other = await Store.open(postgres_url, owner="another")
    ahead = ServerClock(wall=lambda: time.time() + 3600)
    await Heartbeat(other, ahead).start()
    await caretaker.heartbeat.beat()
    for _ in range(3):
        await rooms.submit(room, caretaker._set_clocks_back)
    assert match.version == before + 1
    deadline, _ = match.overdue()[0]
    assert deadline - ahead.now() == pytest.approx(60 + GRACE, abs=30)
    await caretaker.stop()
    await other.close()
    await store.close()


@pytest.mark.anyio
async def test_all_rooms_hear_of_a_gap_that_one_clock_has_noticed(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await Store.open(sqlite_url, owner="one")
    rooms = Rooms(store, Settings(database_url=sqlite_url), Metrics())
    table = NewTable.model_validate({"seats": [{"kind": "person"}, {"kind": "person"}]})
    room = await rooms.open((await Tables(rooms, Uploads()).create(table, None, "here")).match)
    caretaker, greeted = Caretaker(rooms, workers_with(Reports())), []
    monkeypatch.setattr(caretaker, "greet", lambda room: greeted.append(room.id))
    await caretaker._beat()
    assert greeted == []
    rooms.clock.advance_to(rooms.clock.now() + 3600)
    await caretaker.heartbeat.beat()  # as `_do_work` does when a clock is up
    await caretaker._beat()
    assert greeted == [room.id]
    await caretaker._beat()
    assert greeted == [room.id]
    await store.close()


@pytest.mark.parametrize("per", ["move", "game"])
def test_a_clock_that_stood_still_has_as_much_time_left_as_before(per: str) -> None:
    clocks = Clocks(Clock.model_validate({"per": per, "seconds": 60}), 2)
    clocks.await_seats([0], 1, 1000.0)
    assert clocks.deadline(0) == 1060
    clocks.stand_still(500.0)
    assert clocks.deadline(0) == 1560
    clocks.await_seats([1], 2, 1540.0)
    assert clocks.spent[0] == 40
    clocks.stand_still(100.0)
    clocks.await_seats([0], 3, 1550.0)  # who moves before clocks run again has not spent less than nothing
    assert clocks.spent[1] == 0


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ForkedServer]:
    server = ForkedServer(tmp_path, lease_seconds=0.3)
    server.start()
    yield server
    server.end()


def be_away(server: ForkedServer, folder: Path) -> None:
    """As if the server had been away for longer than a test can wait: all that it wrote was written long ago."""
    server.end()
    database = sqlite3.connect(folder / "server.db")
    with database:
        database.execute("UPDATE entry SET at = at - ?", [AWAY])
        database.execute(
            "UPDATE match SET created = created - ?, changed = changed - ?, wake_at = wake_at - ?", [AWAY] * 3
        )
        database.execute("UPDATE process SET seen = seen - ?", [AWAY])
    database.close()
    server.start()


@pytest.mark.parametrize("per", ["move", "game"])
def test_the_time_without_a_server_is_charged_to_nobody(server: ForkedServer, tmp_path: Path, per: str) -> None:
    table = Table(server, clock={"per": per, "seconds": 60})
    ann, ben = first_turn(table)
    ann.socket.close()
    ben.socket.close()
    be_away(server, tmp_path)
    with table.sit(0, sit=False) as back:
        back.until(lambda chair: time_left(chair) > 0)
        assert GRACE < time_left(back) < 60 + GRACE + 0.1
        assert not any(seat["bot_plays"] for seat in back.table["seats"])
        back.act("draw deck")
        assert not any(seat["bot_plays"] for seat in back.table["seats"])


def time_left(chair: Chair) -> float:
    """Of who is awaited, when the latest message was sent. A server that has not noticed yet says it is up."""
    (awaited,) = chair.table["awaited"]
    return float(awaited["deadline"] - chair.table["now"])


def test_a_table_nobody_comes_back_to_is_excused_as_well(server: ForkedServer, tmp_path: Path) -> None:
    """The caretaker finds it by its clock."""
    table = Table(server, clock={"per": "move", "seconds": 60})
    for chair in first_turn(table):
        chair.socket.close()
    be_away(server, tmp_path)
    with Chair(server, table.match, secret=table.watch) as watcher:
        watcher.until(lambda chair: time_left(chair) > 0)
        assert not any(seat["bot_plays"] for seat in watcher.table["seats"])


def test_a_match_that_can_not_be_read_costs_the_others_nothing(tmp_path: Path) -> None:
    """Five tables of bots wait for their deal; the settings of the first one to be dealt make no sense."""
    url = f"sqlite:///{tmp_path}/matches.db"
    settings = Settings(database_url=url, lease_seconds=0.2)
    bots = NewTable.model_validate({"seats": [{"kind": "bot", "level": "easy"}] * 2, "pace": "instant"})

    async def open_tables() -> list[str]:
        store = await Store.open(url, owner="before")
        tables = Tables(Rooms(store, settings, Metrics()), Uploads())
        opened = [(await tables.create(bots, None, "here")).match for _ in range(5)]
        await store.close()
        return opened

    async def take_care_of(others: list[str]) -> None:
        store = await Store.open(url, owner="after")
        rooms = Rooms(store, settings, Metrics())
        async with running(workers_with(Reports())) as workers:
            caretaker = Caretaker(rooms, workers)
            await caretaker.start()
            for match_id in others:
                room = await rooms.open(match_id)
                while room.match is None or room.match.version < 5:
                    await asyncio.sleep(0.02)
            await caretaker.stop()
        await store.close()

    broken, *others = asyncio.run(open_tables())
    with sqlite3.connect(tmp_path / "matches.db") as database:
        database.execute("UPDATE match SET settings = '{}', wake_at = 0 WHERE id = ?", [broken])
    database.close()
    asyncio.run(asyncio.wait_for(take_care_of(others), 120))
