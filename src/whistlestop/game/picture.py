"""A table as a notebook shows it: the board with the claimed routes, the seats, the row, and what one seat knows.

Everything is read off a view (`game/view.py`), so that a seat's picture shows no more than the seat may know.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from whistlestop.board import Board
from whistlestop.draw import draw_board
from whistlestop.draw.symbols import SEAT_FILLS, paints
from whistlestop.english import counted
from whistlestop.game.view import SeatView, TicketView, View

WIDTH = 760
"""Of the board in a picture, in pixels, where there is room for it."""
STYLE = """
.whistlestop-table {background: #fbf6e9; color: #3d372e; font: 14px/1.5 system-ui, sans-serif; padding: 8px 12px;
  border-radius: 6px; max-width: 760px; box-sizing: border-box; overflow-x: auto}
.whistlestop-table svg {display: block; width: 100%; height: auto}
.whistlestop-table p {margin: 6px 0; color: inherit}
.whistlestop-table table {border-collapse: collapse; margin: 8px 0; color: inherit; background: none; font-size: 14px}
.whistlestop-table :is(th, td) {padding: 2px 10px 2px 0; text-align: left; border: 0; color: inherit; background: none}
.whistlestop-table i {display: inline-block; width: 12px; height: 12px; border: 1px solid #3d372e; margin-right: 6px}
.whistlestop-table b.card {padding: 1px 7px; border-radius: 4px; margin-right: 3px; display: inline-block}
"""


class Picture:
    """A game as a seat sees it, or a spectator (`Game.picture`). A notebook draws it."""

    def __init__(self, board: Board, view: View) -> None:
        self.board, self.view = board, view

    def __repr__(self) -> str:
        seat = self.view["seat"]
        return f"<Picture of {self.board.source} for {'everybody' if seat is None else f'seat {seat}'}>"

    def _repr_html_(self) -> str:
        fills = {route: SEAT_FILLS[seat] for route, seat in self.view["claimed"].items()}
        drawing = draw_board(self.board.map, fills=fills)
        return table_block(drawing + table_html(self.board, self.view))


def table_block(html: str) -> str:
    """A part of a page in the table's colours, which are those of paper on dark pages too."""
    return f'<style>{STYLE}</style><div class="whistlestop-table">{html}</div>'


def table_html(board: Board, view: View) -> str:
    """All that a view tells but the board and the history."""
    return "".join(
        [
            f"<p><strong>{escape(heading(board, view))}</strong></p>",
            _seats(view),
            *(f"<p>{line}</p>" for line in (*_table(board, view), *_own(board, view))),
        ]
    )


def heading(board: Board, view: View) -> str:
    """Who has to do what, or who has won."""
    table = f"{board.map.name}, {counted(view['players'], 'player')}"
    if view["to_play"] is None:
        return f"{table}: over, won by {' and '.join(f'seat {seat}' for seat in view['winners'])}"
    turns_left = view["turns_left"]
    final = "" if turns_left is None else f", final round: {counted(turns_left, 'turn')} left"
    return f"{table}: seat {view['to_play']} has to choose ({view['phase']}{final})"


def _seats(view: View) -> str:
    has_tokens = bool(view["stacks"] or view["set_aside"] or any(seat["tokens"] for seat in view["seats"]))
    names = ["seat", "points", "pieces", "cards", "tickets", *(["tokens"] if has_tokens else [])]
    totals = [seat["score"] for seat in view["seats"]]
    if view["scores"] is not None:
        totals = [score["total"] for score in view["scores"]]
    rows = [
        _row([f'<i style="background:{SEAT_FILLS[n]}"></i>{n}', *_seat_cells(seat, total), *_tokens(seat, has_tokens)])
        for n, (seat, total) in enumerate(zip(view["seats"], totals, strict=True))
    ]
    return f"<table><tr>{''.join(f'<th>{name}</th>' for name in names)}</tr>{''.join(rows)}</table>"


def _seat_cells(seat: SeatView, points: int) -> list[str]:
    tickets = str(seat["ticket_count"]) if seat["tickets"] is None else _tickets(seat["tickets"])
    return [str(points), str(seat["pieces"]), str(seat["card_count"]), tickets]


def _tokens(seat: SeatView, has_tokens: bool) -> list[str]:
    return [escape(" ".join(seat["tokens"]))] if has_tokens else []


def _row(cells: list[str]) -> str:
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _table(board: Board, view: View) -> Iterator[str]:
    """What lies on the table for all to see."""
    row = "".join(card_html(board, card) if card else "– " for card in view["face_up"])
    discards = sum(view["discards"].values())
    yield f"row {row} deck {view['deck_count']} · discards {discards} · tickets {len(view['ticket_deck'])}"
    if view["stacks"]:
        stacks = (f"{stack['symbol']} × {stack['count']} on {place}" for place, stack in sorted(view["stacks"].items()))
        yield escape(f"tokens: {', '.join(stacks)}")


def _own(board: Board, view: View) -> Iterator[str]:
    """What only the seat itself knows."""
    if view["seat"] is None:
        return
    yield f"hand of seat {view['seat']}: {cards_html(board, view['hand'])}"
    yield f"tickets: {_tickets(view['tickets'])}"
    if view["offered"]:
        yield escape(f"offered: {', '.join(view['offered'])}")


def _tickets(tickets: list[TicketView]) -> str:
    """Tickets with their points, and which of them are complete."""
    named = (f"{ticket['id']} {ticket['points']}{' ✓' if ticket['is_complete'] else ''}" for ticket in tickets)
    return escape(", ".join(named)) or "none"


def cards_html(board: Board, counts: Mapping[str, int]) -> str:
    """Cards of a hand, in the deck's order of colours."""
    return "".join(card_html(board, card, counts[card]) for card in board.colours if card in counts) or "no cards"


def card_html(board: Board, card: str, count: int = 1) -> str:
    """A card by its name, in its colour."""
    paint = paints(board.map.rules.cards.colors)[card]
    number = f" × {count}" if count > 1 else ""
    style = f"background:{paint.fill};color:{paint.ink};border:1px solid {paint.edge}"
    return f'<b class="card" style="{style}">{escape(card)}{number}</b>'
