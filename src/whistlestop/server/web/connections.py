"""uvicorn's connections with limits of their own: it waits for ever for a request, and takes headers of any size.

`whistlestop serve` names these classes to uvicorn. `ConnectionLimits` knows what they may keep open and for how long;
the application hands it out as part of its state.
"""

import asyncio
import json
import os
import socket
import struct
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from typing import Any, Protocol

from typing_extensions import override
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.http11 import Request
from websockets.protocol import State

from whistlestop.server.play.refusal import Refusal, error_json
from whistlestop.server.web.connection_limits import ConnectionLimits, OpenConnection
from whistlestop.server.web.errors import BadRequest, status_of

OUTBOX = "whistlestop.outbox"
"""The ASGI extension by which an application finds the connection that it may write to at once."""
HOME = "home"
"""Where an application's state has what takes connections that other processes hand over, if it does."""
MOST_HEADERS = 100
MOST_HEAD_BYTES = 32_768
"""Of a request's first line and headers. Browsers send a few hundred."""
MOST_WAITING = 8
"""Requests that may be sent before the first of them is answered. No browser does so; uvicorn would take any number."""


class Home(Protocol):
    """Takes connections that other processes hand over; `homes.py` has it."""

    def open(self, make_connection: "Callable[[], HttpConnection]") -> None:
        """Let a process that meets others' sockets take a connection."""

    def close(self) -> None:
        """Take no more."""


class HttpConnection(HttpToolsProtocol):
    """A connection that speaks HTTP, until it becomes a WebSocket."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.limits: ConnectionLimits = app_state["connection_limits"]
        self.open_connection: OpenConnection | None = None
        self.received = 0
        """Bytes of the request that is being read."""
        self.is_reading_head = True
        self.is_head_too_large = False
        self.handed_over = b""
        """The request with which another process has handed this connection to us."""

    @override
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        try:
            self.open_connection = self.limits.accept(transport, self.client[0] if self.client else "unknown")
        except Refusal as refusal:
            self.refuse(refusal)
            return
        if self.handed_over:
            self.open_connection.is_handed_over = True
            self.data_received(self.handed_over)
        elif (home := self.app_state.get(HOME)) is not None:
            home.open(partial(HttpConnection, self.config, self.server_state, self.app_state))

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self.limits.close(self.transport)
        super().connection_lost(exc)

    @override
    def shutdown(self) -> None:
        close_home(self.app_state)
        self.limits.is_draining = True
        super().shutdown()

    def refuse(self, refusal: Refusal) -> None:
        """Say no before there is a request to answer."""
        self.transport.write(raw_answer(refusal))
        self.transport.close()

    # Sizes

    @override
    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        super().data_received(data)
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        if self.is_reading_head and self.received > MOST_HEAD_BYTES:
            self.refuse(head_too_large())
        elif self.received > MOST_HEAD_BYTES + 2 * self.limits.most_body:  # `BodyLimit` saw no body: it is all wrapping
            self.refuse(BadRequest(413, "too-large", "The request is too large."))

    @override
    def on_message_begin(self) -> None:
        self.is_reading_head = True
        super().on_message_begin()

    @override
    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)  # also those that follow a body
        self._refuse_head_if(len(self.headers) > MOST_HEADERS)

    @override
    def on_headers_complete(self) -> None:
        self.is_reading_head = False
        size = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        self._refuse_head_if(size > MOST_HEAD_BYTES)
        if len(self.pipeline) >= MOST_WAITING:
            self.transport.abort()  # an answer is under way: there is no room for another
            raise ValueError("pipeline")
        super().on_headers_complete()
        self._note_deadline()

    def _refuse_head_if(self, is_too_large: bool) -> None:
        if is_too_large:
            self.is_head_too_large = True
            raise ValueError("headers")  # the parser gives up and `send_400_response` is called

    @override
    def send_400_response(self, msg: str) -> None:
        if self.is_head_too_large:
            self.refuse(head_too_large())
        elif not self.transport.is_closing():
            super().send_400_response(msg)

    # Times

    @override
    def on_message_complete(self) -> None:
        super().on_message_complete()
        self.received = 0
        self._note_deadline()

    @override
    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._note_deadline()

    @override
    def pause_writing(self) -> None:
        super().pause_writing()
        self._note_deadline()

    @override
    def resume_writing(self) -> None:
        super().resume_writing()
        self._note_deadline()

    def _note_deadline(self) -> None:
        """The other side has to send the rest of a request, or the next one, or to read; or else it waits for us."""
        if self.open_connection is not None:
            is_ours = self.cycle is not None and not self.cycle.response_complete and not self.cycle.more_body
            is_read = not self.flow.write_paused
            self.open_connection.deadline = (
                None if is_ours and is_read else self.limits.clock() + self.limits.request_seconds
            )


class Inbox:
    """What has come for the application, in the place of uvicorn's `asyncio.Queue`, which takes 3 KB a socket."""

    __slots__ = ("_messages", "_waiter")

    def __init__(self) -> None:
        self._messages: deque[Any] | None = None
        """Made when it is needed: mostly somebody waits."""
        self._waiter: asyncio.Future[Any] | None = None

    def empty(self) -> bool:
        """Whether nothing waits to be read."""
        return not self._messages

    def put_nowait(self, message: Any) -> None:
        """Hand a message to who waits for it, else keep it."""
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(message)
        elif self._messages is None:
            self._messages = deque([message])
        else:
            self._messages.append(message)

    def clear(self) -> None:
        """Drop what nobody has looked at."""
        self._messages = None

    async def get(self) -> Any:
        """The next message. One reader at a time."""
        if self._messages:
            await asyncio.sleep(0)  # who sends many messages at once must not keep others, nor the answers, waiting
        if self._messages:  # still
            return self._messages.popleft()
        self._waiter = asyncio.get_running_loop().create_future()
        try:
            return await self._waiter
        finally:
            self._waiter = None


