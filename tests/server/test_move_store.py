"""`whistlestop move-store`: everything arrives, either way and after any interruption, or it is said what did not."""

import asyncio
import itertools
import signal
from pathlib import Path

import pytest
import sqlalchemy as sa
from typer.testing import CliRunner

from tests.server import old_store
from tests.server.forked import ForkedProgram
from tests.server.old_store import KNOWN
from tests.server.running import PROGRAM
from tests.server.store_rows import new_entry, new_match, two_seats
from whistlestop.cli.app import app
from whistlestop.server.store import Store, StoreError, move
from whistlestop.server.store.move import open_move
from whistlestop.server.store.reader import open_reader

RUNNING = KNOWN["running on usa"]["match"]


def move_store(source: str, target: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, ["move-store", source, target])
    assert result.exit_code == code, result.output
    return result.output


def digests(url: str) -> dict[str, str]:
    async def read() -> dict[str, str]:
        async with open_reader(url) as reader:
            return await old_store.digests(reader)

    return asyncio.run(read())


@pytest.fixture
def other_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/other.db"


def test_there_and_back_everything_is_the_same(sqlite_url: str, postgres_url: str, other_url: str) -> None:
    old_store.fill(sqlite_url)
    before = digests(sqlite_url)
    assert len(before) == len(KNOWN)
    said = f"{len(KNOWN)} matches are there, each the same as in the source.\n"
    assert said in move_store(sqlite_url, postgres_url)
    assert said in move_store(postgres_url, other_url)
    assert digests(sqlite_url) == digests(postgres_url) == digests(other_url) == before

    async def look() -> None:
        store = await Store.open(postgres_url, owner="test")
        assert await store.append(new_entry(RUNNING, KNOWN["running on usa"]["version"] + 1))
        await store.close()

    asyncio.run(look())
    assert "went on in the target" in move_store(other_url, postgres_url, code=2)


def test_a_move_goes_on_where_it_was_stopped(
    sqlite_url: str, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(move, "AT_ONCE", 3)
    old_store.fill(sqlite_url)

    async def some() -> int:
        async with open_move(sqlite_url, postgres_url) as moving:
            async for done in moving.copy():
                if done >= 6:
                    return done
        raise AssertionError

    assert asyncio.run(some()) == 6
    assert len(digests(postgres_url)) == 6
    # What has changed since, in any part, is copied again.
    old_store.execute(
        sqlite_url, f"UPDATE seat SET person_hash = 'somebody' WHERE match_id = '{min(digests(sqlite_url))}'"
    )
    written: list[int] = []
    write = move.Move._write

    async def counting(self: move.Move, found: list[object]) -> None:
        written.append(len(found))
        await write(self, found)  # type: ignore[arg-type]

    monkeypatch.setattr(move.Move, "_write", counting)
    move_store(sqlite_url, postgres_url)
    assert sum(written) == len(KNOWN) - 6 + 1
    assert digests(sqlite_url) == digests(postgres_url)


def test_what_differs_at_the_end_is_said(sqlite_url: str, other_url: str) -> None:
    old_store.fill(sqlite_url)

    async def scene() -> None:
        async with open_move(sqlite_url, other_url) as moving:
            async for _ in moving.copy():
                pass
            async with moving._database.transaction() as connection:
                await connection.execute(sa.text(f"DELETE FROM entry WHERE match_id = '{RUNNING}' AND version = 3"))
            with pytest.raises(StoreError, match=rf"the copy is not the same: 1 match \({RUNNING}\) differ"):
                async for _ in moving.check():
                    pass

    asyncio.run(scene())


def test_a_target_with_other_matches_and_a_file_in_use_are_refused(sqlite_url: str, other_url: str) -> None:
    old_store.fill(sqlite_url)

    async def fill_other() -> Store:
        store = await Store.open(other_url, owner="server")
        await store.create(new_match("another"), two_seats())
        return store

    async def scene() -> None:
        server = await fill_other()
        for source, target in itertools.permutations((sqlite_url, other_url)):
            assert "is in use by another Whistlestop server" in await asyncio.to_thread(move_store, source, target, 2)
        await server.close()

    asyncio.run(scene())
    assert "the target has 1 match (another) that the source does not have" in move_store(sqlite_url, other_url, 2)
    assert "both are the same database" in move_store(other_url, other_url, 2)
    assert "there is no such file" in move_store(f"{sqlite_url}-nowhere", other_url, 2)


def test_a_killed_move_is_taken_up_again(sqlite_url: str, tmp_path: Path) -> None:
    """By `kill -9`, at any moment."""
    old_store.fill(sqlite_url)
    target = f"sqlite:///{tmp_path}/target.db"
    slow = (
        "import time; from whistlestop.server.store import move; write = move.Move._write; move.AT_ONCE = 1\n"
        "async def slowly(self, found):\n    print('one', flush=True); time.sleep(0.05); await write(self, found)\n"
        "move.Move._write = slowly\n"
    )
    with ForkedProgram(slow + PROGRAM, "move-store", sqlite_url, target) as process:
        for _ in range(4):
            assert process.stdout.readline() == "one\n"
        process.send_signal(signal.SIGKILL)
    assert 3 <= len(digests(target)) < len(KNOWN)
    move_store(sqlite_url, target)
    assert digests(target) == digests(sqlite_url)
