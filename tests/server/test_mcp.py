"""`whistlestop mcp` with the client of the official package: whole games on a real server, over stdio and HTTP."""

import os
import re
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, NoReturn

import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import TextContent

from tests.server.forked import ForkedServer, started
from tests.server.running import PROGRAM, RunningServer, free_port
from whistlestop import Game
from whistlestop.cli.app import app
from whistlestop.client import get_table, open_table
from whistlestop.mcp import seats as seats_module
from whistlestop.mcp.seats import OpenSeat, Seats, Trouble

pytestmark = pytest.mark.anyio
TOOLS = {"new_table", "sit", "rules", "view", "legal_actions", "act", "wait"}


@asynccontextmanager
async def over_stdio(*arguments: str, errors: Path) -> AsyncIterator[Client]:
    command = StdioServerParameters(
        command=sys.executable, args=["-c", PROGRAM, "mcp", *arguments], env=dict(os.environ)
    )
    with errors.open("w") as log:
        async with Client(stdio_client(command, errlog=log)) as client:
            yield client


async def call(client: Client, tool: str, **arguments: Any) -> str:
    text, is_error = await call_or_fail(client, tool, **arguments)
    assert not is_error, text
    return text


async def call_or_fail(client: Client, tool: str, **arguments: Any) -> tuple[str, bool]:
    result = await client.call_tool(tool, arguments)
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text, bool(result.is_error)


def handle_in(text: str) -> str:
    found = re.search(r"^Your seat: (\S+)$", text, re.MULTILINE)
    assert found, text
    return found[1]


async def play_to_the_end(client: Client, seat: str, state: str) -> str:
    """By the texts that the tools give, and nothing else."""
    for _ in range(500):
        if "The game is over" in state:
            return state
        if "LEGAL ACTIONS" in state:
            first = state.split("LEGAL ACTIONS")[1].splitlines()[-1].split(" | ")[0]
            state = await call(client, "act", seat=seat, action=first)
        else:
            state = await call(client, "wait", seat=seat)
    raise AssertionError("the game does not end")


async def test_a_client_over_stdio_plays_a_whole_game_on_a_real_server(server: RunningServer, tmp_path: Path) -> None:
    async with over_stdio("--server", server.url, errors=tmp_path / "errors") as client:
        assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS  # no hint
        welcome = await call(client, "new_table", map="amber-lake", opponents=["easy"], name="Mona")
        assert "RULES" in welcome
        assert "Call the tool `act`" in welcome
        seat = handle_in(welcome)
        link = re.search(r"Back to this seat later: (\S+)", welcome)
        assert link
        table = get_table(link[1])
        assert sorted(entry["name"] for entry in table["seats"]) == ["", "Mona"]
        assert not table["hints"]
        state = await call(client, "view", seat=seat)
        while "LEGAL ACTIONS" not in state:
            state = await call(client, "wait", seat=seat)
        listed = (await call(client, "legal_actions", seat=seat)).splitlines()
        assert all(action.startswith("keep ") for action in listed)
        said, is_error = await call_or_fail(client, "act", seat=seat, action="draw deck")
        assert is_error
        assert "R1.2: draw deck: first choose which tickets to keep" in said
        end = await play_to_the_end(client, seat, state)
        again = await call(client, "sit", link=link[1])
        assert handle_in(again) != seat
        assert "The game is over" in again
    url = link[1].split("#")[0].replace("/table/", "/api/matches/")
    game = Game.from_record(httpx2.get(f"{url}/record").text)
    assert game.is_over
    for number, score in enumerate(game.scores()):
        assert f"Score of seat {number}: total {score['total']}" in end
    assert (tmp_path / "errors").read_text() == ""


async def test_what_a_client_may_not_do_is_refused_in_words(server: RunningServer, tmp_path: Path) -> None:
    async with over_stdio("--server", server.url, "--hints", errors=tmp_path / "errors") as client:
        assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS | {"hint"}
        welcome = await call(client, "new_table", opponents=["medium"])
        seat = handle_in(welcome)
        other = open_table(server.url, map="san-francisco", seats=["person", "easy"])
        elsewhere = other.links[other.host or 0].replace("127.0.0.1", "127.0.0.2")
        for tool, arguments, said in (
            ("view", {"seat": "x" * 12}, "There is no such seat"),
            ("view", {"seat": "x" * 1000}, "at most 100 characters"),
            ("act", {"seat": seat, "action": "a" * 5000}, "at most 2000 characters"),
            ("act", {"seat": seat, "action": "keep everything I like"}, "I don't understand"),
            ("wait", {"seat": seat, "seconds": 1e9}, "less than or equal to 50"),
            ("new_table", {"opponents": ["god"]}, "'easy', 'medium', 'hard', 'expert', 'master' or 'person'"),
            ("new_table", {"opponents": ["easy"] * 4}, "2 to 4 players"),
            ("new_table", {"map": "/etc/passwd"}, "There is no map"),
            ("sit", {"link": elsewhere}, "the link leads elsewhere"),
            ("sit", {"link": "nonsense"}, "A link to a table begins with http"),
            ("sit", {"link": f"{server.url}/table/nosuchmatch#secret"}, "no-such-match"),
        ):  # fmt: skip
            text, is_error = await call_or_fail(client, tool, **arguments)
            assert is_error
            assert said in text
        hint, is_error = await call_or_fail(client, "hint", seat=seat)
        assert is_error == ("not-compiled" in hint)
        assert is_error or re.match(r"keep .*: wins \d+%, [+-]\d+ points; \w+", hint)


