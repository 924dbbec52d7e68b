"""What a second server process costs and brings: the same load on one, two and four, all at one PostgreSQL.

    python bench/processes.py                              500 matches, 400 actions a second, 1, 2 and 4 processes
    python bench/processes.py --processes 1,2 --landings anywhere --seconds 20
    python bench/processes.py --programs OLD/.venv/bin/whistlestop,.venv/bin/whistlestop --rounds 3  two in turn

PostgreSQL is a throw-away one as the tests have it, and the players are in this process. A match has two sockets, which
land `anywhere`, or both at the match's `home` as behind a load balancer that hashes by the address. CPU is counted per
accepted action: of all server processes together, and of PostgreSQL's.

With `--portion 20` nobody thinks: so many act at a time, at different tables, and the next when all of them have been
answered. On a busy machine servers that wait for a core have more to do at a time and so take less CPU for an action;
this way they have the same to do however busy it is. Commits being 20 ms apart, a portion of 20 is like 1,000 a second.

A process that has less to do at a time takes more CPU for an action, whether it has company or not. So each number of
processes is compared with one that has all of the load, and with one that has the `share` of each of them. At the end
stand the medians of all rounds. It ends by itself.
"""

import argparse
import asyncio
import itertools
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import uvloop
from websockets.exceptions import WebSocketException

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.load import SETTINGS, Load, Player, open_tables, usage
from tests.server.conftest import Cluster
from tests.server.running import RunningServer

SETTLE_SECONDS = 5.0
ACTIONS_A_TABLE = 20
"""When they act in portions."""
AT_ONCE = 50
"""Players who sit down at the same time."""
LANDINGS = ("anywhere", "home")


class Program(RunningServer):
    """`whistlestop serve` of whatever version."""

    def __init__(self, program: Path, folder: Path, database_url: str) -> None:
        super().__init__(folder, database_url, **SETTINGS)
        self.program = program

    def begin(self) -> None:
        command = [str(self.program), "serve", "--port", str(self.port)]
        with self.log_path.open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env=self.environment)

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid


@dataclass(frozen=True)
class Spent:
    """CPU seconds so far: of all servers, by process of PostgreSQL, and of the players."""

    servers: float
    postgres: dict[int, float]
    players: float

    def since(self, before: "Spent") -> tuple[float, float, float]:
        postgres = sum(cpu - before.postgres.get(pid, 0.0) for pid, cpu in self.postgres.items())
        return self.servers - before.servers, postgres, self.players - before.players


@contextmanager
def started(program: Path, count: int, cluster: Cluster) -> Iterator[list[Program]]:
    """So many server processes at an empty database."""
    name = cluster.create_database()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        stack.callback(cluster.drop_database, name)
        servers = [Program(program, Path(folder), cluster.url(name)) for _ in range(count)]
        for server in servers:
            stack.callback(server.end)
            server.start()
        yield servers


def land(player: Player, servers: list[Program], landing: str) -> None:
    """Let a player connect to one of the servers."""
    where, _, path = player.address.removeprefix("ws://").partition("/")
    match = path.split("/")[2]
    lot = random.randrange(len(servers)) if landing == "anywhere" else zlib.crc32(match.encode())
    player.address = player.address.replace(where, f"127.0.0.1:{servers[lot % len(servers)].port}")


async def seated(
    servers: list[Program], matches: int, landing: str, load: Load
) -> tuple[list[Player], list[asyncio.Task[None]]]:
    """Players at new tables, all of whom have seen their cards."""
    shares = [len(range(first, matches, len(servers))) for first in range(len(servers))]
    opened = await asyncio.gather(
        *(open_tables(server.url, share, load) for server, share in zip(servers, shares, strict=True))
    )
    players = [player for some in opened for player in some]
    for player in players:
        land(player, servers, landing)
    games = []
    for first in range(0, len(players), AT_ONCE):
        some = players[first : first + AT_ONCE]  # both of every table
        games += [asyncio.create_task(play(player)) for player in some]
        while not all(player.legal for player in some):
            await asyncio.sleep(0.05)
    return players, games


async def play(player: Player) -> None:
    """Come back where a busy machine has kept a connection waiting for too long."""
    while True:
        with suppress(OSError, TimeoutError, WebSocketException):
            await player.play()


def spent(servers: list[Program], cluster: Cluster) -> Spent:
    return Spent(
        sum(usage(server.pid).cpu for server in servers),
        {pid: usage(pid).cpu for pid in cluster.processes()},
        usage(os.getpid()).cpu,
    )


@dataclass(frozen=True)
class Measured:
    """Actions that were accepted in a second, how long their answers took, and CPU in ms an action."""

    accepted: float
    servers: float
    postgres: float
    players: float
    p50: float
    p99: float
    refused: int

    def __str__(self) -> str:
        return (
            f"{self.accepted:10.0f} {self.servers:10.2f} {self.postgres:10.2f} {self.players:10.2f} "
            f"{self.p50:8.0f} {self.p99:8.0f} {self.refused:8}"
        )


