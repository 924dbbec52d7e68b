"""An order of a board's routes in which few locations are ever half done.

The exact longest path (R6.3) walks the routes in this order and remembers something about every location that has
routes both behind and ahead: the fewer of those at a time, the faster.
"""

from collections.abc import Sequence
from typing import NamedTuple


class Sweep(NamedTuple):
    edges: list[int]
    width: int
    """The most locations that are half done at once."""


def sweep_order(location_count: int, ends: Sequence[tuple[int, int]]) -> Sweep:
    """Finish one location after the other, always the one that leaves the fewest half done.

    >>> sweep_order(4, [(0, 1), (1, 2), (2, 3)]).edges
    [0, 1, 2]
    """
    neighbours = [{b if a == here else a for a, b in ends if here in (a, b)} for here in range(location_count)]
    waiting = set(range(location_count))
    begun: set[int] = set()
    edges: list[int] = []
    width = 0
    while waiting:
        # Prefer places already begun, so that the sweep stays in one piece; then the lower number, to be repeatable.
        place = min(waiting, key=lambda here: (len((neighbours[here] & waiting) - begun), here not in begun, here))
        waiting.remove(place)
        begun |= neighbours[place] & waiting
        width = max(width, len(begun | {place}))
        begun.discard(place)
        edges += [e for e, pair in enumerate(ends) if e not in edges and place in pair]
    return Sweep(edges, width)
