"""Reasons for actions, as keys that a page can translate and the names that belong in their text."""

from collections.abc import Callable
from dataclasses import dataclass

from whistlestop.english import counted

TEXTS = {
    # Claims.
    "completes": "completes {ticket}",
    "serves": "on the path of {ticket}",
    "serves-two": "on the paths of {ticket} and {other}",
    "planned": "part of the plan",
    "may-close": "{route} may close next turn; the detour takes {pieces}",
    "may-close-for-good": "{route} may close next turn, and there is no detour",
    "can-wait": "{route} can't close next turn",
    "uncontested": "nobody else is near yet",
    "points": "{points}, outside the plan",
    "longest-path": "{points}, and the longest path, of {spaces}",
    "takes-room": "leaves {left}, but the plan needs {pieces}",
    "takes-token": "takes the {symbol} at {location}",
    "in-the-way": "blocks {seat}, who has routes at both ends",
    "final-round": "triggers the final round",
    "last-turn": "{points} in the last turn",
    # Draws.
    "but-may-close": "but {route} may close next turn",
    "lacks": "{route} still needs {missing} {card}",
    "any-colour": "{card} can pay for {route}, which takes any colour",
    "for-points": "{card} for a route outside the plan",
    "unneeded": "nothing planned needs {card}",
    "ferry": "{route} needs {wilds}",
    "fits-all": "fits every route",
    "whole-turn": "but it is the only card of the turn",
    "deck-chance": "{percent}% of the unseen cards are useful",
    "nothing-shown": "no useful card is face up",
    "too-late": "there is no turn left to use cards",
    # Tickets.
    "would-fit": "{count} of {total} unseen tickets fit the {left} to spare",
    "none-fits": "no unseen ticket fits the {left} to spare",
    "complete-by-luck": "{count} of {total} unseen tickets would be complete",
    "none-complete": "no unseen ticket would be complete",
    "unfinished": "the plan still needs {pieces}",
    "gives-up": "the plan would give up {ticket}",
    "is-complete": "{ticket} is complete already",
    "share": "{ticket} and {other} share a path",
    "apart": "{ticket} and {other} lie far apart",
    "takes": "needs {pieces} of your {all}",
    "adds": "adds {pieces} to the plan",
    "fits": "fits the plan as it is",
    # Tokens.
    "on-plan": "the plan has {count} of its routes at {location}",
    "off-plan": "the plan does not go to {location}",
    "last-one": "it is the last {symbol}",
    "met-again": "the plan still passes the {other_symbol}",
    "first-token": "your first one; only different ones count",
    "collects": "{count} different ones are worth {points}",
    "best-chance": "the best chance to win of all moves tried",
    "only": "nothing else is possible",
}
AGAINST = frozenset(
    {
        "can-wait",
        "uncontested",
        "takes-room",
        "but-may-close",
        "unneeded",
        "whole-turn",
        "too-late",
        "none-fits",
        "none-complete",
        "unfinished",
        "gives-up",
        "apart",
        "off-plan",
    }
)
"""What speaks against an action: it is never said of the one that is suggested."""
COUNTED = {"pieces": "piece", "left": "piece", "points": "point", "spaces": "space", "wilds": "wild"}


def plain_name(name: str, value: str) -> str:
    """A name in the text of a reason as it is in English, ids left as they are.

    >>> plain_name("pieces", "1"), plain_name("pieces", "12"), plain_name("route", "denver/omaha")
    ('1 piece', '12 pieces', 'denver/omaha')
    """
    if name in COUNTED:
        return counted(int(value), COUNTED[name])
    return f"seat {value}" if name == "seat" else value


@dataclass(frozen=True)
class Reason:
    """Why an action is good or bad: a key of TEXTS, and ids and numbers by the names in that text.

    >>> str(Reason("completes", {"ticket": "boston/miami"}))
    'completes boston/miami'
    """

    key: str
    names: dict[str, str]

    @property
    def is_against(self) -> bool:
        """Whether it speaks against the action."""
        return self.key in AGAINST

    def text(self, display_name: Callable[[str, str], str]) -> str:
        """In English, with every name as `display_name(name, value)` says it."""
        return TEXTS[self.key].format(**{name: display_name(name, value) for name, value in self.names.items()})

    def __str__(self) -> str:
        return self.text(plain_name)


def reason(key: str, **names: str | int) -> Reason:
    """A reason, with numbers as text."""
    return Reason(key, {name: str(value) for name, value in names.items()})
