"""The store on both databases: what is written comes back, once, in order, or not at all."""

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import asdict

import anyio
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from tests.server.store_rows import new_entry, new_match, two_seats
from whistlestop.server.store import (
    ChatRow,
    MatchRow,
    NewEntry,
    OpenTable,
    SeatRow,
    Store,
    StoreError,
    batches,
    map_hash,
    schema,
)
from whistlestop.server.store.errors import WriteRefused
from whistlestop.server.store.migrate import FOLDER, revision_of

pytestmark = pytest.mark.anyio


@pytest.fixture
async def store(store_url: str) -> AsyncIterator[Store]:
    opened = await Store.open(store_url, owner="one")
    yield opened
    await opened.close()


def batch_sizes(store: Store) -> list[int]:
    """From now on the size of every batch that is written goes to this list."""
    sizes: list[int] = []
    write = store._database.write_batch

    async def counting(batch: list[NewEntry]) -> set[str]:
        sizes.append(len(batch))
        return await write(store.owner, batch)

    store._commits._write = counting
    return sizes


async def test_a_match_comes_back_as_it_was_created(store: Store) -> None:
    new = new_match(map_json="[map]\nname = 'Łódź'", record="a record", wake_at=107.25)
    await store.create(new, two_seats())
    loaded = await store.load("m")
    assert loaded is not None
    row = asdict(new) | {"version": 0, "changed": 100.0, "owner": None, "lease_until": 0.0}
    assert loaded.map_json == row.pop("map_json")
    assert loaded.match == MatchRow(**row, map_hash=map_hash(new.map_json))
    assert loaded.entries == []
    assert await store.seats("m") == two_seats()


async def test_a_match_that_does_not_exist_is_none(store: Store) -> None:
    assert await store.load("m") is None
    assert await store.entries("m", 0) == []
    assert await store.seats("m") == []


async def test_an_id_is_used_once_and_a_failed_creation_leaves_nothing(store: Store) -> None:
    await store.create(new_match(), two_seats())
    with pytest.raises(StoreError, match="creating a match"):
        await store.create(new_match(), [])
    with pytest.raises(StoreError):
        await store.create(new_match("n"), [SeatRow(0, "same"), SeatRow(1, "same")])
    assert await store.load("n") is None
    await store.create(new_match("n"), two_seats())


async def test_errors_do_not_tell_the_seed(store: Store) -> None:
    await store.create(new_match(seed="topsecret"), [])
    with pytest.raises(StoreError) as caught:
        await store.create(new_match(seed="topsecret"), [])
    assert "topsecret" not in f"{caught.value} {caught.value.__cause__}"
    assert "topsecret" not in repr(new_match(seed="topsecret"))


async def test_entries_come_back_in_order_and_the_match_follows(store: Store) -> None:
    await store.create(new_match(), two_seats())
    for version in range(1, 13):
        assert await store.append(new_entry(version=version))
    assert await store.append(new_entry(version=13, status="over", wake_at=150.5, lease_until=140.0, summary="new"))
    loaded = await store.load("m", after=9)
    assert loaded is not None
    assert [one.version for one in loaded.entries] == [10, 11, 12, 13]
    assert loaded.entries[0].body == '{"n":10}'
    assert [one.version for one in await store.entries("m", 11)] == [12, 13]
    after = loaded.match
    assert (after.version, after.status, after.joinable, after.summary) == (13, "over", False, "new")
    assert (after.changed, after.wake_at, after.owner, after.lease_until) == (113.0, 150.5, "one", 140.0)


async def test_no_summary_means_the_old_one(store: Store) -> None:
    await store.create(new_match(summary="old"), [])
    await store.append(new_entry(summary=None))
    loaded = await store.load("m")
    assert loaded is not None
    assert loaded.match.summary == "old"


