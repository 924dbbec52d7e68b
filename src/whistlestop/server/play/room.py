"""A room: a match in this process, with its viewers and a lock."""

import asyncio
import math
import time
from dataclasses import dataclass, field

from whistlestop.server.play.match import Match
from whistlestop.server.play.messages import Feed
from whistlestop.server.play.refusal import Unavailable
from whistlestop.server.play.spectators import Gallery
from whistlestop.server.play.viewer import Viewer
from whistlestop.server.store import SeatRow


class StorageTrouble(Unavailable):
    """The database did not answer: whether the command was stored is unknown until it does."""

    def __init__(self) -> None:
        super().__init__("storage-unavailable", "The server can't store anything just now. Try again in a moment.")


@dataclass(eq=False)
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
    gallery: Gallery | None = None
    told: int = 0
    """The version that its viewers have heard of."""
    feed: Feed = field(default_factory=Feed)
    """What they have heard of it."""
    viewers: set[Viewer] = field(default_factory=set)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    touched: float = field(default_factory=time.monotonic)
    read_at: float = -math.inf
    """When the store was last asked for the whole of it."""
    summary: str = ""
    tending: asyncio.Task[None] | None = None
    tended: object = None
    nudged: asyncio.Event = field(default_factory=asyncio.Event)
    """Something was said at the table while a bot pauses: perhaps the pace is another now."""
    is_behind: bool = False
    """Whether another process may have added to the log what its viewers have not heard."""
    following: asyncio.Task[None] | None = None
