"""Company at a table: who is connected, and what people write to each other, in one process and in two."""

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.at_table import SECONDS, Chair, Message, Table, ask, error_of
from tests.server.conftest import Cluster
from tests.server.forked import ForkedServer, started
from tests.server.running import RunningServer
from whistlestop.server.play.rooms import Rooms
from whistlestop.server.play.table_settings import NewTable
from whistlestop.server.play.tables import Tables
from whistlestop.server.play.uploads import Uploads
from whistlestop.server.play.viewer import Viewer
from whistlestop.server.running.metrics import Metrics
from whistlestop.server.running.settings import Settings
from whistlestop.server.store import ChatRow, Store, StoreError
from whistlestop.server.web.sockets import CHAT_BURST

PAGE = 3
"""The protocol that is told of company."""

Pair = tuple[RunningServer, RunningServer]


@pytest.fixture(scope="module")
def pair(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    name = cluster.create_database()
    folder, url = tmp_path_factory.mktemp("pair"), cluster.url(name)
    servers = ForkedServer(folder, url, hand_over=False), ForkedServer(folder, url, hand_over=False)
    with started(servers):
        yield servers
    cluster.drop_database(name)


def sit(server: RunningServer, table: Table, seat: int, name: str = "Guest") -> Chair:
    return Chair(server, table.match, secret=table.secrets[seat], name=name, protocol=PAGE)


def watch(server: RunningServer, table: Table, protocol: int = PAGE) -> Chair:
    return Chair(server, table.match, secret=table.watch, protocol=protocol)


def presence(chair: Chair) -> tuple[list[int], int] | None:
    """The last that a chair has heard of who is here."""
    sent = [message for message in chair.received if message["type"] == "presence"]
    return (sent[-1]["seats"], sent[-1]["watching"]) if sent else None


def until_here(chair: Chair, seats: list[int], watching: int = 0) -> None:
    chair.until(lambda chair: presence(chair) == (seats, watching))


def lines(chair: Chair) -> list[Message]:
    return [line for message in chair.received if message["type"] == "chat" for line in message["lines"]]


def until_written(chair: Chair, count: int) -> list[str]:
    chair.until(lambda chair: len(lines(chair)) >= count)
    return [line["text"] for line in lines(chair)]


def test_everybody_sees_who_comes_goes_and_watches(server: RunningServer) -> None:
    table = Table(server, "ppp")
    with sit(server, table, 0, "Ann") as ann:
        until_here(ann, [0])
        with sit(server, table, 2, "Ben") as ben, watch(server, table) as eve:
            for chair in (ann, ben, eve):
                until_here(chair, [0, 2], 1)
            with sit(server, table, 0, "Ann") as phone:  # a second device changes nothing for the others
                until_here(phone, [0, 2], 1)
        until_here(ann, [0], 0)


def test_spectators_with_a_delay_count_too(server: RunningServer) -> None:
    table = Table(server, spectator_delay=60)
    with sit(server, table, 0) as ann, watch(server, table):
        until_here(ann, [0], 1)


def test_what_is_written_is_there_for_who_comes_later_under_the_name_of_then(server: RunningServer) -> None:
    table = Table(server, name="Ann")
    with sit(server, table, 0) as ann, sit(server, table, 1, "Ben") as ben:
        answer = ann.say("write", text="  Hi <b>Ben</b>! 👩‍👧  ")
        assert (answer["type"], [line["text"] for line in answer["lines"]]) == ("chat", ["Hi <b>Ben</b>! 👩‍👧"])
        assert ben.say("write", text="Olá")["lines"][0]["number"] == 2
        assert until_written(ann, 2) == until_written(ben, 2)
        with watch(server, table) as eve:
            assert until_written(eve, 2) == ["Hi <b>Ben</b>! 👩‍👧", "Olá"]
            assert [(line["seat"], line["name"]) for line in lines(eve)] == [(0, "Ann"), (1, "Ben")]
            assert error_of(eve.say("write", text="me too")) == "spectator"
    with watch(server, table, protocol=2) as bot:
        assert "chat" not in [message["type"] for message in bot.listen()]


def test_who_does_not_follow_the_chat_is_answered_all_the_same(server: RunningServer) -> None:
    table = Table(server)
    with table.sit(0, "Ann") as ann, sit(server, table, 1, "Ben") as ben:
        assert ann.say("write", text="hello")["type"] == "accepted"
        assert until_written(ben, 1) == ["hello"]


@pytest.mark.parametrize("text", ["", " \t", "x" * 301, "two\nlines", "turned \u202e round", "\u2800", "a\x00b"])
def test_only_one_visible_line_can_be_written(server: RunningServer, text: str) -> None:
    with Table(server).sit(0) as ann:
        assert error_of(ann.say("write", text=text)) == "bad-message"


def test_public_tables_have_no_chat_unless_somebody_wants_it(server: RunningServer) -> None:
    for is_public, chosen, has_chat in ((True, None, False), (True, True, True), (False, False, False)):
        table = Table(server, public=is_public, chat=chosen)
        assert table.look()["chat"] is has_chat
        with sit(server, table, 0) as ann:
            answer = ann.say("write", text="hello")
            assert answer["type"] == "chat" if has_chat else error_of(answer) == "no-chat"


def test_nobody_writes_more_than_others_can_read(server: RunningServer) -> None:
    with sit(server, table := Table(server), 0) as ann:
        began = time.monotonic()
        answers = [ann.say("write", text=f"line {n}") for n in range(CHAT_BURST + 2)]
        assert time.monotonic() - began < SECONDS
        assert error_of(answers[-1]) == "too-much-chat"
    assert len(ask(server, "GET", table.path).json()["seats"]) == 2


def test_company_is_the_same_whichever_process_one_is_connected_to(pair: Pair) -> None:
    table = Table(pair[0], "ppp")
    with sit(pair[0], table, 0, "Ann") as ann:
        ann.say("write", text="anybody there?")
        with sit(pair[1], table, 1, "Ben") as ben, watch(pair[1], table):
            for chair in (ann, ben):
                until_here(chair, [0, 1], 1)
            ben.say("write", text="yes")
            assert until_written(ann, 2) == until_written(ben, 2) == ["anybody there?", "yes"]
        until_here(ann, [0])


def test_who_was_connected_to_a_process_that_died_is_not_here_any_more(pair: Pair) -> None:
    table = Table(pair[0])
    other = pair[1]
    assert isinstance(other, ForkedServer)
    with sit(pair[0], table, 0, "Ann") as ann:
        with sit(other, table, 1, "Ben"):
            until_here(ann, [0, 1])
            other.end()
        ann.until(lambda chair: presence(chair) == ([0], 0))
        other.start()


def test_a_table_opens_while_its_chat_can_not_be_read_and_no_line_is_missed(tmp_path: Path) -> None:
    async def scene() -> None:
        settings = Settings(database_url=f"sqlite:///{tmp_path}/matches.db")
        store = await Store.open(settings.database_url, owner="here")
        rooms = Rooms(store, settings, Metrics())
        people = NewTable.model_validate({"seats": [{"kind": "person"}] * 2})
        room = await rooms.open((await Tables(rooms, Uploads()).create(people, None, "here")).match)
        read, is_asked, may_answer = store.chat, asyncio.Event(), asyncio.Event()

        async def broken(_match_id: str, _limit: int) -> list[ChatRow]:
            raise StoreError("the database is away")

        async def slow(match_id: str, limit: int) -> list[ChatRow]:
            lines = await read(match_id, limit)
            is_asked.set()
            await may_answer.wait()
            return lines

        store.chat = broken  # type: ignore[method-assign]
        await rooms.add_viewer(room, first := Viewer(0, PAGE))
        assert types_of(first) == ["view", "presence"]
        store.chat = slow  # type: ignore[method-assign]
        second = Viewer(1, PAGE)
        coming = asyncio.create_task(rooms.add_viewer(room, second))
        await is_asked.wait()
        rooms.chat.receive(room, '{"number": 1, "at": 5.0, "seat": 0, "name": "Ann", "text": "from elsewhere"}')
        may_answer.set()
        await coming
        assert types_of(second) == ["view", "presence", "chat"]
        assert room.presence.seats == {0, 1}
        for viewer in (first, second):
            rooms.remove_viewer(room, viewer)
        assert not room.presence.is_anybody
        await store.close()

    asyncio.run(scene())


def types_of(viewer: Viewer) -> list[str]:
    return [json.loads(message)["type"] for message in viewer.queue]
