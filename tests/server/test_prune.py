"""`whistlestop prune`: old matches go, games under way stay, and nothing goes unasked."""

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.server.running import PROGRAM
from tests.server.store_rows import new_entry, new_match
from whistlestop.cli.app import app
from whistlestop.server.store import Store

DAY = 24 * 3600.0


def prune(*words: str, code: int = 0, said: str | None = None) -> str:
    result = CliRunner().invoke(app, ["prune", *words], input=said)
    assert result.exit_code == code, result.output
    return result.output


@pytest.fixture
def url(store_url: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """A database with two matches to prune after five days, a running one as old, and a young one."""
    monkeypatch.setenv("WHISTLESTOP_DATABASE_URL", store_url)
    asyncio.run(fill(store_url, time.time()))
    return store_url


async def fill(url: str, now: float) -> None:
    store = await Store.open(url, owner="test")
    for match, age in (("open", 9.0), ("over", 8.0), ("running", 7.0), ("young", 1.0)):
        at = now - age * DAY
        await store.create(new_match(match, created=at), [])
        if match in ("over", "running"):
            await store.append(new_entry(match, status=match, at=at))
    await store.close()


def left(url: str) -> list[str]:
    async def look() -> list[str]:
        store = await Store.open(url, owner="test")
        found = [match for match in ("open", "over", "running", "young") if await store.load(match)]
        await store.close()
        return found

    return asyncio.run(look())


def test_it_deletes_what_is_over_or_never_began(url: str) -> None:
    assert prune("--older-than", "5", "--yes") == "2 matches deleted.\n"
    assert left(url) == ["running", "young"]
    assert prune("--older-than", "5", "--yes") == "0 matches untouched for 5 days.\n"


def test_it_asks_first(url: str) -> None:
    assert "2 matches untouched for 5 days. Delete for good?" in prune("--older-than", "5", said="n\n", code=1)
    assert len(left(url)) == 4
    assert "2 matches deleted." in prune("--older-than", "5", said="y\n")
    assert len(left(url)) == 2


def test_a_dry_run_only_counts(url: str) -> None:
    assert prune("--older-than", "10", "--dry-run") == "0 matches untouched for 10 days.\n"
    assert prune("--older-than", "9", "--dry-run", "--yes") == "1 match untouched for 9 days.\n"
    assert len(left(url)) == 4


def test_what_is_wrong_is_said_in_a_line(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "--older-than" in prune(code=2)
    assert "--older-than" in prune("--older-than", "0", code=2)
    monkeypatch.setenv("WHISTLESTOP_DATABASE_URL", "mysql://host/name")
    assert prune("--older-than", "5", code=2) == "WHISTLESTOP_DATABASE_URL: begins with sqlite:/// or postgresql://\n"
    monkeypatch.setenv("WHISTLESTOP_DATABASE_URL", sqlite_url)

    async def prune_beside_a_server() -> str:
        server = await Store.open(sqlite_url, owner="server")
        try:
            return await asyncio.to_thread(prune, "--older-than", "5", code=2)
        finally:
            await server.close()

    output = asyncio.run(prune_beside_a_server())
    assert "is in use by another Whistlestop server: stop that one" in output
    assert output.count("\n") == 1


def test_on_a_clean_machine_the_folder_of_the_database_is_made(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    without = ("WHISTLESTOP_DATABASE_URL", "XDG_DATA_HOME")
    environment = {name: value for name, value in os.environ.items() if name not in without} | {"HOME": str(home)}
    command = [sys.executable, "-c", PROGRAM, "prune", "--older-than", "5"]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert result.stdout == "0 matches untouched for 5 days.\n"
    assert [file.name for file in home.rglob("whistlestop.db")] == ["whistlestop.db"]
