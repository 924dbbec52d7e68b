"""`help` in the terminal game: the rules in brief, with the numbers of this map, and the commands."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from whistlestop.cli.names import Names
from whistlestop.english import counted, plural

UNDO_REFUSED = (
    "No undo: a card seen can't be unseen, so cards drawn are drawn and routes claimed are claimed. "
    "Nothing is played before you press Enter on a legal action, so take your time there."
)


def help_screen(names: Names) -> RenderableType:
    """All that a newcomer needs, on one screen."""
    return Group(
        Text(f"{names.board.map.name} in brief", style="bold"),
        _bullets(_rules(names)),
        Text("\nWhat you can type", style="bold"),
        _commands(names),
    )


def _bullets(lines: list[str]) -> Table:
    table = Table.grid(padding=(0, 1))
    for line in lines:
        table.add_row("•", line)
    return table


def _rules(names: Names) -> list[str]:
    rules, words = names.board.map.rules, names.words
    wild, wilds = words.wild, plural(words.wild)
    lines = [
        "On a turn do one thing: draw cards, claim a route, or draw tickets.",
        f"Draw two cards, from the row or unseen from the deck. A face-up {wild} counts as both.",
        f"Claim a free route: one {words.card} and one {words.piece} for each space, all cards of the route's colour, "
        f"any one colour on grey. {wilds.capitalize()} stand for any colour.",
        f"Points by length: {', '.join(f'{n} → {p}' for n, p in enumerate(rules.route_points, start=1))}.",
        f"Draw {counted(rules.tickets.action.dealt, 'ticket')}, keep at least {rules.tickets.action.keep}. "
        "At the end a ticket adds its points if your routes connect its places; otherwise it costs them.",
        "No player may hold both tracks of a double route. "
        f"With fewer than {rules.both_tracks_from} players, claiming one closes the other.",
        f"Whoever ends a turn with {rules.final_round_at} {plural(words.piece)} or fewer triggers the final round: "
        "one more turn for everybody.",
    ]
    if any(route.ferries for route in names.board.map.routes):
        lines.append(f"A route marked ★1 is a ferry: it needs at least 1 {wild} card among its cards.")
    if rules.tokens:
        points = ", ".join(f"{n} → {p}" for n, p in enumerate(rules.tokens.points) if p)
        lines.append(
            "Claiming a route to a place with tourist tokens gives you one if you don't have its symbol yet. "
            f"Different tokens: {points} points."
        )
    if rules.longest_path:
        lines.append(f"The longest continuous path is worth {rules.longest_path} points.")
    return lines


def _commands(names: Names) -> Table:
    rows = [
        ("draw deck, d", "the top card of the deck"),
        ("draw red, draw wild, 3", f"a card of the row, by name or number (wild: the {names.words.wild})"),
        ("claim ROUTE", "claim it and keep your wilds; the number in the list does too"),
        ("claim ROUTE red:2,wild:1", "claim it with just this payment"),
        ("tickets, t", "draw tickets; then keep 1 3, or keep and their names"),
        ("pass", "only if you can do nothing else"),
    ]
    if names.board.symbols:
        rows.append(("place bell 4, take bell", "tourist tokens, when you are asked"))
    rows += [
        ("look, or just Enter", "the table again"),
        ("hand, my", "your cards; your tickets and the shortest paths left"),
        ("routes", "all routes you can pay for, with every payment"),
        ("hint", "what a strong bot would do, and why"),
        ("board", "who owns what"),
        ("history, history all", "what happened"),
        ("save FILE", "write the record of the game so far"),
        ("quit", "leave; you are asked whether to save"),
    ]
    table = Table.grid(padding=(0, 2))
    table.add_column(style="cyan", no_wrap=True)
    table.add_column()
    for row in rows:
        table.add_row(*row)
    return table
