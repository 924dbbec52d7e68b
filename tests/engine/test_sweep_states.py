"""What is counted when a map is checked bounds the work of the kernels, whoever owns whichever routes."""

import itertools
import random

import numpy as np
import pytest

from tests.engine.test_longest_path import Edge, board_of, grid, longest_by_trying, longest_path
from whistlestop.engine import path_sweep
from whistlestop.engine.state import board_of as engine_board
from whistlestop.kernels.structs import IntArray, Records
from whistlestop.maps.limits import MAX_FRONTIER
from whistlestop.maps.sweep import sweep_order
from whistlestop.maps.sweep_states import longest_edges, steps, sweep_cost


def random_network(rng: random.Random, places: int, edges: int) -> tuple[list[Edge], list[int]]:
    pairs = list(itertools.combinations(range(places), 2))
    chosen = rng.sample(pairs, min(len(pairs), edges))
    return chosen, [rng.randint(1, 6) for _ in chosen]


def test_a_sweep_has_every_edge_once() -> None:
    rng = random.Random(1)
    for _ in range(50):
        edges, _ = random_network(rng, rng.randint(2, 12), rng.randint(1, 20))
        assert sorted(sweep_order(12, edges)) == list(range(len(edges)))


def test_a_sweep_over_a_long_grid_goes_along_it() -> None:
    assert max(len(step.open) for step in steps(sweep_order(40, grid(4, 10)), grid(4, 10))) <= 6
    assert max(len(step.open) for step in steps(sweep_order(40, grid(10, 4)), grid(10, 4))) <= 6


def in_order(edges: list[Edge], lengths: list[int]) -> tuple[list[Edge], list[int]]:
    order = sweep_order(1 + max(place for edge in edges for place in edge), edges)
    return [edges[i] for i in order], [lengths[i] for i in order]


def test_r6_3_the_edges_of_a_longest_path_are_as_long_as_it_is() -> None:
    rng = random.Random(2)
    for _ in range(200):
        edges, lengths = in_order(*random_network(rng, rng.randint(3, 8), rng.randint(1, 11)))
        path = longest_edges(edges, lengths)
        assert sum(lengths[i] for i in path) == longest_by_trying(edges, lengths), (edges, lengths)
        ends = [place for i in path for place in edges[i]]
        assert sum(ends.count(place) % 2 for place in set(ends)) <= 2


def test_r6_3_the_edges_of_a_longest_path_agree_with_the_kernels_where_trails_explode() -> None:
    rng = random.Random(3)
    for edges in (grid(6, 6), list(itertools.combinations(range(8), 2))):
        kept = [edge for edge in edges if rng.random() < 0.85]
        lengths = [rng.randint(1, 10) for _ in kept]
        swept, swept_lengths = in_order(kept, lengths)
        path = longest_edges(swept, swept_lengths)
        assert sum(swept_lengths[i] for i in path) == longest_path(kept, lengths)


def test_no_seat_makes_more_states_than_were_counted_for_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """The plain kernels, whose every step is counted; and nothing is too long to be left out."""
    counted: list[int] = []
    plain_extend = path_sweep.extend

    def counting(*arguments: object) -> tuple[IntArray, int]:
        states, best = plain_extend(*arguments)  # type: ignore[arg-type]
        counted.append(len(states))
        return states, best

    monkeypatch.setattr(path_sweep, "extend", counting)
    rng = random.Random(4)
    for _ in range(60):
        edges, lengths = random_network(rng, rng.randint(4, 8), rng.randint(4, 14))
        board = board_of(edges, lengths)
        table = board.arrays[0]
        most = sweep_cost(len(board.location_ids), ends_of(board.arrays), 10**9).state_count
        owned = [route for route in table["sweep"][: len(edges)].tolist() if rng.random() < 0.8]
        counted.clear()
        path_sweep.sweep(engine_board(board.arrays), np.array(owned, np.int64), 10**6)
        assert sum(counted) <= most


def ends_of(table: Records) -> list[Edge]:
    row, count = table[0], int(table["route_count"][0])
    return list(zip(row["route_a"][:count].tolist(), row["route_b"][:count].tolist(), strict=True))


def test_counting_stops_at_once_where_a_board_is_far_too_wide() -> None:
    edges = list(itertools.combinations(range(40), 2))
    cost = sweep_cost(40, edges, most=1000)
    assert cost.is_too_much
    assert cost.state_count < 10_000
    assert len(cost.open) <= MAX_FRONTIER + 1
    assert set(cost.ahead) <= set(edges)


def test_a_double_route_counts_once_because_nobody_has_both_tracks() -> None:
    edges = grid(3, 3)
    assert sweep_cost(9, [*edges, *edges], 10**6) == sweep_cost(9, edges, 10**6)
