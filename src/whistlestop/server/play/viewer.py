"""A viewer: one socket's place at a table, with the messages that wait to be sent to it."""

import asyncio

LONGEST_QUEUE = 200
"""Messages that may wait for a slow client; beyond, it is cut off and gets a whole view when it is back."""


class Viewer:
    """A seat's or (None) a spectator's socket. Sending never waits: a slow client can't hold up the table."""

    __slots__ = ("_queue", "_waiter", "is_closed", "seat")

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self._queue: list[bytes] = []
        self._waiter: asyncio.Future[None] | None = None
        self.is_closed = False

    def send(self, message: bytes) -> None:
        if len(self._queue) >= LONGEST_QUEUE:
            self.close()
        if not self.is_closed:
            self._queue.append(message)
            self._wake()

    def close(self) -> None:
        """What waits is still sent, then the socket is closed."""
        self.is_closed = True
        self._wake()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def has_more(self) -> bool:
        """Wait for something to send; False when this viewer was closed and all is sent."""
        while not self._queue and not self.is_closed:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        return bool(self._queue)

    def next_message(self) -> str:
        return self._queue.pop(0).decode()
