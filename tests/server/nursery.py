"""A process that has imported all, off which servers are forked, and their worker processes too (`forked.py`).

It takes an order per line and answers with the new server's process id. To import is three quarters of the time that a
server or a worker takes to start, and the tests start hundreds.
"""

import asyncio
import gc
import json
import os
import runpy
import signal
import socket
import sys
import tempfile
import time
from asyncio import StreamReader, StreamReaderProtocol, StreamWriter
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Never

from whistlestop import kernels
from whistlestop.bots.search.searcher import SEARCH_KERNELS
from whistlestop.cli.app import app
from whistlestop.server.running import workers
from whistlestop.server.store import Store
from whistlestop.server.web.pages import read_page

MODULES = ["whistlestop.cli.serve", "whistlestop.server.app", "whistlestop.server.play.upload_process"]
LONGEST_ORDER = 4096


def get_ready(is_cold: bool) -> None:
    """Import and load what servers and workers do only when they need it; without kernels where it is to be cold."""
    for module in MODULES:
        import_module(module)
    read_page()
    if not is_cold:
        kernels.require(*SEARCH_KERNELS)

    async def make_a_store(folder: str) -> None:
        store = await Store.open(f"sqlite:///{folder}/store.db", owner="nursery")  # brings all that migrates
        await store.close()

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(make_a_store(folder))
    gc.collect()
    gc.freeze()  # so that what is shared stays shared


def take_orders() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the dead
    for line in sys.stdin:
        order = json.loads(line)
        child = os.fork()
        if child == 0:
            serve(order)
        print(child, flush=True)


def serve(order: dict[str, Any]) -> Never:
    """A server, which first forks the process that its workers will be forked off."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.environ.clear()
    os.environ.update(order["environment"])
    os.dup2(os.open(order["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND), 1)
    os.dup2(1, 2)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)  # an order is a packet
    if os.fork() == 0:
        ours.close()
        fork_workers(theirs)
    theirs.close()
    workers.start_process = lambda command: ask_for_worker(ours, command)
    machine, step = time.time, open(order["step"])  # noqa: SIM115, PTH123
    time.time = lambda: machine() + float(step.seek(0) or step.read() or 0)
    exec(order["first"])
    app(["serve", "--port", str(order["port"])])
    os._exit(0)


# --- workers


def fork_workers(orders: socket.socket) -> Never:
    """Fork a worker whenever the server asks for one, until it is gone."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    os.setsid()  # as workers are, away from the signals of a terminal
    while True:
        module, pipes, _, _ = socket.recv_fds(orders, LONGEST_ORDER, 3)
        if not module:
            os._exit(0)
        if os.fork() == 0:
            orders.close()
            tell_its_end(module.decode(), *pipes)
        for pipe in pipes:
            os.close(pipe)


def tell_its_end(module: str, questions: int, answers: int, message_pipe: int) -> Never:
    """Fork a worker, and tell its process id and how it has ended."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    worker = os.fork()
    if worker == 0:
        os.close(message_pipe)
        os.dup2(questions, 0)
        os.dup2(answers, 1)
        os.closerange(3, max(questions, answers) + 1)
        work(module)
    os.close(questions)
    os.close(answers)
    with suppress(BrokenPipeError):  # the server may be gone by now
        os.write(message_pipe, b"%d\n" % worker)
        os.write(message_pipe, b"%d\n" % os.waitstatus_to_exitcode(os.waitpid(worker, 0)[1]))
    os._exit(0)


def work(module: str) -> Never:
    Path("/proc/self/comm").write_text(module.rpartition(".")[2], encoding="ascii")  # to be known by
    sys.stdin = os.fdopen(0)  # the old one may have read ahead
    del sys.modules[module]  # it runs as a program, as it does with `python -m`
    runpy.run_module(module, run_name="__main__")
    os._exit(0)


async def ask_for_worker(orders: socket.socket, command: Sequence[str]) -> Any:
    """What asyncio makes of a program that it has started, as far as a `Worker` uses it."""
    (question_end, questions), (answers, answer_end), (message_pipe, message_end) = os.pipe(), os.pipe(), os.pipe()
    theirs = (question_end, answer_end, message_end)
    socket.send_fds(orders, [command[-1].encode()], theirs)
    for pipe in theirs:
        os.close(pipe)
    messages = await reader(message_pipe)
    pid = int(await messages.readline())
    end = asyncio.create_task(messages.readline())

    async def wait() -> int:
        return int(await asyncio.shield(end))

    def kill() -> None:
        os.kill(pid, signal.SIGKILL)

    return SimpleNamespace(pid=pid, stdin=await writer(questions), stdout=await reader(answers), wait=wait, kill=kill)


async def reader(pipe: int) -> StreamReader:
    stream = StreamReader(workers.LONGEST_ANSWER)
    await asyncio.get_running_loop().connect_read_pipe(lambda: StreamReaderProtocol(stream), os.fdopen(pipe, "rb"))
    return stream


async def writer(pipe: int) -> StreamWriter:
    loop = asyncio.get_running_loop()
    transport, protocol = await loop.connect_write_pipe(
        lambda: StreamReaderProtocol(StreamReader()), os.fdopen(pipe, "wb")
    )
    return StreamWriter(transport, protocol, None, loop)


if __name__ == "__main__":
    get_ready(is_cold="cold" in sys.argv)
    take_orders()
