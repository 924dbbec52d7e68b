"""Spectators who see the table some seconds later, so that nobody can whisper what happens now."""

import asyncio
from collections import deque

from whistlestop.server.play.entries import Emote, Entry
from whistlestop.server.play.match import Change, Match
from whistlestop.server.play.messages import Feed
from whistlestop.server.play.viewer import Viewer
from whistlestop.server.running.clock import Clock


class DelayedSpectators:
    """A second reading of a match's log that lags behind by `delay` seconds."""

    def __init__(self, blank: Match, entries: list[tuple[Entry, float]], delay: float, clock: Clock) -> None:
        self.match = blank
        self.feed = Feed()
        self.delay = delay
        self.clock = clock
        self.viewers: set[Viewer] = set()
        self._ahead = deque((entry, at, True) for entry, at in entries)
        self._task: asyncio.Task[None] | None = None
        self._send_due()

    def add(self, viewer: Viewer) -> None:
        """Show somebody the match as it was a delay ago."""
        self.viewers.add(viewer)
        viewer.send(self.feed.view(self.match, None, self.clock.now() - self.delay))
        self._wake()

    def remove(self, viewer: Viewer) -> bool:
        """Whether the last spectator is gone."""
        self.viewers.discard(viewer)
        if not self.viewers and self._task is not None:
            self._task.cancel()
        return not self.viewers

    def extend(self, entries: list[tuple[Entry, float]]) -> None:
        """Something has happened, to be sent later."""
        self._ahead.extend((entry, at, True) for entry, at in entries)
        self._wake()

    def add_emote(self, emote: Emote, at: float) -> None:
        """Something was said that is not in the log."""
        self._ahead.append((emote, at, False))
        self._wake()

    def _wake(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), name="gallery")

    async def _run(self) -> None:
        while self._ahead:
            await asyncio.sleep(max(0.0, self._ahead[0][1] + self.delay - self.clock.now()))
            self._send_due()

    def _send_due(self) -> None:
        seen_now = self.clock.now() - self.delay
        while self._ahead and self._ahead[0][1] <= seen_now:
            entry, at, is_logged = self._ahead.popleft()
            change = self.match.apply(entry, at) if is_logged else Change()
            update = self.feed.update(self.match, entry, change, seen_now)
            for viewer in self.viewers:
                viewer.send(update.to(None, viewer.protocol))
