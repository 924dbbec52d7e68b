"""How many of many points lie in a box: in the same time for any box, however many points it holds."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]


class PointCounter:
    """Points that can be counted box by box (a wavelet matrix).

    In the order of their x, points are sorted by the bits of their rank in y, the highest bit first. For each bit it is
    kept how many points up to any one have it unset; so the points of a stretch below a rank are counted bit by bit.

    >>> counter = PointCounter(np.array([[1.0, 2.0, 3.0], [5.0, 1.0, 2.0]]))
    >>> counter.count(np.array([[0.0, 0.0, 2.0, 9.0], [2.0, 1.0, 3.0, 1.5]])).tolist()
    [2, 1]
    """

    def __init__(self, points: NDArray[np.float64]) -> None:
        x, y = points
        by_x, by_y = np.argsort(x, kind="stable"), np.argsort(y, kind="stable")
        self.xs, self.ys = x[by_x], y[by_y]
        ranks = np.empty(len(x), np.int64)
        ranks[by_y] = np.arange(len(x))
        ranks = ranks[by_x]
        self.unset_counts: list[tuple[int, Integers]] = []
        for bit in reversed(range(len(x).bit_length())):
            is_set = (ranks >> bit & 1).astype(bool)
            self.unset_counts.append((bit, np.concatenate([[0], np.cumsum(~is_set)])))
            ranks = np.concatenate([ranks[~is_set], ranks[is_set]])

    def count(self, boxes: NDArray[np.float64]) -> Integers:
        """How many points lie in each box (left, top, right, bottom) or on its edge."""
        left, top, right, bottom = boxes.T
        first, last = np.searchsorted(self.xs, left, "left"), np.searchsorted(self.xs, right, "right")
        above, below = np.searchsorted(self.ys, top, "left"), np.searchsorted(self.ys, bottom, "right")
        return self._count_below(first, last, below) - self._count_below(first, last, above)

    def _count_below(self, first: Integers, last: Integers, rank: Integers) -> Integers:
        """Of the points from `first` to before `last`, by x: how many have a lower rank."""
        count = np.zeros_like(rank)
        for bit, unset in self.unset_counts:
            is_set = (rank >> bit & 1).astype(bool)
            unset_first, unset_last = unset[first], unset[last]
            count += np.where(is_set, unset_last - unset_first, 0)
            first = np.where(is_set, unset[-1] + first - unset_first, unset_first)
            last = np.where(is_set, unset[-1] + last - unset_last, unset_last)
        return count
