"""A room: a match in this process, with its viewers and a lock."""

import asyncio
import math
import time
from dataclasses import dataclass, field

from whistlestop.server.play.match import Match
from whistlestop.server.play.messages import Feed
from whistlestop.server.play.refusal import Unavailable
from whistlestop.server.play.spectators import DelayedSpectators
from whistlestop.server.play.viewer import Viewer
from whistlestop.server.store import ChatRow, SeatRow


class StorageTrouble(Unavailable):
    """The database did not answer: whether the command was stored is unknown until it does."""

    def __init__(self) -> None:
        super().__init__("storage-unavailable", "The server can't store anything just now. Try again in a moment.")


@dataclass(frozen=True, slots=True)
class Presence:
    """Who is connected to a table."""

    seats: frozenset[int] = frozenset()
    watching: int = 0
    """How many spectators."""

    @property
    def is_anybody(self) -> bool:
        """Whether anybody is connected, to a seat or to watch."""
        return bool(self.seats or self.watching)


@dataclass(eq=False, slots=True, weakref_slot=True)
class Room:
    """A match in this process."""

    id: str
    is_known: bool = False
    """Whether the store was asked for it and has it; the next three come from there."""
    is_public: bool = False
    watch_hash: str = ""
    seats: list[SeatRow] = field(default_factory=list)
    match: Match | None = None
    """None while nobody has touched it for a while, or it can't be trusted: its log has all of it."""
    delayed_spectators: DelayedSpectators | None = None
    sent_version: int = 0
    """The version that its viewers were sent."""
    feed: Feed = field(default_factory=Feed)
    """What they were sent of it."""
    viewers: set[Viewer] = field(default_factory=set)
    here: Presence = Presence()
    elsewhere: dict[str, Presence] = field(default_factory=dict)
    """Who is connected to other processes, as these have told; by process."""
    chat: list[ChatRow] | None = None
    """The latest of what was written here. None while nobody has asked for it."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    touched: float = field(default_factory=time.monotonic)
    read_at: float = -math.inf
    """When the store was last asked for the whole of it."""
    summary: str = ""
    work_task: asyncio.Task[None] | None = None
    """What the server itself does at the table: it deals, moves a bot or waits for a clock."""
    scheduled_work: object = None
    """What that task was started for."""
    nudged: asyncio.Event | None = None
    """While a bot pauses: whether something was said at the table, so that perhaps the pace is another now."""
    is_behind: bool = False
    """Whether another process may have added to the log what its viewers were not sent."""
    following: asyncio.Task[None] | None = None

    @property
    def is_at_work(self) -> bool:
        """Whether the server's own work at the table is under way."""
        return self.work_task is not None and not self.work_task.done()

    def stop_work(self) -> None:
        """Cancel the server's own work, unless it is the caller."""
        if self.work_task is not None and self.work_task is not asyncio.current_task():
            self.work_task.cancel()

    @property
    def presence(self) -> Presence:
        """Who is connected, to whatever process."""
        all_of = [self.here, *self.elsewhere.values()]
        seats = frozenset().union(*(one.seats for one in all_of))
        return Presence(seats, sum(one.watching for one in all_of))
