"""Maps of the studio that are played for their balance, each in a process of its own (`balance_process.py`).

    jobs = BalanceJobs(most=1)
    async with jobs.begin("203.0.113.9", map_json, games=2000, seed=1) as job:
        async for progress in job:
            ...

An address has one at a time, and the server a few. A job ends with its block: whoever leaves it stops it.
"""

import asyncio
import sys
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from whistlestop.arena.balance import Balance
from whistlestop.json_types import TypedDict, described
from whistlestop.server.play.balance_process import Played
from whistlestop.server.play.refusal import Invalid, TooOften, Unavailable
from whistlestop.server.running.workers import START_SECONDS, Worker, WorkerDied

COMMAND = [sys.executable, "-P", "-m", "whistlestop.server.play.balance_process"]
MOST_SECONDS = 900.0
"""By the clock, waiting for kernels included; on a busy machine nothing may be left for a job."""
PLAY_SECONDS = 0.7
"""Between two answers."""
COUNT_EVERY = 4
"""Every so many answers say what stands out so far: that takes a tenth of a second."""
RATE_SECONDS = 10.0
"""The rate is that of the last so many seconds."""


@described
class BalanceProgress(TypedDict):
    """How far a job is, and what it has found so far."""

    state: str
    """`compiling` before it can begin, `playing`, `done`; `cut` if its time was up before all games were played."""
    played: int
    total: int
    rate: float
    """Games a second, over the last seconds."""
    seconds_left: float | None
    """Null before that can be told."""
    balances: list[Balance] | None
    """By number of players; null if nothing new was counted."""


class BalanceFailed(RuntimeError):
    """A mistake of ours in a process."""


class BalanceJobs:
    """The jobs of this server process."""

    def __init__(self, most: int, niceness: int = 10, log: Callable[..., object] = lambda *_, **__: None) -> None:
        self.most, self.niceness, self.log = most, niceness, log
        self.addresses: set[str] = set()
        self.workers: set[Worker] = set()
        self._is_closed = False

    async def close(self) -> None:
        """End all workers, and start no more."""
        self._is_closed = True
        for worker in list(self.workers):
            await worker.end()

    def check(self, address: str) -> None:
        """Refuse a job that can't begin now."""
        if self._is_closed:
            raise _closed()
        if address in self.addresses:
            raise TooOften(
                "balance-running", "Another map is being played from your address. Wait until that is over, or stop it."
            )
        if len(self.addresses) >= self.most:
            raise Unavailable("busy", "Maps of others are being played here just now. Try again in a minute.")

    @asynccontextmanager
    async def begin(
        self, address: str, map_json: str, games: int, seed: int
    ) -> AsyncIterator[AsyncIterator[BalanceProgress]]:
        """A job, whose progress can be read; Refusal says why there is none."""
        self.check(address)
        self.addresses.add(address)
        try:
            worker = await Worker.start(COMMAND)
            self.workers.add(worker)
            try:
                yield await self._first(
                    worker, {"map_json": map_json, "games": games, "seed": seed, "niceness": self.niceness}
                )
            finally:
                self.workers.discard(worker)
                await asyncio.shield(worker.end())
        finally:
            self.addresses.discard(address)

    async def _first(self, worker: Worker, question: dict[str, Any]) -> AsyncIterator[BalanceProgress]:
        """Only now is it known whether the map can be played at all."""
        try:
            async with asyncio.timeout(START_SECONDS):
                await worker.wait_until_ready()
        except (WorkerDied, TimeoutError):
            self.log("balance process lost")
            raise _closed() if self._is_closed else BalanceFailed("no process") from None
        return self._progress(worker, await self._ask(worker, question, MOST_SECONDS))

    async def _progress(self, worker: Worker, played: Played) -> AsyncIterator[BalanceProgress]:
        began = time.monotonic()
        recent = deque([(began, 0)])
        answers = 0
        yield _told(played, recent)
        while not played["is_over"]:
            if not played["is_compiled"]:
                await asyncio.sleep(PLAY_SECONDS)
            answers += 1
            counts = answers % COUNT_EVERY == 1 and played["is_compiled"]
            left = began + MOST_SECONDS - time.monotonic()
            played = await self._ask(worker, {"seconds": PLAY_SECONDS, "counts": counts}, left)
            recent.append((time.monotonic(), played["played"]))
            while recent[-1][0] - recent[1][0] > RATE_SECONDS:
                recent.popleft()
            yield _told(played, recent)

    async def _ask(self, worker: Worker, question: dict[str, Any], seconds: float) -> Played:
        try:
            async with asyncio.timeout(seconds):
                answer = await worker.ask(question)
        except TimeoutError:  # its CPU time is limited (`balance_process.py`), so it did not get any
            raise Unavailable("busy", "The server is too busy to play all these games. Try again later.") from None
        except WorkerDied:
            if self._is_closed:
                raise _closed() from None
            self.log("balance process ended")
            raise Invalid("too-much-work", "A game on this map takes too long to play many. Make it smaller.") from None
        if "refused" in answer:
            message, problem = answer["refused"]
            raise Invalid("bad-map", message, problem=problem)
        if "out_of_memory" in answer:
            raise Invalid("too-much-memory", "This map needs more memory than it may take. Make it smaller.")
        if "failure" in answer:
            self.log("balance failed", error=answer["failure"])
            raise BalanceFailed(answer["failure"])
        result: Played = answer["result"]
        return result


def _told(played: Played, recent: deque[tuple[float, int]]) -> BalanceProgress:
    (since, before), (now, count) = recent[0], recent[-1]
    rate = (count - before) / (now - since) if now > since else 0.0
    left = played["total"] - played["played"]
    state = "cut" if played["is_cut"] else "done" if played["is_over"] else "playing"
    return {
        "state": state if played["is_compiled"] else "compiling",
        "played": played["played"],
        "total": played["total"],
        "rate": round(rate, 1),
        "seconds_left": 0.0 if played["is_over"] else round(left / rate, 1) if rate else None,
        "balances": played["balances"],
    }


def _closed() -> Unavailable:
    return Unavailable("draining", "This process is being shut down.")