async def test_without_a_server_one_is_started_that_ends_with_it(tmp_path: Path) -> None:
    async with over_stdio(errors=tmp_path / "errors") as client:
        welcome = await call(client, "new_table", map="amber-lake")
        watch = re.search(r"To watch in a browser: (http://127\.0\.0\.1:\d+)/", welcome)
        assert watch
        assert httpx2.get(f"{watch[1]}/health").status_code == 200
    while is_there(watch[1]):
        time.sleep(0.05)
    assert (tmp_path / "errors").read_text() == ""


def is_there(address: str) -> bool:
    try:
        httpx2.get(f"{address}/health")
    except httpx2.HTTPError:
        return False
    return True


@contextmanager
def over_http(server: RunningServer, token: str) -> Iterator[str]:
    port = free_port()
    command = [sys.executable, "-c", PROGRAM, "mcp", "--http", "--port", str(port), "--server", server.url]
    process = subprocess.Popen(command, env=os.environ | {"WHISTLESTOP_MCP_TOKEN": token})
    try:
        address = f"http://127.0.0.1:{port}"
        while not is_there(address):
            assert process.poll() is None
            time.sleep(0.05)
        yield f"{address}/mcp"
    finally:
        process.terminate()
        process.wait()


async def test_clients_over_http_have_seats_of_their_own(server: RunningServer) -> None:
    token = "a-token-of-some-length"
    with over_http(server, token) as url:
        assert httpx2.post(url, json={}).status_code == 401
        known = {"Authorization": f"Bearer {token}"}
        large = httpx2.post(url, content=b"x" * 200_000, headers={**known, "Content-Type": "application/json"})
        assert large.status_code == 413
        foreign = httpx2.post(url, json={}, headers={**known, "Host": "evil.example"})
        assert foreign.status_code == 421
        async with (
            httpx2.AsyncClient(headers=known) as http,
            Client(streamable_http_client(url, http_client=http)) as ann,
            Client(streamable_http_client(url, http_client=http)) as ben,
        ):
            welcome = await call(ann, "new_table", opponents=["person"])
            seat, invited = handle_in(welcome), re.search(r"To invite people: (\S+)", welcome)
            assert invited
            assert "The game has not begun: 1 seat is empty" in await call(ann, "view", seat=seat)
            joined = await call(ben, "sit", link=invited[1], name="Ben")
            assert "STATE: you are seat" in joined
            assert "ROUTES" in await call(ben, "rules", seat=handle_in(joined))
            seen = [await call(ann, "wait", seat=seat), await call(ben, "wait", seat=handle_in(joined))]
            assert len({text.split("Offered to you:")[1].splitlines()[0] for text in seen}) == 2


def refresh_for_ever(opened: OpenSeat) -> NoReturn:
    """Until it raises: that a server is gone is not noticed at once."""
    while True:
        opened.refresh()
        time.sleep(0.01)


def test_a_seat_outlasts_its_server_and_makes_room_for_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats_module, "RECONNECT_SECONDS", 0.5)
    monkeypatch.setattr(seats_module, "MOST_SEATS", 1)
    monkeypatch.setattr(seats_module, "BUSY_SECONDS", 0.01)
    server = ForkedServer(tmp_path)
    with started([server]):
        seats = Seats(lambda: server.url, 8000, hints=False)
        handle, table = seats.open_table("amber-lake", ["person"], "Mona")
        server.end()
        with pytest.raises(Trouble, match="can't be reached at the moment"), seats.using(handle) as opened:
            refresh_for_ever(opened)
        server.start()
        monkeypatch.setattr(seats_module, "RECONNECT_SECONDS", 60.0)
        with seats.using(handle) as opened:
            opened.refresh()
            assert "not begun" in opened.state()
        other = seats.sit(table.room, "Ben")
        with pytest.raises(Trouble, match="no such seat"), seats.using(handle):
            pass
        with seats.using(other) as opened:
            with pytest.raises(Trouble, match="still under way"), seats.using(other):
                pass
            assert opened.wait(60)
            assert opened.act("keep all").startswith("keep ")
        seats.close()


@pytest.mark.parametrize(
    ("arguments", "token", "said"),
    [
        (["--http", "--host", "0.0.0.0"], "", "Set WHISTLESTOP_MCP_TOKEN"),
        (["--http"], "short", "at least 16 characters"),
    ],
)
def test_others_may_not_use_the_tools_without_a_token(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], token: str, said: str
) -> None:
    from typer.testing import CliRunner

    monkeypatch.setenv("WHISTLESTOP_MCP_TOKEN", token)
    result = CliRunner().invoke(app, ["mcp", *arguments])
    assert result.exit_code == 2
    assert said in " ".join(result.output.split())
