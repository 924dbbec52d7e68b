"""What a client knows from what it has received, by the law of docs/protocol.md: fields are replaced, events added."""

import json
from typing import Any

Message = dict[str, Any]


class ClientState:
    """A viewer's memory. It knows nothing but how to merge."""

    def __init__(self, protocol: int) -> None:
        self.protocol = protocol
        self.received: list[Message] = []
        self.seat: int | None = None
        self.view: Message | None = None
        self.table: Message = {}
        self.choice: str | None = None

    def receive(self, text: bytes) -> Message:
        message: Message = json.loads(text)
        self.received.append(message)
        if message["type"] == "view":
            self.seat, self.view, self.table = message["seat"], message["view"], message["table"]
        elif message["type"] == "update":
            self.table = message["table"] if self.protocol == 1 else self.table | message["table"]
            self._merge(message["view"])
        if message["type"] in ("view", "update"):
            self.choice = message["choice"]
        return message

    def _merge(self, changed: Message | None) -> None:
        if changed is not None:
            history = ([] if self.view is None else self.view["history"]) + changed.get("history", [])
            kept = self.view if self.protocol == 2 and self.view is not None else {}
            self.view = {**kept, **changed, "history": history}

    def everything(self) -> tuple[Message | None, Message, str | None]:
        """All it knows; the server's clock apart."""
        return self.view, {name: value for name, value in self.table.items() if name != "now"}, self.choice
