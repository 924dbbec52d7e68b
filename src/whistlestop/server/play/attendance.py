"""Who is connected to a table, whichever process they are connected to. Nothing of it is stored.

Every process tells the others whom it has at a table when that changes, and asks for theirs when its first viewer
comes. What a process has told counts until it tells something else or its heart stops.
"""

import asyncio
import json
from collections.abc import Collection
from dataclasses import dataclass

from pydantic_core import to_json

from whistlestop.server.play.messages import presence_message
from whistlestop.server.play.room import Presence, Room
from whistlestop.server.play.viewer import Viewer
from whistlestop.server.running.logs import log
from whistlestop.server.store import Store, StoreError


@dataclass(frozen=True, slots=True)
class Notice:
    """What processes tell each other."""

    seats: list[int]
    watching: int
    asks: bool = False
    """Whether the others are to answer with theirs."""


class Attendance:
    """Keeps those who are at a table informed about each other."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._tasks: set[asyncio.Task[None]] = set()

    def welcome(self, room: Room, viewer: Viewer) -> None:
        """A viewer has come, who has to be told in any case."""
        before = room.presence
        self.changed(room)
        if room.presence == before and viewer.is_social:
            viewer.send(_message(room))

    def changed(self, room: Room) -> None:
        """A viewer has come or gone."""
        before, room.here = room.here, presence_here(room)
        if room.here != before:
            self._send_to_viewers(room)
            if self.store.is_shared:
                self._send_to_others(room, asks=not before.is_anybody)

    def greet(self, room: Room) -> None:
        """After messages of other processes may have been missed."""
        if self.store.is_shared and room.here.is_anybody:
            self._send_to_others(room, asks=True)

    def receive(self, room: Room, owner: str, text: str) -> None:
        """What another process tells."""
        notice = Notice(**json.loads(text))
        elsewhere = dict(room.elsewhere)
        elsewhere.pop(owner, None)
        if notice.seats or notice.watching:
            elsewhere[owner] = Presence(frozenset(notice.seats), notice.watching)
        self._set_elsewhere(room, elsewhere)
        if notice.asks and room.here.is_anybody:
            self._send_to_others(room, asks=False)

    def keep_only(self, rooms: Collection[Room], owners: Collection[str]) -> None:
        """Other processes than these are gone, and whoever was connected to them."""
        for room in rooms:
            if not room.elsewhere.keys() <= set(owners):
                self._set_elsewhere(room, {owner: there for owner, there in room.elsewhere.items() if owner in owners})

    def _set_elsewhere(self, room: Room, elsewhere: dict[str, Presence]) -> None:
        if elsewhere != room.elsewhere:
            room.elsewhere = elsewhere
            self._send_to_viewers(room)

    def _send_to_viewers(self, room: Room) -> None:
        message = _message(room)
        for viewer in room.viewers:
            if viewer.is_social:
                viewer.send(message)

    def _send_to_others(self, room: Room, *, asks: bool) -> None:
        notice = Notice(sorted(room.here.seats), room.here.watching, asks)
        task = asyncio.create_task(self._announce(room.id, to_json(notice).decode()), name="presence")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _announce(self, match_id: str, text: str) -> None:
        try:
            await self.store.send_message(match_id, "presence", text)
        except StoreError as error:  # the next change tells it again
            log.warning("presence", match=match_id, error=str(error))


def _message(room: Room) -> bytes:
    presence = room.presence
    return presence_message(room.sent_version, presence.seats, presence.watching)


def presence_here(room: Room) -> Presence:
    """Who is connected to this process."""
    delayed = 0 if room.delayed_spectators is None else len(room.delayed_spectators.viewers)
    seats = frozenset(viewer.seat for viewer in room.viewers if viewer.seat is not None)
    return Presence(seats, sum(viewer.seat is None for viewer in room.viewers) + delayed)
