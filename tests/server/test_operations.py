"""Running the server: health, numbers, logs, stopping and starting again, and what `whistlestop serve` refuses."""

import json
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed

from tests.server.at_table import Chair, Table, ask, first_turn, http, play_out, tiny_table
from tests.server.conftest import Cluster, generous_server
from tests.server.forked import ForkedServer, started
from tests.server.running import PROGRAM, RunningServer, free_port
from whistlestop.cli.app import app
from whistlestop.server.play.secrets import new_secret
from whistlestop.server.running.settings import Settings, variable
from whistlestop.verify import verify


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """Of these tests alone: they look at the whole server, where nobody else may play meanwhile."""
    yield from generous_server(tmp_path_factory.mktemp("server"))


# Health, metrics, logs


def test_it_is_healthy_and_ready(server: RunningServer) -> None:
    assert http.get(f"{server.url}/health").json()["status"] == "ok"
    assert http.get(f"{server.url}/ready").json() == {"status": "ready"}
    assert http.get(f"{server.url}/docs").status_code == 200


def test_the_numbers_grow_with_what_happens(server: RunningServer) -> None:
    before = numbers(server)
    ann, ben = first_turn(Table(server))
    with ann, ben:
        during = numbers(server)
        ann.act("draw deck")
        ann.act("claim alcatraz/pier-39 red:9")
    after = numbers(server)
    accepted = "whistlestop_actions_accepted_total"
    assert during[accepted] == before.get(accepted, 0.0) + 4  # two keep tickets, one places two tokens
    assert after[accepted] == during[accepted] + 1
    assert after['whistlestop_actions_refused_total{reason="illegal-action"}'] == 1
    assert during["whistlestop_sockets_open"] == before["whistlestop_sockets_open"] + 2
    assert after["whistlestop_append_seconds_count"] > before["whistlestop_append_seconds_count"] + 5
    assert after["whistlestop_broadcast_messages_total"] > before["whistlestop_broadcast_messages_total"] + 5
    assert after["whistlestop_matches_in_memory"] >= 1


def numbers(server: RunningServer) -> dict[str, float]:
    lines = http.get(f"{server.url}/metrics").text.splitlines()
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines if line[:1] != "#")}


def test_log_lines_are_json_and_hold_no_secret(server: RunningServer) -> None:
    sockets_before = server.log.count('"SOCKET"')
    person = new_secret()
    table = Table(server, person=person)
    ann, ben = table.all_sit()
    with ann, ben:
        ann.act()
        ask(server, "POST", f"{table.path}/rematch", secret=table.secrets[0])
        ask(server, "GET", "/my/matches", person=person)
        http.get(f"{server.url}/table/{table.match}?key={table.watch}")
        http.get(f"{server.url}/api/{table.secrets[1]}")
    deadline = time.monotonic() + 30
    while server.log.count('"SOCKET"') < sockets_before + 2:  # it is logged when the server has closed it, too
        assert time.monotonic() < deadline, server.log
        time.sleep(0.01)
    lines = [json.loads(line) for line in server.log.splitlines()]
    requests = [line for line in lines if line["event"] == "request"]
    assert {"SOCKET", "GET", "POST"} <= {line["method"] for line in requests}
    assert all(line["timestamp"] and line["level"] for line in lines)
    for secret in (person, table.watch, *table.secrets.values()):
        assert secret not in server.log


# Stopping and starting again


def test_stopped_it_drains_and_started_again_it_goes_on(tmp_path: Path) -> None:
    program = RunningServer(tmp_path)
    program.start()
    table = tiny_table(program)
    chairs = table.all_sit()
    lobby = Chair(program, Table(program, public=True).match)
    assert program.process is not None
    threading.Timer(0.2, program.process.send_signal, [signal.SIGTERM]).start()
    with suppress(ConnectionClosed):
        play_out(chairs)
    assert [chair.until_closed()[0] for chair in (*chairs, lobby)] == [1012] * 3
    assert program.process.wait(timeout=20) == 0
    assert "Traceback" not in program.log
    received = max(chair.version for chair in chairs)
    server = ForkedServer(tmp_path)
    with started([server]):
        back = [Chair(server, table.match, secret=table.secrets[seat], sit=False) for seat in (0, 1)]
        assert back[0].version >= received
        play_out(back)
        for chair in (*chairs, *back, lobby):
            chair.close()
        assert verify(ask(server, "GET", f"{table.path}/record").text, table.opened["commitment"]).result


