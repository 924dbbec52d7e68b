"""One connection to a table, from the first hello to whatever ends it."""

import json
from contextlib import ExitStack
from typing import Any

from whistlestop.extras import needs_extra

with needs_extra("play"):
    from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI
    from websockets.sync.client import connect

from whistlestop.client.errors import ClientError, Refused, Unreachable, refused_by
from whistlestop.client.links import Link

Message = dict[str, Any]

PROTOCOL, OLD_PROTOCOL = 2, 1
ANSWER_SECONDS = 10.0
CLOSE_SECONDS = 1.0
LARGEST_MESSAGE = 2**24
TRANSIENT = {
    "draining",
    "full",
    "internal",
    "newer-version-needed",
    "storage-unavailable",
    "too-many-connections",
    "too-often",
}
"""Temporary refusals: the same request is sent again a little later."""


class Connection:
    """A socket that has said hello. `view` is the answer to it. Whatever breaks raises Unreachable.

    A server from before protocol 2 can't read our hello: then it is sent again as such servers know it.
    """

    def __init__(self, link: Link, name: str, *, sit: bool) -> None:
        self.protocol = PROTOCOL
        try:
            self._open(link, name, sit)
        except Refused as refusal:
            if refusal.code != "bad-message":
                raise
            self.protocol = OLD_PROTOCOL
            self._open(link, name, sit)

    def _open(self, link: Link, name: str, sit: bool) -> None:
        hello: Message = {"type": "hello", "protocol": self.protocol, "name": name, "sit": sit}
        if link.secret is not None:
            hello["secret"] = link.secret
        options: dict[str, Any] = {"close_timeout": CLOSE_SECONDS, "max_size": LARGEST_MESSAGE, "compression": None}
        with ExitStack() as stack:
            try:
                self._socket = stack.enter_context(connect(link.socket, **options))
            except (OSError, InvalidHandshake, InvalidURI) as error:
                raise _failure(link, error) from None
            self.send(hello)
            try:
                self.view = self.receive(ANSWER_SECONDS)
            except TimeoutError:
                raise Unreachable(f"{link.base} does not answer.") from None
            if refusal := refused_by(self.view):
                raise Unreachable(refusal.message) if refusal.code in TRANSIENT else refusal
            self._stack = stack.pop_all()

    def send(self, message: Message) -> None:
        """Send a message as JSON; Unreachable where the line is lost."""
        try:
            self._socket.send(json.dumps(message))
        except (ConnectionClosed, OSError) as error:
            raise Unreachable(_reason(error)) from None

    def receive(self, seconds: float | None) -> Message:
        """The next message. TimeoutError if none comes within `seconds`."""
        try:
            message: Message = json.loads(self._socket.recv(timeout=seconds))
        except ConnectionClosed as error:
            raise Unreachable(_reason(error)) from None
        return message

    def close(self) -> None:
        """Hang up; a second time does no harm."""
        self._stack.close()


def _failure(link: Link, error: Exception) -> ClientError:
    """Why there is no connection: a server's refusal, or none that answers."""
    if isinstance(error, InvalidStatus):
        refusal = _refusal_in(error.response.body)
        if refusal is not None:
            return Unreachable(refusal.message) if refusal.code in TRANSIENT else refusal
    return Unreachable(f"No Whistlestop server answers at {link.base}: {error}.")


def _refusal_in(body: bytes | bytearray | memoryview | None) -> Refused | None:
    try:
        return refused_by(json.loads(bytes(body or b"")))
    except ValueError:
        return None


def _reason(error: Exception) -> str:
    if isinstance(error, ConnectionClosed) and error.rcvd is not None:
        return error.rcvd.reason or f"The server closed the connection (code {error.rcvd.code})."
    return "The connection broke off."
