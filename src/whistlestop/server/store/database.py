"""What the store needs from a database; `sqlite.py` and `postgres.py` have one each."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection

from whistlestop.server.store.errors import StoreError
from whistlestop.server.store.rows import EntryRow, NewEntry

Callback = Callable[[str | None, int, EntryRow | None], None]
"""For a match, its version and the entry that made it, if that was sent. None, 0: something may have been missed."""
MessageCallback = Callable[[str, str, str, str], None]
"""For a match: which process says something of it, of what kind, and what."""

DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}


class Database(Protocol):
    """A database whose tables are the newest."""

    is_shared: bool
    """Whether other processes may write to it."""

    def reading(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A connection to read with; every statement is its own transaction."""

    def writing(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A connection for one statement that writes, and is its own transaction."""

    def transaction(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A connection for several statements that happen all or not at all."""

    async def write_batch(self, owner: str, batch: list[NewEntry]) -> set[str]:
        """Write appends of different matches in one transaction; the ids of those that were first."""

    async def announce(self, connection: AsyncConnection, owner: str, match_id: str) -> None:
        """Tell other processes, at commit, about a new match."""

    async def send_message(self, owner: str, match_id: str, kind: str, content: str) -> None:
        """Tell other processes something that is in no log, if they listen."""

    async def watch(self, owner: str, callback: Callback, on_message: MessageCallback) -> None:
        """From now on call back for what other owners write and send."""

    async def close(self) -> None:
        """Let go of all connections."""


async def open_database(address: str, *, pool_size: int, command_timeout: float) -> Database:
    """Connect by URL and migrate to the newest tables; StoreError says what is wrong."""
    url = parsed(address)
    # Only the driver that is used gets imported.
    if url.get_backend_name() == "sqlite":
        from whistlestop.server.store.sqlite import SqliteDatabase

        return await SqliteDatabase.open(url)
    from whistlestop.server.store.postgres import PostgresDatabase

    return await PostgresDatabase.open(url, pool_size=pool_size, command_timeout=command_timeout)


def parsed(address: str) -> URL:
    """The address with the driver we use.

    >>> parsed("postgres://anna@localhost/games").drivername
    'postgresql+asyncpg'
    >>> parsed("mysql://localhost/games")
    Traceback (most recent call last):
    whistlestop.server.store.errors.StoreError: "mysql" is not a database we know: use sqlite:///FILE or postgresql://…
    """
    try:
        url = make_url(address)
    except ArgumentError:  # its text has the address, and that may have a password
        raise StoreError("the database URL can't be read: use sqlite:///FILE or postgresql://USER@HOST/NAME") from None
    if url.drivername not in DRIVERS:
        raise StoreError(f'"{url.drivername}" is not a database we know: use sqlite:///FILE or postgresql://…')
    return url.set(drivername=DRIVERS[url.drivername])
