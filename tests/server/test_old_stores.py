"""Matches stored by older versions load, play on and verify, also when a built-in map has changed since."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from functools import partial
from pathlib import Path

import pytest

import whistlestop.board
from tests.server import old_store
from tests.server.at_table import Chair, ask, table_settings
from tests.server.forked import ForkedServer
from tests.server.old_store import KNOWN, digests
from whistlestop.board import Board, load_board
from whistlestop.client.tables import board_of
from whistlestop.game import Game
from whistlestop.game.record import fingerprint, is_builtin, read_record
from whistlestop.server.play.decide import begin, decide
from whistlestop.server.play.loading import Unloadable, load_match
from whistlestop.server.play.match import Match
from whistlestop.server.play.match_boards import map_json_unless_builtin, stored_board
from whistlestop.server.play.protocol import ActCommand
from whistlestop.server.play.replays import replay_of
from whistlestop.server.play.rooms import Rooms
from whistlestop.server.play.table_settings import NewTable
from whistlestop.server.play.tables import Tables
from whistlestop.server.play.uploads import Uploads
from whistlestop.server.running.metrics import Metrics
from whistlestop.server.running.settings import Settings
from whistlestop.server.store import Store
from whistlestop.server.store.reader import open_reader
from whistlestop.verify import verify

FINISHED = [name for name, known in KNOWN.items() if known["scores"]]
RUNNING = [name for name, known in KNOWN.items() if known["status"] == "running"]


@pytest.fixture
def old_url(store_url: str) -> str:
    old_store.fill(store_url)
    return store_url


@contextmanager
def changed_maps(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The built-in maps are others than they were: routes are shorter, a ticket is gone."""
    now = {name: load_board(name).map for name in ("usa", "san-francisco")}

    def changed(name: str) -> Board:
        routes = tuple(
            route.model_copy(update={"length": max(1, route.ferries, route.length - 1)}) for route in now[name].routes
        )
        return Board(now[name].model_copy(update={"routes": routes, "tickets": now[name].tickets[1:]}), name)

    boards = {name: changed(name) for name in now}
    _forget_boards()
    with monkeypatch.context() as patch:
        patch.setattr(whistlestop.board, "_builtin_board", lambda name: boards[name])
        yield
    _forget_boards()


