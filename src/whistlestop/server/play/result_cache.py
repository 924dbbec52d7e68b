"""A cache of answers that take a while: each is made once, however many ask at the same time."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class ResultCache(Generic[T]):
    """The `max_entries` answers that were asked for last, by their key."""

    def __init__(self, max_entries: int) -> None:
        self.max_entries = max_entries
        self._found: OrderedDict[str, asyncio.Task[T]] = OrderedDict()

    async def get(self, key: str, make: Callable[[], Awaitable[T]]) -> T:
        """The answer to `key`, made if nobody has asked yet. What failed is not kept."""
        task = self._found.get(key)
        if task is None:
            task = self._found[key] = asyncio.ensure_future(make())
            task.add_done_callback(lambda done: self._settle(key, done))
        self._found.move_to_end(key)
        while len(self._found) > self.max_entries:
            self._found.popitem(last=False)
        return await asyncio.shield(task)  # who hangs up does not take it from the others

    def _settle(self, key: str, done: "asyncio.Task[T]") -> None:
        if (done.cancelled() or done.exception() is not None) and self._found.get(key) is done:
            del self._found[key]
