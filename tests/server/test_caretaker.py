"""What the server does by itself, put together in this process: bots that have to wait, and what wakes them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.server import odd_bots
from tests.server.bot_scene import Reports, running, workers_with
from whistlestop.server.play.caretaker import Caretaker
from whistlestop.server.play.decide import bot_act
from whistlestop.server.play.entries import NAMES, SetPace, body_of
from whistlestop.server.play.match import Match
from whistlestop.server.play.rooms import Rooms
from whistlestop.server.play.table_settings import NewTable
from whistlestop.server.play.tables import Tables
from whistlestop.server.play.uploads import Uploads
from whistlestop.server.running.metrics import Metrics
from whistlestop.server.running.settings import Settings
from whistlestop.server.store import EntryRow, Store

LEASE = 0.3


@asynccontextmanager
async def cared_for(folder: Path, bot: str, lease: float = LEASE) -> AsyncIterator[tuple[Tables, list[str]]]:
    """Tables whose `easy` bots are odd ones, and the levels that were asked for an action so far."""
    url = f"sqlite:///{folder}/matches.db"
    settings = Settings(database_url=url, lease_seconds=lease)
    store = await Store.open(url, owner="test")
    rooms = Rooms(store, settings, Metrics())
    asked: list[str] = []
    async with running(workers_with(Reports(), easy=f"tests.server.odd_bots:{bot}")) as workers:
        choose = workers.choose

        async def counted(source: str, map_source: str | None, view: object, level: str, seed: int) -> str:
            asked.append(level)
            return await choose(source, map_source, view, level, seed)  # type: ignore[arg-type]

        workers.choose = counted  # type: ignore[method-assign, assignment]
        caretaker = Caretaker(rooms, workers)
        await caretaker.start()
        try:
            yield Tables(rooms, Uploads()), asked
        finally:
            await caretaker.stop()
            await store.close()


def test_a_bot_that_waits_for_a_worker_longer_than_the_lease_keeps_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asked anew at every lease, it would be last in the queue for ever."""
    monkeypatch.setenv(odd_bots.FOLDER, str(tmp_path))

    async def scene() -> None:
        async with cared_for(tmp_path, "Waits") as (tables, asked):
            bots = [{"kind": "bot", "level": "easy"}] * 2
            opened = await tables.create(NewTable.model_validate({"seats": bots, "pace": "instant"}), None, "here")
            while not list(tmp_path.glob("Waits-*")):
                await asyncio.sleep(0.02)
            await asyncio.sleep(6 * LEASE)
            assert asked == ["easy"]
            (tmp_path / "go").touch()
            room = await tables.rooms.open(opened.match)
            while room.match is None or room.match.version < 10:
                await asyncio.sleep(0.02)

    asyncio.run(asyncio.wait_for(scene(), 120))


def test_what_another_process_has_taken_over_is_left_to_it(tmp_path: Path) -> None:
    """A clock that was to be stopped here is another one after their move. What they only say changes nothing."""
    people = {"seats": [{"kind": "person"}] * 2, "clock": {"per": "move", "seconds": 30}}

    async def scene() -> None:
        async with cared_for(tmp_path, "Waits", lease=60.0) as (tables, _):
            opened = await tables.create(NewTable.model_validate(people), None, "here")
            rooms, room = tables.rooms, await tables.rooms.open(opened.match)
            for seat in (0, 1):
                await tables.sit(room, seat, "Ann", None)
            while room.match is None or room.match.game is None:
                await asyncio.sleep(0.02)
            for seat in (0, 1):
                await rooms.submit(room, lambda match, seat=seat: bot_act(match, seat, first_action(match, seat)))
            waiting = room.work_task
            assert waiting is not None
            acting = bot_act(room.match, 0, first_action(room.match, 0)).entry
            for entry, is_left in ((SetPace(1, "slow"), False), (acting, True)):
                version = room.match.version + 1
                row = EntryRow(room.id, version, rooms.clock.now(), NAMES[type(entry)], body_of(entry))
                rooms.on_notification(room.id, version, row)
                assert room.match.version == version
                await asyncio.sleep(0.02)
                assert waiting.cancelled() == is_left
            assert room.work_task is waiting  # and nothing else was begun

    asyncio.run(asyncio.wait_for(scene(), 120))


def first_action(match: Match, seat: int) -> str:
    assert match.game is not None
    return str(match.game.legal_actions(seat)[0])
