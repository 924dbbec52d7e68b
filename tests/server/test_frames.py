"""Frames of sockets: what comes in whatever pieces is heard in order, and texts are sent as websockets would do it."""

import asyncio
import json
import random
from typing import Any

import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.datastructures import Headers
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response

from tests.server.at_table import Chair, Table
from tests.server.running import RunningServer
from whistlestop.server.web.connections import Inbox, SocketConnection, Writable, frame_head

LARGEST = 16_384


def frame(data: bytes, opcode: Opcode = Opcode.TEXT, fin: bool = True, mask: bool = True) -> bytes:
    """As websockets writes it."""
    return Frame(opcode, data, fin).serialize(mask=mask)


def ping(key: str) -> bytes:
    return json.dumps({"type": "ping", "key": key}).encode()


def pieces(data: bytes, rng: random.Random) -> list[bytes]:
    cuts = sorted(rng.sample(range(1, len(data)), rng.randint(0, min(20, len(data) - 1))))
    return [data[begin:end] for begin, end in zip([0, *cuts], [*cuts, len(data)], strict=True)]


@pytest.fixture
def chair(server: RunningServer) -> Chair:
    return Table(server).sit(0)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 300, 65_535, 65_536, 70_000])
def test_texts_are_framed_as_websockets_does(size: int) -> None:
    text = b"x" * size
    assert frame_head(text) + text == frame(text, mask=False)


@pytest.mark.parametrize("seed", range(3))
def test_messages_are_heard_in_order_in_whatever_pieces_they_come(chair: Chair, seed: int) -> None:
    rng = random.Random(seed)
    data, keys = b"", [f"{number}" + "k" * rng.choice([0, 50]) for number in range(30)]
    for key in keys:
        text = ping(key)
        kind = rng.choice(["whole", "whole", "padded", "fragments", "with a ping"])
        if kind == "padded":
            text += b" " * rng.choice([200, LARGEST - len(text)])
        if kind in ("fragments", "with a ping"):
            data += frame(text[:9], fin=False)
            data += frame(b"are you there?", Opcode.PING) if kind == "with a ping" else b""
            data += frame(text[9:], Opcode.CONT)
        else:
            data += frame(text)
    for piece in pieces(data, rng) if seed else [data[i : i + 1] for i in range(len(data))]:
        chair.socket.socket.sendall(piece)
    answers = [chair.receive() for _ in keys]
    assert [(answer["type"], answer["key"]) for answer in answers] == [("pong", key) for key in keys]


def test_only_who_was_silent_is_asked_whether_they_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr(WebSocketsSansIOProtocol, "send_keepalive_ping", lambda _: done.append("asked"))
    monkeypatch.setattr(SocketConnection, "schedule_ping", lambda _: done.append("later"))
    monkeypatch.setattr(WebSocketsSansIOProtocol, "data_received", lambda _, data: done.append(data.decode()))
    connection = SocketConnection.__new__(SocketConnection)
    connection.send_keepalive_ping()
    connection.data_received(b"something")
    connection.send_keepalive_ping()
    connection.send_keepalive_ping()
    assert done == ["asked", "something", "later", "asked"]


@pytest.mark.anyio
async def test_messages_are_taken_in_order_however_many_come_while_somebody_waits() -> None:
    inbox = Inbox()
    waiting = asyncio.create_task(inbox.get())
    await asyncio.sleep(0)
    for number in range(5):
        inbox.put_nowait(number)
    assert [await waiting, *[await inbox.get() for _ in range(4)]] == [0, 1, 2, 3, 4]
    assert inbox.empty()
    waiting = asyncio.create_task(inbox.get())
    await asyncio.sleep(0)
    inbox.put_nowait("later")
    assert await waiting == "later"


@pytest.mark.anyio
async def test_who_sends_many_messages_at_once_keeps_nobody_waiting() -> None:
    inbox, done = Inbox(), list[object]()
    for number in range(3):
        inbox.put_nowait(number)

    async def read_all() -> None:
        while not inbox.empty():
            done.append(await inbox.get())

    async def somebody_else() -> None:
        done.append("somebody else")

    await asyncio.gather(read_all(), somebody_else())
    assert done[0] == "somebody else"


def test_the_headers_of_a_socket_are_forgotten_after_its_handshake() -> None:
    connection: Any = SocketConnection.__new__(SocketConnection)
    request = connection.request = Request("/", Headers(cookie="x" * 4000))  # the parser of websockets keeps it
    response = connection.response = Response(101, "Switching Protocols", Headers(server="us"))
    connection.scope = {"headers": [(b"cookie", b"x" * 4000)], "path": "/"}
    connection.forget_handshake()
    assert connection.scope == {"headers": [], "path": "/"}
    assert not {"request", "response"} & vars(connection).keys()
    assert not request.headers
    assert not response.headers


@pytest.mark.anyio
async def test_who_sends_waits_until_the_other_side_reads() -> None:
    writable = Writable()
    assert writable.is_set()
    await asyncio.wait_for(writable.wait(), 1)
    writable.clear()
    writable.clear()
    assert not writable.is_set()
    waiting = [asyncio.create_task(writable.wait()) for _ in range(2)]
    await asyncio.sleep(0)
    assert not any(task.done() for task in waiting)
    writable.set()
    await asyncio.wait_for(asyncio.gather(*waiting), 1)
    assert writable.is_set()


@pytest.mark.anyio
@pytest.mark.parametrize("is_open", [True, False])
async def test_a_server_that_goes_down_begins_nothing_new(is_open: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """But a handshake under way is finished: its message is not the other side's."""
    connection = SocketConnection.__new__(SocketConnection)
    connection.inbox, connection.handshake_complete, connection.app_state = Inbox(), is_open, {}
    hung_up = {"type": "websocket.disconnect", "code": 1012}
    monkeypatch.setattr(WebSocketsSansIOProtocol, "shutdown", lambda self: self.inbox.put_nowait(hung_up))
    for message in ("one", "two"):
        connection.inbox.put_nowait(message)
    assert await connection.inbox.get() == "one"
    connection.shutdown()
    assert await connection.inbox.get() == (hung_up if is_open else "two")
    assert connection.inbox.empty() == is_open
