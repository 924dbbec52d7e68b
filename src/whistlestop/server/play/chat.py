"""What people write to each other at a table: kept with the match, and no part of its log."""

import json
from typing import Any

from pydantic_core import to_json

from whistlestop.server.play.messages import chat_message, short_message
from whistlestop.server.play.refusal import Conflict, Forbidden
from whistlestop.server.play.room import Room, StorageTrouble
from whistlestop.server.play.viewer import Viewer
from whistlestop.server.running.logs import log
from whistlestop.server.store import ChatRow, Store, StoreError

LARGEST_CHAT = 1000
"""Lines that a match takes."""
SHOWN = 100
"""Of these, the latest that somebody who comes is shown."""


class Chat:
    """Takes lines, and brings them to everybody at a table, in whatever process."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def write(self, room: Room, by: Viewer, line: ChatRow, key: str) -> None:
        """Keep a line, then show it. Its number is given here."""
        try:
            number = await self.store.add_chat(room.id, line, LARGEST_CHAT)
        except StoreError as error:
            raise StorageTrouble from error
        if number is None:
            raise Conflict("chat-full", f"The chat of this table is full: it has {LARGEST_CHAT:,} lines.")
        line = ChatRow(number, line.at, line.seat, line.name, line.text)
        if not by.is_social:
            by.send(short_message("accepted", room.sent_version, key))
        self._show(room, line, by, key)
        try:
            await self.store.send_message(room.id, "chat", to_json(line).decode())
        except StoreError as error:  # who is connected elsewhere sees it when they come again
            log.warning("chat", match=room.id, error=str(error))

    def receive(self, room: Room, text: str) -> None:
        """A line that another process has taken."""
        fields: dict[str, Any] = json.loads(text)
        self._show(room, ChatRow(**fields), None, None)

    async def load(self, room: Room) -> None:
        """Read what was written, if that was not done. The caller holds the room's lock. Where the store does not
        answer the table is open all the same, and who comes next asks again."""
        if room.chat is not None:
            return
        room.chat = []  # from now on lines that come are kept, also before those from the store are there
        try:
            found = await self.store.chat(room.id, SHOWN)
            room.chat = merged(room.chat, found)
        except StoreError as error:
            room.chat = None
            log.warning("chat", match=room.id, error=str(error))
        except BaseException:
            room.chat = None
            raise

    def show_latest(self, room: Room, viewer: Viewer) -> None:
        """To somebody who has just come."""
        if room.chat and viewer.is_social:
            viewer.send(chat_message(room.sent_version, room.chat))

    def _show(self, room: Room, line: ChatRow, by: Viewer | None, key: str | None) -> None:
        if room.chat is not None:
            room.chat = merged(room.chat, [line])
        for viewer in room.viewers:
            if viewer.is_social:
                viewer.send(chat_message(room.sent_version, [line], key if viewer is by else None))


def merged(lines: list[ChatRow], more: list[ChatRow]) -> list[ChatRow]:
    """The latest of both, in order, each once."""
    by_number = {line.number: line for line in (*lines, *more)}
    return [by_number[number] for number in sorted(by_number)][-SHOWN:]


def check_may_write(has_chat: bool, is_here: bool) -> None:
    """Refuse who may not."""
    if not has_chat:
        raise Forbidden("no-chat", "This table was opened without a chat.")
    if not is_here:
        raise Forbidden("not-seated", "Take your seat first.")
