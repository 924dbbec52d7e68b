"""The one protocol of all bots."""

from typing import Protocol

from whistlestop.action import Action
from whistlestop.view import View


class Bot(Protocol):
    """Plays a seat. It gets the seat's view and nothing else, and answers with one of `view["legal_actions"]`."""

    def choose(self, view: View) -> Action | str:
        """The action to take; called only when it is the seat's turn to choose."""
        ...
