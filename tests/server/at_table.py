"""Tables of a running server over plain HTTP and plain sockets, as any client would use them: nothing is healed."""

import json
import secrets
from collections.abc import Callable
from contextlib import ExitStack, suppress
from types import TracebackType
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.maps.sample import tiny_map
from tests.server.running import RunningServer

Message = dict[str, Any]
SECONDS = 20.0
"""Longer than anything takes, shorter than a test that hangs."""
QUIET_SECONDS = 0.4

http = httpx.Client(trust_env=False, timeout=SECONDS)


def ask(server: RunningServer, method: str, path: str, body: Any = None, *, person: str | None = None,
        secret: str | None = None) -> httpx.Response:  # fmt: skip
    """A request of a person (by key) or for a seat (by secret), and its answer whatever it is."""
    headers = {} if person is None else {"Whistlestop-Person": person}
    if secret is not None:
        headers["Authorization"] = f"Bearer {secret}"
    return http.request(method, f"{server.url}/api{path}", json=body, headers=headers)


def code_of(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def table_settings(seats: str = "pp", **settings: Any) -> Message:
    """Seats: p for a person, b for a bot. Everything is quick unless told otherwise."""
    kinds = [{"kind": "person"} if seat == "p" else {"kind": "bot", "level": "easy"} for seat in seats]
    return {"map": "san-francisco", "seats": kinds, "order": "fixed", "pace": "instant", **settings}


class Table:
    """A new table at a server, and the secrets of its seats."""

    def __init__(self, server: RunningServer, seats: str = "pp", *, person: str | None = None, **settings: Any) -> None:
        answer = ask(server, "POST", "/matches", table_settings(seats, **settings), person=person)
        assert answer.status_code == 201, answer.text
        self.server = server
        self.opened: Message = answer.json()
        self.match: str = self.opened["match"]
        self.secrets: dict[int, str] = {seat["seat"]: seat["secret"] for seat in self.opened["seats"]}
        self.watch: str = self.opened["watch"].partition("#")[2]

    @property
    def path(self) -> str:
        return f"/matches/{self.match}"

    def sit(self, seat: int, name: str = "Guest", **hello: Any) -> "Chair":
        return Chair(self.server, self.match, secret=self.secrets[seat], name=name, **hello)

    def all_sit(self) -> list["Chair"]:
        chairs = [self.sit(seat, f"Person {seat}") for seat in self.secrets]
        for chair in chairs:
            chair.until(lambda chair: chair.table["status"] != "open")
        return chairs

    def look(self) -> Message:
        answer: Message = ask(self.server, "GET", self.path).json()
        return answer


def tiny_table(server: RunningServer, seats: str = "pp", **settings: Any) -> Table:
    """A table on the smallest map, whose games are over soon."""
    return Table(server, seats, map="three-lakes", map_text=tiny_map(), **settings)


class Chair:
    """A socket at a table. `view`, `table` and `version` are those of the latest messages."""

    def __init__(self, server: RunningServer, match: str, **hello: Any) -> None:
        address = f"{server.url.replace('http', 'ws')}/api/matches/{match}/socket"
        self._stack = ExitStack()
        self.socket = self._stack.enter_context(
            connect(address, proxy=None, compression=None, close_timeout=1, max_size=None)
        )
        self.received: list[Message] = []
        self.view: Message | None = None
        self.table: Message = {}
        self.version = 0
        self.send("hello", **hello)
        self.receive()

    def send(self, type: str, **fields: Any) -> None:
        self.socket.send(json.dumps({"type": type, **fields}))

    def receive(self, seconds: float = SECONDS) -> Message:
        """The next message; TimeoutError if none comes."""
        message: Message = json.loads(self.socket.recv(timeout=seconds))
        self.received.append(message)
        if message["type"] in ("view", "update"):
            self.version, self.table = message["version"], message["table"]
            self.view = message["view"] or self.view
        return message

    def say(self, type: str, **fields: Any) -> Message:
        """A command and the one message that answers it."""
        key = fields.pop("key", None) or secrets.token_hex(8)
        self.send(type, key=key, **fields)
        while (message := self.receive())["key"] != key:
            pass
        return message

    def act(self, action: str | None = None, **fields: Any) -> Message:
        """Play; the first legal action if none is named."""
        chosen = action or self.legal[0]
        return self.say("act", **{"version": self.version, "action": chosen, **fields})

    @property
    def legal(self) -> list[str]:
        return [] if self.view is None else self.view["legal_actions"]

    def until(self, is_so: Callable[["Chair"], bool]) -> "Chair":
        """Listen until something is so."""
        while not is_so(self):
            self.receive()
        return self

    def until_version(self, version: int) -> "Chair":
        return self.until(lambda chair: chair.version >= version)

    def until_turn(self) -> "Chair":
        return self.until(lambda chair: bool(chair.legal))

    def listen(self, seconds: float = QUIET_SECONDS) -> list[Message]:
        """Whatever comes until nothing has come for `seconds`."""
        before = len(self.received)
        try:
            while True:
                self.receive(seconds)
        except TimeoutError:
            return self.received[before:]

    def until_closed(self) -> tuple[int, str]:
        """Listen until the server hangs up: its code and reason."""
        with suppress(ConnectionClosed):
            while True:
                self.receive()
        return self.socket.close_code or 0, self.socket.close_reason or ""

    def close(self) -> None:
        self._stack.close()

    def __enter__(self) -> "Chair":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def error_of(message: Message) -> str:
    assert message["type"] == "error", message
    code: str = message["error"]["code"]
    return code


def first_turn(table: Table) -> list[Chair]:
    """Two people who have kept their tickets and placed their tokens; the first is to play."""
    chairs = table.all_sit()
    for chair in chairs:
        chair.until_turn().act()  # R1.2
    last = chairs[-1]
    while last.until(lambda chair: chair.view is not None and chair.view["phase"] != "keep-tickets").legal:
        last.act()  # R1.5
    chairs[0].until_turn()
    return chairs


def play_out(chairs: list[Chair]) -> None:
    """People play until the game is over: a route if they can, else a card."""
    while chairs[0].table["status"] != "over":
        ready = next((chair for chair in chairs if chair.legal), None)
        if ready is None:  # a bot's turn
            for chair in chairs:
                chair.receive()
        else:
            ready.act(next((action for action in ready.legal if action.startswith("claim")), ready.legal[-1]))
            for chair in chairs:
                chair.until_version(ready.version)
