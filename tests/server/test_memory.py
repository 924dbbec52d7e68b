"""Garbage in cycles: what was looked at once is set aside, until many sockets have gone."""

import asyncio
import gc
import weakref
from types import SimpleNamespace
from typing import Any, cast

import pytest

from whistlestop.server.web import services as services_module
from whistlestop.server.web.services import Services
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

    monkeypatch.setattr(gc, "freeze", counted_freeze)
    monkeypatch.setattr(services_module, "COLLECT_SECONDS", 0)
    services: Any = SimpleNamespace(sockets=cast(TableSockets, SimpleNamespace(here=0, gone=0)))
    task = asyncio.create_task(Services._collect_garbage(services))
    try:
        old = Ring()
        await more_rounds()
        seen, seen_young = weakref.ref(old), weakref.ref(Ring())
        del old
        await more_rounds()
        assert (seen() is None, seen_young() is None) == (False, True)
        services.sockets.gone = services_module.LEAST_GONE
        await more_rounds()
        assert seen() is None
    finally:
        task.cancel()
        gc.unfreeze()
        gc.set_threshold(*thresholds)
