"""Notifications between processes: PostgreSQL's LISTEN on a connection of its own that comes back when it is lost.

What was appended is sent as `match version owner at kind body`, or `match version owner` where that is too long or
there is no entry. The second form is what processes knew before there was the first, and they can read both: for them
the owner reaches to the end, and is not their own.
"""

import asyncio
from contextlib import suppress
from typing import Any

from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from whistlestop.server.store.database import Callback, MessageCallback
from whistlestop.server.store.rows import EntryRow

CHANNEL = "whistlestop"
LONGEST_NOTIFICATION = 7_999
"""Bytes that PostgreSQL takes as a notification; one more and it would refuse the append itself."""
NOTIFICATION = f"""
        CASE WHEN octet_length(concat_ws(' ', match_id, version, $1, at, kind, body)) <= {LONGEST_NOTIFICATION}
        THEN concat_ws(' ', match_id, version, $1, at, kind, body)
        ELSE concat_ws(' ', match_id, version, $1) END"""
"""SQL for the notification of an entry that `$1` appends; `read_notification` reads it."""
MESSAGE_CHANNELS = {"emote": "whistlestop_said", "presence": "whistlestop_presence", "chat": "whistlestop_chat"}
"""For what is in no log, by its kind. Channels of their own: older processes beside this one can't read all of it."""
KINDS_BY_CHANNEL = {channel: kind for kind, channel in MESSAGE_CHANNELS.items()}
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0  # seconds between attempts to reconnect, doubling
PING_SECONDS = 30.0  # seconds of silence after which the connection is tried: a cut cable tells nobody


class Listener:
    """Calls back for every message of another owner."""

    def __init__(self, url: URL, owner: str, callback: Callback, on_message: MessageCallback) -> None:
        # `timeout` bounds connecting, `command_timeout` everything after.
        arguments = {"timeout": 10, "command_timeout": 10}
        self._engine = create_async_engine(url, poolclass=NullPool, connect_args=arguments)
        self._owner = owner
        self._callback = callback
        self._message_callback = on_message
        self._lost = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Return when listening."""
        connection = await self._listen()
        self._task = asyncio.create_task(self._keep_listening(connection), name="listen to PostgreSQL")

    async def stop(self) -> None:
        """Stop listening."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        await self._engine.dispose()

    async def _listen(self) -> AsyncConnection:
        self._lost = lost = asyncio.Event()
        connection = await self._engine.connect()
        driver = await driver_of(connection)
        driver.add_termination_listener(lambda _driver: lost.set())
        await driver.add_listener(CHANNEL, self._on_notification)
        for channel in MESSAGE_CHANNELS.values():
            await driver.add_listener(channel, self._on_message)
        return connection

    async def _keep_listening(self, connection: AsyncConnection) -> None:
        try:
            while True:
                await self._until_lost(connection)
                await connection.invalidate()
                connection = await self._listen_again()
                self._callback(None, 0, None)  # after LISTEN, so that nothing falls between
        finally:
            await connection.invalidate()

    async def _until_lost(self, connection: AsyncConnection) -> None:
        driver = await driver_of(connection)
        while not self._lost.is_set():
            try:
                await asyncio.wait_for(self._lost.wait(), PING_SECONDS)
            except TimeoutError:
                try:
                    await driver.execute("SELECT 1")
                except Exception:  # whatever it is, a new connection is the answer
                    return

    async def _listen_again(self) -> AsyncConnection:
        pause = FIRST_PAUSE
        while True:
            with suppress(Exception):  # the database is away; it is asked again until it is back
                return await self._listen()
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _on_notification(self, _driver: object, _process: int, _channel: str, message: str) -> None:
        if message.split(" ", 3)[2] != self._owner:  # most that a lone process hears is its own
            match_id, version, _, row = read_notification(message)
            self._callback(match_id, version, row)

    def _on_message(self, _driver: object, _process: int, channel: str, message: str) -> None:
        match_id, owner, content = message.split(" ", 2)
        if owner != self._owner:
            self._message_callback(match_id, owner, KINDS_BY_CHANNEL[channel], content)


async def driver_of(connection: AsyncConnection) -> Any:
    """The driver's own connection, below SQLAlchemy's."""
    return (await connection.get_raw_connection()).driver_connection


def read_notification(message: str) -> tuple[str, int, str, EntryRow | None]:
    """Match, version, who has written it, and the entry if the message has it.

    >>> read_notification('m 5 one 1000.5 vote {"seat": 0, "about": 2}')[3]
    EntryRow(match_id='m', version=5, at=1000.5, kind='vote', body='{"seat": 0, "about": 2}')
    >>> read_notification("m 5 one")
    ('m', 5, 'one', None)
    """
    match_id, version, owner, *entry = message.split(" ", 5)
    row = None
    with suppress(ValueError):  # a later version may send entries in another way
        at, kind, body = entry
        row = EntryRow(match_id, int(version), float(at), kind, body)
    return match_id, int(version), owner, row