async def test_a_version_is_accepted_once_and_only_as_the_next(store: Store) -> None:
    await store.create(new_match(), two_seats())
    assert await store.append(new_entry(version=1, body="first"))
    late = new_entry(version=1, body="second", status="over", keys=SeatRow(0, "stolen"))
    assert not await store.append(late)
    assert not await store.append(new_entry(version=3))
    assert not await store.append(new_entry("no such match"))
    loaded = await store.load("m")
    assert loaded is not None
    assert [one.body for one in loaded.entries] == ["first"]
    assert loaded.match.status == "running"
    assert await store.seats("m") == two_seats()
    assert await store.append(new_entry(version=2))  # after a conflict everything works as before


async def test_keys_change_with_their_entry(store: Store) -> None:
    await store.create(new_match(), two_seats())
    await store.append(new_entry(keys=SeatRow(1, "new secret", "berta")))
    await store.append(new_entry(version=2, keys=SeatRow(2, "a third seat")))
    assert await store.seats("m") == [
        SeatRow(0, "secret 0", "anna"),
        SeatRow(1, "new secret", "berta"),
        SeatRow(2, "a third seat", None),
    ]


async def test_appends_that_come_together_are_committed_together(store: Store) -> None:
    for number in range(40):
        await store.create(new_match(f"m{number}"), [])
    sizes = batch_sizes(store)
    assert all(await asyncio.gather(*(store.append(new_entry(f"m{n}")) for n in range(40))))
    assert sum(sizes) == 40
    assert len(sizes) <= 2
    for number in range(40):
        assert len(await store.entries(f"m{number}", 0)) == 1


async def test_a_batch_has_a_match_once_and_is_bounded(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "LARGEST", 3)
    for match_id in "abcd":
        await store.create(new_match(match_id), [])
    sizes = batch_sizes(store)
    wanted = [new_entry(match_id, version) for match_id in "abcd" for version in (1, 2)]
    assert await asyncio.gather(*map(store.append, wanted)) == [True] * 8
    assert max(sizes) <= 3
    assert sum(sizes) == 8


async def test_one_entry_that_cannot_be_stored_does_not_hurt_its_neighbours(store: Store) -> None:
    for match_id in "abc":
        await store.create(new_match(match_id), two_seats())
    poison = new_entry("b", keys=SeatRow(1, "secret 0"))  # a secret that seat 0 has already
    wanted = [new_entry("a"), poison, new_entry("c")]
    results = await asyncio.gather(*map(store.append, wanted), return_exceptions=True)
    assert results[0] is results[2] is True
    assert isinstance(results[1], WriteRefused)
    assert await store.entries("b", 0) == []
    assert await store.append(new_entry("b"))


async def test_a_failed_commit_fails_every_waiter_and_the_next_one_works(store: Store) -> None:
    for match_id in "abc":
        await store.create(new_match(match_id), [])
    write = store._commits._write

    async def failing(_batch: list[NewEntry]) -> set[str]:
        raise StoreError("disk full")

    store._commits._write = failing
    results = await asyncio.gather(*(store.append(new_entry(m)) for m in "abc"), return_exceptions=True)
    assert [str(result) for result in results] == ["disk full"] * 3
    assert len({id(result) for result in results}) == 3
    store._commits._write = write
    assert all(await asyncio.gather(*(store.append(new_entry(m)) for m in "abc")))


async def test_a_waiter_that_gives_up_does_not_stop_the_others(store: Store) -> None:
    await store.create(new_match("a"), [])
    await store.create(new_match("b"), [])
    impatient = asyncio.create_task(store.append(new_entry("a")))
    patient = asyncio.create_task(store.append(new_entry("b")))
    await asyncio.sleep(0)
    impatient.cancel()
    assert await patient
    assert await store.append(new_entry("b", 2))


async def test_what_was_begun_is_finished_when_the_caller_gives_up(store: Store) -> None:
    for number in range(60):
        with anyio.move_on_after(number * 0.0001):
            await store.create(new_match(f"m{number}"), two_seats())
        with anyio.move_on_after(number * 0.0001):
            await store.load(f"m{number}")
        with anyio.move_on_after(number * 0.0001):
            await store.due(now=1.0, limit=1, lease_seconds=1.0)
    while store._under_way:
        await asyncio.sleep(0.01)
    for number in range(60):
        assert await store.seats(f"m{number}") == two_seats()
    await store.create(new_match(), [])
    assert await store.append(new_entry())


