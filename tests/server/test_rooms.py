"""The life of a room under every order of events: who opens, waits, loses the store, is swept away or hears of others.

A scheduler answers the store's calls one by one in an order of its own, and lets some of them fail. However it chooses,
everybody who is connected at the end has heard all that the log says.
"""

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.server.client_state import ClientState
from whistlestop.board import load_board
from whistlestop.server.play import following as following_module
from whistlestop.server.play.decide import Decision
from whistlestop.server.play.entries import NAMES, SetPace, body_of
from whistlestop.server.play.loading import load_match
from whistlestop.server.play.match import Match
from whistlestop.server.play.match_boards import map_json
from whistlestop.server.play.messages import Feed
from whistlestop.server.play.refusal import Refusal
from whistlestop.server.play.room import Room
from whistlestop.server.play.rooms import PATIENCE_WITH_VIEWERS, Rooms
from whistlestop.server.play.viewer import Viewer
from whistlestop.server.running.metrics import Metrics
from whistlestop.server.running.settings import Settings
from whistlestop.server.store import EntryRow, MatchRow, NewEntry, SeatRow, StoredMatch, StoreError

ORDERS = 160
PACES = ("instant", "fast", "normal", "slow")
SETTINGS = Settings(database_url="sqlite:///nowhere.db", idle_seconds=0.000_001)
METRICS = Metrics()
MAP_JSON = map_json(load_board("san-francisco"))


class SlowLog:
    """A store with the log of one match, whose every call waits until the scheduler lets it go on, or fail."""

    is_shared = False

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
        return StoredMatch(MatchRow(**self.row, version=len(self.log)), list(self.log), MAP_JSON)

    async def entries(self, match_id: str, after: int) -> list[EntryRow]:
        await self._turn("entries")
        found = self.log[after:]
        await self._turn("found")
        return found

    async def seats(self, match_id: str) -> list[SeatRow]:
        await self._turn("seats")
        return [SeatRow(0, "a"), SeatRow(1, "b")]

    async def append(self, new_entry: NewEntry) -> bool:
        await self._turn("append")
        is_first = new_entry.version == len(self.log) + 1
        if is_first:
            self.log.append(EntryRow("m", new_entry.version, new_entry.at, new_entry.kind, new_entry.body))
        await self._turn("appended")  # fails after it was stored
        return is_first

    def add(self, pace: str) -> None:
        """What another process does."""
        entry = SetPace(1, pace)
        self.log.append(EntryRow("m", len(self.log) + 1, 1.0, NAMES[SetPace], body_of(entry)))


