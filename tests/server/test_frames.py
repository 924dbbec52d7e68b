"""Frames of sockets: what comes in whatever pieces is heard in order, and texts are sent as websockets would do it."""

import json
import random

import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode

from tests.server.at_table import Chair, Table
from tests.server.running import RunningServer
from whistlestop.server.web.connections import Inbox, SocketConnection, frame_head

LARGEST = 16_384


def frame(data: bytes, opcode: Opcode = Opcode.TEXT, fin: bool = True, mask: bool = True) -> bytes:
    """As websockets writes it."""
    return Frame(opcode, data, fin).serialize(mask=mask)


def ping(key: str) -> bytes:
    return json.dumps({"type": "ping", "key": key}).encode()


def pieces(data: bytes, dice: random.Random) -> list[bytes]:
    cuts = sorted(dice.sample(range(1, len(data)), dice.randint(0, min(20, len(data) - 1))))
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
    dice = random.Random(seed)
    data, keys = b"", [f"{number}" + "k" * dice.choice([0, 50]) for number in range(30)]
    for key in keys:
        text = ping(key)
        kind = dice.choice(["whole", "whole", "padded", "fragments", "with a ping"])
        if kind == "padded":
            text += b" " * dice.choice([200, LARGEST - len(text)])
        if kind in ("fragments", "with a ping"):
            data += frame(text[:9], fin=False)
            data += frame(b"are you there?", Opcode.PING) if kind == "with a ping" else b""
            data += frame(text[9:], Opcode.CONT)
        else:
            data += frame(text)
    for piece in pieces(data, dice) if seed else [data[i : i + 1] for i in range(len(data))]:
        chair.socket.socket.sendall(piece)
    answers = [chair.hear() for _ in keys]
    assert [(answer["type"], answer["key"]) for answer in answers] == [("pong", key) for key in keys]


def test_only_who_was_silent_is_asked_whether_they_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr(WebSocketsSansIOProtocol, "send_keepalive_ping", lambda _: done.append("asked"))
    monkeypatch.setattr(SocketConnection, "schedule_ping", lambda _: done.append("later"))
    connection = SocketConnection.__new__(SocketConnection)
    connection.was_heard = True
    connection.send_keepalive_ping()
    connection.send_keepalive_ping()
    assert done == ["later", "asked"]


@pytest.mark.anyio
async def test_a_server_that_goes_down_begins_nothing_new(monkeypatch: pytest.MonkeyPatch) -> None:
    connection = SocketConnection.__new__(SocketConnection)
    connection.inbox, connection.handshake_complete = Inbox(), True
    hung_up = {"type": "websocket.disconnect", "code": 1012}
    monkeypatch.setattr(WebSocketsSansIOProtocol, "shutdown", lambda self: self.inbox.put_nowait(hung_up))
    for message in ("one", "two"):
        connection.inbox.put_nowait(message)
    assert await connection.inbox.get() == "one"
    connection.shutdown()
    assert await connection.inbox.get() == hung_up
    assert connection.inbox.empty()
