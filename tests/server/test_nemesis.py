"""200 matches under play while a nemesis makes trouble for servers and database.

Nothing accepted is lost, nothing is done twice, and afterwards every viewer, bot and clock is alive. `make nemesis`
does it for longer.
"""

import asyncio
import json
import os
import random
from collections import Counter
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tests.maps.sample import tiny_map
from tests.server.conftest import Cluster
from tests.server.forked import ForkedServer, started
from tests.server.nemesis import Nemesis
from tests.server.swarm import RETRY_SECONDS, Player
from whistlestop.server.store import Store
from whistlestop.verify import verify

TROUBLES = int(os.environ.get("WHISTLESTOP_TROUBLES", "30"))
MATCHES = max(200, TROUBLES * 6)
LONG_GAMES = MATCHES // 5
"""Matches on San Francisco; the others are on a tiny map that is uploaded, where games end while there is trouble."""
WITH_BOTS = MATCHES // 10
CLOCKS = 4
"""Tables where nobody ever moves: when their time is up bots have to play."""
CLOCK_SECONDS = 10
AT_ONCE = 50
"""Matches under play at the same time. Another one begins where one has ended, so troubles meet games of every age."""
WATCHED = 10
SECONDS = 120
"""Longer than any answer takes on a busy machine."""
SETTLING_SECONDS = 300
"""Longer than all needs to be well again after the last trouble: a clock has 10 seconds, and 20 more for each gap."""
ACTIONS_BETWEEN_TROUBLES = (10, 120)
"""How many actions are accepted before the next trouble: long enough to get somewhere, at any moment of it."""

GENEROUS = {
    "requests_per_minute": 1_000_000,
    "max_tables_per_address": 1_000_000,
    "max_open_tables_per_address": 1_000_000,
    "connections_per_address": 100_000,
    "messages_per_second": 1000,
    "lease_seconds": 3,
    "log_level": "warning",
}


@contextmanager
def running(folder: Path, url: str, processes: int) -> Iterator[list[ForkedServer]]:
    """The first keeps every socket that lands there and follows the others, which hand theirs to each other."""
    servers = [ForkedServer(folder, url, **GENEROUS, hand_over=number > 0) for number in range(processes)]
    with started(servers):
        yield servers


def test_nothing_is_lost_and_all_goes_on_with_sqlite(tmp_path: Path) -> None:
    database = tmp_path / "matches.db"
    check_under_fire(tmp_path, f"sqlite:///{database}", 1, database)


def test_nothing_is_lost_and_all_goes_on_with_postgresql(tmp_path: Path, cluster: Cluster, postgres_url: str) -> None:
    check_under_fire(tmp_path, postgres_url, 3, cluster)


def check_under_fire(folder: Path, url: str, processes: int, database: Path | Cluster) -> None:
    rng = random.Random(os.environ.get("WHISTLESTOP_NEMESIS_SEED", "2"))
    with running(folder, url, processes) as servers:
        ports = [server.port for server in servers]
        players = open_tables(servers[0], ports, rng)
        clocks = [open_clock(servers[0], ports) for _ in range(CLOCKS)]
        nemesis = Nemesis(servers, players, rng, database)
        asyncio.run(play_under_fire(nemesis, players, clocks, rng))
        check_records(servers[0], players)
    asyncio.run(check_log(url, players))
    assert nemesis.done.total() >= TROUBLES
    for server in servers:
        assert "Traceback" not in server.log, server.log


def open_tables(server: ForkedServer, ports: list[int], rng: random.Random) -> list[Player]:
    """Tables of two people, some of a person and a bot."""
    players = []
    may_act = asyncio.Event()
    with httpx.Client(base_url=server.url, trust_env=False, timeout=SECONDS) as http:
        for number in range(MATCHES):
            second = {"kind": "bot", "level": "easy"} if number < WITH_BOTS else {"kind": "person"}
            chosen = {"map": "san-francisco"} if number < LONG_GAMES else {"map": "tiny", "map_text": tiny_map()}
            settings = {**chosen, "seats": [{"kind": "person"}, second], "pace": "instant", "public": True}
            answer = http.post("/api/matches", json=settings)
            assert answer.status_code == 201, answer.text
            for seat in answer.json()["seats"]:
                own = random.Random(rng.getrandbits(64))
                players.append(Player(answer.json()["match"], seat["secret"], ports, own, may_act))
    return players


@dataclass
class Watcher:
    """Looks at a public table, and comes back whenever it is sent away."""

    match: str
    ports: list[int]
    rng: random.Random
    version: int = 0
    bot_plays: bool = False
    """Whether a bot plays for the first seat's person."""

    async def watch(self) -> None:
        while True:
            address = f"ws://127.0.0.1:{self.rng.choice(self.ports)}/api/matches/{self.match}/socket"
            try:
                async with connect(address, proxy=None, compression=None, close_timeout=1, max_size=None) as socket:
                    await socket.send(json.dumps({"type": "hello"}))
                    async for text in socket:
                        message = json.loads(text)
                        self.version = message["version"]
                        if "table" in message:
                            self.bot_plays = message["table"]["seats"][0]["bot_plays"]
            except (OSError, WebSocketException, TimeoutError, EOFError):
                await asyncio.sleep(RETRY_SECONDS)


