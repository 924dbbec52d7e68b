"""What a second server process costs and brings: the same load on one, two and four, all at one PostgreSQL.

    python bench/processes.py                              500 matches, 400 actions a second, 1, 2 and 4 processes
    python bench/processes.py --processes 1,2 --landings anywhere --seconds 20
    python bench/processes.py --programs OLD/.venv/bin/whistlestop,.venv/bin/whistlestop      two versions in one run

PostgreSQL is a throw-away one as the tests have it, and the players are in this process. A match has two sockets, which
land `anywhere`, or both at the match's `home` as behind a load balancer that hashes by the address. CPU is counted per
accepted action: of all server processes together, and of PostgreSQL's. It ends by itself.
"""

import argparse
import asyncio
import os
import random
import signal
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


async def measure(servers: list[Program], cluster: Cluster, matches: int, landing: str, rate: float,
                  seconds: float) -> str:  # fmt: skip
    load = Load(protocol=2)
    players, games = await seated(servers, matches, landing, load)
    load.rate_per_match = rate / matches
    load.playing.set()
    await asyncio.sleep(SETTLE_SECONDS)
    load.answer_seconds.clear()
    load.refused, before, began = 0, spent(servers, cluster), time.perf_counter()
    await asyncio.sleep(seconds)
    took, cpu = time.perf_counter() - began, spent(servers, cluster).since(before)
    times = sorted(load.answer_seconds)
    tasks = games + [player.thinking for player in players if player.thinking is not None]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    each = [part / len(times) * 1000 for part in cpu]
    return (
        f"{len(times) / took:10.0f} {each[0]:10.2f} {each[1]:10.2f} {each[2]:10.2f} "
        f"{times[len(times) // 2] * 1000:8.0f} {times[int(len(times) * 0.99)] * 1000:8.0f} {load.refused:8}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    own = str(Path(sys.executable).parent / "whistlestop")
    parser.add_argument("--programs", default=own, help="whistlestop programs to compare, separated by commas")
    parser.add_argument("--processes", default="1,2,4", help="how many server processes, in turn")
    parser.add_argument("--landings", default=",".join(LANDINGS), help="where connections land: anywhere, home")
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--rate", type=float, default=400.0, help="actions a second that all players offer")
    parser.add_argument("--seconds", type=float, default=15.0, help="how long each is measured")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))  # and no server is left behind
    cluster = Cluster()
    try:
        cluster.start()
        print(f"{given.matches} matches with 2 sockets each, {given.rate:.0f} actions/s offered; CPU in ms an action")
        print(f"{'processes':>9} {'landing':>9} {'actions/s':>10} {'servers':>10} {'postgres':>10} {'players':>10} "
              f"{'p50 ms':>8} {'p99 ms':>8} {'refused':>8}")  # fmt: skip
        for count in map(int, given.processes.split(",")):
            for landing in given.landings.split(",") if count > 1 else LANDINGS[:1]:
                for program in given.programs.split(","):
                    with started(Path(program), count, cluster) as servers:
                        measured = uvloop.run(
                            measure(servers, cluster, given.matches, landing, given.rate, given.seconds)
                        )
                    print(f"{count:9} {landing:>9} {measured}  {program}", flush=True)
    finally:
        cluster.stop()


if __name__ == "__main__":
    main()
