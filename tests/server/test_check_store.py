"""`whistlestop check-store`: what would not load is named, nothing is changed, and what was mended goes on."""

import hashlib
import signal
import sqlite3
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.server import old_store
from tests.server.forked import ForkedProgram
from tests.server.old_store import KNOWN
from tests.server.running import PROGRAM
from whistlestop.cli.app import app

RUNNING = KNOWN["running on usa"]["match"]


def check_store(*words: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, ["check-store", *words])
    assert result.exit_code == code, result.output
    return result.output


def test_a_sound_database_passes_before_and_after_its_migration(store_url: str) -> None:
    old_store.fill(store_url)
    said = check_store(store_url)
    assert f"{len(KNOWN)} matches in" in said
    assert "all can be loaded" in said
    old_store.execute(store_url)
    assert "all can be loaded" in check_store(store_url)


def test_what_would_not_load_is_named_and_stays_as_it_is(store_url: str) -> None:
    old_store.fill(store_url)
    old_store.execute(store_url, f"DELETE FROM entry WHERE match_id = '{RUNNING}' AND version = 5")
    said = check_store(store_url, code=1)
    assert f"{RUNNING} (running): entry 5: missing; the next one in the log is entry 6" in said
    assert "1 can't be loaded" in said
    assert f"{RUNNING} (running): entry 5" in check_store(store_url, code=1)  # and not: set aside


def test_an_old_file_is_read_beside_its_server_and_not_touched(sqlite_url: str) -> None:
    old_store.fill(sqlite_url)
    path = Path(sqlite_url.removeprefix("sqlite:///"))
    before = hashlib.sha256(path.read_bytes()).digest()
    lock = sqlite3.connect(f"{path}.lock", isolation_level=None)
    lock.execute("BEGIN EXCLUSIVE")  # as a running server has it
    assert "all can be loaded" in check_store(sqlite_url)
    lock.close()
    assert hashlib.sha256(path.read_bytes()).digest() == before


def test_after_a_fix_what_was_set_aside_goes_on(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WHISTLESTOP_DATABASE_URL", store_url)
    old_store.fill(store_url)
    aside = "UPDATE match SET quarantined = 1.0, quarantine_reason = 'damaged'"
    other = KNOWN["running on san-francisco"]["match"]
    old_store.execute(
        store_url, f"{aside} WHERE id IN ('{RUNNING}', '{other}')", f"DELETE FROM entry WHERE match_id = '{other}'"
    )
    assert f"{other} (running, set aside): the log has 0 entries" in check_store(code=1)
    said = check_store("--retry", code=1)
    assert f"{RUNNING} (running): goes on" in said
    assert "1 matches go on, others stay set aside" in said
    assert check_store("--retry", code=1).count("goes on") == 0


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("mysql://host/name", "is not a database we know"),
        ("sqlite:////no/such/file.db", "/no/such/file.db: there is no such file"),
        ("postgresql://nobody:hunter2@127.0.0.1:1/games", "opening postgresql"),
    ],
)
def test_what_cannot_be_read_is_said_in_a_line(url: str, reason: str) -> None:
    said = check_store(url, code=2)
    assert reason in said
    assert "hunter2" not in said
    assert said.count("\n") == 1


def test_another_database_is_not_taken_for_ours(tmp_path: Path) -> None:
    sqlite3.connect(tmp_path / "other.db").execute("CREATE TABLE other (x)").connection.close()
    assert "no matches of Whistlestop" in check_store(f"sqlite:///{tmp_path}/other.db", code=2)


def test_ctrl_c_stops_it(sqlite_url: str) -> None:
    old_store.fill(sqlite_url)
    slow = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "import time; from whistlestop.server.play import checking; check = checking.check_match\n"
        "checking.check_match = lambda stored: (print('one', flush=True), time.sleep(0.3), check(stored))[-1]\n"
    )
    with ForkedProgram(slow + PROGRAM, "check-store", sqlite_url) as process:
        assert process.stdout.readline() == "one\n"
        process.send_signal(signal.SIGINT)
        said = process.stderr.read()
        assert process.wait() == 130
    assert "Stopped before the end." in said
    assert "Traceback" not in said