def open_clock(server: ForkedServer, ports: list[int]) -> Watcher:
    """A table with a clock, where a person sits who has gone to sleep."""
    seats = [{"kind": "person"}, {"kind": "bot", "level": "easy"}]
    clock = {"per": "move", "seconds": CLOCK_SECONDS}
    settings = {"map": "san-francisco", "seats": seats, "clock": clock, "public": True, "order": "fixed"}
    opened = httpx.post(f"{server.url}/api/matches", json=settings, trust_env=False, timeout=SECONDS).json()
    return Watcher(opened["match"], ports, random.Random(opened["match"]))


async def play_under_fire(nemesis: Nemesis, players: list[Player], clocks: list[Watcher], rng: random.Random) -> None:
    """Trouble after trouble while games are played; then all of them come to their end, and every clock to its own."""
    may_act = players[0].may_act
    may_act.set()
    matches = rng.sample(sorted({player.match for player in players}), WATCHED)
    watchers = [Watcher(match, players[0].ports, random.Random(match)) for match in matches]
    watching = [asyncio.create_task(watcher.watch()) for watcher in [*watchers, *clocks]]
    games = asyncio.gather(*play_tables(players, rng))
    next_trouble = rng.randint(*ACTIONS_BETWEEN_TROUBLES)
    while nemesis.done.total() < TROUBLES:
        await asyncio.wait([games], timeout=rng.uniform(0, 0.1))
        accepted = sum(len(player.answered) for player in players)
        if accepted >= next_trouble or games.done():
            next_trouble = accepted + rng.randint(*ACTIONS_BETWEEN_TROUBLES)
            striking = asyncio.create_task(nemesis.strike())
            # Others play on for a moment. Then they wait, lest all games end before the last trouble.
            await asyncio.wait([striking], timeout=rng.uniform(0, 2))
            may_act.clear()
            await striking
            may_act.set()
    await games
    await until_all_is_well(nemesis.servers[0], watchers, clocks)
    await cancel(watching)


async def cancel(tasks: list[asyncio.Task[None]]) -> None:
    """End tasks and wait until they have closed their sockets: a loop that ends first would leave these open."""
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)


async def until_all_is_well(server: ForkedServer, watchers: list[Watcher], clocks: list[Watcher]) -> None:
    """Every viewer has heard the latest, and every clock has run out; who has not is named in the end."""
    try:
        async with asyncio.timeout(SETTLING_SECONDS):
            async with httpx.AsyncClient(base_url=server.url, trust_env=False, timeout=SECONDS) as http:
                for watcher in watchers:
                    (await http.get(f"/api/matches/{watcher.match}/record")).raise_for_status()
                    while not await is_current(watcher, server):
                        await asyncio.sleep(0.1)
            while not all(clock.bot_plays for clock in clocks):
                await asyncio.sleep(0.1)
    except TimeoutError:
        pytest.fail(f"not all is well.\nViewers: {watchers}\nClocks: {clocks}\n{server.log[-5000:]}")


async def is_current(watcher: Watcher, server: ForkedServer) -> bool:
    """Whether a viewer has heard as much as one who comes now."""
    fresh = Watcher(watcher.match, [server.port], watcher.rng)
    task = asyncio.create_task(fresh.watch())
    while not fresh.version:
        await asyncio.sleep(0.01)
    await cancel([task])
    return watcher.version == fresh.version


def play_tables(players: list[Player], rng: random.Random) -> list[Coroutine[None, None, None]]:
    """Table after table, in any order, a limited number of them at once."""
    may_begin = asyncio.Semaphore(AT_ONCE)
    tables: dict[str, list[Player]] = {}
    for player in players:
        tables.setdefault(player.match, []).append(player)

    async def play(table: list[Player]) -> None:
        async with may_begin:
            await asyncio.gather(*(player.play() for player in table))

    return [play(table) for table in rng.sample(list(tables.values()), len(tables))]


async def check_log(url: str, players: list[Player]) -> None:
    """What the log holds against what the players were told."""
    store = await Store.open(url, owner="test")
    stored: Counter[tuple[str, str]] = Counter()
    actions: set[tuple[str, str, str]] = set()
    for match in {player.match for player in players}:
        entries = await store.entries(match, 0)
        assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
        for act in (json.loads(entry.body) for entry in entries if entry.kind == "act"):
            if act["key"]:
                stored[match, act["key"]] += 1
                actions.add((match, act["key"], act["action"]))
    await store.close()
    answered = {(player.match, key, action) for player in players for key, action in player.answered.items()}
    assert answered <= actions, "an accepted action is lost"
    assert set(stored.values()) == {1}, "an action was done twice"
    assert len(answered) > MATCHES * 20


def check_records(server: ForkedServer, players: list[Player]) -> None:
    """Every match has come to its end, and its record is the one that the seed deals."""
    with httpx.Client(base_url=server.url, trust_env=False, timeout=SECONDS) as http:
        for match in {player.match for player in players}:
            record = http.get(f"/api/matches/{match}/record")
            assert record.status_code == 200, record.text
            promised = http.get(f"/api/matches/{match}").json()["commitment"]
            verify(record.text, promised)
