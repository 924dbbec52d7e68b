"""The one protocol of all bots."""

from typing import Protocol

from whistlestop.actions.action import Action
from whistlestop.game.view import View


class Bot(Protocol):
    """Plays one seat of one game. It is made with the board and a seed, and then gets the seat's view and nothing else.

    A whole bot of your own, usable from every command as `my_bots:First`:

        class First:
            def __init__(self, board, seed=None): ...
            def choose(self, view): return view["legal_actions"][0]
    """

    def choose(self, view: View) -> Action | str:
        """The action to take; called only when it is the seat's turn to choose."""
        ...
