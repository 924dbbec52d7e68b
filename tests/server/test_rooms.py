"""The life of a room under every order of events: who opens, waits, loses the store, is swept away or hears of others.

A scheduler answers the store's calls one by one in an order of its own, and lets some of them fail. However it chooses,
everybody who is connected at the end has heard all that the log says.
"""

import asyncio
import json
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from tests.server.told import Told
from whistlestop.board import load_board
from whistlestop.server.play import rooms as rooms_module
from whistlestop.server.play.boards import map_json
from whistlestop.server.play.decide import Decision
from whistlestop.server.play.entries import NAMES, SetPace, body_of
from whistlestop.server.play.loading import load_match
from whistlestop.server.play.match import Match
from whistlestop.server.play.messages import Feed
from whistlestop.server.play.refusal import Refusal
from whistlestop.server.play.rooms import Room, Rooms
from whistlestop.server.play.viewer import Viewer
from whistlestop.server.running.metrics import Metrics
from whistlestop.server.running.settings import Settings
from whistlestop.server.store import Appending, EntryRow, MatchRow, SeatRow, StoredMatch, StoreError

ORDERS = 160
PACES = ("instant", "fast", "normal", "slow")
SETTINGS = Settings(database_url="sqlite:///nowhere.db", idle_seconds=0.000_001)
METRICS = Metrics()
MAP_TEXT = map_json(load_board("san-francisco"))


class SlowLog:
    """A store with the log of one match, whose every call waits until the scheduler lets it go on, or fail."""

    def __init__(self) -> None:
        self.log: list[EntryRow] = []
        self.waiting: list[tuple[str, asyncio.Future[bool]]] = []
        settings = {"map": "san-francisco", "seats": [{"kind": "person"}] * 2}
        self.row: dict[str, Any] = {
            "id": "m",
            "settings": json.dumps(settings),
            "summary": "",
            "seed": "1",
            "commitment": "",
            "watch_hash": "",
            "public": True,
            "joinable": True,
            "created": 1.0,
            "changed": 1.0,
            "owner": None,
            "lease_until": 0.0,
            "rules": 1,
            "map_hash": None,
        }

    async def _turn(self, call: str) -> None:
        """Wait for one's turn."""
        turn = asyncio.get_running_loop().create_future()
        self.waiting.append((call, turn))
        if await turn:
            raise StoreError("no answer in time")

    async def load(self, match_id: str) -> StoredMatch:
        await self._turn("load")
        loaded = self.stored()
        await self._turn("loaded")
        return loaded

    def stored(self) -> StoredMatch:
        return StoredMatch(MatchRow(**self.row, version=len(self.log)), list(self.log), MAP_TEXT)

    async def entries(self, match_id: str, after: int) -> list[EntryRow]:
        await self._turn("entries")
        found = self.log[after:]
        await self._turn("found")
        return found

    async def seats(self, match_id: str) -> list[SeatRow]:
        await self._turn("seats")
        return [SeatRow(0, "a"), SeatRow(1, "b")]

    async def append(self, appending: Appending) -> bool:
        await self._turn("append")
        is_first = appending.version == len(self.log) + 1
        if is_first:
            self.log.append(EntryRow("m", appending.version, appending.at, appending.kind, appending.body))
        await self._turn("appended")  # fails after it was stored
        return is_first

    def add(self, pace: str) -> None:
        """What another process does."""
        entry = SetPace(1, pace)
        self.log.append(EntryRow("m", len(self.log) + 1, 1.0, NAMES[SetPace], body_of(entry)))


