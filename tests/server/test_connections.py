"""Connections below HTTP: how many, how large their requests, and how long they may keep the server waiting."""

import select
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from tests.server.at_table import Chair, Table, ask
from tests.server.forked import ForkedServer
from tests.server.running import RunningServer

SECONDS = 20.0
REQUEST_SECONDS = 0.5


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server that waits half a second and bears ten connections of an address."""
    server = ForkedServer(
        tmp_path_factory.mktemp("strict"),
        request_seconds=REQUEST_SECONDS,
        connections_per_address=10,
        requests_per_minute=100_000,
    )
    try:
        server.start()
        yield server
    finally:
        server.end()


class Line:
    """A plain connection, from any of this machine's own addresses."""

    def __init__(self, server: RunningServer, address: str = "127.0.0.1") -> None:
        self.socket = socket.create_connection(("127.0.0.1", server.port), SECONDS, (address, 0))

    def send(self, *pieces: bytes) -> int:
        """Send until the server hangs up; how many bytes went."""
        sent = 0
        with suppress(ConnectionError):
            for piece in pieces:
                self.socket.sendall(piece)
                sent += len(piece)
        return sent

    def answer(self) -> bytes:
        """All that the server says until it hangs up."""
        said = b""
        with suppress(ConnectionError):
            while more := self.socket.recv(1 << 16):
                said += more
        return said

    def status(self) -> str:
        return self.answer()[:12].decode()

    def __enter__(self) -> "Line":
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()


def test_a_header_of_any_size_is_refused_before_it_fills_the_memory(server: RunningServer) -> None:
    with Line(server) as line:
        sent = line.send(b"GET /health HTTP/1.1\r\nhost: a\r\nx: ", *[b"x" * 100_000] * 600)
        assert sent < 30_000_000  # what waits in the system's own buffers
    with Line(server) as line:
        line.send(b"GET /health HTTP/1.1\r\nhost: a\r\nx: " + b"x" * 40_000)
        assert line.status() == "HTTP/1.1 431"
    with Line(server) as line:
        line.send(b"GET /health HTTP/1.1\r\nhost: a\r\nx: " + b"x" * 40_000 + b"\r\n\r\n")
        assert line.status() == "HTTP/1.1 431"


def test_so_are_too_many_headers_also_behind_a_body(server: RunningServer) -> None:
    many = b"x: y\r\n" * 101
    with Line(server) as line:
        line.send(b"GET /health HTTP/1.1\r\nhost: a\r\n" + many + b"\r\n")
        answer = line.answer()
        assert answer.startswith(b"HTTP/1.1 431")
        assert b'"headers-too-large"' in answer
    with Line(server) as line:
        line.send(b"POST /api/maps/check HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n0\r\n" + many)
        assert line.status() == "HTTP/1.1 431"
    with Line(server) as line:
        line.send(b"GET /health HTTP/1.1\r\nhost: a\r\nconnection: close\r\n" + b"x: y\r\n" * 90 + b"\r\n")
        assert line.status() == "HTTP/1.1 200"


@pytest.mark.parametrize(
    "begin",
    [
        b"",
        b"\r\n",
        b"GET /hea",
        b"GET /health HTTP/1.1\r\nhost: a\r\n",
        b"POST /api/maps/check HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n{",
        b"GET /health HTTP/1.1\r\nhost: a\r\n\r\nGET /he",
    ],
    ids=["silent", "empty lines", "first line", "headers", "body", "second request"],
)
def test_who_does_not_end_a_request_is_sent_away(strict: RunningServer, begin: bytes) -> None:
    with Line(strict) as line:
        line.send(begin)
        line.socket.settimeout(REQUEST_SECONDS / 5)
        said = b""
        while True:  # one byte after the other does not keep it open either
            with suppress(TimeoutError):
                try:
                    piece = line.socket.recv(1 << 16)
                except ConnectionError:
                    break
                if not piece:
                    break
                said += piece
            line.send(b"\r\n" if begin in (b"", b"\r\n") else b"a")
        assert b" 200 OK" in said if b"\r\n\r\nGET" in begin else said == b""


REQUEST = b"GET /openapi.json HTTP/1.1\r\nhost: a\r\n\r\n"


def test_who_does_not_read_is_sent_away(strict: RunningServer) -> None:
    with Line(strict) as line:
        line.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        hung_up = select.poll()
        hung_up.register(line.socket, select.POLLRDHUP)
        asked = before = strict.log.count("/openapi.json")
        while not hung_up.poll(10):
            if strict.log.count("/openapi.json") == asked:  # answered, as far as the application knows
                line.send(REQUEST)
                asked += 1
        assert asked > before + 1


def test_who_asks_on_and_on_without_waiting_for_answers_is_sent_away(strict: RunningServer) -> None:
    with Line(strict) as line:
        sent = line.send(*[REQUEST * 100] * 10_000)
        assert sent < len(REQUEST) * 500_000


def test_a_socket_may_be_silent(strict: RunningServer) -> None:
    table = Table(strict)
    with table.sit(0) as chair:
        with Line(strict) as line:
            assert line.answer() == b""  # so much time has passed
        assert chair.say("ping")["type"] == "pong"


def test_connections_of_an_address_are_counted_below_http(strict: RunningServer) -> None:
    with ExitStack() as stack:
        lines = [stack.enter_context(Line(strict, "127.0.0.2")) for _ in range(10)]
        with Line(strict, "127.0.0.2") as line:
            answer = line.answer()
        assert answer.startswith(b"HTTP/1.1 429")
        assert b'"too-many-connections"' in answer
        with Line(strict, "127.0.0.3") as line:
            line.send(b"GET /health HTTP/1.0\r\n\r\n")
            assert line.status() == "HTTP/1.1 200"
        for line in lines:
            line.answer()
    with Line(strict, "127.0.0.2") as line:
        line.send(b"GET /health HTTP/1.0\r\n\r\n")
        assert line.status() == "HTTP/1.1 200"


class PoorServer(ForkedServer):
    """A server with few file descriptors: at first fewer still, but it may raise the limit."""

    first = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (150, 300))"


def test_many_silent_connections_lock_nobody_out_and_bots_play_on(tmp_path: Path) -> None:
    server = PoorServer(tmp_path, request_seconds=3, requests_per_minute=100_000)
    try:
        server.start()
        with Table(server, "pb", map="san-francisco").sit(0) as ann, ExitStack() as stack:
            one_address = [stack.enter_context(Line(server, "127.0.0.2")) for _ in range(300)]
            assert ask(server, "GET", "/maps").status_code == 200
            for number in range(3, 6):
                for _ in range(100):
                    stack.enter_context(Line(server, f"127.0.0.{number}"))
            with Line(server) as line:
                assert line.status() == "HTTP/1.1 503"
            while len(ann.received) < 30:  # moves of both, stored while everything else is taken
                ann.until_turn().act()
            assert sum(line.status() == "HTTP/1.1 429" for line in one_address) >= 100
            deadline = time.monotonic() + SECONDS
            while True:  # the silent ones are sent away
                with Line(server) as line:
                    line.send(b"GET /health HTTP/1.0\r\n\r\n")
                    if line.status() == "HTTP/1.1 200":
                        break
                assert time.monotonic() < deadline
        assert "Traceback" not in server.log
        assert "worker lost" not in server.log
    finally:
        server.end()


def test_no_test_here_has_met_a_mistake_of_the_server(strict: RunningServer) -> None:
    with Chair(strict, Table(strict, public=True).match) as watcher:
        assert watcher.received[0]["type"] == "view"
    assert "Traceback" not in strict.log
