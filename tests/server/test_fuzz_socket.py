"""Garbage over the sockets of a table: all of it is answered, and the people who play there never notice."""

import asyncio
import itertools
import json
import random
import re
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from tests.server.forked import ForkedServer
from tests.server.garbage import heap_of_garbage, numbered, readable_key
from tests.server.running import RunningServer
from tests.server.table_of_friends import running_table
from whistlestop.server.play.match import UndoRequest
from whistlestop.server.play.refusal import Refusal
from whistlestop.verify import verify

Message = dict[str, Any]
BURST, PER_SECOND = 300, 100
SETTINGS: dict[str, Any] = {
    "requests_per_minute": 1_000_000,
    "message_burst": BURST,
    "messages_per_second": PER_SECOND,
    "absence_seconds": 0.2,
    "notice_seconds": 0.1,
}
LARGEST = 16_384
HOSTILE = 2
"""The third seat of the table: its socket sends garbage, and a bot has to play for it."""
RETURNS = 5
"""Whoever comes back to a seat time and again, or says that they are there when the others vote, holds up the table,
garbage or not; so not more often than this."""
GARBAGE = 350
PATIENCE = 300
"""Seconds: on a busy machine thousands of connections take their time, and the first of them too."""
QUICK_CONNECTS = 2000
GROWTH = 60_000_000
"""Bytes: far more than all of this needs, far less than a leak of it would take."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    running = ForkedServer(tmp_path_factory.mktemp("server"), **SETTINGS)
    try:
        running.start()
        yield running
        assert "Traceback" not in running.log
        assert '"level": "error"' not in running.log
    finally:
        running.end()


def opened(server: RunningServer, people: int, *bots: Message) -> Message:
    seats = [*[{"kind": "person"}] * people, *bots]
    table = {"map": "san-francisco", "seats": seats, "order": "fixed", "public": True}
    table["pace"] = "normal" if bots else "instant"
    answer = httpx.post(f"{server.url}/api/matches", json=table, trust_env=False, timeout=60)
    assert answer.status_code == 201, answer.text
    table: Message = answer.json()
    return table


def address(server: RunningServer, match: str) -> str:
    return f"{server.url.replace('http', 'ws')}/api/matches/{match}/socket"


def socket_to(server: RunningServer, match: str) -> connect:
    return connect(
        address(server, match), proxy=None, compression=None, open_timeout=PATIENCE, close_timeout=1, max_size=None
    )


def measured(server: RunningServer, name: str) -> float:
    """A number that the server tells of itself."""
    found = re.search(
        rf"^{name} (\S+)$", httpx.get(f"{server.url}/metrics", trust_env=False, timeout=60).text, re.MULTILINE
    )
    assert found, name
    return float(found[1])


async def say_hello(socket: ClientConnection, secret: str | None) -> Message:
    await socket.send(json.dumps({"type": "hello", "secret": secret, "name": "Guest"}))
    message: Message = json.loads(await socket.recv())
    return message


class Honest:
    """Plays a random legal action whenever it can, and votes for a bot where the hostile seat is awaited."""

    def __init__(self, server: RunningServer, match: str, secret: str, seed: int) -> None:
        self.server, self.match, self.secret = server, match, secret
        self.rng = random.Random(seed)
        self.sent: set[str] = set()
        self.answers: Counter[str] = Counter()
        self.is_over = False
        self.voted_at = 0.0

    async def play(self) -> None:
        async with socket_to(self.server, self.match) as socket:
            message = await say_hello(socket, self.secret)
            view, table = message["view"], message["table"]
            while not self.is_over:
                if view is not None and not self._is_waiting():
                    await self._move(socket, view, table, message["version"])
                try:
                    message = json.loads(await asyncio.wait_for(socket.recv(), 0.3))
                except TimeoutError:
                    continue  # somebody keeps the table waiting: time for another vote
                self.answers[message["key"]] += 1
                view, table = message.get("view") or view, message.get("table") or table
                self.is_over = table["status"] == "over"
                if message["type"] == "error":
                    assert message["error"]["code"] in ("stale", "too-early"), message

    def _is_waiting(self) -> bool:
        return any(key not in self.answers for key in self.sent)

    async def _move(self, socket: ClientConnection, view: Message, table: Message, version: int) -> None:
        awaited = [seat["seat"] for seat in table["awaited"]]
        if view["legal_actions"]:
            action = self.rng.choice(view["legal_actions"])
            await self._send(socket, {"type": "act", "version": version, "action": action})
        elif awaited == [HOSTILE] and not table["seats"][HOSTILE]["bot_plays"] and time.time() > self.voted_at + 0.1:
            self.voted_at = time.time()
            await self._send(socket, {"type": "vote", "seat": HOSTILE})

    async def _send(self, socket: ClientConnection, command: Message) -> None:
        key = secrets.token_hex(8)
        self.sent.add(key)
        await socket.send(json.dumps(command | {"key": key}))


async def throw(socket: ClientConnection, heap: list[str | bytes], pause: float = 0.0) -> list[Message]:
    """Everything that is said while a heap of garbage is thrown at a socket, until the last of it is answered."""
    received: list[Message] = []
    last = f"last {secrets.token_hex(4)}"

    async def listen() -> None:
        while not received or received[-1]["key"] != last:
            received.append(json.loads(await socket.recv()))

    listening = asyncio.create_task(listen())
    for message in heap:
        await socket.send(message)
        await asyncio.sleep(pause)
    await socket.send(json.dumps({"type": "ping", "key": last}))
    await asyncio.wait_for(listening, PATIENCE)
    return received[:-1]


def assert_each_is_answered_once(heap: list[str | bytes], received: list[Message]) -> None:
    keys = [readable_key(message) for message in heap]
    answers = Counter(message["key"] for message in received if message["key"] is not None)
    assert answers == Counter(key for key in keys if key is not None)
    nameless = [message for message in received if message["type"] == "error" and message["key"] is None]
    assert len(nameless) == keys.count(None)
    for message in nameless:
        assert message["error"]["code"] in ("bad-message", "too-often", "hello-again"), message


async def garbage_from(server: RunningServer, match: str, secret: str | None, heap: list[str | bytes]) -> None:
    """A seat (or, without a secret, a spectator) that talks nonsense, as fast as it may."""
    async with socket_to(server, match) as socket:
        await say_hello(socket, secret)
        assert_each_is_answered_once(heap, await throw(socket, heap, pause=2 / PER_SECOND))


def without_many_returns(heap: list[str | bytes]) -> list[str | bytes]:
    returns = [message for message in heap if '"return"' in str(message) or '"stay"' in str(message)]
    return [message for message in heap if message not in returns[RETURNS:]]


async def flood(server: RunningServer, match: str) -> list[Message]:
    """More than the rate allows, all at once."""
    heap: list[str | bytes] = [json.dumps({"type": "ping", "key": str(i)}) for i in range(BURST * 5)]
    async with socket_to(server, match) as socket:
        await say_hello(socket, None)
        received = await throw(socket, heap)
        assert_each_is_answered_once(heap, received)
        await asyncio.sleep(0.2)
        assert await throw(socket, []) == [], "who was too quick is not heard again"
    return received


async def too_large(server: RunningServer, match: str) -> None:
    """What is as large as can be is answered, what is larger ends the socket."""
    async with socket_to(server, match) as socket:
        await say_hello(socket, None)
        assert_each_is_answered_once(["x" * LARGEST], await throw(socket, ["x" * LARGEST]))
    for message in ("x" * (LARGEST + 1), json.dumps({"type": "ping", "key": "k" * LARGEST}), bytes(100_000)):
        async with socket_to(server, match) as socket:
            await say_hello(socket, None)
            await socket.send(message)
            with suppress(ConnectionClosed):
                async for text in socket:
                    assert json.loads(text)["type"] != "error"
            assert socket.close_code == 1009


async def never_hello(server: RunningServer, match: str) -> None:
    """Who says nothing is sent away after a while."""
    began = time.monotonic()
    async with socket_to(server, match) as socket:
        with pytest.raises(ConnectionClosed) as closed:
            await asyncio.wait_for(socket.recv(), 30)
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1008, "no hello")
    assert time.monotonic() - began > 5


async def bad_hello(server: RunningServer, match: str, said: str | bytes) -> None:
    """One error, then good-bye; unless it was a hello after all."""
    async with socket_to(server, match) as socket:
        await socket.send(said)
        message = json.loads(await asyncio.wait_for(socket.recv(), 20))
        if message["type"] == "error":
            with pytest.raises(ConnectionClosed):
                await asyncio.wait_for(socket.recv(), 20)


async def hang_up(server: RunningServer, match: str, how: int) -> None:
    """Go without a word: after the hello, after a command, or in the middle of a frame."""
    with suppress(WebSocketException, OSError):
        async with socket_to(server, match) as socket:
            if how % 4 > 0:
                await socket.send(json.dumps({"type": "hello"}))
            if how % 4 > 1:
                await socket.send(json.dumps({"type": "ping", "key": "k"}))
            if how % 4 > 2:
                socket.transport.write(b"\x81\xfe\x10\x00half a frame")
            socket.transport.abort()


async def quick_connects(server: RunningServer, match: str, count: int) -> None:
    """Connections that end at any moment of the handshake, some with bytes that are no HTTP at all."""
    head = f"GET /api/matches/{match}/socket HTTP/1.1\r\nHost: localhost:{server.port}\r\n"
    upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    whole = (head + upgrade + "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n").encode()
    first_words = [b"", whole[:70], whole, whole + b"\x81\x85", whole + secrets.token_bytes(50),
                   b"\x16\x03\x01" + bytes(40), (head + upgrade + "\r\n").encode(), b"\r\n\r\n\r\n"]  # fmt: skip

    async def one(number: int) -> None:
        with suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(first_words[number % len(first_words)])
            if number % 3 == 0:
                writer.transport.abort()
            writer.close()
            await writer.wait_closed()

    for start in range(0, count, 50):
        await asyncio.gather(*(one(number) for number in range(start, start + 50)))


async def play_among_garbage(server: RunningServer, table: Message) -> list[Honest]:
    match, keys = table["match"], [seat["secret"] for seat in table["seats"]]
    heap = without_many_returns(heap_of_garbage(GARBAGE))
    players = [Honest(server, match, keys[seat], seed=seat) for seat in (0, 1)]
    games = [asyncio.create_task(player.play()) for player in players]
    again = [numbered(message, number) for number, message in enumerate(heap)]
    noise = [
        garbage_from(server, match, keys[HOSTILE], heap),
        garbage_from(server, match, keys[HOSTILE], without_many_returns(again[::-1])),
        garbage_from(server, match, None, heap),
        too_large(server, match),
        quick_connects(server, match, QUICK_CONNECTS),
        *(never_hello(server, match) for _ in range(5)),
        *(bad_hello(server, match, said) for said in heap[::7]),
        *(hang_up(server, match, how) for how in range(100)),
    ]
    await asyncio.wait_for(asyncio.gather(*noise), PATIENCE)
    await asyncio.wait_for(asyncio.gather(*games), PATIENCE)
    return players


def test_a_game_among_garbage(server: RunningServer) -> None:
    table = opened(server, 3)
    # Compiled kernels are loaded beside the first requests, and take memory of their own.
    assert until(lambda: httpx.get(f"{server.url}/api/warm-up", trust_env=False, timeout=60).json()["is_ready"])
    memory = measured(server, "process_resident_memory_bytes")
    players = asyncio.run(play_among_garbage(server, table))
    for player in players:
        assert player.is_over
        assert player.sent
        assert {key: player.answers[key] for key in player.sent} == dict.fromkeys(player.sent, 1)
    record = httpx.get(f"{server.url}/api/matches/{table['match']}/record", trust_env=False, timeout=60).text
    assert verify(record, table["commitment"]).result is not None
    assert httpx.get(f"{server.url}/ready", trust_env=False, timeout=60).status_code == 200
    assert until(lambda: measured(server, "whistlestop_sockets_open") == 0)
    assert measured(server, "process_resident_memory_bytes") - memory < GROWTH


def test_a_flood_is_refused_message_by_message(server: RunningServer) -> None:
    received = asyncio.run(flood(server, opened(server, 2)["match"]))
    assert {message["type"] for message in received} == {"pong", "error"}
    assert {message["error"]["code"] for message in received if message["type"] == "error"} == {"too-often"}


async def talk(server: RunningServer, said: list[Message], seconds: float) -> bool:
    """Whether a bot chooses its tickets while the other seat talks without a pause."""
    table = opened(server, 1, {"kind": "bot", "level": "easy"})
    async with socket_to(server, table["match"]) as socket:
        await say_hello(socket, table["seats"][0]["secret"])
        deadline = time.monotonic() + seconds
        for number in itertools.count():
            if time.monotonic() > deadline:
                return False
            await socket.send(json.dumps(said[number % len(said)] | {"key": str(number)}))
            message = json.loads(await socket.recv())
            if "table" in message and message["table"]["seats"][1]["has_chosen"]:
                return True
            await asyncio.sleep(0.05)
    return False


def test_talk_does_not_hold_up_a_bot(server: RunningServer) -> None:
    said = [{"type": "pace", "pace": "fast"}, {"type": "pace", "pace": "normal"}, {"type": "emote", "emote": "oops"}]
    assert asyncio.run(talk(server, said, seconds=15))


def test_who_is_away_can_not_take_back_what_a_bot_chose_for_them() -> None:
    table = running_table("pp")
    table.say(1, "leave")
    table.say(0, "vote", seat=1)
    table.move_bot()
    assert table.match.choice(1)
    with pytest.raises(Refusal, match="take your seat back first"):
        table.say(1, "undo")
    table.say(1, "return")
    table.say(1, "undo")
    assert not table.match.choice(1)


def test_who_is_away_can_not_deny_others_their_undo() -> None:
    table = running_table("ppp")
    table.choose_opening_tickets()
    table.say(2, "leave")
    table.match.undo = UndoRequest(0, {0})
    assert table.say(2, "answer-undo", agree=False) is None
    assert table.say(1, "answer-undo", agree=False) is not None


def test_a_seat_that_a_bot_has_for_good_can_not_be_left() -> None:
    table = running_table("pb")
    assert table.say(1, "leave") is None
    assert not table.match.seats[1].has_left


def until(is_so: Callable[[], bool], seconds: float = 15) -> bool:
    deadline = time.monotonic() + seconds
    while not is_so() and time.monotonic() < deadline:
        time.sleep(0.1)
    return is_so()
