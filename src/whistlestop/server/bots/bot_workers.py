"""The bots of a server, in worker processes beside it.

    workers = BotWorkers(log=log)
    await workers.start()
    text = await workers.choose("usa", None, view, "hard", seed)

Two lanes keep tables from delaying each other: a choice in the *quick* lane takes a millisecond, one in the *deep* lane
as long as a bot that searches may think. Each worker process (`bot_process.py`) is asked one question at a time
through its pipes, by a task of its own that puts another process in its place when it dies or hangs.

Nothing of a bot's view is logged, not even when something goes wrong.
"""

import asyncio
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from whistlestop.bots.levels import LEVELS, SEARCH_SECONDS
from whistlestop.game.view import View
from whistlestop.kernels.plan import core_count
from whistlestop.server.bots.bot_process import (
    ANALYST,
    REVIEWER,
    Answer,
    JudgedAction,
    PastChoice,
    Question,
    ReviewedChoice,
    greedy_choice,
)
from whistlestop.server.running.workers import Worker, WorkerDied, keep_serving

COMMAND = [sys.executable, "-P", "-m", "whistlestop.server.bots.bot_process"]
BOTS_BY_LEVEL: Mapping[str, str] = {**{level: level for level in LEVELS}, "master": "search@{seconds:.3f}s"}
"""The bot that plays a level, by its name in the registry; `{seconds}` is its thinking time."""
ADVICE_SECONDS = 1.2
"""What a hint may take: somebody waits for it."""
LEAST_SECONDS = 0.1
MAX_PENDING_PER_WORKER = 40
"""This many choices per deep worker are a queue of four seconds; levels that are to search then play like `hard`."""
ANSWER_SECONDS = 20.0
"""Seconds until a choice is made without the workers. A worker that takes half of that hangs."""
HEAD_START = 2.0
"""Seconds that a server has for itself before its first worker starts."""
RETRIES = 2
"""How often a choice is asked for again whose worker died."""

Failure = Literal["bot failed", "worker died", "worker hung", "worker lost", "no answer in time"]


class BotsClosed(RuntimeError):
    """The server is going down: whoever comes next will ask again."""


class NoAdvice(RuntimeError):
    """Nobody could judge the actions; `is_early` if the kernels for it are still being compiled."""

    def __init__(self, *, is_early: bool = False) -> None:
        super().__init__("The kernels are being compiled." if is_early else "No worker could judge.")
        self.is_early = is_early


def thinking_seconds(most: float, deep: int, pending: int) -> float:
    """How much of `most` seconds a search may take while `pending` choices are not answered yet, its own included.

    It depends on how many tables think, never on cards.

    >>> [thinking_seconds(3.0, deep=2, pending=pending) for pending in (1, 4, 500)]
    [3.0, 1.5, 0.1]
    """
    return max(LEAST_SECONDS, min(most, most * deep / pending))


