"""Findings of `balance.py` in English. The page says them in its languages (`studio:finding` of web/src/i18n)."""

from collections.abc import Callable
from typing import NamedTuple

from whistlestop.arena.balance import Finding, Item
from whistlestop.arena.report.wording import DASH, SEAT_NAMES, percent, plain, signed

Numbers = dict[str, float]


class Words(NamedTuple):
    """How a kind of finding is said; `{…}` are its details as `DETAILS` writes them."""

    headline: str
    advice: str
    item: str = "{name} {value}"
    write: Callable[[float], str] = percent


def _percentage_points(share: float) -> str:
    return plain(share * 100)


DETAILS: dict[str, Callable[[float], str]] = {
    "seat": lambda seat: SEAT_NAMES[int(seat)],
    "even": percent,
    "usual": percent,
    "lift": _percentage_points,
    "lift_low": _percentage_points,
    "lift_high": _percentage_points,
    "score": plain,
}
"""Other details are whole numbers."""

KEEPERS = "The number is what their keepers score beyond keepers of tickets with as many points. "
TEXTS: dict[str, Words] = {
    "seats": Words(
        "The {seat} seat has an advantage",
        "An even share is {even}. Cards or points at the start can make up for a seat.",
        "the {name} seat wins {value}",
    ),
    "passing": Words(
        "Games end because nobody can move (R5.2), not because somebody runs out of pieces",
        "Add routes or cards, or give fewer pieces.",
        "of all games: {value}",
    ),
    "dragging": Words(
        "Some games drag on; half of them are over after {median} turns",
        "See whether enough cards and routes are left at the end, or let the final round begin earlier.",
        "over {turns} turns: {value} of games",
    ),
    "spread": Words(
        "Games are decided by a lot",
        "The winning score is {score} on average. Smaller bonuses and tickets bring players closer.",
        "the winner leads by {value}",
        plain,
    ),
    "lengths": Words(
        "Routes of length {length} dominate",
        "Claiming one raises the win rate by {lift} percentage points ({lift_low} to {lift_high}). "
        "Give them fewer points, or have fewer of them.",
        "of all route points: {value}",
    ),
    "colours": Words(
        "A colour is scarcer than its demand",
        "Of all colours together {usual} of the spaces are claimed. "
        "Recolour some of its routes, or put more of its cards into the deck.",
        "{name} has {cards} cards for {spaces} spaces; of these are claimed in a game {value}",
    ),
    "tickets-worth-more": Words(
        "Tickets worth more than their points suggest", KEEPERS + "Lower their points.", write=signed
    ),
    "tickets-worth-less": Words(
        "Tickets worth less than their points suggest",
        KEEPERS + "Raise their points, or bring their places closer together.",
        write=signed,
    ),
    "never-completed": Words(
        "Tickets that are kept and hardly ever completed", "Bring their places closer together, or drop them."
    ),
    "never-claimed": Words("Routes that are hardly ever claimed", "Shorten them, or run a ticket over them."),
    "always-claimed": Words(
        "Routes that are claimed in almost every game",
        "Whoever comes late is cut off: make them double, longer, or add a detour.",
    ),
    "left-out": Words(
        "Places that are left out: hardly any game sees a route claimed there", "Give them a ticket or a shorter route."
    ),
    "tokens": Words(
        "Tourist tokens hardly matter",
        "The winning score is {score} on average. Give more points for them, or better places.",
        "points for tourist tokens per player: {value}",
        plain,
    ),
}


def headline(finding: Finding) -> str:
    """What is wrong, without the numbers of its items."""
    return TEXTS[finding.kind].headline.format_map(_written(finding.details))


def advice(finding: Finding) -> str:
    """What might help."""
    return TEXTS[finding.kind].advice.format_map(_written(finding.details))


def item_text(finding: Finding, item: Item) -> str:
    """`Denver – Omaha 0.4% (0.2 to 0.8%)`."""
    words = TEXTS[finding.kind]
    name = SEAT_NAMES[int(item.key[len("seats[") : -1])] if finding.kind == "seats" else item.name
    value = f"{words.write(item.value)} ({_interval(item, words.write)})"
    return words.item.format_map({"name": name, "value": value, **_written({**finding.details, **item.details})})


def sentence(finding: Finding) -> str:
    """The finding as a sentence or two."""
    return f"{headline(finding)}: {'; '.join(item_text(finding, item) for item in finding.items)}. {advice(finding)}"


def _interval(item: Item, write: Callable[[float], str]) -> str:
    if item.low is None or item.high is None:
        return DASH
    write = plain if write is signed else write
    return f"{write(item.low).removesuffix('%')} to {write(item.high)}"


def _written(details: Numbers) -> dict[str, str]:
    return {name: DETAILS[name](number) if name in DETAILS else f"{number:.0f}" for name, number in details.items()}
