"""What waits for a viewer is written at once, as long as the other side reads; who does not is cut off."""

import asyncio
from collections.abc import Callable

from whistlestop.server.play.viewer import LONGEST_QUEUE, Viewer
from whistlestop.server.web.sockets import DirectSender


class Line:
    """A connection and its socket, whose other side reads or does not."""

    def __init__(self) -> None:
        self.is_writable = True
        self.written: list[list[bytes]] = []
        self.on_writable: Callable[[], None] | None = None
        self.sent: list[str] = []
        self.closed_with: int | None = None

    def forget_handshake(self) -> None:
        pass

    def write(self, messages: list[bytes]) -> None:
        self.written.append(messages)

    async def send_text(self, text: str) -> None:
        while not self.is_writable:
            await asyncio.sleep(0)
        self.sent.append(text)

    async def close(self, code: int, reason: str) -> None:
        self.closed_with = code


def at_table(line: Line) -> Viewer:
    viewer = Viewer(0, 2)
    viewer.on_change = DirectSender(line, viewer, line).send  # type: ignore[arg-type]
    return viewer


def test_messages_are_written_where_they_are_told_and_together_when_the_other_side_reads_on() -> None:
    line = Line()
    viewer = at_table(line)
    viewer.send(b"1")
    line.is_writable = False
    for message in (b"2", b"3"):
        viewer.send(message)
    assert line.written == [[b"1"]]
    line.is_writable = True
    assert line.on_writable is not None
    line.on_writable()
    assert line.written == [[b"1"], [b"2", b"3"]]


def test_who_does_not_read_is_cut_off_and_hears_what_waited_if_they_read_on() -> None:
    async def play() -> None:
        line = Line()
        viewer = at_table(line)
        line.is_writable = False
        for number in range(LONGEST_QUEUE + 5):
            viewer.send(b"%d" % number)
        assert viewer.is_closed
        await asyncio.sleep(0)
        assert line.closed_with is None
        line.is_writable = True
        while line.closed_with is None:
            await asyncio.sleep(0)
        assert (line.sent[0], len(line.sent), line.closed_with) == ("0", LONGEST_QUEUE, 1013)

    asyncio.run(play())


def test_a_viewer_who_is_sent_away_hears_the_last_message_first() -> None:
    async def play() -> None:
        line = Line()
        viewer = at_table(line)
        viewer.send(b"last")
        viewer.close()
        viewer.send(b"too late")
        while line.closed_with is None:
            await asyncio.sleep(0)
        assert (line.written, line.sent, line.closed_with) == ([[b"last"]], [], 1013)

    asyncio.run(play())
