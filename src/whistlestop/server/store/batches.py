"""Group commit: appends that arrive while a commit is under way share the next one."""

import asyncio
import time
from collections.abc import Awaitable, Callable

from whistlestop.server.store.errors import StoreError, WriteRefused
from whistlestop.server.store.rows import NewEntry

LARGEST = 250  # appends in a batch: a commit of that many takes tens of milliseconds, and somebody waits for it

INTERVAL = 0.02
"""Seconds from the beginning of a commit to that of the next: under load it saves more work than it costs time, as a
commit takes the same, however many appends are in it. After a rest there is no waiting."""

Waiter = tuple[NewEntry, asyncio.Future[bool]]


class GroupCommit:
    """A queue of appends, written in batches by one task that lives while there is something to write."""

    def __init__(self, write: Callable[[list[NewEntry]], Awaitable[set[str]]]) -> None:
        self._write = write
        self._waiting: list[Waiter] = []
        self._task: asyncio.Task[None] | None = None
        self._began = -INTERVAL

    async def append(self, new_entry: NewEntry) -> bool:
        """Return after the commit: whether this append was the first of its version."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((new_entry, done))
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="group commit")
        return await done

    async def drain(self) -> None:
        """Return when all that was asked for has been written."""
        if self._task is not None:
            await asyncio.wait([self._task])

    async def _run(self) -> None:
        try:
            while self._waiting:
                await asyncio.sleep(self._began + INTERVAL - time.monotonic())
                self._began = time.monotonic()
                await self._commit(self._next_batch())
        finally:
            self._task = None
            left, self._waiting = self._waiting, []
            fail(left, StoreError("the store was closed"))  # nobody is left, unless this task was cancelled

    def _next_batch(self) -> list[Waiter]:
        """The oldest waiters, one per match: a match's next version can only follow the one before."""
        batch: dict[str, Waiter] = {}
        later: list[Waiter] = []
        for waiter in self._waiting:
            match_id = waiter[0].match_id
            if match_id in batch or len(batch) == LARGEST:
                later.append(waiter)
            else:
                batch[match_id] = waiter
        self._waiting = later
        return list(batch.values())

    async def _commit(self, batch: list[Waiter]) -> None:
        try:
            accepted = await self._write([new_entry for new_entry, _ in batch])
        except WriteRefused as error:
            if len(batch) == 1:
                fail(batch, error)
                return
            for waiter in batch:  # one of them can't be stored; the others must not suffer for it
                await self._commit([waiter])
        except BaseException as error:
            fail(batch, error)
            if not isinstance(error, Exception):
                raise
        else:
            for new_entry, done in batch:
                if not done.done():  # its waiter may have been cancelled
                    done.set_result(new_entry.match_id in accepted)


def fail(waiters: list[Waiter], error: BaseException) -> None:
    """Tell every waiter what went wrong, each by an exception of its own: a traceback grows where it is raised."""
    kind = WriteRefused if isinstance(error, WriteRefused) else StoreError
    for _, done in waiters:
        if not done.done():
            own = kind(str(error) or type(error).__name__)
            own.__cause__ = error
            done.set_exception(own)