async def test_close_writes_what_was_asked_for(store_url: str) -> None:
    store = await Store.open(store_url, owner="one")
    await store.create(new_match(), [])
    asked = asyncio.create_task(store.append(new_entry()))
    await asyncio.sleep(0)
    await store.close()
    assert await asked


async def test_the_lobby_lists_public_tables_that_can_be_joined_newest_first(store: Store) -> None:
    await store.create(new_match("old", created=1.0, summary="s"), [])
    await store.create(new_match("new", created=2.0), [])
    await store.create(new_match("private", public=False), [])
    await store.create(new_match("full", joinable=False), [])
    await store.create(new_match("begun"), [])
    await store.append(new_entry("begun"))
    assert [table.id for table in await store.open_tables(10)] == ["new", "old"]
    assert await store.open_tables(1) == [OpenTable("new", '{"map":"usa"}', 2.0, 0)]
    assert await store.count_open() == 4
    assert [table.id for table in await store.public_matches(10, ended_after=0.0)] == ["begun"]


async def test_games_that_are_played_are_listed_by_when_they_were_opened_whoever_moves(store: Store) -> None:
    for number, name in enumerate(("first", "second", "ended", "private")):
        await store.create(new_match(name, created=float(number), public=name != "private"), [])
        await store.append(new_entry(name))
    await store.append(new_entry("first", version=2, at=500.0))
    await store.append(new_entry("ended", version=2, at=400.0, status="over"))
    assert [table.id for table in await store.public_matches(10, ended_after=450.0)] == ["second", "first"]
    listed = await store.public_matches(10, ended_after=350.0)
    assert [(table.id, table.status, table.changed) for table in listed] == [
        ("ended", "over", 400.0), ("second", "running", 101.0), ("first", "running", 500.0),
    ]  # fmt: skip


async def test_my_games_are_those_where_i_have_a_seat(store: Store) -> None:
    await store.create(new_match("a", created=1.0), two_seats())
    await store.create(new_match("b", created=2.0), two_seats())
    await store.create(new_match("c", created=3.0), [])
    assert [row.id for row, _ in await store.matches_of("anna", 10)] == ["b", "a"]
    assert [row.id for row, _ in await store.matches_of("anna", 1)] == ["b"]
    await store.set_person("b", 0, None)
    await store.set_person("b", 1, "berta")
    assert [row.id for row, _ in await store.matches_of("anna", 10)] == ["a"]
    assert [(row.id, seats) for row, seats in await store.matches_of("berta", 10)] == [("b", [1])]


async def test_a_table_takes_so_many_lines_and_shows_the_latest(store: Store) -> None:
    await store.create(new_match("a"), [])
    line = ChatRow(0, 5.0, 1, "Ann", "hello")
    assert [await store.add_chat("a", line, most=3) for _ in range(5)] == [1, 2, 3, None, None]
    assert [row.number for row in await store.chat("a", 2)] == [2, 3]
    assert await store.chat("b", 2) == []


async def test_what_is_due_is_leased_once_until_the_lease_ends(store: Store) -> None:
    for match_id, wake_at in [("late", 20.0), ("early", 10.0), ("future", 99.0), ("never", None)]:
        await store.create(new_match(match_id, wake_at=wake_at), [])
    assert await store.due(now=30.0, limit=1, lease_seconds=5.0) == ["early"]
    assert await store.due(now=30.0, limit=9, lease_seconds=5.0) == ["late"]
    assert await store.due(now=34.0, limit=9, lease_seconds=5.0) == []
    assert sorted(await store.due(now=35.0, limit=9, lease_seconds=5.0)) == ["early", "late"]
    loaded = await store.load("late")
    assert loaded is not None
    assert (loaded.match.owner, loaded.match.lease_until) == ("one", 40.0)


