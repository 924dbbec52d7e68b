"""Logs: one line per request, nothing secret in any of them."""

import asyncio
import io
import json
import logging
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import structlog
import uvicorn
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.server.small_app import client, small_app
from whistlestop.server.bots.bot_process import Answer
from whistlestop.server.bots.bot_workers import BotWorkers
from whistlestop.server.play.secrets import new_secret
from whistlestop.server.running.logs import configure_logs, log
from whistlestop.server.running.settings import Settings, load_settings
from whistlestop.server.web.access_log import AccessLog


@pytest.fixture(autouse=True)
def logging_as_it_was() -> Iterator[None]:
    root, names = logging.getLogger(), ("", "whistlestop", "uvicorn", "uvicorn.error", "uvicorn.access")
    handlers, levels = root.handlers, [logging.getLogger(name).level for name in names]
    yield
    root.handlers = handlers
    for name, level in zip(names, levels, strict=True):
        logging.getLogger(name).setLevel(level)
    structlog.reset_defaults()


def logging_to_text(log_format: str = "json", level: str = "debug") -> io.StringIO:
    stream = io.StringIO()
    configure_logs(load_settings(log_format=log_format, log_level=level), stream)
    return stream


def lines_of(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_a_request_is_one_line() -> None:
    stream = logging_to_text()
    response = client().get("/api/stations/denver?limit=2")
    lines = [line for line in lines_of(stream) if line["event"] == "request"]
    assert len(lines) == 1
    line = lines[0]
    assert (line["method"], line["path"], line["status"]) == ("GET", "/api/stations/denver", 200)
    assert line["address"] == "203.0.113.9"
    assert line["request_id"] == response.headers["x-request-id"]
    assert line["ms"] >= 0
    assert line["level"] == "info"


def test_an_unexpected_error_is_logged_once_with_its_traceback() -> None:
    stream = logging_to_text()
    response = client().get("/api/breaks")
    errors = [line for line in lines_of(stream) if line["level"] == "error"]
    assert len(errors) == 1
    assert "RuntimeError: broken" in errors[0]["exception"]
    assert errors[0]["request_id"] == response.headers["x-request-id"]


def test_hanging_up_is_no_error() -> None:
    stream = logging_to_text()
    with client().websocket_connect("/socket"):
        pass
    lines = lines_of(stream)
    assert not [line for line in lines if line["level"] == "error"]
    assert [(line["method"], line["status"]) for line in lines if line["event"] == "request"] == [("SOCKET", 101)]


@pytest.mark.parametrize("log_format", ["json", "text"])
def test_no_secret_gets_into_the_log(log_format: str) -> None:
    stream = logging_to_text(log_format)
    made = [new_secret() for _ in range(8)]
    visitor = client()
    visitor.get(f"/api/stations/{made[0]}")
    visitor.get(f"/table/x7Kq%23{made[1]}")
    visitor.get("/api/stations/a", params={"key": made[2]})
    visitor.get("/api/breaks", headers={"authorization": f"Bearer {made[3]}"})
    visitor.post("/api/passengers", json={"name": made[4], made[5]: 1})
    log.warning("odd", link=f"https://play.example.org/table/x#{made[6]}", seats=[{"secret": made[6]}])
    logging.getLogger("somebody.else").error("failed for %s", made[7])
    text = stream.getvalue()
    assert text.count("[secret]") >= 4
    assert [secret for secret in made if secret in text] == []


def test_a_path_can_not_forge_a_line() -> None:
    stream = logging_to_text("text")
    client().get("/nowhere%0a2026-01-01 forged")
    assert len(stream.getvalue().splitlines()) == 1
    assert "\\n2026-01-01 forged" in stream.getvalue()


def test_a_long_path_is_cut() -> None:
    stream = logging_to_text()
    client().get("/a" * 5000)
    assert len(stream.getvalue()) < 600


def test_the_level_is_obeyed() -> None:
    stream = logging_to_text(level="warning")
    client().get("/address")
    log.info("quiet")
    assert stream.getvalue() == ""
    log.warning("loud")
    assert lines_of(stream)[0]["event"] == "loud"


def test_a_bots_level_and_the_levels_of_the_log_are_two_things() -> None:
    stream = logging_to_text()
    answer: Answer = {
        "action": "pass",
        "failure": "its action is not legal",
        "is_stand_in": False,
        "judged_actions": [],
    }
    BotWorkers(log=log.warning)._report_failures("easy", answer)
    assert [(line["level"], line["bot_level"]) for line in lines_of(stream)] == [("warning", "easy")]


@pytest.fixture
def real_server() -> Iterator[tuple[int, io.StringIO]]:
    """uvicorn itself, with logs as `serve` sets them up."""
    stream = logging_to_text()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        config = uvicorn.Config(
            small_app(Settings()), log_config=None, proxy_headers=False, timeout_graceful_shutdown=2
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        while not server.started:
            time.sleep(0.01)
        yield listening.getsockname()[1], stream
        server.should_exit = True
        thread.join()


def test_uvicorn_logs_through_us_and_says_nothing_twice(real_server: tuple[int, io.StringIO]) -> None:
    port, stream = real_server
    secret = new_secret()
    assert httpx.get(f"http://127.0.0.1:{port}/address?key={secret}").status_code == 200
    with connect(f"ws://127.0.0.1:{port}/socket?key={secret}") as connection:
        connection.send("hello")
        assert connection.recv() == "hello"
    with (
        pytest.raises(Exception, match="403"),
        connect(f"ws://127.0.0.1:{port}/socket", origin=Origin("https://evil.example")),
    ):
        pass
    while len([line for line in lines_of(stream) if line["event"] == "request"]) < 3:
        time.sleep(0.01)
    lines = lines_of(stream)
    assert [line["status"] for line in lines if line["event"] == "request"] == [200, 101, 403]
    assert any("startup complete" in line["event"] for line in lines)
    assert not [line for line in lines if line["level"] == "error"]
    assert secret not in stream.getvalue()
    assert "key=" not in stream.getvalue()


def test_what_is_said_on_a_socket_is_not_logged_even_on_the_debug_level(real_server: tuple[int, io.StringIO]) -> None:
    port, stream = real_server
    with connect(f"ws://127.0.0.1:{port}/socket") as connection:
        connection.send("hand: red 3")
        assert connection.recv() == "hand: red 3"
    log.debug("our own debugging")
    assert "our own debugging" in stream.getvalue()
    assert "red" not in stream.getvalue()


@pytest.mark.anyio
@pytest.mark.parametrize(("type", "statuses"), [("http", [503]), ("websocket", [])])
async def test_what_a_server_that_is_stopped_can_not_finish_is_refused_and_no_mistake(
    type: str, statuses: list[int]
) -> None:
    """uvicorn cancels what takes too long, and logs with a traceback whatever does not end by itself then."""
    stream = logging_to_text()
    sent: list[Any] = []
    begun = asyncio.Event()

    async def endless(*_: object) -> None:
        begun.set()
        await asyncio.Event().wait()

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": type, "method": "GET", "path": "/slow", "headers": [], "client": ("127.0.0.1", 1)}
    task = asyncio.create_task(AccessLog(endless)(scope, endless, send))  # type: ignore[arg-type]
    await begun.wait()
    task.cancel()
    await task
    assert [message["status"] for message in sent if "status" in message] == statuses
    assert not statuses or b'"draining"' in sent[-1]["body"]
    assert [json.loads(line)["event"] for line in stream.getvalue().splitlines()] == ["request"]