@dataclass(eq=False)
class Job:
    """A choice that somebody waits for."""

    question: Question
    answer: "asyncio.Future[Answer | None]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    """None if the workers could not choose."""
    most_seconds: float = SEARCH_SECONDS["master"]
    """What a search may take if nobody else asks."""
    deaths: int = 0

    def settle(self, answer: Answer | None) -> None:
        """Give the answer to whoever waits for it; None if there is none."""
        if not self.answer.done():  # nobody may be waiting any more
            self.answer.set_result(answer)


class Lane:
    """Worker processes with one queue."""

    def __init__(self, size: int, hang_seconds: float, report: Callable[..., None]) -> None:
        self.size, self.hang_seconds, self.report = size, hang_seconds, report
        self.waiting: set[Job] = set()
        """The choices that somebody waits for."""
        self.jobs: asyncio.Queue[Job] = asyncio.Queue()
        self.workers: set[Worker] = set()
        """The processes that run; the lane's tasks replace them."""
        self.is_wanted = asyncio.Event()
        """Whether somebody will ask: a process takes 170 MB, and seconds to start."""
        self.is_ready = asyncio.Event()
        """Whether a process has been ready once."""

    @property
    def pending(self) -> int:
        """How many choices are asked for and not answered."""
        return sum(not job.answer.done() for job in self.waiting)

    async def keep_one_worker(self, after: "Lane | None" = None) -> None:
        """Have one process at work for ever from when it is wanted, `after` another lane has begun."""
        await self.is_wanted.wait()
        if after is not None:
            await after.is_ready.wait()
        await keep_serving(COMMAND, self.workers, self._serve, self._report_loss)

    def _report_loss(self, error: str) -> None:
        self.report("worker lost", error=error)

    async def _serve(self, worker: Worker) -> None:
        """Give a worker that is ready jobs until it fails at one."""
        self.is_ready.set()
        while True:
            job = await self.jobs.get()
            if job.answer.done():  # given up meanwhile
                continue
            seconds = thinking_seconds(job.most_seconds, self.size, self.pending)
            question: Question = {**job.question, "bot": job.question["bot"].format(seconds=seconds)}
            try:
                async with asyncio.timeout(self.hang_seconds):
                    job.settle(await worker.ask(question))
            except TimeoutError:
                self.report("worker hung", bot=question["bot"], seconds=self.hang_seconds)
                job.settle(None)
                return
            except WorkerDied:
                self.report("worker died", bot=question["bot"])
                self._ask_again(job)
                return

    def _ask_again(self, job: Job) -> None:
        job.deaths += 1
        if job.deaths > RETRIES:
            job.settle(None)
        else:
            self.jobs.put_nowait(job)


