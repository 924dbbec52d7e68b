"""Many players at once, each on a socket of its own, who lose their connection time and again, never their place."""

import asyncio
import json
import random
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

RETRY_SECONDS = 0.4
TRANSIENT = ("storage-unavailable", "too-often")
"""Errors that answer nothing: nobody knows whether the action was stored, or it was not looked at."""


@dataclass
class Player:
    """Plays random legal actions from one seat. `ports` are those of the server processes: any of them will do."""

    match: str
    secret: str
    ports: list[int]
    rng: random.Random
    may_act: asyncio.Event
    """Whether anybody may send another action just now."""
    answered: dict[str, str] = field(default_factory=dict)
    """Actions that the server said it has accepted, by key."""
    unanswered: dict[str, Any] | None = None
    """The action that was sent last, until something answers it. Another one would be a second choice of opening
    tickets, where the first was stored after all."""
    has_sat: bool = False
    """Whether a hello was granted: until then nobody knows whether the seat is taken."""
    is_over: bool = False
    socket: ClientConnection | None = None
    may_read: asyncio.Event = field(default_factory=asyncio.Event)
    """Whether it reads what it is sent."""

    def __post_init__(self) -> None:
        self.may_read.set()

    async def play(self) -> None:
        """Until the game is over, whatever happens to the server."""
        while not self.is_over:
            address = f"ws://127.0.0.1:{self.rng.choice(self.ports)}/api/matches/{self.match}/socket"
            try:
                async with connect(address, proxy=None, compression=None, close_timeout=1, max_size=None) as socket:
                    self.socket = socket
                    await self._run_socket(socket)
            except (OSError, WebSocketException, InvalidHandshake, TimeoutError, EOFError):
                await asyncio.sleep(RETRY_SECONDS * (1 + self.rng.random()))

    async def _run_socket(self, socket: ClientConnection) -> None:
        hello = {"type": "hello", "secret": self.secret, "name": "Player", "sit": not self.has_sat}
        await socket.send(json.dumps(hello))
        view: dict[str, Any] = {"phase": "", "legal_actions": []}
        is_first = True
        async for text in socket:
            await self.may_read.wait()
            message = json.loads(text)
            self.has_sat = self.has_sat or message["type"] == "view"
            self._note_answer(message)
            view = message.get("view") or view
            if view["phase"] == "over":
                self.is_over = True
                return
            if self.unanswered is None and view["legal_actions"]:
                await self.may_act.wait()
                self._choose(view["legal_actions"], message["version"])
                await socket.send(json.dumps(self.unanswered))
            elif self.unanswered is not None and (is_first or _is_transient(message)):
                await asyncio.sleep(0 if is_first else RETRY_SECONDS)
                await socket.send(json.dumps(self.unanswered))  # nobody knows whether it was heard before
            is_first = False

    def _note_answer(self, message: dict[str, Any]) -> None:
        waiting = self.unanswered
        if _is_transient(message):
            return
        if message["type"] == "error" and message["error"]["code"] != "stale":
            raise AssertionError(f"{message} to {waiting}")
        if waiting is not None and message["key"] == waiting["key"]:
            if message["type"] != "error":
                assert waiting["key"] not in self.answered
                self.answered[waiting["key"]] = waiting["action"]
            self.unanswered = None

    def _choose(self, legal: list[str], version: int) -> None:
        key = f"{self.rng.getrandbits(64):x}"
        self.unanswered = {"type": "act", "key": key, "version": version, "action": self.rng.choice(legal)}


def _is_transient(message: dict[str, Any]) -> bool:
    return message["type"] == "error" and message["error"]["code"] in TRANSIENT
