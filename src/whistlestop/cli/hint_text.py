"""`hint` in the terminal game: the best actions, what they promise and why, in the words of the map."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from whistlestop.bots.analyse import Judgement
from whistlestop.bots.reasons import Reason, plain_name
from whistlestop.cli.names import Names
from whistlestop.english import counted

HINTS_SHOWN = 5


def hint_table(names: Names, judgements: Sequence[Judgement]) -> RenderableType:
    """The best actions with win chance, expected margin and reasons."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("Hint", ratio=5)
    table.add_column("Wins", justify="right")
    table.add_column("Margin", justify="right")
    table.add_column("Why", ratio=6)
    listed: set[str] = set()
    for judgement in judgements:
        action = names.action(judgement.action)
        if action in listed or len(listed) == HINTS_SHOWN:  # the two tracks of a double route read alike
            continue
        listed.add(action)
        why = "; ".join(reason_text(names, reason) for reason in judgement.reasons)
        chance = f"{100 * judgement.win_chance:.0f}%"
        table.add_row(action, chance, f"{judgement.margin:+.0f}", why)
    games = sum(judgement.playouts for judgement in judgements)
    return Group(table, Text(f"From {counted(games, 'game')} simulated to the end.", style="dim"))


def reason_text(names: Names, reason: Reason) -> str:
    """A reason with the names that people see."""

    def display_name(name: str, value: str) -> str:
        match name:
            case "route" | "ticket" | "other":
                return names.pair(value)
            case "pieces" | "left":
                return counted(int(value), names.words.piece)
            case "wilds":
                return counted(int(value), names.words.wild)
            case "location":
                return names.place(value)
            case "card":
                return names.card(value)
            case "seat":
                return names.seat(int(value))
        return plain_name(name, value)

    return reason.text(display_name)
