"""Garbage in cycles: what was looked at once is set aside, until many sockets have gone."""

import asyncio
import gc
import weakref
from types import SimpleNamespace
from typing import Any, cast

import pytest

from whistlestop.server.web import services as services_module
from whistlestop.server.web.services import LEAST_GONE, Services
from whistlestop.server.web.sockets import TableSockets


class Ring:
    """Something that only the garbage collector can free."""

    def __init__(self) -> None:
        self.itself = self


@pytest.mark.anyio
async def test_all_of_memory_is_searched_again_once_many_sockets_have_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    thresholds = gc.get_threshold()
    rounds = 0
    freeze = gc.freeze

    def counted_freeze() -> None:
        nonlocal rounds
        rounds += 1
        freeze()

    async def more_rounds() -> None:
        until = rounds + 2
        while rounds < until:
            await asyncio.sleep(0)

    async def frees_what_was_looked_at(here: int, gone: int) -> bool:
        """Whether something that was in use when it was looked at is freed, with `here` sockets and `gone` ones."""
        ring = Ring()
        await more_rounds()
        seen = weakref.ref(ring)
        del ring
        sockets.here, sockets.gone = here, gone
        await more_rounds()
        return seen() is None

    monkeypatch.setattr(gc, "freeze", counted_freeze)
    monkeypatch.setattr(services_module, "COLLECT_SECONDS", 0)
    sockets = SimpleNamespace(here=0, gone=0)
    services: Any = SimpleNamespace(sockets=cast(TableSockets, sockets))
    task = asyncio.create_task(Services._collect_garbage(services))
    try:
        await more_rounds()
        assert gc.get_threshold()[:2] == (services_module.YOUNG, services_module.MIDDLE)
        young = weakref.ref(Ring())
        assert not await frees_what_was_looked_at(0, LEAST_GONE - 1)
        assert young() is None
        assert await frees_what_was_looked_at(0, LEAST_GONE)
        assert not await frees_what_was_looked_at(0, 2 * LEAST_GONE - 1)  # as many have to go once more
        assert not await frees_what_was_looked_at(5 * LEAST_GONE, 5 * LEAST_GONE)  # and as many as there are
        assert await frees_what_was_looked_at(5 * LEAST_GONE, 6 * LEAST_GONE)
    finally:
        task.cancel()
        gc.unfreeze()
        gc.set_threshold(*thresholds)
