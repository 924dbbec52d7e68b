"""How much one server process bears: hundreds of matches of two people each, all under play at once, on this machine.

    python bench/load.py                       500 and 2,000 matches, players of protocol 1 and of protocol 2 in turn
    python bench/load.py --matches 1000 --rates 300,600 --seconds 30 --protocols 2
    python bench/load.py --programs OLD/.venv/bin/whistlestop@1,.venv/bin/whistlestop@2 --rounds 3      two versions in
                                               turn; a server from before protocol 2 can only be spoken to in protocol 1

The server runs as `whistlestop serve` with SQLite in a temporary folder (TMPDIR says where), anew for each protocol
and number of matches; the players are in this process, on the same cores, over loopback. Each of them thinks a random
while, so that all together they offer the given rate; the time of an answer runs from sending an action to hearing
that it is stored. `ms` is the server's CPU time for an action, all else included; `KB` what a player hears of one.
At the end stand the medians of all rounds and, of several programs, how they compare with the first. It ends by itself,
after about eight minutes.
"""

import argparse
import asyncio
import itertools
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import uvloop
from pydantic_core import from_json, to_json
from websockets.asyncio.client import connect

TICKS = os.sysconf("SC_CLK_TCK")
WARM_UP = 20
"""Tables opened first, so that what the process loads once is not counted as a match's memory."""
AT_ONCE, GROUP = 10, 100
"""Tables that are opened at the same time, and those whose players connect at the same time."""
SETTINGS = {
    "requests_per_minute": 10_000_000,
    "max_tables_per_address": 10_000_000,
    "max_open_tables_per_address": 10_000_000,
    "max_open_tables": 100_000,
    "connections_per_address": 100_000,
    "messages_per_second": 1000,
    "log_level": "warning",
    "bot_workers": 1,
}


@dataclass
class Load:
    """What the players shall do, and what they saw."""

    protocol: int
    rate_per_match: float = 0.0
    received_bytes: int = 0
    answer_seconds: list[float] = field(default_factory=list)
    received: int = 0
    refused: int = 0
    playing: asyncio.Event = field(default_factory=asyncio.Event)


class Player:
    """One person at a table, who acts when it is their turn and they have thought."""

    def __init__(self, load: Load, base: str, match: str, secret: str) -> None:
        self.load = load
        self.address = f"{base.replace('http', 'ws')}/api/matches/{match}/socket"
        self.hello = {"type": "hello", "protocol": load.protocol, "secret": secret, "name": "Player"}
        self.rng = random.Random(secret)
        self.legal: list[str] = []
        self.version = 0
        self.thinking: asyncio.Task[None] | None = None
        self.sent: tuple[str, float] | None = None
        self.line: Any = None

    async def play(self) -> None:
        options: dict[str, Any] = {"proxy": None, "compression": None, "max_size": None}
        async with connect(self.address, **options, ping_interval=None, open_timeout=None) as line:
            self.line, self.sent, self.thinking = line, None, None
            await line.send(to_json(self.hello).decode())
            async for text in line:
                self.load.received_bytes += len(text)
                self.receive(from_json(text))
                if self.legal and self.sent is None and self.thinking is None:
                    self.thinking = asyncio.create_task(self.think())

    def receive(self, message: dict[str, Any]) -> None:
        self.version = message["version"]
        self.load.received += 1
        if view := message.get("view"):
            self.legal = view.get("legal_actions", self.legal)
        if message["type"] == "error":
            self.load.refused += 1
        if self.sent is not None and message["key"] == self.sent[0]:
            self.load.answer_seconds.append(time.perf_counter() - self.sent[1])
            self.sent = None

    async def think(self) -> None:
        await self.load.playing.wait()
        await asyncio.sleep(self.rng.expovariate(self.load.rate_per_match))
        self.thinking = None
        if self.legal:  # with the first tickets the turn may have gone on meanwhile
            await self.act()

    async def act(self) -> None:
        key = f"{self.rng.getrandbits(64):x}"
        self.sent = (key, time.perf_counter())
        command = {"type": "act", "key": key, "version": self.version, "action": self.rng.choice(self.legal)}
        await self.line.send(to_json(command).decode())


