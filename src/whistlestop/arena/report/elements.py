"""The few kinds of things a report page is made of, as HTML."""

from collections.abc import Sequence
from html import escape
from math import isfinite
from typing import NamedTuple

COLOURS = 8
"""The number of colours that the style sheet has for bots."""


class Cell(NamedTuple):
    """What a table shows, and the number it is sorted by (None: by the text itself)."""

    text: str
    number: float | None = None
    small: str = ""
    """Said in smaller letters after it: the margin of error."""


def card(title: str, body: str, *, lead: str = "", is_wide: bool = False, id: str = "") -> str:
    """One part of the page: a heading, a sentence that says what came out, and the rest."""
    kind = "card wide" if is_wide else "card"
    name = f' id="{escape(id)}"' if id else ""
    sentence = f'<p class="lead">{escape(lead)}</p>' if lead else ""
    return f'<section class="{kind}"{name}><h3>{escape(title)}</h3>{sentence}{body}</section>'


def note(text: str) -> str:
    """How something was counted."""
    return f'<p class="note">{escape(text)}</p>'


def key(labels: Sequence[str], kind: str = "c") -> str:
    """Which colour means what: bots (c) or score parts (p)."""
    entries = "".join(
        f'<li><span class="dot {kind}{i % COLOURS}"></span>{escape(label)}</li>' for i, label in enumerate(labels)
    )
    return f'<ul class="key">{entries}</ul>'


def tiles(facts: Sequence[tuple[str, str]]) -> str:
    """The first numbers one looks for: (what, number)."""
    entries = "".join(f"<div><dt>{escape(what)}</dt><dd>{escape(number)}</dd></div>" for what, number in facts)
    return f'<dl class="tiles">{entries}</dl>'


def table(name: str, headings: Sequence[str], rows: Sequence[Sequence[Cell]]) -> str:
    """A table that its headings sort. The first column holds names."""
    head = "".join(f'<th scope="col">{escape(heading)}</th>' for heading in headings)
    body = "".join(f"<tr>{''.join(_cell(cell, i) for i, cell in enumerate(row))}</tr>" for row in rows)
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(name)}"><table class="sortable">'
        f"<caption>{escape(name)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _cell(cell: Cell, column: int) -> str:
    small = f" <small>{escape(cell.small)}</small>" if cell.small else ""
    if column == 0:
        return f'<th scope="row">{escape(cell.text)}{small}</th>'
    number = f' data-sort="{cell.number:.6g}"' if cell.number is not None and isfinite(cell.number) else ""
    return f"<td{number}>{escape(cell.text)}{small}</td>"


def folded(summary: str, body: str) -> str:
    """Something long that opens at a click."""
    return f"<details><summary>{escape(summary)}</summary>{body}</details>"