class BotWorkers:
    """Chooses for the bots of all tables of this server process.

    `deep` searches go on side by side, by default one per core. `bots` says which bot plays which level, and that no
    other name from outside is ever looked up. `log` gets an event and its details as keywords.
    """

    def __init__(
        self,
        deep: int | None = None,
        log: Callable[..., None] = lambda *_, **__: None,
        bots: Mapping[str, str] = BOTS_BY_LEVEL,
        timeout: float = ANSWER_SECONDS,
    ) -> None:
        self.bots, self.timeout, self.log = bots, timeout, log
        self.quick = Lane(1, timeout / 2, self._failed)
        self.deep = Lane(deep or core_count(), timeout / 2, self._failed)
        self.tasks: list[asyncio.Task[None]] = []
        self.head_start: asyncio.TimerHandle | None = None
        self.is_closed = False
        self.on_choice: Callable[[str, float], None] = lambda *_: None
        """For metrics: a level has chosen, and how many seconds after it was asked."""
        self.on_failure: Callable[[Failure], None] = lambda _: None
        """For metrics: something went wrong, in words of which there are few."""
        self.on_stand_in: Callable[[str], None] = lambda _: None
        """For metrics: `hard` stood in for a level, whose kernels are not compiled yet."""

    @property
    def pending(self) -> dict[str, int]:
        """For metrics: the choices asked for and not answered, by lane."""
        return {"quick": self.quick.pending, "deep": self.deep.pending}

    async def start(self) -> None:
        """Start the quick process when the server has had time to show its first page. Choices may be asked for before.

        The deep ones start when a bot that searches is expected.
        """
        self.head_start = asyncio.get_running_loop().call_later(HEAD_START, self.quick.is_wanted.set)
        keepers = [self.quick.keep_one_worker()]
        keepers += [self.deep.keep_one_worker(after=self.quick) for _ in range(self.deep.size)]
        self.tasks = [asyncio.create_task(keeper) for keeper in keepers]

    def expect(self, level: str) -> None:
        """A bot of this level sits at some table: have a process ready for it."""
        lane, _ = self._lane_and_bot(level)
        self.quick.is_wanted.set()
        lane.is_wanted.set()

    async def close(self) -> None:
        """End all processes. Who still waits for a choice gets BotsClosed."""
        self.is_closed = True
        if self.head_start is not None:
            self.head_start.cancel()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for job in self.quick.waiting | self.deep.waiting:
            if not job.answer.done():
                job.answer.set_exception(BotsClosed("The bots' processes are closed."))

    async def choose(self, source: str, map_source: str | None, view: View, level: str, seed: int) -> str:
        """A bot's choice: one of the view's legal actions, whatever happens.

        `source` and `map_source` are the match's map: a built-in one's name and None, or any name and a map's text. The
        same view, level and seed give the same choice, except for those that search, which depend on the clock.
        """
        if not view["legal_actions"]:
            raise ValueError("There is nothing to choose.")
        if self.is_closed:
            raise BotsClosed("The bots' processes are closed.")
        began = time.monotonic()
        lane, bot = self._lane_and_bot(level)
        job = Job({"bot": bot, "source": source, "map_source": map_source, "view": view, "seed": seed})
        answer = await self._answer(lane, job)
        if answer is None:
            action = await asyncio.to_thread(greedy_choice, job.question)
        else:
            action = answer["action"]
            self._report_failures(level, answer)
        self.on_choice(level, time.monotonic() - began)
        return action

    async def analyse(
        self, source: str, map_source: str | None, view: View, *, playouts: int | None = None, seed: int = 0
    ) -> list[JudgedAction]:
        """What the actions of a view are worth, the best first: NoAdvice where nobody can judge.

        The same view, seed and number of playouts give the same answer; without that number it takes about a second.
        """
        bot = f"{ANALYST}{playouts}" if playouts else f"{ANALYST}{{seconds:.3f}}s"
        answer = await self._judgement(
            {"bot": bot, "source": source, "map_source": map_source, "view": view, "seed": seed}
        )
        if not answer["judged_actions"]:
            raise NoAdvice(is_early=answer["is_stand_in"])
        return answer["judged_actions"]

    async def review(
        self, source: str, map_source: str | None, view: View, past: PastChoice, *, playouts: int, seed: int = 0
    ) -> ReviewedChoice:
        """What a choice was worth beside the best one, likewise."""
        bot = f"{REVIEWER}{playouts}"
        answer = await self._judgement(
            {"bot": bot, "source": source, "map_source": map_source, "view": view, "seed": seed, "past": past}
        )
        if "review" not in answer:
            raise NoAdvice(is_early=answer["is_stand_in"])
        return answer["review"]

    async def _judgement(self, question: Question) -> Answer:
        if self.is_closed:
            raise BotsClosed("The bots' processes are closed.")
        if self.deep.pending >= MAX_PENDING_PER_WORKER * self.deep.size:
            raise NoAdvice
        began = time.monotonic()
        answer = await self._answer(self.deep, Job(question, most_seconds=ADVICE_SECONDS))
        self.on_choice("analyst", time.monotonic() - began)
        if answer is None:
            raise NoAdvice
        self._report_failures("analyst", answer)
        return answer

    def _lane_and_bot(self, level: str) -> tuple[Lane, str]:
        if level not in self.bots:
            raise ValueError(f"There is no level {level!r}; there are {', '.join(self.bots)}.")
        if level not in SEARCH_SECONDS:
            return self.quick, self.bots[level]
        if self.deep.pending >= MAX_PENDING_PER_WORKER * self.deep.size:
            return self.quick, self.bots["hard"]
        return self.deep, self.bots[level]

    async def _answer(self, lane: Lane, job: Job) -> Answer | None:
        """What a worker answers; None if none does in time."""
        self.quick.is_wanted.set()  # the deep ones wait for it
        lane.is_wanted.set()
        lane.waiting.add(job)
        lane.jobs.put_nowait(job)
        try:
            async with asyncio.timeout(self.timeout):
                return await job.answer
        except TimeoutError:
            self._failed("no answer in time", bot=job.question["bot"])
            return None
        finally:
            lane.waiting.discard(job)

    def _report_failures(self, level: str, answer: Answer) -> None:
        if answer["is_stand_in"]:
            self.on_stand_in(level)
        if answer["failure"] is not None:
            self._failed("bot failed", bot_level=level, error=answer["failure"])

    def _failed(self, failure: Failure, **details: object) -> None:
        self.on_failure(failure)
        self.log(failure, **details)
