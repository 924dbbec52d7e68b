"""Seat: a place at a table of a remote server. It reconnects by itself, and never plays anything twice.

Not for several threads: messages are taken in while one of its methods waits.
"""

import random
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import TracebackType
from typing import Any

from whistlestop.actions.action import Action
from whistlestop.client.connection import TRANSIENT, Connection, Message
from whistlestop.client.errors import Unreachable, refused_by
from whistlestop.client.links import read_link
from whistlestop.client.updates import table_after, view_after
from whistlestop.game.view import View

FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0
"""Seconds before another attempt: doubled each time, and a little random, so that not everybody comes at once."""


class Seat:
    """A seat, or with a link to watch a spectator's chair.

    The first connection has to succeed: Unreachable or Refused say why not. Later ones are tried for ever, or for
    `patience` seconds; `on_trouble` is called with the reason each time one is lost, `on_message` with every message.

        with client.Seat(link, name="Ann") as seat:
            while view := seat.wait_for_turn():
                seat.act(view["legal_actions"][0])
    """

    def __init__(
        self,
        link: str,
        name: str = "Guest",
        *,
        patience: float | None = None,
        on_message: Callable[[Message], None] | None = None,
        on_trouble: Callable[[str], None] | None = None,
    ) -> None:
        self.link = read_link(link)
        self.name = name
        self.patience = patience
        self.view: View | None = None
        """What this seat may know of the game, its whole history included; None before the game."""
        self.table: dict[str, Any] = {}
        """The table around the game: who sits there, whose turn it is, the clock."""
        self.choice: str | None = None
        """R1.2: the opening tickets chosen here, while others still choose."""
        self.version = 0
        self._on_message = on_message or (lambda _: None)
        self._on_trouble = on_trouble or (lambda _: None)
        self._unanswered: Message | None = None
        self._connection: Connection | None = None
        self._use_connection(Connection(self.link, name, sit=True))

    # What to do

    def act(self, action: Action | str, timeout: float | None = None) -> Message:
        """Play. The answer is the update that it made, or `accepted` if that was lost with a connection.

        Refused says which rule an action breaks. After the code `stale` the view is fresh: choose again.
        """
        return self.say("act", timeout, version=self.version, action=str(action))

    def leave(self, timeout: float | None = None) -> Message:
        """Get up: the others may let a bot play on."""
        return self.say("leave", timeout)

    def say(self, type: str, timeout: float | None = None, **fields: Any) -> Message:
        """Any command of docs/protocol.md, and its answer. TimeoutError: nobody knows whether it was carried out."""
        deadline = _deadline(timeout)
        command = {"type": type, "key": secrets.token_urlsafe(12), **fields}
        self._unanswered = command
        try:
            self._send(command)
            return self._answer(command, deadline)
        finally:
            self._unanswered = None

    def wait_for_turn(self, timeout: float | None = None) -> View | None:
        """Wait until this seat has to choose, and see what it sees; None when the game is over."""
        with suppress(TimeoutError):  # what has come already, lest an old view is taken for the table
            while True:
                self._receive(time.monotonic())
        deadline = _deadline(timeout)
        while True:
            if self.is_over:
                return None
            if self.view is not None and self.view["legal_actions"]:
                return self.view
            self._receive(deadline)

    @property
    def is_over(self) -> bool:
        """Whether the last view shows the end of the game."""
        return self.view is not None and self.view["phase"] == "over"

    @property
    def is_connected(self) -> bool:
        """Whether no lost connection is waiting to be reopened."""
        return self._connection is not None

    def messages(self, timeout: float | None = None) -> Iterator[Message]:
        """The messages as they come, until none comes for `timeout` seconds. What they tell is in `view` already."""
        with suppress(TimeoutError):
            while True:
                yield self._receive(_deadline(timeout))

    def close(self) -> None:
        """Hang up. The seat stays taken: the same link leads back to it, and so would the next call."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def __enter__(self) -> "Seat":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # How it is done

    def _send(self, message: Message) -> None:
        if self._connection is not None:
            try:
                self._connection.send(message)
            except Unreachable as error:
                self._drop_connection(error)

    def _answer(self, command: Message, deadline: float | None) -> Message:
        """Wait for the answer to a command, asking again after troubles that pass."""
        pauses = _pauses()
        while True:
            message = self._receive(deadline)
            if message["key"] != command["key"]:
                continue
            refusal = refused_by(message)
            if refusal is None:
                return message
            if refusal.code not in TRANSIENT:
                while refusal.code == "stale" and message["type"] != "view":
                    message = self._receive(deadline)
                raise refusal
            _sleep(next(pauses), deadline)
            self._send(command)

    def _receive(self, deadline: float | None) -> Message:
        """The next message, over as many connections as it takes; `view`, `table` and `version` follow it."""
        while True:
            if self._connection is None:
                return self._reconnect(deadline)
            try:
                message = self._connection.receive(_seconds_left(deadline))
            except Unreachable as error:
                self._drop_connection(error)
            else:
                self._apply_message(message)
                return message

    def _drop_connection(self, error: Unreachable) -> None:
        self.close()
        self._on_trouble(str(error))

    def _reconnect(self, deadline: float | None) -> Message:
        """Reconnect without claiming the seat anew; what has no answer yet is sent again under its old key."""
        give_up = _deadline(self.patience)
        for pause in _pauses():
            _sleep(pause, deadline)
            try:
                view = self._use_connection(Connection(self.link, self.name, sit=False))
            except Unreachable:
                if give_up is not None and time.monotonic() > give_up:
                    raise
            else:
                if self._unanswered is not None:
                    self._send(self._unanswered)
                return view
        raise AssertionError("pauses never end")

    def _use_connection(self, connection: Connection) -> Message:
        self._connection = connection
        self._apply_message(connection.view)
        return connection.view

    def _apply_message(self, message: Message) -> None:
        """Update `view`, `table`, `version` and `choice` from a message."""
        if message["type"] in ("view", "update"):
            self.version, self.choice = message["version"], message["choice"]
            self.view, self.table = view_after(message, self.view), table_after(message, self.table)
        self._on_message(message)


def _deadline(timeout: float | None) -> float | None:
    return None if timeout is None else time.monotonic() + timeout


def _seconds_left(deadline: float | None) -> float | None:
    return None if deadline is None else max(0.0, deadline - time.monotonic())


def _pauses() -> Iterator[float]:
    pause = FIRST_PAUSE
    while True:
        yield pause * random.uniform(0.5, 1.0)
        pause = min(2 * pause, LONGEST_PAUSE)


def _sleep(seconds: float, deadline: float | None) -> None:
    if deadline is not None and time.monotonic() + seconds > deadline:
        raise TimeoutError("no answer from the server in time")
    time.sleep(seconds)
