"""The whole page: one HTML file that needs nothing else, neither network nor fonts nor scripts of others."""

from collections.abc import Callable, Sequence
from html import escape
from importlib import resources

import whistlestop
from whistlestop.arena.report import sections
from whistlestop.arena.report.heat import board_background
from whistlestop.arena.report.read import stored_series
from whistlestop.arena.tally import Tally
from whistlestop.english import counted

Draw = Callable[[Tally], str]
CARDS: tuple[Draw, ...] = (
    sections.wins,
    sections.seats,
    sections.scores,
    sections.growth,
    sections.distribution,
    sections.head_to_head,
    sections.run,
    sections.bots,
    sections.tickets,
    sections.claims_board,
    sections.wins_board,
)


def report_page(tally: Tally) -> str:
    """The report on one series."""
    series = tally.series
    title = f"{series.board.map.name}, {series.players} players"
    return page(title, subtitle(tally), board_background(series.board.map) + series_cards(tally))


def subtitle(tally: Tally) -> str:
    """What was played, in one line."""
    series = stored_series(tally)
    seats = "in every seating" if series.settings.seatings > 1 else "in one seating"
    who = f"{series.bots[0]} against itself" if len(series.bots) == 1 else f"{', '.join(series.bots)}, {seats}"
    return f"{counted(tally.games, 'game')} · {who} · seed {series.settings.seed}"


def series_cards(tally: Tally, cards: Sequence[Draw] = CARDS) -> str:
    """All cards of one series."""
    return f'{sections.overview(tally)}<div class="cards">{"".join(draw(tally) for draw in cards)}</div>'


def page(title: str, subtitle: str, body: str) -> str:
    """A page with our head and foot around its body."""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f"<title>{escape(title)} – Whistlestop report</title>\n<style>\n{_own_file('page.css')}</style>\n</head>\n"
        f'<body>\n<header><p class="brand">Whistlestop report</p><h1>{escape(title)}</h1>'
        f'<p class="sub">{escape(subtitle)}</p></header>\n'
        f"<main>{body}</main>\n"
        f"<footer>Whistlestop {escape(whistlestop.__version__)}. Intervals are 95%, over deals.</footer>\n"
        f"<script>\n{_own_file('page.js')}</script>\n</body>\n</html>\n"
    )


def contents(entries: Sequence[tuple[str, str]]) -> str:
    """Links to the parts of a long page: (id, text)."""
    links = "".join(f'<li><a href="#{escape(id)}">{escape(text)}</a></li>' for id, text in entries)
    return f"<nav><ul>{links}</ul></nav>"


def _own_file(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")
