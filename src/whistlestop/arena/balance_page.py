"""The balance report: what stands out for each number of players, and all the numbers below."""

from collections.abc import Sequence
from html import escape

from whistlestop.arena.balance import Finding
from whistlestop.arena.balance_text import advice, headline, item_text
from whistlestop.arena.report import sections
from whistlestop.arena.report.elements import card, note
from whistlestop.arena.report.heat import board_background
from whistlestop.arena.report.page import CARDS, contents, page, series_cards
from whistlestop.arena.report.read import stored_series
from whistlestop.arena.tally import Tally
from whistlestop.english import counted

NOTHING = "Nothing stands out"
HOW = (
    "Only what is significant is named, with all tickets, routes or seats of the map compared at once, and large "
    "enough to matter. In brackets: the 95% interval. It is how the map plays for this bot; people may differ."
)


def balance_page(results: Sequence[tuple[Tally, list[Finding]]], command: str) -> str:
    """One page for all player counts of a map."""
    first = stored_series(results[0][0])
    games = sum(tally.games for tally, _ in results)
    title = f"Is {first.board.map.name} in balance?"
    subtitle = f"{counted(games, 'game')} of {first.bots[0]} against itself · seed {first.settings.seed}"
    summary = "".join(_summary(tally, findings) for tally, findings in results)
    again = card("What was run", f"<pre><code>{escape(command)}</code></pre>" + note(HOW), is_wide=True)
    links = contents([(_id(tally), f"All numbers for {tally.series.players} players") for tally, _ in results])
    parts = "".join(
        f'<h2 id="{_id(tally)}">All numbers for {tally.series.players} players</h2>'
        + series_cards(tally, [draw for draw in CARDS if draw is not sections.run])
        for tally, _ in results
    )
    return page(
        title, subtitle, f'{board_background(first.board.map)}<div class="cards">{summary}{again}</div>{links}{parts}'
    )


def _id(tally: Tally) -> str:
    return f"players-{tally.series.players}"


def _items(finding: Finding) -> str:
    return f'<ul class="items">{"".join(f"<li>{escape(item_text(finding, item))}</li>" for item in finding.items)}</ul>'


def _summary(tally: Tally, findings: Sequence[Finding]) -> str:
    """What stands out with this number of players, as a list."""
    lead = f"{counted(len(findings), 'finding')}." if findings else f"{NOTHING}."
    entries = "".join(
        f"<li><strong>{escape(headline(finding))}</strong>"
        f'{_items(finding)}<span class="advice">{escape(advice(finding))}</span></li>'
        for finding in findings
    )
    body = f'<ul class="findings">{entries}</ul>' if findings else ""
    title = f"{tally.series.players} players, {counted(tally.games, 'game')}"
    return card(title, body, lead=lead, is_wide=True)