@dataclass(frozen=True)
class Usage:
    """CPU seconds and memory of a process so far."""

    cpu: float
    megabytes: float


def usage(pid: int) -> Usage:
    times = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return Usage((int(times[11]) + int(times[12])) / TICKS, pages * os.sysconf("SC_PAGE_SIZE") / 1e6)


@contextmanager
def server(program: str, folder: str) -> Iterator[tuple[str, int]]:
    """`whistlestop serve` of whatever version on a free port: its address and process id."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    chosen = {**SETTINGS, "database_url": f"sqlite:///{folder}/load.db"}
    environment = dict(os.environ) | {f"WHISTLESTOP_{key.upper()}": str(value) for key, value in chosen.items()}
    process = subprocess.Popen([program, "serve", "--port", str(port)], env=environment)
    base = f"http://127.0.0.1:{port}"
    began = time.perf_counter()
    try:
        while not _answers(base):
            time.sleep(0.02)
        print(f"{program} serve: first page after {time.perf_counter() - began:.2f} s")
        yield base, process.pid
    finally:
        process.terminate()
        process.wait()


def _answers(base: str) -> bool:
    try:
        return httpx.get(base, trust_env=False).is_success
    except httpx.TransportError:
        return False


async def open_tables(base: str, count: int, load: Load) -> list[Player]:
    """Tables of two people on the USA map."""
    settings = {"map": "usa", "seats": [{"kind": "person"}, {"kind": "person"}]}
    players: list[Player] = []
    async with httpx.AsyncClient(base_url=base, trust_env=False, timeout=60) as http:

        async def open_some(count: int) -> None:
            for _ in range(count):
                opened = (await http.post("/api/matches", json=settings)).raise_for_status().json()
                players.extend(Player(load, base, opened["match"], seat["secret"]) for seat in opened["seats"])

        await asyncio.gather(*(open_some(count // AT_ONCE) for _ in range(AT_ONCE)), open_some(count % AT_ONCE))
    return players


async def seated(base: str, count: int, load: Load) -> tuple[list[Player], list[asyncio.Task[None]]]:
    """Players at new tables, all of whom have seen their cards."""
    players: list[Player] = []
    games: list[asyncio.Task[None]] = []
    for first in range(0, count, GROUP):
        group, received = await open_tables(base, min(GROUP, count - first), load), load.received
        players += group
        games += [asyncio.create_task(player.play()) for player in group]
        while load.received < received + len(group) * 2:  # a view, and that the game has begun
            await asyncio.sleep(0.05)
    return players, games


Case = tuple[str, int, int, int]
"""A program, the protocol that its players speak, how many matches, and the rate that they offer."""
COLUMNS = ("protocol", "matches", "offered", "actions/s", "p50 ms", "p99 ms", "max ms", "refused", "ms", "KB", "server",
           "players", "MB")  # fmt: skip


@dataclass(frozen=True)
class Measured:
    """Actions that were accepted in a second, ms until the slowest answers, CPU in ms an action, and KB a match."""

    accepted: float
    p99: float
    cpu: float
    per_match: float


def line(matches: int, rate: float, load: Load, seconds: float, before: list[Usage], after: list[Usage],
         measured: Measured) -> str:  # fmt: skip
    times = sorted(load.answer_seconds)
    cpu = [b.cpu - a.cpu for a, b in zip(before, after, strict=True)]
    cells = (
        f"{load.protocol}",
        f"{matches}",
        f"{rate:.0f}",
        f"{measured.accepted:.0f}",
        f"{times[len(times) // 2] * 1000:.0f}",
        f"{measured.p99:.0f}",
        f"{times[-1] * 1000:.0f}",
        f"{load.refused}",
        f"{measured.cpu:.2f}",
        f"{load.received_bytes / load.received / 1000:.2f}",
        f"{cpu[0] / seconds:.0%}",
        f"{cpu[1] / seconds:.0%}",
        f"{after[0].megabytes:.0f}",
    )
    return " ".join(f"{cell:>{max(6, len(name))}}" for cell, name in zip(cells, COLUMNS, strict=True))


async def bench(base: str, pid: int, protocol: int, matches: int, rates: list[int], seconds: float) -> list[Measured]:
    """What was measured at each rate."""
    load = Load(protocol)
    found: list[Measured] = []
    players, games = await seated(base, WARM_UP, load)
    before = usage(pid)
    more = await seated(base, matches, load)
    await asyncio.sleep(5)
    idle = usage(pid)
    players, games = players + more[0], games + more[1]
    per_match = (idle.megabytes - before.megabytes) / matches * 1000
    print(f"protocol {protocol}, {matches} matches with 2 sockets each: {per_match:.0f} KB a match")
    print(" ".join(f"{name:>6}" for name in COLUMNS))
    load.rate_per_match = rates[0] / matches
    load.playing.set()
    for rate in rates:
        load.rate_per_match = rate / matches
        await asyncio.sleep(3)  # until the new rate has settled
        load.answer_seconds.clear()
        load.refused = load.received = load.received_bytes = 0
        began = [usage(pid), usage(os.getpid())]
        await asyncio.sleep(seconds)
        ended, times = [usage(pid), usage(os.getpid())], sorted(load.answer_seconds)
        cpu, p99 = (ended[0].cpu - began[0].cpu) / len(times) * 1000, times[int(len(times) * 0.99)] * 1000
        found.append(Measured(len(times) / seconds, p99, cpu, per_match))
        print(line(matches, rate, load, seconds, began, ended, found[-1]), flush=True)
    tasks = games + [player.thinking for player in players if player.thinking is not None]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return found


def report(results: dict[Case, list[Measured]]) -> None:
    """The medians of all rounds, each compared with the first program's."""
    first: dict[tuple[int, int], float] = {}
    for (program, protocol, matches, rate), rounds in results.items():
        accepted, p99, cpu, per_match = (
            statistics.median(values)
            for values in zip(*((one.accepted, one.p99, one.cpu, one.per_match) for one in rounds), strict=True)
        )
        ratio = cpu / first.setdefault((matches, rate), cpu)
        what = f"{program}, protocol {protocol}, {matches} matches, {rate} offered"
        cost = f"{cpu:.3f} ms an action ({ratio:.2f}), {per_match:.0f} KB a match"
        print(f"{what}: {accepted:.0f} accepted, p99 {p99:.0f} ms, {cost}")


def numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",")]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=numbers, default=[500, 2000], help="how many, one number after the other")
    parser.add_argument("--rates", type=numbers, default=[400, 800, 1500, 2000], help="actions a second to offer")
    parser.add_argument("--protocols", type=numbers, default=[1, 2], help="versions that the players speak")
    parser.add_argument("--seconds", type=float, default=15.0, help="how long each rate is measured")
    own = str(Path(sys.executable).parent / "whistlestop")
    parser.add_argument("--programs", default=own, help="the versions to measure, separated by commas")
    parser.add_argument("--rounds", type=int, default=1, help="how often all of it is done")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))  # and no server is left behind
    versions = [
        (program, protocol)
        for program, _, only in (text.partition("@") for text in given.programs.split(","))
        for protocol in (numbers(only) if only else given.protocols)
    ]
    results: dict[Case, list[Measured]] = {}
    for _, matches, (program, protocol) in itertools.product(range(given.rounds), given.matches, versions):
        with tempfile.TemporaryDirectory() as folder, server(program, folder) as (base, pid):
            found = uvloop.run(bench(base, pid, protocol, matches, given.rates, given.seconds))
        for rate, measured in zip(given.rates, found, strict=True):
            results.setdefault((program, protocol, matches, rate), []).append(measured)
    report(results)


if __name__ == "__main__":
    main()
