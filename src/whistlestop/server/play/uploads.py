"""What strangers send is read, checked, replayed and drawn in processes of its own (`upload_process.py`).

    uploads = Uploads(log=log.warning)
    await uploads.start()
    problems = await uploads.ask("203.0.113.9", "check", toml)

Such a process has limits of time and memory. One address can't keep the others waiting: it has one question at work
and a few in its line, and addresses take turns.
"""

import asyncio
import signal
import sys
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from whistlestop.server.play.refusal import Invalid, Refusal, TooOften, Unavailable
from whistlestop.server.running.workers import Worker, WorkerDied, keep_serving

COMMAND = [sys.executable, "-P", "-m", "whistlestop.server.play.upload_process"]
PROCESSES = 2
CPU_SECONDS = 5
"""For a question. The worst map takes a twentieth of it; but kernels may still run uncompiled."""
TIMEOUT_FACTOR = 6
"""It may take this many times as long by the clock, on a busy machine."""
WAITING_PER_ADDRESS = 4
MOST_WAITING = 100
HEAD_START = 5.0
"""Seconds that a server has for itself before a process is made ready."""
TOO_MUCH_TIME = -getattr(signal, "SIGXCPU", 0) or None
"""How a process has ended that the system stopped for using too much time; None where it can't."""


class UploadFailed(RuntimeError):
    """A mistake of ours in a process."""


@dataclass(eq=False)
class Job:
    """A question that somebody waits for."""

    address: str
    question: dict[str, Any]
    answer: "asyncio.Future[Any]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    has_lost_a_process: bool = False

    def settle(self, result: Any) -> None:
        """With a result or an exception; nobody may be waiting any more."""
        if self.answer.done():
            return
        if isinstance(result, Exception):
            self.answer.set_exception(result)
        else:
            self.answer.set_result(result)


class Uploads:
    """The processes of this server process, and who waits for them."""

    def __init__(self, log: Callable[..., object] = lambda *_, **__: None, processes: int = PROCESSES) -> None:
        self.log = log
        self.processes = processes
        self.workers: set[Worker] = set()
        self._lines: dict[str, deque[Job]] = {}
        """Those who wait, by address; the address whose turn is next comes first."""
        self._at_work: set[str] = set()
        self._has_changed = asyncio.Event()
        """Somebody asks, or somebody was answered."""
        self._is_wanted, self._is_crowded = asyncio.Event(), asyncio.Event()
        """Whether somebody will ask, and whether several ask at once: a process takes 100 MB."""
        self._tasks: list[asyncio.Task[None]] = []
        self._head_start: asyncio.TimerHandle | None = None
        self._is_closed = False

    async def start(self) -> None:
        """Have one process ready soon; the others when there is more to do than one can."""
        self._head_start = asyncio.get_running_loop().call_later(HEAD_START, self._is_wanted.set)
        wanted = [self._is_wanted] + [self._is_crowded] * (self.processes - 1)
        self._tasks = [asyncio.create_task(self._keep_one_process(event), name="upload") for event in wanted]

    async def close(self) -> None:
        """End all processes. Who still waits is told to come back."""
        self._is_closed = True
        if self._head_start is not None:
            self._head_start.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for job in [job for line in self._lines.values() for job in line]:
            job.settle(_closed())

    async def ask(self, address: str, task: str, *arguments: Any, seconds: int = CPU_SECONDS) -> Any:
        """What a task of `upload_process` makes of its arguments; a Refusal says why it makes nothing of them."""
        if self._is_closed:
            raise _closed()
        if len(self._lines.get(address, ())) >= WAITING_PER_ADDRESS:
            raise TooOften("too-often", "Other uploads of yours are still being checked. Try again in 5 s.", 5)
        if sum(map(len, self._lines.values())) >= MOST_WAITING:
            raise Unavailable("busy", "Many uploads are being checked just now. Try again in a moment.")
        job = Job(address, {"task": task, "arguments": arguments, "seconds": seconds})
        if self._at_work or self._lines:
            self._is_crowded.set()
        self._is_wanted.set()
        self._lines.setdefault(address, deque()).append(job)
        self._has_changed.set()
        return await job.answer

    async def _keep_one_process(self, is_wanted: asyncio.Event) -> None:
        """Have one process at work for ever from when it is wanted."""
        await is_wanted.wait()
        await keep_serving(COMMAND, self.workers, self._serve_all, self._report_loss)

    def _report_loss(self, error: str) -> None:
        self.log("upload process lost", error=error)

    async def _serve_all(self, worker: Worker) -> None:
        while await self._serve_next(worker):
            pass

    async def _serve_next(self, worker: Worker) -> bool:
        """Let the process answer whoever is next; whether it can go on after that."""
        job = await self._next_job()
        try:
            return await self._serve(worker, job)
        except asyncio.CancelledError:
            job.settle(_closed())
            raise
        finally:
            self._at_work.discard(job.address)
            self._has_changed.set()

    async def _serve(self, worker: Worker, job: Job) -> bool:
        seconds = job.question["seconds"]
        try:
            async with asyncio.timeout(TIMEOUT_FACTOR * seconds):
                answer = await worker.ask(job.question)
        except TimeoutError:
            self.log("upload process hung", task=job.question["task"])
            job.settle(_too_long(seconds))
            return False
        except WorkerDied:
            code = await worker.exit_code()
            if code is not None and code == TOO_MUCH_TIME:
                self.log("upload took too long", task=job.question["task"])
                job.settle(_too_long(seconds))
            else:
                self.log("upload process died", task=job.question["task"])
                self._ask_again(job)
            return False
        job.settle(_result_of(answer))
        return "out_of_memory" not in answer

    async def _next_job(self) -> Job:
        """The first one of the next address that has none at work."""
        while True:
            for address in [address for address in self._lines if address not in self._at_work]:
                line = self._lines.pop(address)
                job = line.popleft()
                if line:
                    self._lines[address] = line  # behind the others
                if not job.answer.done():  # else who asked has gone
                    self._at_work.add(address)
                    return job
            self._has_changed.clear()
            await self._has_changed.wait()

    def _ask_again(self, job: Job) -> None:
        """Something has ended its process, perhaps not this question."""
        if job.has_lost_a_process:
            job.settle(UploadFailed("the process died twice"))
        else:
            job.has_lost_a_process = True
            self._lines.setdefault(job.address, deque()).appendleft(job)


def _result_of(answer: dict[str, Any]) -> Any:
    if "refused" in answer:
        code, message, problem = answer["refused"]
        return Invalid(code, message, problem=problem)
    if "unavailable" in answer:
        return Unavailable(*answer["unavailable"])
    if "out_of_memory" in answer:
        return Invalid("too-much-memory", "This needs more memory than an upload may take. Send something smaller.")
    if "failure" in answer:
        return UploadFailed(answer["failure"])
    return answer["result"]


def _too_long(seconds: int) -> Refusal:
    text = f"This took longer than {seconds} s to read, check or replay, and was given up. Send something simpler."
    return Invalid("too-much-work", text)


def _closed() -> Refusal:
    return Unavailable("draining", "This process is being shut down.")