class Scene:
    """Players, another process and a sweeper, in an order of a random generator."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.store = SlowLog()
        self.rooms = Rooms(self.store, SETTINGS, METRICS)  # type: ignore[arg-type]
        self.connected: list[Viewer] = []
        self.held: list[Room] = []
        """Rooms in which anybody was, all alive until the end."""
        self.failed = Counter[str]()
        self.notifications: list[tuple[int, EntryRow | None]] = []
        """What the other process has told and has not arrived."""
        self.updated_by_notification = 0

    async def run(self) -> None:
        actors = [self.player(), self.player(), self.player(), self.other_process(), self.sweeper()]
        await self.schedule([asyncio.create_task(actor) for actor in actors], may_fail=6)
        self.deliver_notifications(every_one=True)
        await self.schedule([], may_fail=2)
        if self.rng.random() < 0.5:
            self.rooms.sweep()
        self.add("normal")  # and once more when nobody says anything that would bring it up
        self.deliver_notifications(every_one=True)
        await self.schedule([], may_fail=2)

    async def schedule(self, tasks: list[asyncio.Task[None]], may_fail: int) -> None:
        """Answer the store's calls until nobody waits for one."""
        while True:
            for _ in range(15):  # all that can go on without the store
                await asyncio.sleep(0)
            if not self.store.waiting:
                break
            call, turn = self.store.waiting.pop(self.rng.randrange(len(self.store.waiting)))
            fails = may_fail > 0 and self.rng.random() < 0.15
            may_fail -= fails
            self.failed[call] += fails
            if self.rng.random() < 0.2:
                self.deliver_notifications()
            turn.set_result(fails)
        for task in tasks:
            task.result()

    async def pause(self) -> None:
        """Let others go on for a while."""
        for _ in range(self.rng.randrange(8)):
            await self.store._turn("pause") if self.rng.random() < 0.3 else await asyncio.sleep(0)

    async def player(self) -> None:
        """Connects, says something now and then, and comes back when sent away."""
        to_say = 3
        while True:
            viewer = Viewer(0, self.rng.choice([1, 2]))
            room = None
            try:
                await self.pause()
                room = await self.rooms.open("m")
                self.held.append(room)
                await self.pause()
                await self.rooms.add_viewer(room, viewer)
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
                self.rooms.remove_viewer(room, viewer)

    def change_pace(self, match: Match) -> Decision:
        return Decision(SetPace(0, self.rng.choice([pace for pace in PACES if pace != match.pace])))

    async def other_process(self) -> None:
        for pace in ("fast", "slow", "instant"):
            try:
                await self.pause()
            except StoreError:
                continue
            self.add(pace)

    def add(self, pace: str) -> None:
        self.store.add(pace)
        row = self.store.log[-1]
        self.notifications.append((row.version, row if self.rng.random() < 0.8 else None))

    def deliver_notifications(self, *, every_one: bool = False) -> None:
        """Some arrive: late, in any order, some twice, some without the entry."""
        while self.notifications and (every_one or self.rng.random() < 0.6):
            version, row = self.rng.choice(self.notifications)
            if every_one or self.rng.random() < 0.7:
                self.notifications.remove((version, row))
            before = [room.sent_version for room in self.rooms.with_id("m")]
            self.rooms.on_notification("m", version, row)
            self.updated_by_notification += before != [room.sent_version for room in self.rooms.with_id("m")]

    async def sweeper(self) -> None:
        for _ in range(6):
            try:
                await self.pause()
            except StoreError:
                continue
            self.rooms.sweep()


async def at_once(work: Callable[..., Any], *arguments: Any) -> Any:
    return work(*arguments)


def last_version(viewer: Viewer) -> int:
    return max(int(json.loads(message)["version"]) for message in viewer.queue)


def client_state(viewer: Viewer) -> ClientState:
    """What a viewer knows by now."""
    state = ClientState(viewer.protocol)
    for message in viewer.queue:
        state.receive(message)
    return state


def is_in_order(viewer: Viewer) -> bool:
    """Whether every update is of a later version than all that was heard before."""
    received = [json.loads(message) for message in viewer.queue]
    return all(
        message["version"] > max(earlier["version"] for earlier in received[:number])
        for number, message in enumerate(received)
        if message["type"] == "update"
    )


@pytest.mark.parametrize("first", range(0, ORDERS, 40))
def test_whoever_is_connected_hears_all_in_whatever_order_things_happen(
    first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following_module, "AGAIN_SECONDS", 0)
    monkeypatch.setattr(following_module, "LEFT_SECONDS", 0)
    monkeypatch.setattr(asyncio, "to_thread", at_once)  # the scheduler can't order threads
    failed, updated_by_notification = Counter[str](), 0
    for seed in range(first, first + 40):
        scene = Scene(seed)
        asyncio.run(scene.run())
        failed += scene.failed
        updated_by_notification += scene.updated_by_notification
        assert len({id(room) for room in scene.held}) == 1, f"order {seed}: two rooms for one match"
        for viewer in scene.connected:
            if not viewer.is_closed:
                assert last_version(viewer) == len(scene.store.log), f"order {seed}: a viewer was left behind"
                whole = json.loads(Feed().view(load_match(scene.store.stored()), 0, 0.0))["table"] | {"now": 0.0}
                assert client_state(viewer).table | {"now": 0.0} == whole, f"order {seed}: a viewer sees another table"
                assert is_in_order(viewer), f"order {seed}: a viewer heard something twice, or not in order"
    assert updated_by_notification > 10
    assert failed.keys() >= {"load", "loaded", "entries", "found", "append", "appended", "seats"}