@pytest.fixture
def other_maps(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with changed_maps(monkeypatch):
        yield


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


def without_choices(game: Game) -> Game:
    """R1.2: the game before the choices that wait for others, which positions did not show then."""
    game = game.copy()
    for seat in range(game.players):
        if game.choice(seat):
            game.take_back(seat)
    return game


def check(matches: dict[str, Match]) -> None:
    """Everything is as it was, and what is over can be verified and shown."""
    for name, known in KNOWN.items():
        match = matches[name]
        assert (match.status, match.version) == (known["status"], known["version"]), name
        assert known["position"] == (None if match.game is None else without_choices(match.game).position()), name
    assert matches["choosing opening tickets"].choice(0)
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
        assert match.game is not None
        action = str(match.game.legal_actions(seat)[0])
        command = ActCommand(type="act", key="new", version=match.version, action=action)
        await rooms.submit(room, partial(decide, seat=seat, command=command, now=time.time()))
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
            assert map_json_unless_builtin(matches["running on usa"].board) is None
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
            assert map_json_unless_builtin(board) is not None  # bots are told the map
            await play_on(rooms)

    asyncio.run(scene())


def test_each_map_is_stored_once(old_url: str) -> None:
    async def scene() -> set[str | None]:
        async with rooms_on(old_url) as rooms:
            return {(await rooms.load(known["match"])).match.map_hash for known in KNOWN.values()}

    assert len(asyncio.run(scene())) == 3


def test_the_migration_makes_what_a_reader_sees_before_it(old_url: str) -> None:
    """`reader.py` and the migration must agree: what was checked before an upgrade is what there is after it."""

    async def scene() -> None:
        async with open_reader(old_url) as reader:
            before = await digests(reader)
        await (await Store.open(old_url, owner="new")).close()
        async with open_reader(old_url) as reader:
            after = await digests(reader)
        assert before == after
        assert len(after) == len(KNOWN)

    asyncio.run(scene())


def test_a_match_on_a_map_that_nobody_knows_does_not_keep_others_from_migrating(sqlite_url: str) -> None:
    old_store.fill(sqlite_url)
    lost, nonsense = KNOWN["running on usa"]["match"], KNOWN["open"]["match"]
    with closing(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"))) as database:
        rename = "UPDATE match SET settings = replace(settings, '\"usa\"', '\"atlantis\"') WHERE id = ?"
        database.execute(rename, (lost,))
        database.execute("UPDATE match SET settings = 'nonsense' WHERE id = ?", (nonsense,))
        database.commit()

    async def scene() -> None:
        async with rooms_on(sqlite_url) as rooms:
            for match_id, reason in ((lost, "map: 'atlantis' is not stored"), (nonsense, "settings: ")):
                with pytest.raises(Unloadable, match=reason):
                    load_match(await rooms.load(match_id))
            load_match(await rooms.load(KNOWN["running on san-francisco"]["match"]))

    asyncio.run(scene())


async def _finish(rooms: Rooms, match_id: str) -> None:
    """Play a match of two people to its end."""
    room = await rooms.open(match_id)
    while (match := room.match) is not None and match.awaited:
        seat = match.awaited[0]
        assert match.game is not None
        legal = [str(action) for action in match.game.legal_actions(seat)]
        action = next((action for action in legal if action.startswith("claim")), legal[-1])
        command = ActCommand(type="act", key=f"k{match.version}", version=match.version, action=action)
        await rooms.submit(room, partial(decide, seat=seat, command=command, now=time.time()))


def test_a_table_on_what_was_once_a_built_in_map_works_everywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Opened while "san-francisco" was another map: a table of two people, finished, and one with a bot."""
    url = f"sqlite:///{tmp_path}/matches.db"
    secrets: dict[str, dict[int, str]] = {}

    async def before_the_upgrade() -> Board:
        async with rooms_on(url) as rooms:
            tables = Tables(rooms, Uploads())
            for seats in ("pp", "pb"):
                opened = await tables.create(NewTable.model_validate(table_settings(seats)), None, "here")
                secrets[opened.match] = opened.secrets
                if seats == "pp":
                    await tables.sit(await rooms.open(opened.match), 1, "Bob", None)
                    room = await rooms.open(opened.match)
                    await rooms.submit(room, lambda match: begin(match) if match.can_begin else None)
                    await _finish(rooms, opened.match)
            return load_match(await rooms.load(opened.match)).board

    with changed_maps(monkeypatch):
        board = asyncio.run(before_the_upgrade())
    assert not is_builtin(board)
    finished, running = secrets
    server = ForkedServer(tmp_path, url)
    try:
        server.start()
        for match in secrets:
            drawing = ask(server, "GET", f"/matches/{match}/drawing").json()
            assert len(drawing["tickets"]) == len(board.map.tickets)
            assert drawing["scenery"] == f"/api/matches/{match}/scenery.svg"
            assert ask(server, "GET", f"/matches/{match}/scenery.svg").status_code == 200
            assert board_of(f"{server.url}/table/{match}").map == board.map
        record = ask(server, "GET", f"/matches/{finished}/record").text
        verify(record, ask(server, "GET", f"/matches/{finished}").json()["commitment"])
        assert read_record(record).board.map == board.map
        assert len(ask(server, "GET", f"/matches/{finished}/replay").json()["frames"]) > 10
        rematch = ask(server, "POST", f"/matches/{finished}/rematch", secret=secrets[finished][0]).json()["match"]
        assert board_of(f"{server.url}/table/{rematch}").map == board.map
        with Chair(server, running, secret=secrets[running][0], sit=True) as chair:
            while chair.version < 12:  # the bot plays, too
                chair.until_turn().act()
        assert "bot failed" not in server.log
        assert "Traceback" not in server.log
    finally:
        server.end()