async def measure(servers: list[Program], cluster: Cluster, matches: int, landing: str, rate: float, seconds: float,
                  protocol: int, portion: int) -> Measured:  # fmt: skip
    load = Load(protocol)
    players, games = await seated(servers, matches, landing, load)
    load.rate_per_match = rate / matches
    if not portion:
        load.playing.set()
    await asyncio.sleep(SETTLE_SECONDS)
    load.answer_seconds.clear()
    load.refused, before, began = 0, spent(servers, cluster), time.perf_counter()
    if portion:
        await act_in_portions(players, portion)
    else:
        await asyncio.sleep(seconds)
    took, cpu = time.perf_counter() - began, spent(servers, cluster).since(before)
    times = sorted(load.answer_seconds)
    tasks = games + [player.thinking for player in players if player.thinking is not None]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    each = [part / len(times) * 1000 for part in cpu]
    p50, p99 = times[len(times) // 2] * 1000, times[int(len(times) * 0.99)] * 1000
    return Measured(len(times) / took, each[0], each[1], each[2], p50, p99, load.refused)


async def act_in_portions(players: list[Player], portion: int) -> None:
    """Let so many act at a time, until each table has seen some actions."""
    tables = list(zip(players[::2], players[1::2], strict=True))  # as they were opened, two people each
    for _ in range(ACTIONS_A_TABLE * len(tables) // portion):
        random.shuffle(tables)
        able = (next((player for player in table if player.legal), None) for table in tables)
        acting = list(itertools.islice((player for player in able if player is not None), portion))
        for player in acting:
            await player.act()
        while any(player.sent is not None for player in acting):
            await asyncio.sleep(0.001)


Case = tuple[int, str]
"""Processes and where connections land; or one process with the `share` of one of so many."""
SHARE = "share"


def cases_of(counts: list[int], landings: list[str]) -> list[Case]:
    """
    >>> cases_of([1, 2], ["anywhere"])
    [(1, 'anywhere'), (2, 'share'), (2, 'anywhere')]
    """
    cases: list[Case] = []
    for count in counts:
        cases += [(count, landing) for landing in (SHARE, *landings)] if count > 1 else [(1, LANDINGS[0])]
    return cases


def report(program: str, measured: dict[Case, list[Measured]]) -> None:
    """The medians of all rounds, and what several processes take in comparison with one."""
    cpu = {case: statistics.median(one.servers for one in each) for case, each in measured.items()}
    alone = cpu.get((1, LANDINGS[0]))
    for (count, landing), each in cpu.items():
        share = cpu.get((count, SHARE))
        compared = f", {each / alone:.2f} x one with all of the load" if alone and count > 1 else ""
        if share and landing != SHARE:
            compared += f", {each / share:.2f} x one with its share"
        what = f"one with the share of {count}" if landing == SHARE else f"{count} {landing}"
        print(f"{program}: {what}: {each:.3f} ms{compared}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    own = str(Path(sys.executable).parent / "whistlestop")
    parser.add_argument("--programs", default=own, help="programs to compare: PATH or PATH@PROTOCOL, with commas")
    parser.add_argument("--processes", default="1,2,4", help="how many server processes, in turn")
    parser.add_argument("--landings", default=",".join(LANDINGS), help="where connections land: anywhere, home")
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--rate", type=float, default=400.0, help="actions a second that all players offer")
    parser.add_argument("--seconds", type=float, default=15.0, help="how long each is measured")
    parser.add_argument("--portion", type=int, default=0, help="how many act at a time, instead of offering a rate")
    parser.add_argument("--rounds", type=int, default=1, help="how often all of it is done")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))  # and no server is left behind
    cluster = Cluster()
    programs = given.programs.split(",")
    cases = cases_of([int(count) for count in given.processes.split(",")], given.landings.split(","))
    results: dict[str, dict[Case, list[Measured]]] = {program: {case: [] for case in cases} for program in programs}
    try:
        cluster.start()
        print(f"{given.matches} matches with 2 sockets each, {given.rate:.0f} actions/s offered; CPU in ms an action")
        print(f"{'processes':>9} {'landing':>9} {'actions/s':>10} {'servers':>10} {'postgres':>10} {'players':>10} "
              f"{'p50 ms':>8} {'p99 ms':>8} {'refused':>8}")  # fmt: skip
        for _, (count, landing), program in itertools.product(range(given.rounds), cases, programs):
            parts = count if landing == SHARE else 1
            path, _, protocol = program.partition("@")
            share = given.matches // parts, landing, given.rate / parts, given.seconds
            with started(Path(path), count // parts, cluster) as servers:
                measured = uvloop.run(measure(servers, cluster, *share, int(protocol or 2), given.portion // parts))
            results[program][count, landing].append(measured)
            print(f"{count:9} {landing:>9} {measured}  {program}", flush=True)
        for program in programs:
            report(program, results[program])
    finally:
        cluster.stop()


if __name__ == "__main__":
    main()
