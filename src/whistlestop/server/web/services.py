"""The parts of a running server, put together in one place."""

import asyncio
import gc
import json
import os
import secrets
import socket
import time
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

import whistlestop
from whistlestop import kernels
from whistlestop.bots.search.searcher import SEARCH_KERNELS
from whistlestop.game import RULES
from whistlestop.server.bots.bot_workers import BotWorkers
from whistlestop.server.play.advice import Adviser
from whistlestop.server.play.balance_jobs import BalanceJobs
from whistlestop.server.play.caretaker import Caretaker
from whistlestop.server.play.entries import NAMES, Act, Emote
from whistlestop.server.play.lobby import Lobby
from whistlestop.server.play.replays import Result
from whistlestop.server.play.result_cache import ResultCache
from whistlestop.server.play.rooms import Rooms
from whistlestop.server.play.tables import Tables
from whistlestop.server.play.uploads import Uploads
from whistlestop.server.running.logs import log
from whistlestop.server.running.metrics import Metrics
from whistlestop.server.running.settings import Settings
from whistlestop.server.store import EntryRow, Store, StoreError, schema
from whistlestop.server.web.compressed import CompressedBody
from whistlestop.server.web.homes import CAN_HAND_OVER, Homes
from whistlestop.server.web.rates import Buckets
from whistlestop.server.web.readiness import Readiness
from whistlestop.server.web.sockets import TableSockets

DAY = 24 * 3600
YOUNG, MIDDLE, COLLECT_SECONDS = 10_000, 20, 300
"""The garbage collector looks at new objects once there are YOUNG of them, at those of middle age after MIDDLE such
looks, and at all that came since the last time every COLLECT_SECONDS. By itself it would look at everything whenever
there is a quarter more, and with 2,000 matches in memory that holds everybody up for half a second."""
LEAST_GONE = 1000
"""It looks at everything once this many sockets, and as many as there are, have gone: each leaves 20 KB behind."""
PRUNE_SECONDS = 3600
HINT_BURST, HINT_SECONDS = 4, 5
"""Hints that a seat may ask for at once, and seconds until there is one more."""
REPLAYS = 8
"""Kept in memory; each takes about a megabyte."""
RESULTS, DRAWINGS = 200, 64
"""Kept too: how finished games were counted, and drawings of uploaded maps."""


