"""A viewer: one socket's place at a table, with the messages that wait to be sent to it."""

from collections.abc import Callable

LONGEST_QUEUE = 200
"""Messages that may wait for a slow client; beyond, it is cut off and gets a whole view when it is back."""


class Viewer:
    """A seat's or (None) a spectator's socket. Sending never waits: a slow client can't hold up the table."""

    __slots__ = ("is_closed", "is_social", "on_change", "protocol", "queue", "seat")

    def __init__(self, seat: int | None, protocol: int = 1) -> None:
        self.seat = seat
        self.protocol = min(protocol, 2)
        """In which way it is told of the game."""
        self.is_social = protocol >= 3
        """Whether it is told who is here, and what people write."""
        self.queue: list[bytes] = []
        self.is_closed = False
        self.on_change: Callable[[], None] = _nobody_listens
        """Called when there is something to send, or this viewer was closed."""

    def send(self, message: bytes) -> None:
        """Put a message into the queue; who reads too slowly is disconnected."""
        if len(self.queue) >= LONGEST_QUEUE:
            self.is_closed = True
        if not self.is_closed:
            self.queue.append(message)
        self.on_change()

    def close(self) -> None:
        """What waits is still sent, then the socket is closed."""
        self.is_closed = True
        self.on_change()

    def take_messages(self) -> list[bytes]:
        """What waits, to be sent now."""
        messages, self.queue = self.queue, []
        return messages


def _nobody_listens() -> None:
    pass
