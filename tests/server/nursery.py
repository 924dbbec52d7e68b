"""A process that has imported all, off which servers are forked, and their worker processes too (`forked.py`).

It takes orders through a socket: for a server, which it answers with its process id, or with pipes for a worker without
a server or another program. A second process takes those that must not have loaded any compiled kernels. To import is
three quarters of the time that a server or a worker takes to start, and the tests start hundreds.
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
from asyncio import BaseTransport, StreamReader, StreamReaderProtocol, StreamWriter
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
LONGEST_ORDER = 2**16


def get_ready() -> None:
    """Import what servers and workers do only when they need it, but load no kernels."""
    for module in MODULES:
        import_module(module)
    read_page()

    async def make_a_store(folder: str) -> None:
        store = await Store.open(f"sqlite:///{folder}/store.db", owner="nursery")  # brings all that migrates
        await store.close()

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(make_a_store(folder))


def take_orders(orders: socket.socket) -> Never:
    """Fork servers, and programs that come with their pipes, until there is nobody left who orders."""
    gc.collect()
    gc.freeze()  # so that what is shared stays shared
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the dead
    while True:
        text, pipes, _, _ = socket.recv_fds(orders, LONGEST_ORDER, 4)
        if not text:
            os._exit(0)
        child = os.fork()
        if child == 0:
            orders.close()
            order = json.loads(text)
            if pipes:
                os.setsid()  # as workers are, away from the signals of a terminal
                tell_its_end(order, *pipes)
            serve(order)
        if not pipes:
            orders.send(b"%d" % child)
        for pipe in pipes:
            os.close(pipe)


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
        take_orders(theirs)
    theirs.close()
    workers.start_process = lambda command: ask_for_worker(ours, command)
    machine, step = time.time, open(order["step"])  # noqa: SIM115, PTH123
    time.time = lambda: machine() + float(step.seek(0) or step.read() or 0)
    exec(order["first"], {})
    app(["serve", "--port", str(order["port"])])
    os._exit(0)


# --- workers


def tell_its_end(order: dict[str, Any], questions: int, answers: int, message_pipe: int, *errors: int) -> Never:
    """Fork a worker, and tell its process id and how it has ended. Other programs have a pipe for errors too."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    worker = os.fork()
    if worker == 0:
        os.close(message_pipe)
        os.dup2(questions, 0)
        os.dup2(answers, 1)
        for pipe in errors:
            os.dup2(pipe, 2)
        os.closerange(3, max(questions, answers, *errors) + 1)
        os.environ.clear()
        os.environ.update(order["environment"])
        work(order["command"])
    for pipe in (questions, answers, *errors):
        os.close(pipe)
    with suppress(BrokenPipeError):  # the server may be gone by now
        os.write(message_pipe, b"%d\n" % worker)
        os.write(message_pipe, b"%d\n" % os.waitstatus_to_exitcode(os.waitpid(worker, 0)[1]))
    os._exit(0)


def work(command: list[str]) -> Never:
    """Do what `python -P -m a.module` does, or `python a_file arguments`, or `python -c program arguments`."""
    sys.stdin = os.fdopen(0)  # the old one may have read ahead
    if command[1:3] == ["-P", "-m"]:
        module = command[-1]
        Path("/proc/self/comm").write_text(module.rpartition(".")[2], encoding="ascii")  # to be known by
        sys.modules.pop(module, None)  # it runs as a program
        runpy.run_module(module, run_name="__main__")
    elif command[1] == "-c":
        sys.argv = ["-c", *command[3:]]
        exec(command[2], {"__name__": "__main__"})
        sys.exit()
    else:
        sys.argv = command[1:]
        runpy.run_path(sys.argv[0], run_name="__main__")
    os._exit(0)


async def ask_for_worker(orders: socket.socket, command: Sequence[str]) -> Any:
    """What asyncio makes of a program that it has started, as far as a `Worker` uses it."""
    (question_end, questions), (answers, answer_end), (message_pipe, message_end) = os.pipe(), os.pipe(), os.pipe()
    theirs = (question_end, answer_end, message_end)
    order = {"command": [*command], "environment": dict(os.environ)}
    socket.send_fds(orders, [json.dumps(order).encode()], theirs)
    for pipe in theirs:
        os.close(pipe)
    messages, message_transport = await reader(message_pipe)
    stdin, (stdout, answer_transport) = await writer(questions), await reader(answers)
    try:
        pid = int(await messages.readline())
    except BaseException:  # nobody wants it any more: it ends with its questions
        for transport in (stdin.transport, message_transport, answer_transport):
            transport.close()
        raise
    end = asyncio.create_task(messages.readline())

    async def wait() -> int:
        code = int(await asyncio.shield(end))
        message_transport.close()
        answer_transport.close()
        return code

    def kill() -> None:
        os.kill(pid, signal.SIGKILL)

    return SimpleNamespace(pid=pid, stdin=stdin, stdout=stdout, wait=wait, kill=kill)


async def reader(pipe: int) -> tuple[StreamReader, BaseTransport]:
    stream = StreamReader(workers.LONGEST_ANSWER)
    transport, _ = await asyncio.get_running_loop().connect_read_pipe(
        lambda: StreamReaderProtocol(stream), os.fdopen(pipe, "rb")
    )
    return stream, transport


async def writer(pipe: int) -> StreamWriter:
    loop = asyncio.get_running_loop()
    transport, protocol = await loop.connect_write_pipe(
        lambda: StreamReaderProtocol(StreamReader()), os.fdopen(pipe, "wb")
    )
    return StreamWriter(transport, protocol, None, loop)


if __name__ == "__main__":
    warm, cold = (socket.socket(fileno=int(number)) for number in sys.argv[1:])
    get_ready()
    if os.fork() == 0:
        warm.close()
        take_orders(cold)
    cold.close()
    kernels.require(*SEARCH_KERNELS)
    take_orders(warm)