class Services:
    """Everything that routes need. `start` opens the database, `stop` lets go of it without losing anything."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.settings = settings
        self.metrics = metrics
        per_hour = settings.max_tables_per_address
        self.tables_opened = Buckets(per_hour, per_hour / 3600)
        shared_per_hour = settings.max_shared_maps_per_address
        self.maps_shared = Buckets(shared_per_hour, shared_per_hour / 3600)
        runs_per_hour = settings.max_balance_runs_per_address
        self.balance_runs = Buckets(runs_per_hour, runs_per_hour / 3600)
        self.hints_asked = Buckets(HINT_BURST, 1 / HINT_SECONDS)
        self.replays = ResultCache[CompressedBody](REPLAYS)
        self.results = ResultCache[Result](RESULTS)
        self.drawings = ResultCache[CompressedBody](DRAWINGS)
        self.homes: Homes | None = None
        self.is_draining = False
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Open the store and begin everything that runs by itself."""
        kernels.start(*SEARCH_KERNELS, loads_in_background=True)  # the first page and table do with plain ones
        owner = f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(4)}"
        self.store = await Store.open(self.settings.database_url, owner=owner)
        if self.settings.hand_over and self.store.is_shared and CAN_HAND_OVER:
            version = f"{whistlestop.__version__} {schema.REVISION} {RULES}"  # others may not read what we write
            self.homes = Homes(f"{self.settings.database_url} {version}")
        self.rooms = Rooms(self.store, self.settings, self.metrics)
        self.uploads = Uploads(log=log.warning)
        await self.uploads.start()
        self.balance_jobs = BalanceJobs(self.settings.max_balance_runs, self.settings.balance_niceness, log.warning)
        self.tables = Tables(self.rooms, self.uploads)
        self.lobby = Lobby(self.store, self.rooms.clock)
        self.sockets = TableSockets(self.rooms, self.tables, self.homes)
        self.rooms.lobby_changed = self.lobby.changed
        self.bots = BotWorkers(deep=self.settings.bot_workers, log=log.warning)
        self.bots.on_choice = self._note_choice
        await self.bots.start()
        self.adviser = Adviser(self.bots)
        self.caretaker = Caretaker(self.rooms, self.bots)
        self.readiness = Readiness(self.caretaker.heartbeat)
        await self.rooms.count_quarantined()
        await self.store.watch(self._on_notification, self._on_message)
        await self.caretaker.start()
        self._tasks.add(asyncio.create_task(self._prune(), name="prune"))
        self._tasks.add(asyncio.create_task(self._collect_garbage(), name="garbage"))

    def _on_notification(self, match_id: str | None, version: int, row: EntryRow | None) -> None:
        """Another process has added to a match; None: perhaps to any."""
        if row is None or row.kind != NAMES[Act]:  # with an action the lobby stays as it is
            self.lobby.changed()
        if match_id is None:
            for room in self.rooms.all():
                self.rooms.attendance.greet(room)
        self.rooms.on_notification(match_id, version, row)

    def _on_message(self, match_id: str, owner: str, kind: str, text: str) -> None:
        """Another process tells something that is in no log."""
        for room in self.rooms.with_id(match_id):
            if kind == "presence":
                self.rooms.attendance.receive(room, owner, text)
            elif kind == "chat":
                self.rooms.chat.receive(room, text)
            else:
                task = asyncio.create_task(self.rooms.receive_emote(room, Emote(**json.loads(text))), name="emote")
                self._tasks.add(task)
                task.add_done_callback(self._on_emote_done)

    def _on_emote_done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:  # what is said is not said again
            log.warning("emote", error=str(task.exception()))

    async def _prune(self) -> None:
        """Delete now and then what nobody will miss."""
        while True:
            try:
                await self._prune_older("open", self.settings.keep_open_days)
                await self._prune_older("over", self.settings.keep_finished_days)
                await self._prune_shared_maps(self.settings.keep_shared_days)
                await self.rooms.count_quarantined()
            except StoreError as error:
                log.warning("prune", error=str(error))
            await asyncio.sleep(PRUNE_SECONDS)

    async def _prune_older(self, status: str, days: int) -> None:
        if days and (gone := await self.store.prune(time.time() - days * DAY, [status])):
            log.info("pruned", status=status, matches=gone)

    async def _prune_shared_maps(self, days: int) -> None:
        if days and (gone := await self.store.shared_maps.prune(time.time() - days * DAY)):
            log.info("pruned", shared_maps=gone)

    async def _collect_garbage(self) -> None:
        """Collect cycles seldom and at known times. Nearly all that we drop is in none, and is freed at once.

        What was looked at is set aside and not looked at again, until as many sockets have gone as may be worth it."""
        gc.set_threshold(YOUNG, MIDDLE, 1_000_000)
        await asyncio.to_thread(gc.collect)
        gone = 0
        while True:
            gc.freeze()
            await asyncio.sleep(COLLECT_SECONDS)
            if self.sockets.gone >= gone + max(LEAST_GONE, self.sockets.here):
                gone = self.sockets.gone
                gc.unfreeze()
            gc.collect()

    def _note_choice(self, level: str, seconds: float) -> None:
        self.metrics.bot_seconds.labels(level).observe(seconds)
        self.metrics.bot_queue.set(sum(self.bots.pending.values()))

    async def stop(self) -> None:
        """Finish what is being stored, tell everybody to come back, and give up the leases for others to take."""
        self.is_draining = True
        if self.homes is not None:
            self.homes.close()
        await self.caretaker.stop()
        for task in self._tasks:
            task.cancel()
        self.rooms.close()
        await self.bots.close()
        await self.uploads.close()
        await self.balance_jobs.close()
        await self.store.release()
        await self.store.close()


def services_of(connection: HTTPConnection) -> Services:
    """The services that a request may use."""
    services: Services = connection.app.state.services
    return services


Use = Annotated[Services, Depends(services_of)]
