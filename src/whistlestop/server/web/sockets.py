"""The two sockets: a table's, one per viewer, and the lobby's."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Protocol

from starlette.types import Scope
from starlette.websockets import WebSocket, WebSocketDisconnect

from whistlestop.server.play.decide import TALK, decide
from whistlestop.server.play.entries import Emote
from whistlestop.server.play.lobby import Lobby
from whistlestop.server.play.messages import error_message, short_message
from whistlestop.server.play.protocol import AnyCommand, EmoteCommand, Hello, Ping, WriteCommand, key_of, read_message
from whistlestop.server.play.refusal import Forbidden, Refusal, TooOften, Unavailable, Unreadable
from whistlestop.server.play.room import Room
from whistlestop.server.play.rooms import Rooms
from whistlestop.server.play.tables import Tables
from whistlestop.server.play.viewer import Viewer
from whistlestop.server.store import StoreError
from whistlestop.server.web.connections import OUTBOX, SocketConnection
from whistlestop.server.web.homes import Homes
from whistlestop.server.web.rates import Buckets, too_often

HELLO_SECONDS = 10.0
EMOTE_BURST, CHAT_BURST, TALK_BURST, TALK_SECONDS = 5, 8, 20, 3
"""Emotes that a seat may send at once, lines it may write, other things that change no game, and seconds until one more
of each."""
POLICY_VIOLATION, TRY_AGAIN = 1008, 1013


class Receiver(Protocol):
    """What ASGI messages come from, one after the other."""

    async def receive(self) -> Any:
        """The next message of the ASGI server."""


class TableSockets:
    """Serves the sockets of all tables."""

    def __init__(self, rooms: Rooms, tables: Tables, homes: Homes | None = None) -> None:
        self.rooms = rooms
        self.tables = tables
        self.homes = homes
        settings = rooms.settings
        self.messages = Buckets(settings.message_burst, settings.messages_per_second)
        self.emotes = Buckets(EMOTE_BURST, 1 / TALK_SECONDS)
        self.chats = Buckets(CHAT_BURST, 1 / TALK_SECONDS)
        self.talk = Buckets(TALK_BURST, 1 / TALK_SECONDS)
        self.here = self.gone = 0
        """How many viewers there are, and how many have left."""

    async def serve(self, socket: WebSocket, match_id: str) -> None:
        """One viewer, from hello to good-bye; elsewhere, if the match has its home in another process."""
        if self.homes is not None and await self.homes.hand_over(match_id, outbox_of(socket.scope)):
            return
        await socket.accept()
        try:
            room, viewer = await self._hello(socket, match_id)
            await self.rooms.add_viewer(room, viewer)
        except Refusal as refusal:
            await socket.send_text(error_message(0, refusal, None).decode())
            await socket.close(TRY_AGAIN if isinstance(refusal, Unavailable) else POLICY_VIOLATION, refusal.code)
            return
        except (WebSocketDisconnect, TimeoutError):
            with suppress(RuntimeError):
                await socket.close(POLICY_VIOLATION, "no hello")
            return
        self.here += 1
        try:
            await run_socket(socket, viewer, lambda text: self._on_text(room, viewer, text))
        finally:
            self.rooms.remove_viewer(room, viewer)
            self.here -= 1
            self.gone += 1

    async def _hello(self, socket: WebSocket, match_id: str) -> tuple[Room, Viewer]:
        """Who is there. Their seat is taken if they want it."""
        text = await asyncio.wait_for(receive(socket), HELLO_SECONDS)
        hello = read_message(text)
        if not isinstance(hello, Hello):
            raise Unreadable("hello-first", "The first message has to be a hello.")
        room = await self.rooms.open_current(match_id)
        seat = await self.tables.seat_for(room, hello.secret, hello.person, hello.seat)
        if seat is not None and hello.sit:
            await self.tables.sit(room, seat, hello.name, hello.person)
        return room, Viewer(seat, hello.protocol)

    async def _on_text(self, room: Room, viewer: Viewer, text: str) -> None:
        """Every message gets exactly one answer, unless this viewer is being sent away."""
        if viewer.is_closed:
            return
        key = None
        try:
            rate_key, now = f"{room.id} {viewer.seat}" if viewer.seat is not None else f"{id(viewer)}", time.monotonic()
            if not self.messages.take(rate_key, now):
                key = key_of(text)
                raise too_often(self.messages.retry_after(rate_key, now), "Too many messages.")
            key = await self._execute(room, viewer, text)
        except Refusal as refusal:
            key = key or key_of(text)
            self.rooms.metrics.actions_refused.labels(refusal.code).inc()
            await self.rooms.refuse(room, viewer, refusal, key)

    async def _execute(self, room: Room, viewer: Viewer, text: str) -> str:
        message = read_message(text)
        if isinstance(message, Hello):
            raise Unreadable("hello-again", "You have said hello already. Open another socket for another seat.")
        if isinstance(message, Ping):
            viewer.send(short_message("pong", self.rooms.version_for(room, viewer), message.key))
            return message.key
        if viewer.seat is None:
            raise Forbidden("spectator", "Spectators can only watch.")
        self._limit_talk(f"{room.id} {viewer.seat}", message)
        if isinstance(message, EmoteCommand):
            await self.rooms.emote(room, Emote(viewer.seat, message.emote), viewer, message.key)
        elif isinstance(message, WriteCommand):
            await self.rooms.write(room, viewer.seat, message.text, viewer, message.key)
        else:
            await self._command(room, viewer, viewer.seat, message)
        return message.key

    async def _command(self, room: Room, viewer: Viewer, seat: int, command: AnyCommand) -> None:
        await self.rooms.submit(
            room,
            lambda match: decide(match, seat, command, self.rooms.clock.now()),
            by=viewer,
            key=command.key,
        )

    def _limit_talk(self, seat: str, message: AnyCommand | EmoteCommand | WriteCommand) -> None:
        """What changes no game may not come often: others read it, or it would fill the log."""
        now = time.monotonic()
        if isinstance(message, EmoteCommand) and not self.emotes.take(seat, now):
            # A code of its own: clients send again what came too often, but this is best forgotten.
            raise TooOften("too-many-emotes", "You have said a lot. Wait a few seconds before you say more.")
        if isinstance(message, WriteCommand) and not self.chats.take(seat, now):
            raise TooOften("too-much-chat", "You have written a lot. Wait a few seconds before you write more.")
        if isinstance(message, TALK) and not self.talk.take(seat, now):
            raise too_often(self.talk.retry_after(seat, now), "You have changed your mind too often.")


async def serve_lobby(socket: WebSocket, lobby: Lobby) -> None:
    """The list of open tables, whenever it changes."""
    await socket.accept()
    viewer = Viewer(None)
    try:
        await lobby.add_viewer(viewer)
        await run_socket(socket, viewer, None)
    except StoreError:
        await socket.close(TRY_AGAIN, "come back")
    finally:
        lobby.remove_viewer(viewer)


async def receive(socket: Receiver) -> str:
    """The next message as text; one that is bytes counts as nonsense, not as a mistake of ours."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    return message.get("text") or ""


