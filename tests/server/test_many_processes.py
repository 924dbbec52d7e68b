"""Two server processes on one PostgreSQL: whoever is asked, it is the same table."""

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from starlette.testclient import TestClient

from tests.maps.sample import tiny_map
from tests.server.at_table import (
    Chair,
    Message,
    Table,
    ask,
    error_of,
    first_turn,
    http,
    play_out,
    table_settings,
    tiny_table,
)
from tests.server.conftest import Cluster
from tests.server.forked import ForkedServer, started
from tests.server.running import RunningServer
from tests.server.test_lobby import listed, lobby_of
from whistlestop.board import Board
from whistlestop.game import Game
from whistlestop.maps.mapfile import parse_map
from whistlestop.server.app import make_app
from whistlestop.server.play.secrets import new_secret
from whistlestop.server.running.settings import Settings
from whistlestop.server.store import Store
from whistlestop.verify import verify

LEASE_SECONDS = 1
SHIFT = 9
"""Seconds by which a clock of ten is put forward."""

Pair = tuple[RunningServer, RunningServer]


@pytest.fixture(scope="module")
def database(cluster: Cluster) -> Iterator[str]:
    name = cluster.create_database()
    yield name
    cluster.drop_database(name)


@pytest.fixture(scope="module")
def pair(cluster: Cluster, database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """Two processes; who ends one starts it again."""
    folder, url = tmp_path_factory.mktemp("pair"), cluster.url(database)
    tables = {"max_tables_per_address": 1000, "max_open_tables_per_address": 1000}
    # As if they were on different machines: else all sockets of a match would meet at one of them (`test_homes.py`).
    settings = {"lease_seconds": LEASE_SECONDS, "absence_seconds": 0.2, "notice_seconds": 0.1, **tables}
    settings["hand_over"] = False
    servers = ForkedServer(folder, url, **settings), ForkedServer(folder, url, **settings)
    with started(servers):
        yield servers


def elsewhere(table: Table, seat: int, server: RunningServer, **hello: object) -> Chair:
    """A seat of a table by way of another process."""
    return Chair(server, table.match, secret=table.secrets[seat], **hello)


def test_players_on_different_processes_play_one_game(pair: Pair) -> None:
    table = tiny_table(pair[0])
    with table.sit(0, "Ann") as ann, elsewhere(table, 1, pair[1], name="Ben") as ben:
        for chair in (ann, ben):
            chair.until(lambda chair: chair.table["status"] == "running")
        play_out([ann, ben])
        assert ann.view is not None
        assert ben.view is not None
        assert ann.view["scores"] == ben.view["scores"]
    records = [ask(server, "GET", f"{table.path}/record").text for server in pair]
    assert records[0] == records[1]
    verify(records[0], table.opened["commitment"])


def test_of_two_who_act_at_once_one_wins(pair: Pair) -> None:
    table = Table(pair[0], map="usa")
    chairs = table.all_sit()
    for chair in chairs:
        chair.until_turn().act()
    ann, ben = chairs
    with ann, ben, elsewhere(table, 0, pair[1]) as here_too, elsewhere(table, 1, pair[1]) as there_too:
        for turn in range(12):
            two = (ann, here_too) if turn // 2 % 2 == 0 else (ben, there_too)
            for chair in two:
                chair.until_version(max(two[0].version, two[1].version)).until_turn()
            version = two[0].version
            for chair in two:
                chair.send("act", key=f"{turn} {id(chair)}", version=version, action="draw deck")
            answers = [answer_to(chair, f"{turn} {id(chair)}") for chair in two]
            assert sorted(answer["type"] for answer in answers) == ["error", "update"]
            assert error_of(next(answer for answer in answers if answer["type"] == "error")) == "stale"
            for chair in two:
                chair.until_version(version + 1)


def test_an_emote_is_heard_at_the_other_process_and_kept_by_neither(pair: Pair) -> None:
    table = Table(pair[0])
    with table.sit(0, "Ann") as ann, elsewhere(table, 1, pair[1], name="Ben") as ben:
        ann.until_turn()
        ben.until_turn()
        for chair, other, emote in ((ann, ben, "wow"), (ben, ann, "oops")):
            assert chair.say("emote", emote=emote)["version"] == ann.version
            other.until(lambda chair, emote=emote: chair.received[-1].get("happened", {}).get("emote") == emote)
            assert other.version == chair.version
        assert [message["type"] for message in ann.listen()] == []  # nobody hears their own words twice


@pytest.fixture
def deaf_pair(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[TestClient, TestClient]]:
    """Two processes that hear nothing of each other, as if notifications were late."""

    async def hear_nothing(*_: object) -> None:
        pass

    monkeypatch.setattr(Store, "watch", hear_nothing)
    settings = Settings(database_url=postgres_url, bot_workers=1)
    with TestClient(make_app(settings)) as one, TestClient(make_app(settings)) as two:
        yield one, two


def test_who_comes_back_sees_no_older_table_than_before(deaf_pair: tuple[TestClient, TestClient]) -> None:
    """The process they come back to has the table in memory and has heard of nothing yet."""
    one, two = deaf_pair
    table = one.post("/api/matches", json=table_settings()).json()
    hello = {"type": "hello", "secret": table["seats"][0]["secret"], "sit": False}
    path = f"/api/matches/{table['match']}/socket"
    with two.websocket_connect(path) as socket:
        socket.send_json(hello)
        before = socket.receive_json()["version"]
    with one.websocket_connect(path) as socket:
        socket.send_json(hello)
        socket.receive_json()
        socket.send_json({"type": "pace", "key": "k", "pace": "slow"})
        assert socket.receive_json()["version"] == before + 1
    with two.websocket_connect(path) as socket:
        socket.send_json(hello)
        assert socket.receive_json()["version"] == before + 1


def test_who_has_seen_the_end_gets_record_and_rematch_from_any_process(
    deaf_pair: tuple[TestClient, TestClient],
) -> None:
    one, two = deaf_pair
    game = Game(Board(parse_map(tiny_map(), "tiny"), "tiny"), 2, seed=1)
    while not game.is_over:
        record, seat, action = game.record(), game.to_play, game.legal_actions()[-1]
        game.apply(action)
    table = one.post("/api/records", json={"record": record}).json()
    path, secrets = f"/api/matches/{table['match']}", [seat["secret"] for seat in table["seats"]]
    with ExitStack() as stack:
        sockets = [stack.enter_context(one.websocket_connect(f"{path}/socket")) for _ in secrets]
        for socket, secret in zip(sockets, secrets, strict=True):
            socket.send_json({"type": "hello", "secret": secret})
        assert seat is not None
        while not ((message := sockets[seat].receive_json())["view"] or {}).get("legal_actions"):
            pass
        assert two.get(f"{path}/record").status_code == 409  # and now it has the table in memory
        sockets[seat].send_json({"type": "act", "key": "k", "version": message["version"], "action": str(action)})
        while sockets[seat].receive_json()["table"]["status"] != "over":
            pass
    assert two.get(f"{path}/record").text == game.record([{"name": "Host"}, {"name": "Guest"}])
    assert two.post(f"{path}/rematch", headers={"Authorization": f"Bearer {secrets[0]}"}).status_code == 200


def answer_to(chair: Chair, key: str) -> Message:
    while True:
        message = chair.receive()
        if message["key"] == key:
            return message


def test_a_command_that_reaches_both_processes_is_done_once(pair: Pair) -> None:
    table = Table(pair[0])
    ann, ben = first_turn(table)
    with ann, ben, elsewhere(table, 0, pair[1]) as twin:
        version = ann.version
        for chair in (ann, twin):
            chair.send("act", key="once", version=version, action="draw deck")
        answers = [answer_to(chair, "once")["type"] for chair in (ann, twin)]
        assert sorted(answers) == ["accepted", "update"]
        assert all(chair.until(lambda c: c.version == version + 1).view for chair in (ann, twin))
        assert [message["version"] for message in ann.listen()] == []


def test_choices_at_the_same_moment_all_count_and_spectators_miss_nothing(pair: Pair) -> None:
    for _ in range(3):
        table = Table(pair[0], "pppp", spectator_delay=1)
        watchers = [Chair(server, table.match, secret=table.watch) for server in pair]
        chairs = [elsewhere(table, seat, pair[seat % 2]) for seat in range(4)]
        for chair in chairs:
            chair.until_turn()
        for chair in chairs:
            chair.send("act", key="opening", version=chair.version, action=chair.legal[0])
        for chair in chairs:
            chair.until(lambda chair: chair.view is not None and chair.view["phase"] == "place-tokens")
            assert [m["type"] for m in chair.received if m["key"] == "opening"] == ["update"]
        for watcher in watchers:
            watcher.until_version(chairs[0].version)
        assert watchers[0].view == watchers[1].view
        versions = [message["version"] for message in watchers[0].received]
        assert versions == list(range(versions[0], chairs[0].version + 1))
        for chair in (*chairs, *watchers):
            chair.close()


def test_the_lobby_of_one_shows_the_tables_of_the_other(pair: Pair) -> None:
    with lobby_of(pair[1]) as lobby:
        table = Table(pair[0], public=True, name="Ann")
        lobby.until(lambda tables: table.match in tables)
        assert listed(pair[0]) == listed(pair[1])
        assert ask(pair[1], "POST", f"{table.path}/seats", {"name": "Ben"}).status_code == 201
        lobby.until(lambda tables: table.match not in tables)
        assert table.match not in listed(pair[0])


def test_the_lobby_shows_a_seat_that_was_taken_at_one_and_left_at_the_other(pair: Pair) -> None:
    table = Table(pair[0], "ppp", public=True, name="Ann")
    with table.sit(0, sit=False) as ann:  # so that the first process follows the table
        with elsewhere(table, 1, pair[1], name="Ben"):
            ann.until(lambda chair: chair.table["seats"][1]["is_taken"])
        with table.sit(1, sit=False) as ben:
            ben.say("leave")
    (row,) = (row for row in ask(pair[0], "GET", "/matches").json() if row["match"] == table.match)
    assert [seat["is_vacant"] for seat in row["seats"]] == [False, True, True]


def test_who_was_replaced_by_way_of_another_process_is_sent_away(pair: Pair) -> None:
    table = Table(pair[0], public=True)
    ann, ben = table.all_sit()
    with ann, ben:
        ben.say("leave")
        assert ask(pair[1], "POST", f"{table.path}/seats", {"name": "Cleo"}).status_code == 201
        assert ben.until_closed()[0] == 1013
        with table.sit(1) as back:
            assert error_of(back.received[0]) == "wrong-key"


def test_a_key_that_one_has_heard_of_opens_the_seat_at_the_other(pair: Pair) -> None:
    table, person = Table(pair[0]), new_secret()
    with (
        elsewhere(table, 0, pair[1]),  # so that the other process knows the table without the key
        table.sit(0, person=person),
        Chair(pair[1], table.match, person=person) as phone,
    ):
        assert phone.received[0]["type"] == "view"


def test_all_who_ask_for_a_rematch_anywhere_get_the_same_one(pair: Pair) -> None:
    table = tiny_table(pair[0])
    chairs = table.all_sit()
    play_out(chairs)
    for chair in chairs:
        chair.close()
    answers = [ask(pair[n], "POST", f"{table.path}/rematch", secret=table.secrets[n]).json() for n in (0, 1)]
    assert answers[0] == answers[1]


def test_if_one_is_killed_the_other_goes_on_with_its_bots_and_clocks(
    pair: Pair, cluster: Cluster, database: str
) -> None:
    with_bot = Table(pair[0], "pb", map="usa", pace="slow")
    with_clock = Table(pair[0], map="usa", clock={"per": "move", "seconds": 10}, stand_in="easy")
    with with_bot.sit(0) as ann:
        ann.until_turn().act()
        version = ann.version
    ann, ben = with_clock.all_sit()
    ann.act()
    ann.close()
    ben.close()
    pair[0].end()
    put_clock_forward(cluster, database, with_clock.match)
    with elsewhere(with_bot, 0, pair[1], sit=False) as ann:
        assert ann.version == version
        ann.until(lambda chair: chair.view is not None and chair.view["phase"] == "turn")
    with elsewhere(with_clock, 1, pair[1], sit=False) as ben:
        ben.until(lambda chair: chair.table["seats"][1]["bot_plays"])
        ben.until(lambda chair: chair.view is not None and chair.view["phase"] == "turn")
        ben.say("return")
        assert not ben.table["seats"][1]["bot_plays"]
    entries = [message["happened"]["kind"] for message in ben.received if message["type"] == "update"]
    assert set(entries) <= {"take-over", "act", "return"}
    pair[0].start()
    with with_bot.sit(0, sit=False) as ann:
        assert ann.until_turn().act()["type"] == "update"


def put_clock_forward(cluster: Cluster, database: str, match: str) -> None:
    """As if the table had waited longer than a test can."""
    change = f"""
        UPDATE entry SET at = at - {SHIFT} WHERE match_id = '{match}';
        UPDATE match SET created = created - {SHIFT}, changed = changed - {SHIFT}, wake_at = wake_at - {SHIFT}
        WHERE id = '{match}'"""
    cluster.run("psql", *cluster.address(), "-d", database, "-c", change)


def test_without_its_database_a_server_says_so_and_comes_back_with_it(pair: Pair, cluster: Cluster) -> None:
    table = Table(pair[0])
    ann, ben = first_turn(table)
    with ann, ben, lobby_of(pair[1]) as lobby:
        cluster.pause()
        try:
            for server in pair:
                assert http.get(f"{server.url}/health").status_code == 200
                while http.get(f"{server.url}/ready").status_code == 200:  # the last write was a moment ago
                    time.sleep(0.02)
                assert code(server, "/ready") == (503, "storage-unavailable")
                assert code(server, "/api/matches") == (503, "storage-unavailable")
            assert ask(pair[0], "POST", "/matches", {"seats": [{"kind": "person"}] * 2}).status_code == 503
            assert error_of(ann.act("draw deck", key="lost")) == "storage-unavailable"
            assert ann.until_closed()[0] == 1013
            with table.sit(0, sit=False) as early:
                assert error_of(early.received[0]) == "storage-unavailable"
                assert early.until_closed()[0] == 1013
        finally:
            cluster.go_on()
        for server in pair:
            until_ready(server)
        with table.sit(0, sit=False) as ann, elsewhere(table, 1, pair[1], sit=False) as ben:
            version = ann.version
            assert ann.act("draw deck", key="lost", version=version)["type"] in ("update", "accepted")
            ben.until(lambda chair: chair.version == ann.version)
            assert ann.view is not None
            assert ann.view["phase"] == "second-card"
        new = Table(pair[0], public=True)
        lobby.until(lambda tables: new.match in tables)


def code(server: RunningServer, path: str) -> tuple[int, str]:
    answer = http.get(f"{server.url}{path}")
    return answer.status_code, answer.json()["error"]["code"]


def until_ready(server: RunningServer) -> None:
    while (status := http.get(f"{server.url}/ready").status_code) != 200:
        assert status == 503
        time.sleep(0.02)


def test_no_test_here_has_met_a_mistake_of_the_server(pair: Pair) -> None:
    for server in pair:
        assert "Traceback" not in server.log
        lines = [json.loads(line) for line in server.log.splitlines()]
        # One of them takes the database away, and the log says so.
        assert not [line for line in lines if line["level"] == "error" and line["event"] != "storage"]