class Writable:
    """What uvicorn needs of an `asyncio.Event`, which takes 760 bytes although a socket's reader is seldom slow."""

    __slots__ = ("_event",)

    def __init__(self) -> None:
        self._event: asyncio.Event | None = None
        """There while the other side does not read."""

    def is_set(self) -> bool:
        """Whether one may write now."""
        return self._event is None

    def set(self) -> None:
        """Wake who waits to write."""
        event, self._event = self._event, None
        if event is not None:
            event.set()

    def clear(self) -> None:
        """From now on writers wait."""
        self._event = self._event or asyncio.Event()

    async def wait(self) -> None:
        """Return when one may write."""
        if self._event is not None:
            await self._event.wait()


class SocketConnection(WebSocketsSansIOProtocol):
    """A WebSocket. uvicorn's pings find those that are dead; `TableSockets` wants a hello.

    Messages can be written at once instead of through ASGI, which takes a task and several layers for each.
    """

    on_writable: Callable[[], None] | None = None
    """Called when the other side reads on."""
    was_heard = False
    """Whether the other side has said something since it was last asked whether it is there."""
    unanswered_request: bytes | None = None
    """All that was read of a connection that landed here, while it has no answer and may be handed over."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.inbox = Inbox()
        self.queue = self.inbox  # type: ignore[assignment]
        self.writable = Writable()  # type: ignore[assignment]

    @override
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.limits: ConnectionLimits = self.app_state["connection_limits"]
        open_connection = self.limits.open_connections[self.transport]
        open_connection.deadline = None
        self.unanswered_request = None if open_connection.is_handed_over else b""

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self.on_writable = None
        self.limits.close(self.transport)
        super().connection_lost(exc)

    @override
    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.handshake_initiated and not self.close_sent:
            extensions = self.scope["extensions"]
            assert extensions is not None
            extensions[OUTBOX] = {"connection": self}

    @override
    async def send(self, message: Any) -> None:
        self.unanswered_request = None
        await super().send(message)

    @property
    def descriptor(self) -> int:
        """The file descriptor of its line."""
        number: int = self.transport.get_extra_info("socket").fileno()
        return number

    def leave(self) -> None:
        """Another process answers: whatever happens, nothing is said from here any more."""
        self.handshake_complete = self.close_sent = True

    def cut(self) -> None:
        """Close the line for all processes that have it."""
        if not self.transport.is_closing():
            with suppress(OSError), socket.socket(fileno=os.dup(self.descriptor)) as line:
                line.shutdown(socket.SHUT_RDWR)

    def shutdown(self) -> None:
        """What was said and not looked at yet is not begun any more: clients say it again where they land."""
        close_home(self.app_state)
        if self.handshake_complete:
            self.inbox.clear()
        super().shutdown()

    def forget_handshake(self) -> None:
        """Let go of the headers, which nobody needs any more: 10 KB of a match with two sockets.

        They are cleared and not only dropped: the parser of websockets keeps the request for as long as it lives."""
        self.request.headers.clear()
        self.response.headers.clear()
        del self.request, self.response
        self.scope["headers"] = []

    # Reading

    @override
    def data_received(self, data: bytes) -> None:
        self.was_heard = True
        if self.unanswered_request is not None:
            self.unanswered_request += data
            if len(self.unanswered_request) > MOST_HEAD_BYTES:
                self.unanswered_request = None
        super().data_received(data)

    @override
    def send_keepalive_ping(self) -> None:
        if self.was_heard:  # then it is there
            self.was_heard = False
            self.schedule_ping()
        else:
            super().send_keepalive_ping()

    # Writing

    @property
    def is_writable(self) -> bool:
        """Whether the other side reads what it is sent."""
        return self.writable.is_set()

    def write(self, messages: list[bytes]) -> None:
        """Send texts, all at once."""
        if self.conn.state is not State.OPEN or self.transport.is_closing():
            return  # the disconnection is on its way to the application
        self.transport.write(b"".join([part for message in messages for part in (frame_head(message), message)]))

    @override
    def resume_writing(self) -> None:
        super().resume_writing()
        if self.on_writable is not None:
            self.on_writable()


WHOLE_TEXT, TWO_BYTES, EIGHT_BYTES = 0x81, 126, 127
"""Of a frame (RFC 6455, 5.2): its first byte if it is a whole text, and what stands for a length that follows."""


def frame_head(text: bytes) -> bytes:
    """What goes before a text that a server sends.

    >>> frame_head(b"x" * 300).hex(" ")
    '81 7e 01 2c'
    """
    size = len(text)
    if size < TWO_BYTES:
        return bytes((WHOLE_TEXT, size))
    if size < 1 << 16:
        return struct.pack("!BBH", WHOLE_TEXT, TWO_BYTES, size)
    return struct.pack("!BBQ", WHOLE_TEXT, EIGHT_BYTES, size)


def close_home(app_state: dict[str, Any]) -> None:
    """The server is being stopped: what it were handed now, it would not serve."""
    if (home := app_state.get(HOME)) is not None:
        home.close()


def head_too_large() -> Refusal:
    """The refusal of a request with too many or too long headers."""
    text = f"At most {MOST_HEADERS} headers with {MOST_HEAD_BYTES} bytes in all are accepted here."
    return BadRequest(431, "headers-too-large", text)


def raw_answer(refusal: Refusal) -> bytes:
    """A refusal as it goes over the line, after which that is closed."""
    status, body = status_of(refusal), json.dumps(error_json(refusal)).encode()
    lines = [
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}",
        "content-type: application/json",
        f"content-length: {len(body)}",
        "connection: close",
    ]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body
