"""Homes: of the server processes on this machine, each match has one where all its sockets meet.

A socket may land at any process. Before it is answered, the connection itself goes to the match's home: its file
descriptor and the request as it was read, in one datagram of a Unix socket. The home serves it as if it had landed
there, so that a move is decided and told in one process, and nobody has to follow it (decision 37).

Nothing depends on it. Where there is no home, or it does not take the connection, the socket is served where it landed,
and that process follows the others as it does those on other machines.
"""

import asyncio
import os
import secrets
import socket
import stat
import tempfile
import time
from array import array
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from whistlestop.server.running.logs import log
from whistlestop.server.web.connections import HttpConnection, SocketConnection

LARGEST = 65_536
"""Bytes of a datagram. A request's head has at most half of it (`MOST_HEAD_BYTES`)."""
ANSWER_SECONDS = 5.0
"""A home that does not take a connection within this time does not answer its players either."""
SILENT_SECONDS = 20.0
"""How long nothing is handed to such a process after that, unless it says something."""
CAN_HAND_OVER = hasattr(socket, "AF_UNIX") and hasattr(socket, "SCM_RIGHTS")


class Homes:
    """The processes on this machine that share a database and a version, as one of them sees them."""

    def __init__(self, group: str, folder: Path | None = None) -> None:
        digest = blake2b(group.encode(), digest_size=8).hexdigest()
        self.folder = (folder or default_folder()) / digest
        self.name = f"{os.getpid()}-{secrets.token_hex(4)}"
        self._was_opened = False
        self._make_connection: Callable[[], HttpConnection] | None = None
        self._socket: socket.socket | None = None
        self._answers: dict[str, asyncio.Future[None]] = {}
        self._silent: dict[str, float] = {}
        """Until when nothing is handed to a process that did not answer."""
        self._tasks: set[asyncio.Task[None]] = set()

    def open(self, make_connection: Callable[[], HttpConnection]) -> None:
        """From now on this process is a home. `make_connection` makes what serves a connection here.

        It is called for every connection that lands here, and the first one counts: who was never reached is no home.
        """
        if self._was_opened:
            return
        self._was_opened = True
        try:
            make_private(self.folder.parent)
            self.folder.mkdir(mode=0o700, exist_ok=True)
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            self._socket.setblocking(False)
            self._socket.bind(str(self.folder / self.name))
        except OSError as error:  # a long path, a folder that is somebody else's: every socket stays where it lands
            log.warning("sockets are not handed to other processes", error=str(error))
            self.close()
            return
        self._make_connection = make_connection
        asyncio.get_running_loop().add_reader(self._socket.fileno(), self._read)

    def close(self) -> None:
        """This process is no home any more."""
        if self._socket is not None:
            with suppress(OSError, ValueError):
                asyncio.get_running_loop().remove_reader(self._socket.fileno())
            self._socket.close()
            self._socket = None
            (self.folder / self.name).unlink(missing_ok=True)

    def home_of(self, match_id: str) -> str:
        """The process whose name, together with the match's id, has the largest digest: all processes agree, and when
        one comes or goes, only the matches that it has or had get another home."""
        try:
            there = os.listdir(self.folder)  # noqa: PTH208 — a third of the time, for every socket
        except FileNotFoundError:  # whoever cleans temporary folders
            return self.name
        now = time.monotonic()
        names = [name for name in there if self._silent.get(name, 0.0) <= now]
        return max(names, key=lambda name: blake2b(f"{match_id} {name}".encode()).digest(), default=self.name)

    async def hand_over(self, match_id: str, connection: SocketConnection | None) -> bool:
        """Whether the connection is not ours any more: a match's home has it, or it was cut."""
        while connection is not None and self._socket is not None:
            request = connection.unanswered_request
            if request is None or connection.transport.is_closing():
                return False
            home = self.home_of(match_id)
            if home == self.name:
                return False
            try:
                answer = self._send(home, request, connection)
            except (ConnectionRefusedError, FileNotFoundError):  # killed; its name is left in the folder
                (self.folder / home).unlink(missing_ok=True)
                continue
            except OSError:  # it has as many as its queue takes
                return False
            try:
                await asyncio.wait_for(answer, ANSWER_SECONDS)
            except TimeoutError:
                log.warning("a process does not take what is handed to it", process=home)
                self._silent[home] = time.monotonic() + SILENT_SECONDS
                connection.cut()  # or it might still take it when it goes on; its player comes back here
            return True
        return False

    def _send(self, home: str, request: bytes, connection: SocketConnection) -> "asyncio.Future[None]":
        assert self._socket is not None
        connection.transport.pause_reading()
        token = secrets.token_hex(8)
        message = b"take %b %b\n%b" % (token.encode(), self.name.encode(), request)
        rights = (socket.SOL_SOCKET, socket.SCM_RIGHTS, array("i", [connection.descriptor]))
        try:
            self._socket.sendmsg([message], [rights], 0, str(self.folder / home))
        except OSError:
            connection.transport.resume_reading()
            raise
        connection.leave()
        answer = self._answers[token] = asyncio.get_running_loop().create_future()
        answer.add_done_callback(lambda _: self._answers.pop(token, None))
        return answer

    # The other side

    def _read(self) -> None:
        while self._socket is not None:
            try:
                message, descriptors, _, _ = socket.recv_fds(self._socket, LARGEST, 1)
            except BlockingIOError:
                return
            line, _, request = message.partition(b"\n")
            verb, token, sender = line.decode("ascii", "replace").split(" ")
            self._silent.pop(sender, None)
            if verb == "take" and descriptors:
                task = asyncio.create_task(self._take(descriptors[0], request, token, sender), name="take a connection")
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
            elif token in self._answers and not self._answers[token].done():
                self._answers[token].set_result(None)

    async def _take(self, descriptor: int, request: bytes, token: str, sender: str) -> None:
        """Serve a connection that was handed over."""
        assert self._make_connection is not None
        connection = self._make_connection()
        connection.handed_over = request
        os.set_inheritable(descriptor, False)
        line = socket.socket(fileno=descriptor)
        try:
            await asyncio.get_running_loop().connect_accepted_socket(lambda: connection, line)
        except OSError:  # its other end has hung up
            line.close()
        with suppress(OSError):  # who sent it is gone
            if self._socket is not None:
                answer = b"taken %b %b" % (token.encode(), self.name.encode())
                self._socket.sendto(answer, str(self.folder / sender))


def default_folder() -> Path:
    """Where processes of the same user on the same machine find each other."""
    return Path(os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir()) / f"whistlestop-{os.getuid()}"


def make_private(folder: Path) -> None:
    """Make a folder that is ours alone: whoever can write there could give us connections."""
    folder.mkdir(mode=0o700, exist_ok=True)
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid() or status.st_mode & 0o077:
        raise PermissionError(f"{folder} has to be a folder that only this user can use")
