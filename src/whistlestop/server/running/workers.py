"""Worker processes: each is asked one question at a time through its pipes, a line of JSON, and answers with another.

    worker = await Worker.start([sys.executable, "-P", "-m", "a.module.that.calls.answer_questions"])
    await worker.wait_until_ready()
    answer = await worker.ask({"what": "…"})

The process says `ready` first. It ends when its input does: the server has closed it, or is dead itself.
"""

import asyncio
import json
import os
import signal
import sys
import traceback
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO

READY = b"ready\n"
NICENESS = 10
"""Answering people comes before thinking."""
LONGEST_ANSWER = 32 * 2**20
START_SECONDS = 120.0
"""A machine under load may take long to start a process."""
RESTART_PAUSE = 1.0
"""Seconds between two attempts at starting a process that won't start."""
SECONDS_TO_END = 5.0
"""Between the end of a process's answers and its own."""


class WorkerDied(Exception):
    """The process has ended, or its answer can't be read."""


class Worker:
    """One worker process, as the server sees it."""

    def __init__(self, process: Process) -> None:
        assert process.stdin
        assert process.stdout
        self.process, self.questions, self.answers = process, process.stdin, process.stdout

    @classmethod
    async def start(cls, command: Sequence[str]) -> "Worker":
        """A new process, not necessarily ready yet."""
        return cls(await start_process(command))

    async def wait_until_ready(self) -> None:
        """WorkerDied if it never gets ready."""
        if await self.answers.readline() != READY:
            raise WorkerDied

    async def ask(self, question: Any) -> Any:
        """An answer to a question, both JSON; WorkerDied if there is none."""
        try:
            self.questions.write(json.dumps(question).encode() + b"\n")
            await self.questions.drain()
            return json.loads(await self.answers.readline())
        except (OSError, ValueError):  # a closed pipe; half a line or none
            raise WorkerDied from None

    async def exit_code(self) -> int | None:
        """How the process has ended; None if it still runs, and its answer could not be read."""
        with suppress(TimeoutError):
            async with asyncio.timeout(SECONDS_TO_END):
                return await self.process.wait()
        return None

    async def end(self) -> None:
        """Kill the process and wait for it."""
        with suppress(ProcessLookupError):
            self.process.kill()
        self.questions.close()
        with suppress(OSError):  # what could not be written any more
            await self.questions.wait_closed()
        await self.process.wait()


async def keep_serving(
    command: Sequence[str],
    workers: set[Worker],
    serve: Callable[[Worker], Awaitable[None]],
    on_loss: Callable[[str], None],
) -> None:
    """Have one process at work for ever, one of `workers` while it is: `serve` asks it until it fails, then another one
    takes its place."""
    while True:
        try:
            worker = await Worker.start(command)
            workers.add(worker)
            try:
                async with asyncio.timeout(START_SECONDS):
                    await worker.wait_until_ready()
                await serve(worker)
            finally:
                workers.discard(worker)
                await worker.end()
        except Exception as error:  # no memory, no more processes: whatever it is, the next one may do better
            on_loss(describe_error(error))
            await asyncio.sleep(RESTART_PAUSE)


async def start_process(command: Sequence[str]) -> Process:
    """Start a process in a session of its own, so that Ctrl-C at the server's terminal does not reach it."""
    return await asyncio.create_subprocess_exec(
        *command, stdin=PIPE, stdout=PIPE, start_new_session=True, limit=LONGEST_ANSWER
    )


def answer_questions(answer: Callable[[Any], Any], get_ready: Callable[[], None]) -> None:
    """What a worker process does: answer until nobody is left to ask."""
    try:
        _answer_questions(answer, get_ready)
    except BrokenPipeError:  # the server went away while it was being answered
        os._exit(0)  # Python's own exit would fail if the other thread still waits for a question


def _answer_questions(answer: Callable[[Any], Any], get_ready: Callable[[], None]) -> None:
    for name in (signal.SIGINT, signal.SIGTERM):  # meant for the server, which goes on asking until all is done
        signal.signal(name, signal.SIG_IGN)
    if hasattr(os, "nice"):  # not on Windows
        os.nice(NICENESS)
    answers = _redirect_output()
    questions: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_read, args=(sys.stdin.buffer, questions), daemon=True).start()
    get_ready()
    answers.write(READY)
    while True:
        unwritten = memoryview(json.dumps(answer(json.loads(questions.get()))).encode() + b"\n")
        while unwritten:  # a pipe takes what it has room for
            unwritten = unwritten[answers.write(unwritten) :]


def _read(questions: BinaryIO, queue: "SimpleQueue[bytes]") -> None:
    """Pass questions on. It is a thread, so that the end of the server ends a process at any time."""
    for line in questions:
        if line.endswith(b"\n"):  # else the server died while it asked
            queue.put(line)
    os._exit(0)


def _redirect_output() -> BinaryIO:
    """The pipe to the server, for answers only: what is printed must not get in between."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    with open(os.devnull, "wb") as nowhere:  # noqa: PTH123
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
    return answers


def describe_error(error: BaseException) -> str:
    """An error's kind and the places it came through. Its message is left out: it may name hidden cards or tickets."""
    steps = traceback.extract_tb(error.__traceback__)
    places = [f"{os.path.basename(step.filename)}:{step.lineno} {step.name}" for step in steps]  # noqa: PTH119
    return f"{type(error).__name__} at {' > '.join(places)}"
