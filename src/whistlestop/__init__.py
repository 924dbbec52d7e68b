"""Whistlestop plays route-building train games exactly by their rules.

>>> import whistlestop as ws
>>> game = ws.Game("usa", players=3, seed=7)
>>> while not game.is_over:
...     events = game.apply(game.legal_actions()[0])
>>> len(game.scores())
3
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from whistlestop.actions.action import Action
    from whistlestop.actions.illegal import IllegalAction
    from whistlestop.board import Board, load_board
    from whistlestop.bots.analyse import analyse
    from whistlestop.bots.registry import make_bot
    from whistlestop.game import Game
    from whistlestop.game.events import Event
    from whistlestop.game.position import BadPosition
    from whistlestop.game.record import BadRecord
    from whistlestop.game.replay import Replay
    from whistlestop.game.view import View
    from whistlestop.maps.mapfile import Map, MapError

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
    "Replay",
    "View",
    "analyse",
    "load_board",
    "make_bot",
]
__version__ = "0.1.0"

_MODULE_OF = {
    "Action": "actions.action",
    "BadPosition": "game.position",
    "BadRecord": "game.record",
    "Board": "board",
    "Event": "game.events",
    "Game": "game",
    "IllegalAction": "actions.illegal",
    "Map": "maps.mapfile",
    "MapError": "maps.mapfile",
    "Replay": "game.replay",
    "View": "game.view",
    "analyse": "bots.analyse",
    "load_board": "board",
    "make_bot": "bots.registry",
}


def __getattr__(name: str) -> Any:
    """Each name is imported when it is asked for: `whistlestop --help` need not wait for Numba."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    globals()[name] = value  # found without us from now on
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
