"""A bot at a table of a remote server."""

from collections.abc import Callable
from typing import Any

from whistlestop.bots.base import Bot
from whistlestop.client.connection import Message
from whistlestop.client.errors import IllegalChoice, Refused
from whistlestop.client.seat import Seat
from whistlestop.game.view import View

OnEvent = Callable[[dict[str, Any]], None]


def play(link: str, bot: Bot, name: str = "Bot", on_event: OnEvent | None = None) -> View:
    """Let a bot play the seat of a link until the game is over. The answer is its last view, with scores and winners.

    `on_event` is called with every event of the game, as this seat may see it. Lost connections are reopened.
    """
    with Seat(link, name, on_message=EventForwarder(on_event or (lambda _: None))) as seat:
        return drive(seat, bot)


def drive(seat: Seat, bot: Bot) -> View:
    """Let a bot choose whenever the seat has to. IllegalChoice means a mistake of the bot."""
    seat.say("return")  # refused at once where the link is only for watching
    while view := seat.wait_for_turn():
        action = str(bot.choose(view))
        try:
            seat.act(action)
        except Refused as refused:
            if refused.code == "illegal-action":
                raise IllegalChoice(action, refused) from None
            if refused.code == "bot-plays":  # our time was up, or we were away
                seat.say("return")
            elif refused.code != "stale":
                raise
    assert seat.view is not None
    return seat.view


class EventForwarder:
    """Forwards each event once, though a view after a lost connection has all of them again."""

    def __init__(self, on_event: OnEvent) -> None:
        self.on_event = on_event
        self.forwarded_count = 0

    def __call__(self, message: Message) -> None:
        """Give away what a message brought that was not given away yet."""
        if message.get("view") is None:
            return
        history = message["view"].get("history", [])
        events = history if message["type"] == "update" else history[self.forwarded_count :]
        self.forwarded_count = self.forwarded_count + len(events) if message["type"] == "update" else len(history)
        for event in events:
            self.on_event(event)
