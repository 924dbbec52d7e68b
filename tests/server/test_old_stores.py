"""Matches stored by older versions load, play on and verify, also when a built-in map has changed since."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial

import pytest

import whistlestop.board
from tests.server import old_store
from tests.server.old_store import KNOWN
from whistlestop.board import Board, load_board
from whistlestop.game import Game
from whistlestop.record import fingerprint, is_builtin
from whistlestop.server.play.boards import map_text_of, stored_board
from whistlestop.server.play.decide import decide
from whistlestop.server.play.loading import load_match
from whistlestop.server.play.match import Match
from whistlestop.server.play.protocol import ActCommand
from whistlestop.server.play.replays import replay_of
from whistlestop.server.play.rooms import Rooms
from whistlestop.server.running.metrics import Metrics
from whistlestop.server.running.settings import Settings
from whistlestop.server.store import Store
from whistlestop.verify import verify

FINISHED = [name for name, known in KNOWN.items() if known["scores"]]
RUNNING = [name for name, known in KNOWN.items() if known["status"] == "running"]


@pytest.fixture
def old_url(store_url: str) -> str:
    old_store.fill(store_url)
    return store_url


@pytest.fixture
def other_maps(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The built-in maps are others than they were: routes are shorter, a ticket is gone."""
    now = {name: load_board(name).map for name in ("usa", "san-francisco")}

    def changed(name: str) -> Board:
        routes = tuple(route.model_copy(update={"length": max(1, route.length - 1)}) for route in now[name].routes)
        return Board(now[name].model_copy(update={"routes": routes, "tickets": now[name].tickets[1:]}), name)

    boards = {name: changed(name) for name in now}
    _forget_boards()
    monkeypatch.setattr(whistlestop.board, "_builtin_board", lambda name: boards[name])
    yield
    _forget_boards()


def _forget_boards() -> None:
    is_builtin.cache_clear()
    stored_board.cache_clear()


@asynccontextmanager
async def rooms_on(url: str) -> AsyncIterator[Rooms]:
    store = await Store.open(url, owner="new")
    try:
        yield Rooms(store, Settings(database_url=url), Metrics())
    finally:
        await store.close()


async def loaded(rooms: Rooms) -> dict[str, Match]:
    return {name: load_match(await rooms.load(known["match"])) for name, known in KNOWN.items()}


def check(matches: dict[str, Match]) -> None:
    """Everything is as it was, and what is over can be verified and shown."""
    for name, known in KNOWN.items():
        match = matches[name]
        assert (match.status, match.version) == (known["status"], known["version"]), name
        assert known["position"] == (None if match.game is None else match.game.position()), name
    for name in FINISHED:
        game, known = matches[name].game, KNOWN[name]
        assert game is not None
        assert [score["total"] for score in game.scores()] == known["scores"]
        assert Game.from_record(game.record()).position() == known["position"]
        assert replay_of("m", matches[name].seats, game)["frames"][-1]["totals"] == known["scores"]
        if known["commitment"]:
            verify(game.record(), known["commitment"])


async def play_on(rooms: Rooms) -> None:
    """A person acts at every running table, and the log has it."""
    for name in RUNNING:
        room = await rooms.open(KNOWN[name]["match"])
        match = room.match
        assert match is not None
        seat = next(seat for seat in match.awaited if not match.seats[seat].bot_plays)
        game = match.game_of(seat)
        assert game is not None
        action = str(game.legal_actions()[0])
        command = ActCommand(type="act", key="new", version=match.version, action=action)
        await rooms.submit(room, partial(decide, seat=seat, command=command, now=time.time(), absence=60.0))
        again = load_match(await rooms.load(match.id))
        assert again.version == KNOWN[name]["version"] + 1
        assert again.game is not None
        assert match.game is not None
        assert again.game.position() == match.game.position()


def test_matches_of_revision_0001_load_play_on_and_verify(old_url: str) -> None:
    async def scene() -> None:
        async with rooms_on(old_url) as rooms:
            matches = await loaded(rooms)
            check(matches)
            assert matches["running on usa"].board is load_board("usa")  # tables share a board
            assert map_text_of(matches["running on usa"].board) is None
            await play_on(rooms)

    asyncio.run(scene())


@pytest.mark.usefixtures("other_maps")
def test_a_built_in_map_may_change_without_touching_any_match(old_url: str) -> None:
    async def scene() -> None:
        async with rooms_on(old_url) as rooms:
            matches = await loaded(rooms)
            check(matches)
            board = matches["running on usa"].board
            assert fingerprint(board.map) != fingerprint(load_board("usa").map)
            assert map_text_of(board) is not None  # bots are told the map
            await play_on(rooms)

    asyncio.run(scene())


def test_each_map_is_stored_once(old_url: str) -> None:
    async def scene() -> set[str | None]:
        async with rooms_on(old_url) as rooms:
            return {(await rooms.load(known["match"])).match.map_hash for known in KNOWN.values()}

    assert len(asyncio.run(scene())) == 3
