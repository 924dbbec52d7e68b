"""PostgreSQL: any number of server processes on any number of machines."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import event, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from whistlestop.server.store.appends import AppendConnection
from whistlestop.server.store.database import Callback, MessageCallback
from whistlestop.server.store.errors import StoreError, store_errors
from whistlestop.server.store.migrate import migrate, revision_of
from whistlestop.server.store.notify import CHANNEL, MESSAGE_CHANNELS, Listener
from whistlestop.server.store.rows import NewEntry
from whistlestop.server.store.schema import REVISION

MIGRATION_LOCK = 0x77686973746C6573  # any number that is always the same
NOTIFY = text("SELECT pg_notify(:channel, :message)")


class PostgresDatabase:
    """A pool of connections, one for appends only, and one that listens."""

    is_shared = True

    def __init__(self, url: URL, pool_size: int, command_timeout: float) -> None:
        self._url = url
        self._engine = engine_of(url, pool_size - 1, command_timeout)
        self._appends = AppendConnection(url, connect_arguments(command_timeout))
        self._listener: Listener | None = None

    @classmethod
    async def open(cls, url: URL, *, pool_size: int, command_timeout: float) -> "PostgresDatabase":
        """Connect and bring the tables up to date."""
        database = cls(url, pool_size, command_timeout)
        where = f"PostgreSQL at {url.host or url.query.get('host', 'localhost')}, database {url.database}"
        try:
            with store_errors(where):
                await database._migrate()
        except StoreError:
            await database.close()
            raise
        except Exception as error:  # the driver's own errors while connecting, which SQLAlchemy passes on as they are
            await database.close()
            raise StoreError(f"{where}: {error}") from error
        return database

    async def _migrate(self) -> None:
        async with self.reading() as connection:
            if await connection.run_sync(revision_of) == REVISION:
                return
        async with self.transaction() as connection:
            await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
            await connection.run_sync(migrate)  # looks again: another process may have done it meanwhile

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """The pool's connections commit every statement by themselves."""
        async with self._engine.connect() as connection:
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """One statement."""
        async with self._engine.connect() as connection:
            yield connection

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """Several statements."""
        async with self._engine.execution_options(isolation_level="READ COMMITTED").begin() as connection:
            yield connection

    async def write_batch(self, owner: str, batch: list[NewEntry]) -> set[str]:
        """One statement for all of them, on a connection that nobody else uses."""
        return await self._appends.write(owner, batch)

    async def announce(self, connection: AsyncConnection, owner: str, match_id: str) -> None:
        """Sent by PostgreSQL when the transaction commits."""
        message = {"channel": CHANNEL, "message": f"{match_id} 0 {owner}"}
        await connection.execute(NOTIFY, message)

    async def send_message(self, owner: str, match_id: str, kind: str, content: str) -> None:
        """Nothing is written: who does not listen now will not receive it."""
        message = {"channel": MESSAGE_CHANNELS[kind], "message": f"{match_id} {owner} {content}"}
        with store_errors("sending a message"):
            async with self.writing() as connection:
                await connection.execute(NOTIFY, message)

    async def watch(self, owner: str, callback: Callback, on_message: MessageCallback) -> None:
        """Return when listening."""
        self._listener = Listener(self._url, owner, callback, on_message)
        with store_errors("listening"):
            await self._listener.start()

    async def close(self) -> None:
        """The listener first: it would reconnect."""
        if self._listener is not None:
            await self._listener.stop()
        await self._appends.close()
        await self._engine.dispose()


def connect_arguments(command_timeout: float) -> dict[str, Any]:
    """Connecting may take as long as a command: who starts while PostgreSQL hangs must not give up earlier."""
    return {"timeout": command_timeout, "command_timeout": command_timeout, "server_settings": {"jit": "off"}}


def engine_of(url: URL, pool_size: int, command_timeout: float) -> AsyncEngine:
    """Parameters stay out of error messages: there are seeds among them."""
    engine = create_async_engine(
        url,
        isolation_level="AUTOCOMMIT",
        pool_size=pool_size,
        max_overflow=0,
        pool_timeout=command_timeout,
        hide_parameters=True,
        connect_args=connect_arguments(command_timeout),
    )

    @event.listens_for(engine.sync_engine, "checkout")
    def replace_if_closed(connection: Any, _record: object, _proxy: object) -> None:
        """After PostgreSQL was restarted: connect anew instead of failing once. Asks no server, so costs nothing."""
        if connection.driver_connection.is_closed():
            raise DisconnectionError

    return engine
