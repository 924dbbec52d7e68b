"""An order of a board's routes in which few locations are ever half done.

The exact longest path (R6.3) walks the routes in this order and remembers something about every location that has
routes both behind and ahead: the fewer of those at a time, the faster.
"""

from collections.abc import Iterator, Sequence

Ends = tuple[int, int]

MOST_STARTS = 48
STATES_PER_LOCATION = 4.5
"""About how many times as many states there are with one more location half done."""


def sweep_order(location_count: int, ends: Sequence[Ends]) -> list[int]:
    """The edges in the best order that was found beginning at each of the locations (on large boards, every third).

    >>> sweep_order(4, [(0, 1), (1, 2), (2, 3)])
    [0, 1, 2]
    """
    neighbours = [0] * location_count
    for a, b in ends:
        neighbours[a] |= 1 << b
        neighbours[b] |= 1 << a
    order: list[int] = []
    cost = float("inf")
    for start in range(0, location_count, 1 + location_count // MOST_STARTS):
        order, cost = _order_from(start, neighbours, cost) or (order, cost)
    return _edges_in_order(order, ends)


def _order_from(start: int, neighbours: list[int], most: float) -> tuple[list[int], float] | None:
    """Finish one location after the other, always the one that leaves the fewest half done; None if that costs more
    than `most`."""
    waiting = (1 << len(neighbours)) - 1
    begun, cost, order = 0, 0.0, [start]
    begun_at = [0] * len(neighbours)
    while True:
        here = 1 << order[-1]
        waiting &= ~here
        begun &= ~here
        ahead = neighbours[order[-1]] & waiting
        opened = ahead & ~begun
        width = begun.bit_count() + 1
        cost += (ahead & begun).bit_count() * STATES_PER_LOCATION**width
        cost += sum(STATES_PER_LOCATION ** (width + i + 1) for i in range(opened.bit_count()))
        if cost >= most:
            return None
        if not waiting:
            return order, cost
        for location in _bits(opened):
            begun_at[location] = len(order)
        begun |= opened
        candidates = [
            (
                (neighbours[location] & waiting & ~begun).bit_count(),
                (neighbours[location] & waiting).bit_count(),
                begun_at[location],
                location,
            )
            for location in _bits(begun or waiting)
        ]
        order.append(min(candidates)[-1])


def _bits(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def _edges_in_order(order: list[int], ends: Sequence[Ends]) -> list[int]:
    """Each edge with the first of its ends; there, those to locations that are begun already come first."""
    place = {location: i for i, location in enumerate(order)}
    spans = [sorted((place[a], place[b])) for a, b in ends]
    begun_at: dict[int, int] = {}
    for first, second in spans:
        begun_at[second] = min(first, begun_at.get(second, first))
    return sorted(
        range(len(ends)), key=lambda edge: (spans[edge][0], begun_at[spans[edge][1]] == spans[edge][0], *spans[edge])
    )
