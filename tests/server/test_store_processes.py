"""Several processes at one PostgreSQL, and one process at one SQLite file, killed at any moment."""

import asyncio
import random
import signal
import sqlite3
from collections.abc import AsyncIterator, Callable

import pytest
import sqlalchemy as sa

from tests.server.conftest import Cluster
from tests.server.forked import ForkedProgram
from tests.server.store_rows import new_entry, new_match, two_seats
from whistlestop.server.store import EntryRow, Store, StoreError, notify
from whistlestop.server.store.database import Callback
from whistlestop.server.store.notify import CHANNEL, LONGEST_NOTIFICATION, driver_of

pytestmark = pytest.mark.anyio

Received = list[tuple[str | None, int]]


def into(received: Received) -> Callback:
    """Notes of which matches there were news."""
    return lambda match_id, version, _: received.append((match_id, version))


@pytest.fixture
async def pair(postgres_url: str) -> AsyncIterator[tuple[Store, Store]]:
    """Two stores as two processes have them, opened at the same time on an empty database."""
    one, two = await asyncio.gather(*(Store.open(postgres_url, owner=name) for name in ("one", "two")))
    yield one, two
    await one.close()
    await two.close()


async def until(condition: Callable[[], bool], seconds: float = 20.0) -> None:
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.01)


async def break_connections(store: Store) -> None:
    """End every connection to this database but the one that asks."""
    ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
    async with store._database.reading() as connection:
        await connection.execute(sa.text(f"{ended} AND pid <> pg_backend_pid()"))


async def test_of_two_processes_that_want_the_same_version_exactly_one_gets_it(pair: tuple[Store, Store]) -> None:
    one, two = pair
    await one.create(new_match(), [])
    wins = [0, 0]
    for version in range(1, 201):
        racers = [store.append(new_entry(version=version, body=store.owner)) for store in random.sample(pair, 2)]
        results = await asyncio.gather(*racers)
        assert sorted(results) == [False, True]
        winner = (await two.entries("m", version - 1))[0].body
        wins[("one", "two").index(winner)] += 1
    assert len(await one.entries("m", 0)) == 200
    assert min(wins) > 0


async def test_batches_with_the_same_matches_in_opposite_order_do_not_deadlock(pair: tuple[Store, Store]) -> None:
    ids = [f"m{number}" for number in range(200)]
    for match_id in ids:
        await pair[0].create(new_match(match_id), [])
    async with pair[0]._database.writing() as connection:
        await connection.execute(sa.text("ANALYZE"))
    for version in range(1, 11):
        batch = [new_entry(match_id, version) for match_id in ids]
        batches = (batch, batch[::-1])
        writing = [store._database.write_batch(store.owner, b) for store, b in zip(pair, batches, strict=True)]
        first, second = await asyncio.gather(*writing)
        assert len(first) + len(second) == 200


async def test_two_processes_racing_at_many_matches_never_wait_for_each_other(pair: tuple[Store, Store]) -> None:
    ids = [f"m{number}" for number in range(30)]
    for match_id in ids:
        await pair[0].create(new_match(match_id, wake_at=1.0), [])

    async def play(store: Store, match_id: str) -> int:
        won = 0
        for version in range(1, 11):
            won += await store.append(new_entry(match_id, version, wake_at=1.0))
        return won

    async def disturb(store: Store) -> None:
        for moment in range(20):
            await store.due(now=10.0 + moment, limit=20, lease_seconds=0.5)
            await store.release()
            await store.prune(before=0.0)

    async with asyncio.timeout(60):
        games = [play(store, m) for store in pair for m in random.sample(ids, len(ids))]
        results = await asyncio.gather(*games, *(disturb(store) for store in pair))
    assert sum(result or 0 for result in results) == 300
    for match_id in ids:
        assert [one.version for one in await pair[1].entries(match_id, 0)] == list(range(1, 11))


async def test_news_reach_the_other_process_and_not_the_one_that_made_them(pair: tuple[Store, Store]) -> None:
    one, two = pair
    received_by_one: Received = []
    received_by_two: Received = []
    await one.watch(into(received_by_one))
    await two.watch(into(received_by_two))
    await one.create(new_match(), [])
    await one.append(new_entry())
    assert not await one.append(new_entry())  # refused, so no news
    await two.append(new_entry(version=2))
    await until(lambda: len(received_by_one) >= 1 and len(received_by_two) >= 2)
    await asyncio.sleep(0.1)
    assert received_by_two == [("m", 0), ("m", 1)]
    assert received_by_one == [("m", 2)]


async def rows_received(store: Store) -> list[EntryRow | None]:
    rows: list[EntryRow | None] = []
    await store.watch(lambda _match, _version, row: rows.append(row))
    return rows


async def test_news_bring_the_entry_as_the_store_has_it(pair: tuple[Store, Store]) -> None:
    one, two = pair
    rows = await rows_received(two)
    await one.create(new_match(), [])
    bodies = ['{"n": 1}', '{"name": "Zoë  \U0001f682 \'"}', "", " {} "]
    for version, body in enumerate(bodies, start=1):
        assert await one.append(new_entry(version=version, at=1763353000.1234567 + version, body=body))
    await until(lambda: len(rows) == 1 + len(bodies))
    assert rows == [None, *await two.entries("m", 0)]


