"""The end of a game on the terminal: the score by its parts, all tickets, and who won."""

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from whistlestop.cli.flow import Flow
from whistlestop.cli.names import Names
from whistlestop.game.view import Score, View


def end_screen(names: Names, view: View) -> RenderableType:
    """R6: everything that decides the game, now that tickets are open."""
    scores = view["scores"] or []
    return Group(
        Padding(Rule("The game is over", style="dim"), (1, 0, 0, 0)),
        _score_table(names, view, scores),
        *(_revealed(names, view, seat) for seat in range(view["players"])),
        _verdict(names, view, scores),
    )


def _score_table(names: Names, view: View, scores: list[Score]) -> Table:
    rules = names.board.map.rules
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("Player")
    headings = [
        "Routes",
        "Tickets",
        *(["Longest path"] * bool(rules.longest_path)),
        *(["Tourist tokens"] * bool(rules.tokens)),
    ]
    for heading in (*headings, "Total"):
        table.add_column(heading, justify="right")
    for seat, score in enumerate(scores):
        cells = [str(score["routes"]), f"{score['tickets']:+}"]
        if rules.longest_path:
            cells.append(f"{score['longest_path']} (length {score['longest_path_length']})")
        if rules.tokens:
            cells.append(f"{score['tokens']} ({len(view['seats'][seat]['tokens'])} kinds)")
        table.add_row(names.seat_text(seat), *cells, Text(str(score["total"]), style="bold"))
    return table


def _revealed(names: Names, view: View, seat: int) -> RenderableType:
    """R6.2: a seat's tickets, completed ones first."""
    tickets = sorted(view["seats"][seat]["tickets"] or [], key=lambda ticket: not ticket["is_complete"])
    marks = [("✓", "green") if ticket["is_complete"] else ("✗", "red") for ticket in tickets]
    pieces = [
        Text(f"{mark} {names.pair(ticket['id'])} {ticket['points']}", style=style)
        for (mark, style), ticket in zip(marks, tickets, strict=True)
    ]
    return Group(names.seat_text(seat), Padding(Flow(pieces, gap="   "), (0, 0, 0, 2)))


def _verdict(names: Names, view: View, scores: list[Score]) -> Text:
    """R6.5: who won, and what broke a tie."""
    winners = view["winners"]
    best = max(score["total"] for score in scores)
    if len(winners) > 1:
        text = f"{' and '.join(map(names.seat, winners))} share the win with {best} points."
    else:
        verb = "win" if winners[0] == names.me else "wins"
        text = f"{names.seat(winners[0])} {verb} with {best} points."
        if sum(score["total"] == best for score in scores) > 1:
            text += " The tie was broken by completed tickets, then by the longest path (R6.5)."
    return Text(text, style="bold green" if names.me in winners else "bold")
