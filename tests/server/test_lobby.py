"""The lobby: public tables with an empty seat, by request and live."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.server.at_table import SECONDS, Chair, Table, ask, play_out, tiny_table
from tests.server.running import RunningServer

Row = dict[str, Any]


class Lobby:
    """A socket in the lobby."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.tables: dict[str, Row] = {}
        self.receive()

    def receive(self, seconds: float = SECONDS) -> None:
        message = json.loads(self.socket.recv(timeout=seconds))
        assert message["type"] == "lobby"
        self.tables = {row["match"]: row for row in message["tables"]}

    def until(self, is_so: Callable[[dict[str, Row]], bool]) -> dict[str, Row]:
        while not is_so(self.tables):
            self.receive()
        return self.tables


@contextmanager
def lobby_of(server: RunningServer) -> Iterator[Lobby]:
    with connect(f"{server.url.replace('http', 'ws')}/api/lobby", proxy=None) as socket:
        yield Lobby(socket)


def listed(server: RunningServer) -> list[str]:
    return [row["match"] for row in ask(server, "GET", "/matches").json()]


def test_a_public_table_is_listed_with_who_sits_there(server: RunningServer) -> None:
    table = Table(server, "pbp", public=True, name="Ann", clock={"per": "move", "seconds": 60})
    row = next(row for row in ask(server, "GET", "/matches").json() if row["match"] == table.match)
    assert (row["status"], row["map"], row["clock"]) == ("open", "san-francisco", {"per": "move", "seconds": 60})
    assert row["seats"] == [
        {"kind": "person", "name": "Ann", "level": None, "is_vacant": False},
        {"kind": "bot", "name": "", "level": "easy", "is_vacant": False},
        {"kind": "person", "name": "", "level": None, "is_vacant": True},
    ]


def test_the_newest_table_comes_first_and_private_ones_never(server: RunningServer) -> None:
    older, private, newer = Table(server, public=True), Table(server), Table(server, public=True)
    tables = listed(server)
    assert tables.index(newer.match) < tables.index(older.match)
    assert private.match not in tables


def test_tables_appear_change_and_disappear_as_it_happens(server: RunningServer) -> None:
    with lobby_of(server) as lobby:
        table = Table(server, "ppp", public=True, name="Ann")
        lobby.until(lambda tables: table.match in tables)
        ask(server, "POST", f"{table.path}/seats", {"name": "Ben"})
        lobby.until(lambda tables: tables[table.match]["seats"][1]["name"] == "Ben")
        ask(server, "POST", f"{table.path}/seats", {"name": "Cleo"})
        lobby.until(lambda tables: table.match not in tables)
        assert table.match not in listed(server)


def test_a_seat_left_is_offered_again(server: RunningServer) -> None:
    table = Table(server, public=True)
    ann, ben = table.all_sit()
    with ann, ben, lobby_of(server) as lobby:
        assert table.match not in lobby.tables
        ben.say("leave")
        row = lobby.until(lambda tables: table.match in tables)[table.match]
        assert (row["status"], row["seats"][1]["is_vacant"]) == ("running", True)
        ben.say("return")
        lobby.until(lambda tables: table.match not in tables)


def test_everybody_hears_of_a_change_also_when_somebody_comes_just_then(server: RunningServer) -> None:
    with lobby_of(server) as early:
        for _ in range(3):
            table = Table(server, public=True)
            with lobby_of(server) as late:
                assert table.match in late.tables
            early.until(lambda tables, match=table.match: match in tables)  # type: ignore[misc]


def test_what_is_said_in_the_lobby_is_ignored(server: RunningServer) -> None:
    with lobby_of(server) as lobby:
        lobby.socket.send("hello?")
        lobby.socket.send(b"\x00")
        table = Table(server, public=True)
        lobby.until(lambda tables: table.match in tables)


def test_a_full_table_of_a_host_who_began_is_gone(server: RunningServer) -> None:
    table = Table(server, "pp", public=True)
    with table.sit(0) as ann, lobby_of(server) as lobby:
        assert table.match in lobby.tables
        ann.say("begin", fill="easy")
        lobby.until(lambda tables: table.match not in tables)


def test_from_the_lobby_one_sits_down_and_watches(server: RunningServer) -> None:
    Table(server, public=True)
    match = listed(server)[0]
    with Chair(server, match) as watcher:
        taken = ask(server, "POST", f"/matches/{match}/seats", {"name": "Ben"}).json()
        watcher.until(lambda chair: chair.table["status"] == "running")
        assert watcher.table["seats"][taken["seat"]]["name"] == "Ben"


def test_public_games_that_are_played_can_be_watched(server: RunningServer) -> None:
    public, private = Table(server, public=True), Table(server)
    for table in (public, private):
        assert table.match not in [row["match"] for row in ask(server, "GET", "/matches?status=running").json()]
        with table.sit(0) as ann:
            ann.say("begin", fill="easy")
            ann.until(lambda chair: chair.table["status"] == "running")
    while public.match not in played(server):
        pass
    assert private.match not in played(server)


def played(server: RunningServer) -> dict[str, str]:
    """The games that can be watched, with their status."""
    return {row["match"]: row["status"] for row in ask(server, "GET", "/matches?status=running").json()}


def test_a_game_that_has_ended_is_gone_but_at_a_table_with_a_delay(server: RunningServer) -> None:
    tables = [tiny_table(server, public=True, spectator_delay=delay) for delay in (0, 60)]
    for table in tables:
        chairs = table.all_sit()
        while table.match not in played(server):
            pass
        play_out(chairs)
        for chair in chairs:
            chair.close()
    newest = tiny_table(server, public=True)
    chairs = newest.all_sit()
    while newest.match not in (shown := played(server)):  # the list is as new as this table
        pass
    for chair in chairs:
        chair.close()
    assert tables[0].match not in shown
    assert shown[tables[1].match] == "running"


def test_no_test_here_has_met_a_mistake_of_the_server(server: RunningServer) -> None:
    assert "Traceback" not in server.log