@pytest.mark.parametrize("letter", ["x", "ß"])
async def test_an_entry_too_long_for_a_notification_is_stored_and_has_to_be_read(
    pair: tuple[Store, Store], letter: str
) -> None:
    one, two = pair
    rows = await rows_received(two)
    await one.create(new_match(), [])
    most = LONGEST_NOTIFICATION - len("m 1 one 101 act ")
    body = letter * (most // len(letter.encode())) + "y" * (most % len(letter.encode()))
    assert await one.append(new_entry(version=1, body=body))
    assert await one.append(new_entry(version=2, body=f"{body}z"))
    await until(lambda: len(rows) == 3)
    assert rows == [None, (await two.entries("m", 0))[0], None]


async def test_processes_from_before_entries_were_told_hear_us_and_are_heard(pair: tuple[Store, Store]) -> None:
    """How they read a message is written down here: it can't be asked of this version."""
    one, two = pair
    received_by_old: list[list[str]] = []
    rows, received = await rows_received(two), Received()
    async with one._database.reading() as connection:
        driver = await driver_of(connection)
        await driver.add_listener(CHANNEL, lambda *message: received_by_old.append(message[3].split(" ", 2)))
        await two.create(new_match(), [])
        await two.append(new_entry())
        await until(lambda: len(received_by_old) == 2)
        assert [(match_id, int(version)) for match_id, version, _ in received_by_old] == [("m", 0), ("m", 1)]
        assert all(owner != "old" for _, _, owner in received_by_old)
        await one.watch(into(received))
        for message in ("m 2 old", "m 3 later in another form"):
            await driver.execute(f"SELECT pg_notify('{CHANNEL}', '{message}')")
        await until(lambda: len(received) == 2 and len(rows) == 2)
        assert received == [("m", 2), ("m", 3)]
        assert rows == [None, None]
        await driver.reset()


async def test_an_append_waits_for_no_reader(postgres_url: str) -> None:
    store = await Store.open(postgres_url, owner="one", pool_size=2)
    await store.create(new_match(), [])
    async with asyncio.timeout(20), store._database.reading():  # the only connection there is for them
        assert await store.append(new_entry())
        assert not await store.append(new_entry())
    await store.close()


async def test_after_a_lost_connection_one_is_told_to_look_at_everything(pair: tuple[Store, Store]) -> None:
    one, two = pair
    received: Received = []
    await two.watch(into(received))
    await one.create(new_match(), [])
    await until(lambda: ("m", 0) in received)
    for _ in range(2):  # it comes back more than once
        received.clear()
        await break_connections(one)
        await until(lambda: (None, 0) in received)
    received.clear()
    await one.append(new_entry())
    await until(lambda: bool(received))
    assert received == [("m", 1)]


async def test_a_connection_that_went_silent_is_replaced(
    pair: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def no_answer(_connection: object, _statement: str) -> None:
        raise TimeoutError

    one, two = pair
    received: Received = []
    monkeypatch.setattr(notify, "PING_SECONDS", 0.05)
    await two.watch(into(received))
    await asyncio.sleep(0.3)
    assert received == []  # it answers: nothing to tell
    with monkeypatch.context() as patch:
        patch.setattr("asyncpg.Connection.execute", no_answer)
        await until(lambda: (None, 0) in received)
    received.clear()
    await one.create(new_match(), [])
    await until(lambda: ("m", 0) in received)


async def test_a_restart_of_postgresql_loses_nothing_that_was_acknowledged(
    cluster: Cluster, pair: tuple[Store, Store]
) -> None:
    one, _ = pair
    await one.create(new_match(), [])
    assert await one.append(new_entry())
    await asyncio.to_thread(cluster.restart)
    assert await one.append(new_entry(version=2))  # idle connections are replaced, not stumbled upon
    assert len(await one.entries("m", 0)) == 2


async def test_while_the_database_is_away_appends_fail_and_afterwards_they_work(pair: tuple[Store, Store]) -> None:
    one, two = pair
    await one.create(new_match(), [])
    async with two._database.transaction() as connection:
        await connection.execute(sa.text("LOCK TABLE entry"))  # so that the append is under way when it is cut off
        stuck = asyncio.create_task(one.append(new_entry()))
        await asyncio.sleep(0.2)
        ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%unnest%'"
        await connection.execute(sa.text(f"{ended} AND pid <> pg_backend_pid()"))
        with pytest.raises(StoreError, match="appending"):
            await stuck
    assert await one.entries("m", 0) == []
    assert await one.append(new_entry())


async def test_a_lease_keeps_others_away(pair: tuple[Store, Store]) -> None:
    one, two = pair
    for number in range(20):
        await one.create(new_match(f"m{number}", wake_at=1.0), [])
    both = await asyncio.gather(*(store.due(now=2.0, limit=12, lease_seconds=9.0) for store in pair))
    rest = await two.due(now=2.0, limit=99, lease_seconds=9.0)
    leased = [match_id for some in (*both, rest) for match_id in some]
    assert len(leased) == len(set(leased)) == 20
    await one.release()
    assert sorted(await two.due(now=2.0, limit=99, lease_seconds=9.0)) == sorted(both[0])


async def test_nobody_waits_for_a_row_that_another_process_is_writing(pair: tuple[Store, Store]) -> None:
    one, two = pair
    for match_id in ("busy", "free"):
        await one.create(new_match(match_id, wake_at=1.0), [])
    async with two._database.transaction() as connection:
        await connection.execute(sa.text("SELECT * FROM match WHERE id = 'busy' FOR KEY SHARE"))  # as a new entry does
        async with asyncio.timeout(10):
            assert sorted(await one.due(now=2.0, limit=9, lease_seconds=0.0)) == ["busy", "free"]
            assert await one.prune(before=500.0) == 1
        await connection.execute(sa.text("SELECT * FROM match WHERE id = 'busy' FOR UPDATE"))
        async with asyncio.timeout(10):
            assert await one.due(now=2.0, limit=9, lease_seconds=0.0) == []
            await one.release()
    assert await one.prune(before=500.0) == 1


async def test_a_second_process_is_refused_at_a_sqlite_file_until_the_first_is_done(sqlite_url: str) -> None:
    first = await Store.open(sqlite_url, owner="one")
    program = (
        "import asyncio, sys\nfrom whistlestop.server.store import Store, StoreError\n"
        "async def main():\n    store = await Store.open(sys.argv[1], owner='two')\n    await store.close()\n"
        "try: asyncio.run(main())\nexcept StoreError as error: sys.exit(str(error))\n"
    )

    def run() -> tuple[int, str]:
        with ForkedProgram(program, sqlite_url) as process:
            said = process.stderr.read()
            return process.wait(), said

    code, said = await asyncio.to_thread(run)
    assert code == 1
    assert "in use by another Whistlestop server" in said
    with pytest.raises(StoreError, match="in use"):
        await Store.open(sqlite_url, owner="two")
    assert await first.last_beat() is None
    await first.close()
    assert await asyncio.to_thread(run) == (0, "")


async def test_after_a_crash_leases_on_sqlite_are_free(sqlite_url: str) -> None:
    first = await Store.open(sqlite_url, owner="one")
    await first.create(new_match(wake_at=1.0), [])
    assert await first.due(now=2.0, limit=9, lease_seconds=1e9) == ["m"]
    await first.close()
    second = await Store.open(sqlite_url, owner="two")
    assert await second.due(now=2.0, limit=9, lease_seconds=1.0) == ["m"]
    await second.close()


async def test_sqlite_writes_to_disk_at_every_commit(sqlite_url: str) -> None:
    store = await Store.open(sqlite_url, owner="one")
    async with store._database.writing() as connection:
        for pragma, value in [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)]:
            assert (await connection.exec_driver_sql(f"PRAGMA {pragma}")).scalar() == value
    writer: sqlite3.Connection = store._database._writer  # type: ignore[attr-defined]
    assert writer.execute("PRAGMA synchronous").fetchone() == (2,)
    await store.close()


WRITING = """
import asyncio, sys
from tests.server.store_rows import new_entry
from whistlestop.server.store import Store

async def play(store, match_id):
    loaded = await store.load(match_id)
    version = loaded.match.version
    while True:
        version += 1
        assert await store.append(new_entry(match_id, version))
        print(match_id, version, flush=True)

async def main():
    store = await Store.open(sys.argv[1], owner="child")
    await asyncio.gather(*(play(store, f"m{n}") for n in range(5)))

asyncio.run(main())
"""


async def test_kill_9_of_a_writing_process_loses_no_acknowledged_append(sqlite_url: str) -> None:
    store = await Store.open(sqlite_url, owner="one")
    for number in range(5):
        await store.create(new_match(f"m{number}"), two_seats())
    await store.close()
    acknowledged: dict[str, int] = {}
    for _ in range(4):
        with ForkedProgram(WRITING, sqlite_url) as child:
            goal = random.randrange(400, 4000)  # characters
            output = await asyncio.to_thread(child.stdout.read, goal)
            child.send_signal(signal.SIGKILL)
            assert child.wait() == -signal.SIGKILL
            output += child.stdout.read()
        acknowledgements = [line.split() for line in output.split("\n")[:-1]]
        acknowledged |= {match_id: int(version) for match_id, version in acknowledgements}
    store = await Store.open(sqlite_url, owner="one")
    assert len(acknowledged) == 5
    for match_id, version in acknowledged.items():
        loaded = await store.load(match_id)
        assert loaded is not None
        assert version <= loaded.match.version <= version + 1  # one may have been written and not told
        assert [one.version for one in loaded.entries] == list(range(1, loaded.match.version + 1))
    await store.close()