def test_killed_in_a_bots_turn_it_moves_the_bot_when_it_is_back(server: RunningServer) -> None:
    table = Table(server, "pb", map="usa", pace="slow")
    with table.sit(0) as ann:
        ann.until_turn().act()
        version = ann.version
        server.end()
    server.start()
    with table.sit(0, sit=False) as ann:
        assert ann.version == version
        ann.say("pace", pace="instant")
        ann.until_turn()
        assert ann.view is not None
        assert ann.view["phase"] == "turn"


# What `whistlestop serve` refuses


@pytest.fixture
def no_settings(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in Settings.model_fields:
        monkeypatch.delenv(variable(name), raising=False)
    return monkeypatch


def refusal(*words: str) -> str:
    """The one line with which `whistlestop serve` refuses to start."""
    result = CliRunner().invoke(app, ["serve", *words])
    assert result.exit_code == 2, result.output
    assert result.output.count("\n") == 1
    return result.output


def test_bad_settings_are_named(no_settings: pytest.MonkeyPatch, tmp_path: Path) -> None:
    no_settings.setenv("WHISTLESTOP_DATABASE_URL", f"sqlite:///{tmp_path / 'a.db'}")
    assert "WHISTLESTOP_WORKERS = '2': SQLite serves one process" in refusal("--workers", "2")
    no_settings.setenv("WHISTLESTOP_LOG_LEVEL", "loud")
    assert "WHISTLESTOP_LOG_LEVEL = 'loud'" in refusal()


def test_a_database_that_can_not_be_used_is_named(no_settings: pytest.MonkeyPatch, tmp_path: Path) -> None:
    no_settings.setenv("WHISTLESTOP_DATABASE_URL", f"postgresql://ann:hunter2@127.0.0.1:{free_port()}/games")
    refused = refusal()
    assert "PostgreSQL at 127.0.0.1, database games" in refused
    assert "hunter2" not in refused
    (tmp_path / "file").touch()
    no_settings.setenv("WHISTLESTOP_DATABASE_URL", f"sqlite:///{tmp_path / 'file' / 'a.db'}")
    assert f"opening {tmp_path / 'file' / 'a.db'}" in refusal()


def test_a_second_server_on_the_same_sqlite_file_is_refused(
    server: RunningServer, no_settings: pytest.MonkeyPatch
) -> None:
    no_settings.setenv("WHISTLESTOP_DATABASE_URL", server.environment["WHISTLESTOP_DATABASE_URL"])
    assert "is in use by another Whistlestop server" in refusal("--port", str(free_port()))


def test_a_port_in_use_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        running = RunningServer(tmp_path)
        command = [sys.executable, "-c", PROGRAM, "serve", "--port", str(port)]
        result = subprocess.run(command, env=running.environment, capture_output=True, text=True, timeout=60)
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1
    assert f"127.0.0.1:{port}" in result.stderr
    assert "in use" in result.stderr


def test_two_workers_on_postgresql_serve_one_port(cluster: Cluster, tmp_path: Path) -> None:
    url = cluster.url(cluster.create_database())
    server = RunningServer(tmp_path, url, workers=2)
    server.start()
    try:
        tables = [tiny_table(server) for _ in range(3)]
        for table in tables:
            chairs = table.all_sit()
            play_out(chairs)
            for chair in chairs:
                chair.close()
            assert verify(ask(server, "GET", f"{table.path}/record").text, table.opened["commitment"]).result
        assert numbers(server)["whistlestop_actions_accepted_total"] > 60
        assert len(set(re.findall(r"process \[(\d+)\]", server.log))) >= 2
    finally:
        assert server.process is not None
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(timeout=30) == 0
    assert "Traceback" not in server.log
