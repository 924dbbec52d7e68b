"""200 matches under play while the server is killed time and again: nothing accepted is lost, nothing is done twice."""

import asyncio
import json
import random
from collections import Counter
from collections.abc import Coroutine
from pathlib import Path

import httpx
import pytest

from tests.maps.sample import tiny_map
from tests.server.forked import ForkedServer
from tests.server.swarm import Player
from whistlestop.server.store import Store
from whistlestop.verify import verify

MATCHES = 200
LONG_GAMES = 40
"""Matches on San Francisco; the others are on a tiny map that is uploaded, where games end while others are killed."""
WITH_BOTS = 20
AT_ONCE = 50
"""Matches under play at the same time. Another one begins where one has ended, so kills meet games of every age."""
KILLS = 30
ACTIONS_BETWEEN_KILLS = (10, 150)
"""How many actions are accepted before the next kill: long enough to get somewhere, at any moment of it."""

GENEROUS = {
    "requests_per_minute": 1_000_000,
    "max_tables_per_address": 1_000_000,
    "connections_per_address": 100_000,
    "messages_per_second": 1000,
    "lease_seconds": 3,
    "log_level": "warning",
}


@pytest.mark.parametrize("processes", [1, 3], ids=["sqlite", "postgres"])
def test_no_accepted_action_is_lost_or_done_twice(
    processes: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = f"sqlite:///{tmp_path}/matches.db" if processes == 1 else request.getfixturevalue("postgres_url")
    servers = [ForkedServer(tmp_path, url, **GENEROUS) for _ in range(processes)]
    dice = random.Random(2)
    try:
        for server in servers:
            server.start()
        players = open_tables(servers[0], [server.port for server in servers], dice, asyncio.Event())
        kills = asyncio.run(play_under_fire(servers, players, dice))
        check_records(servers[0], players)
        for server in servers:
            server.end()
        asyncio.run(check_log(url, players))
    finally:
        for server in servers:
            server.end()
    assert kills >= KILLS
    for server in servers:
        assert "Traceback" not in server.log


def open_tables(server: ForkedServer, ports: list[int], dice: random.Random, may_act: asyncio.Event) -> list[Player]:
    """Tables of two people, some of a person and a bot."""
    players = []
    with httpx.Client(base_url=server.url, trust_env=False) as http:
        for number in range(MATCHES):
            second = {"kind": "bot", "level": "easy"} if number < WITH_BOTS else {"kind": "person"}
            chosen = {"map": "san-francisco"} if number < LONG_GAMES else {"map": "tiny", "map_text": tiny_map()}
            settings = {**chosen, "seats": [{"kind": "person"}, second], "pace": "instant"}
            answer = http.post("/api/matches", json=settings)
            assert answer.status_code == 201, answer.text
            for seat in answer.json()["seats"]:
                own = random.Random(dice.getrandbits(64))
                players.append(Player(answer.json()["match"], seat["secret"], ports, own, may_act))
    return players


async def play_under_fire(servers: list[ForkedServer], players: list[Player], dice: random.Random) -> int:
    """Kill a server and start it again, time after time, until the last game is over; how often."""
    may_act = players[0].may_act
    may_act.set()
    games = asyncio.gather(*play_tables(players, dice))
    kills = 0
    next_kill = dice.randint(*ACTIONS_BETWEEN_KILLS)
    while not games.done():
        await asyncio.wait([games], timeout=dice.uniform(0, 0.1))
        accepted = sum(len(player.answered) for player in players)
        if kills < KILLS and accepted >= next_kill:
            server = dice.choice(servers)
            server.end()
            kills += 1
            next_kill += dice.randint(*ACTIONS_BETWEEN_KILLS)
            await _start_again(server, may_act, dice)
    await games
    return kills


def play_tables(players: list[Player], dice: random.Random) -> list[Coroutine[None, None, None]]:
    """Table after table, in any order, a limited number of them at once."""
    may_begin = asyncio.Semaphore(AT_ONCE)
    tables: dict[str, list[Player]] = {}
    for player in players:
        tables.setdefault(player.match, []).append(player)

    async def play(table: list[Player]) -> None:
        async with may_begin:
            await asyncio.gather(*(player.play() for player in table))

    return [play(table) for table in dice.sample(list(tables.values()), len(tables))]


async def _start_again(server: ForkedServer, may_act: asyncio.Event, dice: random.Random) -> None:
    """The others play on for a moment. Then they wait, lest all games end before the last kill on a slow machine."""
    starting = asyncio.ensure_future(asyncio.to_thread(server.start))
    await asyncio.wait([starting], timeout=dice.uniform(0, 2))
    may_act.clear()
    await starting
    may_act.set()


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
    told = {(player.match, key, action) for player in players for key, action in player.answered.items()}
    assert told <= actions, "an accepted action is lost"
    assert set(stored.values()) == {1}, "an action was done twice"
    assert len(told) > MATCHES * 20


def check_records(server: ForkedServer, players: list[Player]) -> None:
    """Every match has come to its end, and its record is the one that the seed deals."""
    with httpx.Client(base_url=server.url, trust_env=False) as http:
        for match in {player.match for player in players}:
            record = http.get(f"/api/matches/{match}/record")
            assert record.status_code == 200, record.text
            promised = http.get(f"/api/matches/{match}").json()["commitment"]
            verify(record.text, promised)
