"""The lobby: public tables with an empty seat, live."""

import asyncio
import json
import time
from typing import cast

from pydantic_core import to_json

from whistlestop.server.play.match import Status
from whistlestop.server.play.table_settings import LONGEST_DELAY
from whistlestop.server.play.table_view import ListedTable, LobbyMessage, OwnTable, TableSummary, awaited_seats
from whistlestop.server.play.viewer import Viewer
from whistlestop.server.running.clock import Clock
from whistlestop.server.running.logs import log
from whistlestop.server.store import ListedMatch, MatchRow, OpenTable, Store, StoreError

LARGEST = 100
AT_MOST_EVERY = 0.25
"""Seconds between two looks into the store, however often tables change."""


class Lobby:
    """Who looks at the lobby gets the list, and again whenever it changes."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store = store
        self.clock = clock
        self._sent: dict[Viewer, bytes] = {}
        """What each viewer was sent last."""
        self._has_changed = False
        self._task: asyncio.Task[None] | None = None
        self._running: asyncio.Task[list[ListedTable]] | None = None
        self._running_at = 0.0

    async def tables(self) -> list[ListedTable]:
        """The open tables, newest first."""
        return [summary(row) for row in await self.store.open_tables(LARGEST)]

    async def running_tables(self) -> list[ListedTable]:
        """The public games that are going on, as far as spectators may know; the newest first, whoever moves."""
        now = time.monotonic()
        if self._running is None or (self._running.done() and now - self._running_at >= AT_MOST_EVERY):
            self._running_at = now
            self._running = asyncio.create_task(self._load_running(), name="played")
        return await asyncio.shield(self._running)

    async def _load_running(self) -> list[ListedTable]:
        now = self.clock.now()
        rows = await self.store.public_matches(LARGEST, now - LONGEST_DELAY)
        return [{**summary(row), "status": "running", "result": None} for row in rows if goes_on(row, now)]

    async def add_viewer(self, viewer: Viewer) -> None:
        """Show somebody the tables, now and whenever they change."""
        self._sent[viewer] = b""
        self._send(viewer, self._message(await self.tables()))

    def remove_viewer(self, viewer: Viewer) -> None:
        """A viewer is gone."""
        self._sent.pop(viewer, None)

    def changed(self) -> None:
        """Some table may have changed: look soon, and once for all that changes meanwhile."""
        self._has_changed = True
        if self._sent and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._send_update(), name="lobby")

    async def _send_update(self) -> None:
        while self._has_changed:
            await asyncio.sleep(AT_MOST_EVERY)
            self._has_changed = False
            try:
                message = self._message(await self.tables())
            except StoreError as error:
                log.warning("lobby", error=str(error))
                self._has_changed = True
                continue
            for viewer in list(self._sent):
                self._send(viewer, message)

    def _send(self, viewer: Viewer, message: bytes) -> None:
        if self._sent.get(viewer) != message:
            self._sent[viewer] = message
            viewer.send(message)

    @staticmethod
    def _message(tables: list[ListedTable]) -> bytes:
        message: LobbyMessage = {"type": "lobby", "tables": tables}
        return to_json(message)


def goes_on(row: ListedMatch, now: float) -> bool:
    """Whether a game is under way for those who watch: with a delay it ends later for them."""
    delay: float = json.loads(row.settings).get("spectator_delay", 0)
    return row.status == "running" or now < row.changed + delay


def summary(row: OpenTable | MatchRow) -> ListedTable:
    """A table in one line."""
    stored: TableSummary = json.loads(row.summary)
    return {"match": row.id, "created": row.created, **stored}


def own_table(row: MatchRow, own_seats: list[int]) -> OwnTable:
    """A table for who has seats there."""
    return {
        **summary(row),
        "status": cast("Status", row.status),
        "own_seats": own_seats,
        "awaited": awaited_seats(row.awaited, row.version),
        "changed": row.changed,
    }
