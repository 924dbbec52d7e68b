"""A recorded game that a notebook steps through: one page in a frame of its own, which needs no network."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from html import escape
from importlib import resources
from typing import Any

from whistlestop.draw import draw_board
from whistlestop.draw.symbols import SEAT_FILLS
from whistlestop.english import counted
from whistlestop.game.events import EventView
from whistlestop.game.game import Game
from whistlestop.game.picture import WIDTH, table_block, table_html
from whistlestop.game.record import read_record
from whistlestop.game.view import View
from whistlestop.json_types import JsonObject

BELOW = 460
"""Room for the buttons and the table below the board, in pixels."""


class Replay:
    """A game, or the text of a record, to be stepped through in a notebook, as a seat saw it or a spectator (None).

    >>> game = Game("san-francisco", players=2, seed=1)
    >>> events = game.apply(game.legal_actions()[0])
    >>> Replay(game, seat=0)
    <Replay of san-francisco for seat 0: 1 action>
    """

    def __init__(self, game: Game | str, seat: int | None = None) -> None:
        text = game if isinstance(game, str) else game.record()
        self.record = read_record(text, None if isinstance(game, str) else game.board)
        self.board, self.seat = self.record.board, seat
        Game.at_start_of(self.record).view(seat)  # a seat that the table has not is refused here

    def __repr__(self) -> str:
        viewer = "everybody" if self.seat is None else f"seat {self.seat}"
        return f"<Replay of {self.board.source} for {viewer}: {counted(len(self.record.moves), 'action')}>"

    @cached_property
    def views(self) -> list[View]:
        """What the seat knew at the start and after each action; a view's history has what that action brought."""
        game = Game.at_start_of(self.record)
        views = [game.view(self.seat)]
        for move in self.record.moves:
            known = len(game.history)
            game.replay(move)
            views.append(game.view(self.seat, history_from=known))
        return views

    def page(self) -> str:
        """The player as one HTML page that stands alone."""
        steps: dict[str, Any] = {
            "fills": SEAT_FILLS,
            "frames": [self.frame(view) for view in self.views],
        }
        template = resources.files(__package__).joinpath("replay.html").read_text(encoding="utf-8")
        inside = template.replace("{{board}}", draw_board(self.board.map))
        # "<" would end the script where a name has markup in it.
        return table_block(inside).replace("{{steps}}", json.dumps(steps).replace("<", "\\u003c"))

    def frame(self, view: View) -> JsonObject:
        """What the player shows of one view."""
        return {
            "claimed": view["claimed"],
            "caption": " · ".join(captions(view["history"])),
            "table": table_html(self.board, view),
        }

    def _repr_html_(self) -> str:
        """The page in a frame, whose script can't reach the notebook, and whose colours the notebook can't change."""
        design = self.board.map.board
        ratio = design.height / design.width
        height = f"min({WIDTH * ratio + BELOW:.0f}px, calc({ratio:.3f} * 100vw + {BELOW}px))"
        return (
            f'<iframe title="{escape(f"A replay on {self.board.map.name}")}" sandbox="allow-scripts"'
            f' style="width:100%;max-width:{WIDTH + 20}px;height:{height};border:0" srcdoc="{escape(self.page())}">'
            "</iframe>"
        )


def captions(events: Sequence[EventView]) -> list[str]:
    """What happened, in the words of the actions' texts; cards turned up and ends of turns go without saying."""
    return [text for event in events if (text := _caption(event))]


def _caption(event: Mapping[str, Any]) -> str:
    match event:
        case {"event": "draw", "from": source, "card": card}:
            told = f"draws {card or 'a card'} from the {source}"
        case {"event": "tickets", "count": count, "tickets": tickets}:
            told = f"draws {' '.join(tickets) if tickets else count} from the tickets"
        case {"event": "keep", "kept": kept, "returned": returned, "tickets": tickets}:
            told = f"keeps {' '.join(tickets) if tickets else kept} of {kept + returned} tickets"
        case {"event": "claim", "route": route, "payment": payment, "points": points}:
            cards = ",".join(f"{card}:{count}" for card, count in payment.items())
            told = f"claims {route} {cards} for {points}"
        case {"event": "place" | "take" as verb, "symbol": symbol, "location": location}:
            told = f"{verb}s {symbol} at {location}"
        case {"event": "pass"}:
            told = "passes"
        case {"event": "final-round"}:
            told = "begins the final round"
        case {"event": "sweep"}:
            return "the row is dealt anew"
        case {"event": "reshuffle", "count": count}:
            return f"{count} discards are shuffled into the deck"
        case {"event": "game-over"}:
            return "the game is over"
        case _:
            return ""
    return f"seat {event['seat']} {told}"