async def room_with_viewer(store: SlowLog) -> tuple[Rooms, Room, Viewer]:
    """Somebody looks at a table that another process plays at; the store answers at once."""
    rooms, viewer = Rooms(store, SETTINGS, METRICS), Viewer(0)  # type: ignore[arg-type]
    room = await answered(store, rooms.open("m"))
    await rooms.add_viewer(room, viewer)
    return rooms, room, viewer


async def answered(store: SlowLog, work: Awaitable[Any]) -> Any:
    task = asyncio.ensure_future(work)
    while not task.done():
        await asyncio.sleep(0)
        while store.waiting:
            store.waiting.pop()[1].set_result(False)
    return task.result()


def test_an_entry_that_comes_with_the_news_is_told_without_asking_the_store(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asyncio, "to_thread", at_once)

    async def scene() -> None:
        store = SlowLog()
        rooms, room, viewer = await room_with_viewer(store)
        for version, pace in enumerate(("fast", "slow"), start=1):
            store.add(pace)
            for _ in range(2):  # and told twice it is told once
                rooms.on_notification("m", version, store.log[-1])
                assert last_version(viewer) == version
        assert len(viewer.queue) == 3
        assert room.following is None

    asyncio.run(scene())


@pytest.mark.parametrize("trouble", ["a gap", "damaged", "of another kind", "with keys", "no entry", "at work"])
def test_what_cannot_be_told_as_it_came_is_read_from_the_store(trouble: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asyncio, "to_thread", at_once)

    async def scene() -> None:
        store = SlowLog()
        rooms, room, viewer = await room_with_viewer(store)
        if trouble == "a gap":
            store.add("slow")
        store.add("fast")
        row: EntryRow | None = store.log[-1]
        assert row is not None
        if trouble == "with keys":
            row = store.log[-1] = replace(row, kind="sit", body='{"seat":1,"name":"Ben"}')
        sent = {
            "damaged": replace(row, body="{"),
            "of another kind": replace(row, kind="dance"),
            "no entry": None,
        }.get(trouble, row)
        if trouble == "at work":
            async with room.lock:
                rooms.on_notification("m", row.version, sent)
                assert last_version(viewer) == 0
        else:
            rooms.on_notification("m", row.version, sent)
        assert room.following is not None
        await answered(store, room.following)
        assert last_version(viewer) == len(store.log)
        assert not viewer.is_closed

    asyncio.run(scene())


def test_a_match_that_goes_on_elsewhere_is_not_followed_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asyncio, "to_thread", at_once)
    monkeypatch.setattr(following_module, "LEFT_SECONDS", 0)

    async def scene() -> None:
        store = SlowLog()
        rooms, room, viewer = await room_with_viewer(store)
        rooms.remove_viewer(room, viewer)
        store.add("slow")
        rooms.on_notification("m", 1, store.log[-1])
        assert room.match is None
        assert room.following is None
        await answered(store, rooms.add_viewer(room, viewer))
        assert last_version(viewer) == 1

    asyncio.run(scene())


@pytest.mark.anyio
async def test_a_match_that_somebody_looks_at_stays_longer_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now)
    store = SlowLog()
    rooms, room, viewer = await room_with_viewer(store)
    now += SETTINGS.idle_seconds * (PATIENCE_WITH_VIEWERS - 1)
    rooms.sweep()
    assert room.match is not None
    now += SETTINGS.idle_seconds * 2
    rooms.sweep()
    assert room.match is None
    assert viewer in room.viewers
    await answered(store, rooms.match_of(room))
    rooms.remove_viewer(room, viewer)
    now += SETTINGS.idle_seconds * 2
    rooms.sweep()
    assert room.match is None
