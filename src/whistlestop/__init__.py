"""Whistlestop plays route-building train games exactly by their rules.

>>> import whistlestop as ws
>>> game = ws.Game("usa", players=3, seed=7)
>>> while not game.is_over:
...     events = game.apply(game.legal_actions()[0])
>>> len(game.scores())
3
"""

from typing import TYPE_CHECKING, Any

from whistlestop.action import Action
from whistlestop.board import Board, load_board
from whistlestop.events import Event
from whistlestop.game import Game
from whistlestop.illegal import IllegalAction
from whistlestop.mapfile import Map, MapError
from whistlestop.record import BadRecord
from whistlestop.setup_position import BadPosition
from whistlestop.view import View

if TYPE_CHECKING:
    from whistlestop.bots.analyse import analyse

__all__ = [
    "Action",
    "BadPosition",
    "BadRecord",
    "Board",
    "Event",
    "Game",
    "IllegalAction",
    "Map",
    "MapError",
    "View",
    "analyse",
    "load_board",
]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """`analyse` brings the bots along, which most programs have no use for: it is imported when it is asked for."""
    if name == "analyse":
        from whistlestop.bots.analyse import analyse

        return analyse
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