class Scene:
    """Players, another process and a sweeper, in an order that the dice choose."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.store = SlowLog()
        self.rooms = Rooms(self.store, SETTINGS, METRICS)  # type: ignore[arg-type]
        self.connected: list[Viewer] = []
        self.held: list[Room] = []
        """Rooms in which anybody was, all alive until the end."""
        self.failed = Counter[str]()

    async def run(self) -> None:
        actors = [self.player(), self.player(), self.player(), self.other_process(), self.sweeper()]
        await self.schedule([asyncio.create_task(actor) for actor in actors], may_fail=6)
        self.add("normal")  # and once more when nobody says anything that would bring it up
        await self.schedule([], may_fail=2)

    async def schedule(self, tasks: list[asyncio.Task[None]], may_fail: int) -> None:
        """Answer the store's calls until nobody waits for one."""
        while True:
            for _ in range(15):  # all that can go on without the store
                await asyncio.sleep(0)
            if not self.store.waiting:
                break
            call, turn = self.store.waiting.pop(self.dice.randrange(len(self.store.waiting)))
            fails = may_fail > 0 and self.dice.random() < 0.15
            may_fail -= fails
            self.failed[call] += fails
            turn.set_result(fails)
        for task in tasks:
            task.result()

    async def pause(self) -> None:
        """Let others go on for a while."""
        for _ in range(self.dice.randrange(8)):
            await self.store._turn("pause") if self.dice.random() < 0.3 else await asyncio.sleep(0)

    async def player(self) -> None:
        """Connects, says something now and then, and comes back when sent away."""
        to_say = 3
        while True:
            viewer = Viewer(0, self.dice.choice([1, 2]))
            room = None
            try:
                await self.pause()
                room = await self.rooms.open("m")
                self.held.append(room)
                await self.pause()
                await self.rooms.welcome(room, viewer)
                while to_say and not viewer.is_closed:
                    to_say -= 1
                    await self.pause()
                    await self.rooms.submit(room, self.change_pace, by=viewer, key="k")
            except (Refusal, StoreError):
                pass
            if room is not None and not viewer.is_closed and viewer in room.viewers and not to_say:
                self.connected.append(viewer)
                return
            if room is not None:
                self.rooms.part(room, viewer)

    def change_pace(self, match: Match) -> Decision:
        return Decision(SetPace(0, self.dice.choice([pace for pace in PACES if pace != match.pace])))

    async def other_process(self) -> None:
        for pace in ("fast", "slow", "instant"):
            try:
                await self.pause()
            except StoreError:
                continue
            self.add(pace)

    def add(self, pace: str) -> None:
        self.store.add(pace)
        self.rooms.woken("m", len(self.store.log))

    async def sweeper(self) -> None:
        for _ in range(6):
            try:
                await self.pause()
            except StoreError:
                continue
            self.rooms.sweep()


async def at_once(work: Callable[..., Any], *arguments: Any) -> Any:
    return work(*arguments)


def last_heard(viewer: Viewer) -> int:
    return max(int(json.loads(message)["version"]) for message in viewer.queue)


def told(viewer: Viewer) -> Told:
    """What a viewer knows by now."""
    told = Told(viewer.protocol)
    for message in viewer.queue:
        told.hear(message)
    return told


@pytest.mark.parametrize("first", range(0, ORDERS, 40))
def test_whoever_is_connected_hears_all_in_whatever_order_things_happen(
    first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms_module, "AGAIN_SECONDS", 0)
    monkeypatch.setattr(asyncio, "to_thread", at_once)  # the scheduler can't order threads
    failed = Counter[str]()
    for seed in range(first, first + 40):
        scene = Scene(seed)
        asyncio.run(scene.run())
        failed += scene.failed
        assert len({id(room) for room in scene.held}) == 1, f"order {seed}: two rooms for one match"
        for viewer in scene.connected:
            if not viewer.is_closed:
                assert last_heard(viewer) == len(scene.store.log), f"order {seed}: a viewer was left behind"
                whole = json.loads(Feed().view(load_match(scene.store.stored()), 0, 0.0))["table"] | {"now": 0.0}
                assert told(viewer).table | {"now": 0.0} == whole, f"order {seed}: a viewer sees another table"
    assert failed.keys() >= {"load", "loaded", "entries", "found", "append", "appended", "seats"}
