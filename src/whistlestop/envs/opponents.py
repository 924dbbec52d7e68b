"""Who plays the seats after the learner's."""

from collections.abc import Sequence


def one_for_each(names: str | Sequence[str], players: int) -> list[str]:
    """The opponents' names by seat, the one after the learner first; a single name is for all.

    >>> one_for_each("greedy", 3)
    ['greedy', 'greedy']
    """
    named = [names] * (players - 1) if isinstance(names, str) else list(names)
    if len(named) != players - 1:
        raise ValueError(f"{players} players: name {players - 1} opponents, or one for all; not {len(named)}.")
    return named
