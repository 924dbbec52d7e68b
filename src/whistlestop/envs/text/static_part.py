"""The part of a prompt that stays the same for a whole game: the rules in short, the board, how to answer."""

from collections.abc import Iterator

from whistlestop.board import Board
from whistlestop.english import counted, plural
from whistlestop.ids import SECOND_TRACK
from whistlestop.printing import summary
from whistlestop.printing.languages import Texts

ANSWER_WITH_A_LINE = """Think as long as you like, then end your answer with one line:
ACTION: one of the legal actions, written as in the list
A line of the list may offer several payments of a route with | between them: choose one of them."""
"""For models that answer with text."""


def static_part(board: Board, players: int, how_to_answer: str = ANSWER_WITH_A_LINE) -> str:
    """What a model has to know before the first view."""
    return "\n\n".join(
        [
            f"You play one seat of a board game about train routes, {board.map.name}, with {players} players. "
            "Play to win: have the most points at the end.",
            "RULES\n" + "\n".join(rules_lines(board)),
            "ROUTES\n" + "\n".join(route_lines(board)),
            "TICKETS: the places to join, and the points\n" + "\n".join(ticket_lines(board)),
            "HOW TO ANSWER\n" + how_to_answer,
        ]
    )


def rules_lines(board: Board) -> Iterator[str]:
    """The sentences of the printed rules that this map needs, with its numbers (printing/summary.py)."""
    texts, rules, words = Texts("en"), board.map.rules, board.map.words
    for name, chapter in (("setup", summary.setup), ("turn", summary.turn), ("end", summary.end)):
        yield f"{texts.plain(f'rules.{name}.heading')}:"
        for sentences in chapter(board.map):
            line = "".join(run.text for run in summary.paragraph(texts, f"rules.{name}", sentences))
            yield "- " + " ".join(line.split())
    yield f"Points for a route by its spaces: {_table(1, rules.route_points)}."
    if rules.tokens:
        yield f"Points for different tokens at the end: {_table(0, rules.tokens.points)}."
    colours = ", ".join(f"{colour} {count}" for colour, count in rules.cards.colors.items())
    yield f"The deck: {colours}, wild {rules.cards.wild}."
    yield f"Pieces are called {plural(words.piece)} here, and a wild card {words.wild}; actions always say wild."
    yield (
        "Choose one action at a time: the first card that you draw is one, the second card the next; to draw tickets "
        "is one, to keep some of them the next."
    )


def _table(first: int, points: tuple[int, ...]) -> str:
    return ", ".join(f"{first + i}: {value}" for i, value in enumerate(points))


def route_lines(board: Board) -> Iterator[str]:
    """Every route once: id, spaces, and the colour of each track."""
    routes = board.map.routes
    notes = "route, spaces, colour (grey: any one colour)"
    if any(len(route.colors) > 1 for route in routes):
        notes += f"; with two colours a double route, whose second track is written with {SECOND_TRACK} at its end"
    if any(route.ferries for route in routes):
        notes += "; ships if it has any"
    yield f"({notes})"
    for route in sorted(routes, key=lambda route: route.id):
        ships = f" {counted(route.ferries, 'ship')}" if route.ferries else ""
        yield f"{route.id} {route.length} {'+'.join(route.colors)}{ships}"


def ticket_lines(board: Board) -> Iterator[str]:
    """Every ticket with its points, in the order of their ids."""
    for ticket in sorted(board.map.tickets, key=lambda ticket: ticket.id):
        yield f"{ticket.id} {ticket.points}"
