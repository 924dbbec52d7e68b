"""What a client knows after a message: an update replaces the fields that it has, and adds its events."""

from typing import Any, cast

from whistlestop.game.view import View

Message = dict[str, Any]


def view_after(message: Message, view: View | None) -> View | None:
    """The view that a `view` or `update` message leads to, from the one before it."""
    news = message["view"]
    if message["type"] == "view" or news is None:
        return cast(View, news) if message["type"] == "view" else view
    before: Message = {"history": []} if view is None else dict(view)
    return cast(View, {**before, **news, "history": before["history"] + news.get("history", [])})


def table_after(message: Message, table: Message) -> Message:
    """The same for the table around the game."""
    news: Message = message["table"]
    return news if message["type"] == "view" else table | news
