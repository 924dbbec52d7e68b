"""The nemesis: makes trouble for servers and their database, of every kind that a machine can, and always ends it."""

import asyncio
import os
import random
import resource
import signal
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path

from tests.server.conftest import Cluster
from tests.server.forked import ForkedServer
from tests.server.swarm import Player

LONGEST = 1.5
"""Seconds that a trouble lasts at most, apart from what it takes to start again."""
CLOCK_STEP = 3600.0

Trouble = Callable[[], Awaitable[None]]


class Nemesis:
    """Troubles for some servers on a database: a SQLite file, or a cluster of PostgreSQL."""

    def __init__(self, servers: Sequence[ForkedServer], players: Sequence[Player], rng: random.Random,
                 database: Path | Cluster) -> None:  # fmt: skip
        self.servers = servers
        self.players = players
        self.rng = rng
        self.database = database
        self.done = Counter[str]()

    async def strike(self) -> None:
        """Make one trouble, and wait until it is over."""
        troubles: list[Trouble] = [self.kill] * 4 + [self.pause, self.step_clock, self.cut, self.slow]
        if isinstance(self.database, Cluster):
            troubles += [self.restart_database, self.stop_database, self.hang_database]
        else:
            troubles += [self.fill_disk]
        trouble = self.rng.choice(troubles)
        await trouble()
        self.done[trouble.__name__] += 1

    async def _while(self) -> None:
        """For as long as it lasts."""
        await asyncio.sleep(self.rng.uniform(0, LONGEST))

    async def kill(self) -> None:
        """A process dies, and another one starts after a while."""
        server = self.rng.choice(self.servers)
        server.end()
        await self._while()
        await asyncio.to_thread(server.start)

    async def step_clock(self) -> None:
        """The machine's clock is set, forward or back, while a process runs; and it sees another one when it starts."""
        server = self.rng.choice(self.servers)
        server.set_clock(self.rng.uniform(-CLOCK_STEP, CLOCK_STEP))
        await self._while()
        server.end()
        await asyncio.to_thread(server.start)

    async def pause(self) -> None:
        """A process does not get to run, be it that its machine is out of memory or sleeps."""
        server = self.rng.choice(self.servers)
        assert server.pid is not None
        os.kill(server.pid, signal.SIGSTOP)
        try:
            await self._while()
        finally:
            os.kill(server.pid, signal.SIGCONT)

    async def cut(self) -> None:
        """Connections break without a word."""
        for player in self.rng.sample(self.players, len(self.players) // 4):
            if player.socket is not None:
                player.socket.transport.abort()

    async def slow(self) -> None:
        """Some don't read what they are sent."""
        slow = self.rng.sample(self.players, len(self.players) // 10)
        for player in slow:
            player.may_read.clear()
        await self._while()
        for player in slow:
            player.may_read.set()

    async def fill_disk(self) -> None:
        """No file may grow."""
        assert isinstance(self.database, Path)
        server = self.servers[0]
        assert server.pid is not None
        log = self.database.with_name(f"{self.database.name}-wal")
        before = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (log.stat().st_size if log.exists() else 0, before[1]))
        try:
            await self._while()
        finally:
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, before)

    async def restart_database(self) -> None:
        assert isinstance(self.database, Cluster)
        await asyncio.to_thread(self.database.restart)

    async def stop_database(self) -> None:
        assert isinstance(self.database, Cluster)
        await asyncio.to_thread(self.database.pause)
        await self._while()
        await asyncio.to_thread(self.database.go_on)

    async def hang_database(self) -> None:
        """It is there and does not answer."""
        assert isinstance(self.database, Cluster)
        processes = self.database.processes()
        try:
            for process in processes:
                os.kill(process, signal.SIGSTOP)
            await self._while()
        finally:
            for process in processes:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGCONT)
