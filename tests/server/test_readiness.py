"""/ready tells whether anything can be written, and the log why not."""

import asyncio
import json
import resource
from pathlib import Path

import pytest

from tests.server.at_table import Table, error_of, http
from tests.server.conftest import Cluster
from tests.server.forked import ForkedServer
from tests.server.running import RunningServer
from tests.server.test_many_processes import code, until_ready
from whistlestop.server.play.heartbeat import Heartbeat
from whistlestop.server.running.clock import Clock
from whistlestop.server.store import Gap, Store, StoreError
from whistlestop.server.store.error_log import EVERY, StoreErrorLog
from whistlestop.server.web import readiness
from whistlestop.server.web.readiness import Readiness

ASKED_OFTEN = {"requests_per_minute": 1_000_000}
"""For who asks again and again until an answer changes."""


def troubles(server: RunningServer, doing: str) -> list[str]:
    """What the log tells of the database, where this was tried."""
    lines = [json.loads(line) for line in server.log.splitlines()]
    return [line["error"] for line in lines if line["event"] == "storage" and line["error"].startswith(doing)]


def until_not_ready(server: RunningServer) -> None:
    while (answer := http.get(f"{server.url}/ready")).status_code == 200:
        pass
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "storage-unavailable")


def test_a_full_disk_is_not_ready_and_the_log_says_why(tmp_path: Path) -> None:
    server = ForkedServer(tmp_path, log_level="warning", **ASKED_OFTEN)
    try:
        server.start()
        tables = [Table(server) for _ in range(5)]
        assert server.pid is not None
        largest = max(file.stat().st_size for file in tmp_path.glob("server.db*"))
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (largest, resource.RLIM_INFINITY))
        until_not_ready(server)
        assert http.get(f"{server.url}/health").status_code == 200
        assert code(server, "/api/matches/nowhere") == (404, "no-such-match")  # it reads as ever
        for table in tables:
            with table.sit(0, sit=False) as chair:
                assert error_of(chair.say("pace", pace="slow")) == "storage-unavailable"
        assert len(troubles(server, "writing a heartbeat: ")) == 1
        assert len(troubles(server, "appending: ")) == 1
        assert "disk" in troubles(server, "appending: ")[0]
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        until_ready(server)
        with tables[0].sit(0, sit=False) as chair:
            assert chair.say("pace", pace="slow")["type"] == "update"
        assert "Traceback" not in server.log
    finally:
        server.end()


def test_a_database_that_is_read_only_is_not_ready(cluster: Cluster, tmp_path: Path) -> None:
    name = cluster.create_database()
    server = ForkedServer(tmp_path, cluster.url(name), log_level="warning", **ASKED_OFTEN)

    def set_read_only(value: str) -> None:
        change = f"ALTER DATABASE {name} SET default_transaction_read_only = {value}"
        part = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
        cluster.run("psql", *cluster.address(), "-d", "postgres", "-c", change, "-c", part)

    try:
        server.start()
        until_ready(server)
        set_read_only("on")
        until_not_ready(server)
        assert any("read-only" in line for line in troubles(server, "writing a heartbeat: "))
        set_read_only("off")
        until_ready(server)
    finally:
        server.end()
        cluster.drop_database(name)


@pytest.mark.anyio
async def test_however_many_ask_it_is_written_once_a_second_and_a_heartbeat_will_do(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await Store.open(sqlite_url, owner="test")
    now, writes, is_full = 100.0, 0, False

    async def beat(at: float, longest: float) -> list[Gap]:
        nonlocal writes
        writes += 1
        if is_full:
            raise StoreError("writing a heartbeat: disk full")
        return await Store.beat(store, at, longest)

    monkeypatch.setattr(store, "beat", beat)
    heartbeat = Heartbeat(store, Clock(wall=lambda: 1000.0, steady=lambda: now))
    asked = Readiness(heartbeat, clock=lambda: now)
    await asyncio.gather(*(asked.check() for _ in range(50)))
    for _ in range(50):
        await asked.check()
    assert writes == 1
    now += 1.5 * readiness.EVERY
    await heartbeat.beat()
    now += 0.5 * readiness.EVERY
    await asked.check()
    assert writes == 2
    is_full = True
    now += readiness.EVERY
    for _ in range(3):
        with pytest.raises(StoreError, match="disk full"):
            await asked.check()
    assert writes == 3
    await store.close()


def test_the_same_trouble_is_logged_now_and_then(capsys: pytest.CaptureFixture[str]) -> None:
    now = 0.0
    log = StoreErrorLog(clock=lambda: now)
    for _ in range(1000):
        log.note(StoreError("appending: disk full"))
    log.note(StoreError("loading a match: no answer"))
    now += EVERY
    log.note(StoreError("appending: disk still full"))
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert "disk still full" in lines[-1]
    assert "999" in lines[-1]
