"""Sockets meet at their match's home, whichever of the processes on this machine they landed at."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import WebSocketException

from tests.server.at_table import SECONDS, Chair, Table, play_out, tiny_table
from tests.server.conftest import Cluster
from tests.server.forked import ForkedServer, started
from whistlestop.server.web.homes import Homes, make_private

GENEROUS = {"max_tables_per_address": 1000, "max_open_tables_per_address": 1000, "lease_seconds": 1}


@pytest.fixture(scope="module")
def database(cluster: Cluster) -> Iterator[str]:
    name = cluster.create_database()
    yield cluster.url(name)
    cluster.drop_database(name)


@pytest.fixture
def servers(database: str, tmp_path: Path) -> Iterator[list[ForkedServer]]:
    trio = [ForkedServer(tmp_path, database, **GENEROUS) for _ in range(3)]
    with started(trio):
        yield trio


def chair_at(server: ForkedServer, table: Table, seat: int) -> Chair:
    return Chair(server, table.match, secret=table.secrets[seat], name=f"Person {seat}")


def sockets_open(server: ForkedServer) -> int:
    lines = httpx.get(f"{server.url}/metrics", trust_env=False, timeout=SECONDS).text.splitlines()
    return int(float(next(line for line in lines if line.startswith("whistlestop_sockets_open ")).split()[1]))


def wait_for_sockets(servers: list[ForkedServer], expected: list[int]) -> None:
    """Until the servers have so many sockets, in whatever order."""
    deadline = time.monotonic() + SECONDS
    while (counts := sorted(map(sockets_open, servers))) != sorted(expected):
        assert time.monotonic() < deadline, counts
        time.sleep(0.05)


def home_among(servers: list[ForkedServer]) -> ForkedServer:
    return max(servers, key=sockets_open)


def test_the_sockets_of_a_match_meet_at_one_process_and_play(servers: list[ForkedServer]) -> None:
    for opener in servers:
        table = tiny_table(opener)
        watching = Chair(servers[2], table.match, secret=table.watch)
        with chair_at(servers[0], table, 0) as ann, chair_at(servers[1], table, 1) as ben, watching:
            wait_for_sockets(servers, [0, 0, 3])
            for chair in (ann, ben):
                chair.until(lambda chair: chair.table["status"] == "running")
            play_out([ann, ben])
            watching.until(lambda chair: chair.table["status"] == "over")
        wait_for_sockets(servers, [0, 0, 0])
    for server in servers:
        assert "Traceback" not in server.log


def test_many_sockets_at_once(servers: list[ForkedServer]) -> None:
    tables = [Table(servers[number % 3]) for number in range(12)]
    chairs: list[Chair] = []

    def sit(number: int) -> None:
        chairs.append(chair_at(servers[number % 3], tables[number // 2], number % 2))

    threads = [threading.Thread(target=sit, args=(number,)) for number in range(24)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(chairs) == 24
    for chair in chairs:
        chair.until(lambda chair: chair.table["status"] == "running")
    assert sum(map(sockets_open, servers)) == 24
    homes = [sockets_open(server) for server in servers]
    assert all(count % 2 == 0 for count in homes), "both sockets of every match are at the same process"
    for chair in chairs:
        chair.close()
    for server in servers:
        assert "Traceback" not in server.log


def test_when_a_home_is_killed_its_matches_meet_at_another(servers: list[ForkedServer]) -> None:
    table = Table(servers[0])
    with chair_at(servers[0], table, 0), chair_at(servers[1], table, 1):
        wait_for_sockets(servers, [0, 0, 2])
        home = home_among(servers)
        home.end(signal.SIGKILL)
    left = [server for server in servers if server is not home]
    with chair_at(left[0], table, 0) as ann, chair_at(left[1], table, 1) as ben:
        wait_for_sockets(left, [0, 2])
        for chair in (ann, ben):
            chair.until_turn().act()


def test_who_does_not_answer_costs_a_player_one_connection(servers: list[ForkedServer]) -> None:
    table = Table(servers[0])
    with chair_at(servers[0], table, 0), chair_at(servers[1], table, 1):
        wait_for_sockets(servers, [0, 0, 2])
        home = home_among(servers)
        assert home.pid is not None
        other = next(server for server in servers if server is not home)
        os.kill(home.pid, signal.SIGSTOP)
        try:
            with pytest.raises((OSError, WebSocketException)):
                chair_at(other, table, 0)
            with chair_at(other, table, 0) as ann:  # at once: nothing is handed to it any more
                ann.until_turn().act()
        finally:
            os.kill(home.pid, signal.SIGCONT)
    with chair_at(home, table, 1) as ben:
        ben.until_turn().act()


def test_a_server_that_is_stopped_takes_nothing_more(servers: list[ForkedServer]) -> None:
    table = Table(servers[0])
    with chair_at(servers[0], table, 0), chair_at(servers[1], table, 1):
        wait_for_sockets(servers, [0, 0, 2])
        home = home_among(servers)
        began = time.monotonic()
        home.end(signal.SIGTERM)
        assert time.monotonic() < began + SECONDS
    left = [server for server in servers if server is not home]
    with chair_at(left[0], table, 0) as ann, chair_at(left[1], table, 1) as ben:
        wait_for_sockets(left, [0, 2])
        for chair in (ann, ben):
            chair.until_turn().act()


def test_it_can_be_turned_off(database: str, tmp_path: Path) -> None:
    pair = [ForkedServer(tmp_path, database, hand_over=False, **GENEROUS) for _ in range(2)]
    with started(pair):
        table = Table(pair[0])
        with chair_at(pair[0], table, 0), chair_at(pair[1], table, 1):
            wait_for_sockets(pair, [1, 1])


def test_homes_are_shared_out_and_stay_when_others_go(tmp_path: Path) -> None:
    homes = Homes("a group", tmp_path)
    homes.folder.mkdir()
    names = ["one", "two", "three", "four"]
    for name in names:
        (homes.folder / name).touch()
    matches = [f"match {number}" for number in range(400)]
    before = {match: homes.home_of(match) for match in matches}
    for name in names:
        assert 60 < list(before.values()).count(name) < 140
    (homes.folder / "two").unlink()
    after = {match: homes.home_of(match) for match in matches}
    assert {match for match in matches if after[match] != before[match]} == {
        match for match in matches if before[match] == "two"
    }


def test_without_the_folder_every_socket_stays_where_it_landed(tmp_path: Path) -> None:
    homes = Homes("a group", tmp_path / "cleaned away")
    assert homes.home_of("m") == homes.name


def test_a_folder_that_others_can_write_to_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "open to all"
    folder.mkdir()
    folder.chmod(0o777)
    with pytest.raises(PermissionError, match="only this user"):
        make_private(folder)
    link = tmp_path / "link"
    link.symlink_to(tmp_path)
    with pytest.raises(PermissionError, match="only this user"):
        make_private(link)
