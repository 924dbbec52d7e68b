"""R6.3: the oracle's longest trail, by hand and against trying everything."""

import random

import pytest

from .network import Edge, longest_trail_length


@pytest.mark.parametrize(
    ("edges", "length"),
    [
        ([], 0),
        ([("a", "b", 3), ("c", "d", 4)], 4),
        ([("a", "b", 1), ("b", "c", 1), ("c", "a", 1)], 3),  # a closed loop
        ([("a", "b", 2), ("b", "c", 2), ("b", "d", 5)], 7),  # a star: the shortest arm is left out
        ([("a", "b", 1), ("b", "c", 1), ("c", "a", 1), ("a", "x", 4), ("a", "y", 4)], 11),  # in, round the loop, out
        ([("a", "b", 1), ("b", "c", 2), ("c", "d", 3), ("d", "a", 4), ("a", "c", 5), ("b", "d", 6)], 20),  # K4
    ],
)
def test_r6_3_the_longest_trail_revisits_places_but_no_edge(edges: list[Edge], length: int) -> None:
    assert longest_trail_length(edges) == length


def every_trail(place: str, edges: list[Edge]) -> int:
    """The longest trail from a place, by trying everything."""
    best = 0
    for i, (a, b, length) in enumerate(edges):
        rest = edges[:i] + edges[i + 1 :]
        if a == place:
            best = max(best, length + every_trail(b, rest))
        if b == place:
            best = max(best, length + every_trail(a, rest))
    return best


def test_r6_3_the_longest_trail_equals_trying_everything() -> None:
    rng = random.Random(1)
    for _ in range(300):
        pairs = [rng.sample("abcdef", 2) for _ in range(rng.randint(1, 8))]
        edges = [(a, b, rng.randint(1, 6)) for a, b in pairs]
        assert longest_trail_length(edges) == max(every_trail(place, edges) for place in "abcdef")


def test_r6_3_a_dense_network_of_short_routes_does_not_explode() -> None:
    grid = [(f"{x}{y}", f"{x + 1}{y}", 2) for x in range(3) for y in range(4)]
    grid += [(f"{x}{y}", f"{x}{y + 1}", 1) for x in range(4) for y in range(3)]
    # 4 × 4 places, 24 edges: eight odd ones round the rim, of which a trail pairs off all but two: three edges of the
    # rim are left out, at best the short ones on the two upright sides and one long one.
    assert longest_trail_length(grid) == sum(length for _, _, length in grid) - 4
