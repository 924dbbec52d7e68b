"""R6.3: the longest path is exact on any network, and quick on ugly ones."""

import itertools
import random
from functools import cache

import pytest

from whistlestop import Board, Game
from whistlestop.maps.mapfile import Location, Map, Route, Ticket, read_map

Edge = tuple[int, int]


@cache
def usa_map() -> Map:
    return read_map("usa")


def board_of(edges: list[Edge], lengths: list[int]) -> Board:
    """A board with just these routes, and pieces for all of them."""
    usa = usa_map()
    places = sorted({place for edge in edges for place in edge})
    tickets = list(itertools.combinations(places, 2))[:20]
    parts = {
        "locations": tuple(Location(name=f"P{i}", x=10.0 * i, y=10.0) for i in places),
        "routes": tuple(
            Route(a=f"P{a}", b=f"P{b}", length=length, colors=("grey",))
            for (a, b), length in zip(edges, lengths, strict=True)
        ),
        "tickets": tuple(Ticket(a=f"P{a}", b=f"P{b}", points=1) for a, b in tickets),
        "rules": usa.rules.model_copy(update={"pieces": sum(lengths)}),
    }
    return Board(usa.model_copy(update=parts), "network")


def longest_path(edges: list[Edge], lengths: list[int]) -> int:
    board = board_of(edges, lengths)
    position = Game(board, players=2, seed=1).position()
    position["phase"] = "turn"
    position["claimed"] = dict.fromkeys(board.route_ids, 0)
    position["seats"][0]["pieces"] = 0
    for seat in position["seats"]:
        position["ticket_deck"] += seat["offered"]
        seat["offered"] = []
    return Game.from_position(position, board).scores()[0]["longest_path_length"]


def longest_by_trying(edges: list[Edge], lengths: list[int]) -> int:
    """Walk every trail."""

    def walk(at: int, used: frozenset[int]) -> int:
        next_edges = [(i, b if a == at else a) for i, (a, b) in enumerate(edges) if i not in used and at in (a, b)]
        return max((lengths[i] + walk(to, used | {i}) for i, to in next_edges), default=0)

    return max(walk(place, frozenset()) for place in {place for edge in edges for place in edge})


def grid(width: int, height: int) -> list[Edge]:
    across = [(y * width + x, y * width + x + 1) for y in range(height) for x in range(width - 1)]
    down = [(y * width + x, y * width + width + x) for y in range(height - 1) for x in range(width)]
    return across + down


def test_r6_3_agrees_with_trying_every_trail_on_random_networks() -> None:
    rng = random.Random(63)
    for _ in range(300):
        places = rng.randint(4, 8)
        pairs = list(itertools.combinations(range(places), 2))
        edges = rng.sample(pairs, rng.randint(2, min(len(pairs), 11)))
        lengths = [rng.randint(1, 6) for _ in edges]
        assert longest_path(edges, lengths) == longest_by_trying(edges, lengths), (edges, lengths)


@pytest.mark.parametrize("places", [4, 6, 8, 10, 12])
def test_r6_3_when_everything_is_joined_to_everything(places: int) -> None:
    """Every place is odd; leaving a route out makes two even, and two odd places may stay."""
    edges = list(itertools.combinations(range(places), 2))
    assert longest_path(edges, [1] * len(edges)) == len(edges) - (places - 2) // 2


def test_r6_3_on_a_large_grid_where_trails_explode() -> None:
    """A border of 2(w-2) + 2(h-2) odd places: neighbours are mended in pairs, two odd places may stay."""
    edges = grid(8, 10)
    odd = 2 * (8 - 2) + 2 * (10 - 2)
    assert longest_path(edges, [1] * len(edges)) == len(edges) - (odd - 2) // 2


def test_r6_3_a_closed_loop_counts_whole_and_a_city_may_be_revisited() -> None:
    loop = [(0, 1), (1, 2), (0, 2)]
    assert longest_path(loop, [2, 3, 4]) == 9
    assert longest_path([*loop, (2, 3), (3, 4), (2, 4)], [2, 3, 4, 1, 1, 1]) == 12


def test_r6_3_separate_networks_do_not_add_up() -> None:
    assert (
        longest_path([(0, 1), (1, 2), (3, 4), (4, 5), (3, 5), (5, 6), (6, 7), (5, 7)], [6, 6, 1, 1, 1, 1, 1, 1]) == 12
    )
