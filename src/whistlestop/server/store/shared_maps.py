"""Maps that people share by a link: each text is stored once, and goes when nobody has opened it for long."""

import base64
import hashlib
from collections.abc import Awaitable, Callable
from typing import Any

import sqlalchemy as sa

from whistlestop.server.store import schema

ID_LENGTH = 22
"""Letters of 6 bits: nobody guesses one."""
NOTED_SECONDS = 24 * 3600.0
"""That a map was opened is written at most this often."""
PRUNED_AT_ONCE = 50

shared_map = schema.shared_map
# Nothing is stored once there are `most`; who shares what is there already keeps it from being forgotten.
INSERT = sa.text(
    "INSERT INTO shared_map (id, opened, text)"
    " SELECT CAST(:id AS text), CAST(:opened AS double precision), CAST(:text AS text)"
    " WHERE (SELECT count(*) FROM shared_map) < :most"
    " ON CONFLICT (id) DO UPDATE SET opened = excluded.opened"
)

Rows = list[sa.Row[*tuple[Any, ...]]]
Execute = Callable[[str, Any], Awaitable[Rows]]


def shared_id(text: str) -> str:
    """Under which a map is shared: the same text has the same link."""
    digest = hashlib.sha256(text.encode()).digest()
    return base64.urlsafe_b64encode(digest).decode()[:ID_LENGTH]


class SharedMaps:
    """A part of the store, which reads and writes for it."""

    def __init__(self, read: Execute, write: Execute) -> None:
        self._read = read
        self._write = write

    async def add(self, text: str, now: float, most: int) -> str | None:
        """Keep a map; its id, or None if there are `most` already."""
        id = shared_id(text)
        await self._write("sharing a map", INSERT.bindparams(id=id, opened=now, text=text, most=most))
        return id if await self.open(id, now) is not None else None

    async def open(self, id: str, now: float) -> str | None:
        """The text of a map; None if there is none. Somebody has opened it now."""
        query = sa.select(shared_map.c.text, shared_map.c.opened).where(shared_map.c.id == id)
        rows = await self._read("opening a shared map", query)
        if not rows:
            return None
        if rows[0].opened < now - NOTED_SECONDS:
            note = shared_map.update().where(shared_map.c.id == id).values(opened=now)
            await self._write("noting that a shared map was opened", note)
        return str(rows[0].text)

    async def prune(self, before: float) -> int:
        """Delete maps that nobody has opened since `before`; return how many."""
        some = sa.select(shared_map.c.id).where(shared_map.c.opened < before).limit(PRUNED_AT_ONCE)
        deletion = shared_map.delete().where(shared_map.c.id.in_(some)).returning(shared_map.c.id)
        count = 0
        while rows := await self._write("deleting shared maps", deletion):
            count += len(rows)
        return count
