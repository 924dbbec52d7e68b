"""English in messages: counts with their nouns, and the word that was probably meant."""

from collections.abc import Iterable
from difflib import get_close_matches


def plural(noun: str) -> str:
    """The plural of a noun.

    >>> plural("cable car"), plural("ferry"), plural("match")
    ('cable cars', 'ferries', 'matches')
    """
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(("s", "x", "ch", "sh")) else f"{noun}s"


def counted(count: int, noun: str) -> str:
    """A count with its noun.

    >>> counted(1, "train"), counted(2500, "city")
    ('1 train', '2,500 cities')
    """
    return f"{count:,} {noun if count == 1 else plural(noun)}"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A sentence, with a space before it, if one of the known words is near; else nothing.

    >>> did_you_mean("clam", ["claim", "draw"]), did_you_mean("fly", ["claim", "draw"])
    (" Did you mean 'claim'?", '')
    """
    match = closest(word, known)
    return f" Did you mean {match!r}?" if match else ""


def closest(word: str, known: Iterable[str], likeness: float = 0.6) -> str | None:
    """The known word that is most like this one, whatever the case; None if none is like it enough (1 is the same)."""
    by_lower = {name.lower(): name for name in known}
    matches = get_close_matches(word.lower(), by_lower, n=1, cutoff=likeness)
    return by_lower[matches[0]] if matches else None