def outbox_of(scope: Scope) -> SocketConnection | None:
    """The connection below a socket; other ASGI servers than ours have none."""
    extension = scope.get("extensions", {}).get(OUTBOX)
    return None if extension is None else extension["connection"]


async def run_socket(socket: WebSocket, viewer: Viewer, on_text: Callable[[str], Awaitable[None]] | None) -> None:
    """Send what waits for the viewer and pass on what it sends, until either side hangs up."""
    outbox = outbox_of(socket.scope)
    line: Receiver = outbox or socket  # without the layers between, if possible
    sender = Sender(socket, viewer) if outbox is None else DirectSender(socket, viewer, outbox)
    viewer.on_change = sender.send
    sender.send()
    try:
        while True:
            text = await receive(line)
            if on_text is not None:
                await on_text(text)
            if outbox is None:  # ours sees to it that who sends many messages at once keeps nobody waiting
                await asyncio.sleep(0)
    except WebSocketDisconnect:
        pass
    finally:
        viewer.is_closed = True
        sender.stop()


class Sender:
    """Sends what waits for a viewer, by a task that lives while something does."""

    def __init__(self, socket: WebSocket, viewer: Viewer) -> None:
        self.socket = socket
        self.viewer = viewer
        self.task: asyncio.Task[None] | None = None

    def send(self) -> None:
        """Begin to send what is queued, unless that is being done."""
        if self.task is None:
            self.task = asyncio.create_task(self._send(), name="sender")

    async def _send(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):  # a client that hangs up while we send
            while self.viewer.queue:
                await self.socket.send_text(self.viewer.queue.pop(0).decode())
            self.task = None
            if self.viewer.is_closed:
                await self.socket.close(TRY_AGAIN, "come back")

    def stop(self) -> None:
        """Send no more."""
        self.viewer.on_change = lambda: None
        if self.task is not None:
            self.task.cancel()


class DirectSender(Sender):
    """Writes what waits for a viewer to its connection at once; only the good-bye takes a task."""

    def __init__(self, socket: WebSocket, viewer: Viewer, outbox: SocketConnection) -> None:
        super().__init__(socket, viewer)
        self.outbox = outbox
        outbox.on_writable = self.send
        outbox.forget_handshake()

    def send(self) -> None:
        """Write at once what the socket takes; wait only where it takes no more."""
        if self.outbox.is_writable and self.viewer.queue:
            self.outbox.write(self.viewer.take_messages())
        if self.viewer.is_closed:
            super().send()