async def test_leases_given_up_are_free_at_once(store: Store) -> None:
    await store.create(new_match("a", wake_at=10.0), [])
    assert await store.due(now=30.0, limit=9, lease_seconds=500.0) == ["a"]
    await store.release()
    assert await store.due(now=30.0, limit=9, lease_seconds=5.0) == ["a"]


async def test_pruning_takes_old_matches_that_nobody_plays_with_all_that_is_theirs(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("whistlestop.server.store.store.PRUNED_AT_ONCE", 2)
    for match_id in ("over", "open", "running", "fresh", "over too"):
        await store.create(new_match(match_id), two_seats())
    for match_id, status, at in [("over", "over", 101.0), ("over too", "over", 101.0), ("running", "running", 101.0)]:
        await store.append(new_entry(match_id, status=status, at=at))
    await store.append(new_entry("fresh", status="over", at=900.0))
    assert await store.prune(before=500.0) == 3
    assert [m for m in ("over", "open", "running", "fresh", "over too") if await store.load(m)] == ["running", "fresh"]
    assert await store.entries("over", 0) == []
    assert await store.seats("over") == []
    assert await store.prune(before=500.0) == 0
    assert not await store.append(new_entry("over", 2))  # whoever still holds it learns that it is gone


async def test_maps_are_stored_once_and_go_with_their_last_match(store: Store) -> None:
    async def maps() -> list[str]:
        async with store._database.reading() as connection:
            return sorted((await connection.execute(sa.select(schema.map.c.text))).scalars())

    for match_id, map_json, at in [("a", "one", 1.0), ("b", "one", 900.0), ("c", "two", 1.0), ("d", "three", 900.0)]:
        await store.create(new_match(match_id, map_json=map_json, created=at), [])
    assert await maps() == ["one", "three", "two"]
    assert await store.prune(before=500.0) == 2
    assert await maps() == ["one", "three"]
    loaded = await store.load("b")
    assert loaded is not None
    assert loaded.map_json == "one"


async def test_a_migrated_database_has_the_tables_of_the_schema(store: Store) -> None:
    def differences(connection: sa.Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, schema.metadata))

    async with store._database.reading() as connection:
        assert await connection.run_sync(differences) == []
        assert await connection.run_sync(revision_of) == schema.REVISION


def test_the_schema_names_the_newest_migration() -> None:
    assert ScriptDirectory(FOLDER).get_current_head() == schema.REVISION


async def test_a_second_opening_finds_everything_and_migrates_nothing(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await Store.open(store_url, owner="one")
    await first.create(new_match(), two_seats())
    await first.close()
    monkeypatch.setattr("alembic.command.upgrade", None)  # calling it would fail
    second = await Store.open(store_url, owner="two")
    assert await second.load("m") is not None
    await second.beat(1000.0, 5.0)
    await second.close()


async def test_a_database_of_a_newer_version_is_refused(store_url: str) -> None:
    store = await Store.open(store_url, owner="one")
    async with store._database.transaction() as connection:
        await connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    await store.close()
    with pytest.raises(StoreError, match=r"newer Whistlestop.*9999"):
        await Store.open(store_url, owner="one")


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("mysql://localhost/games", "is not a database we know"),
        ("nonsense", "can't be read"),
        ("sqlite://", "needs a file"),
        ("sqlite:////no/such/folder/games.db", "unable to open"),
        ("postgresql://nobody:hunter2@/games?host=/no/such/folder", "PostgreSQL at /no/such/folder"),
        ("postgresql://nobody:hunter2@127.0.0.1:1/games", "PostgreSQL at 127.0.0.1, database games"),
    ],
)
async def test_a_database_that_cannot_be_reached_is_named_without_its_password(url: str, reason: str) -> None:
    began = time.monotonic()
    with pytest.raises(StoreError, match=reason) as caught:
        await Store.open(url, owner="one")
    assert "hunter2" not in str(caught.value)
    assert time.monotonic() - began < 10


async def test_a_process_needs_a_name(sqlite_url: str) -> None:
    with pytest.raises(ValueError, match="owner"):
        await Store.open(sqlite_url, owner="")
