"""The worst that an accepted board can ask of the longest path (R6.3): hard random boards, hard ownership, one seat.

    python bench/longest_path.py --seconds 60
    NUMBA_DISABLE_JIT=1 python bench/longest_path.py --seconds 60

Boards are grids, hexagonal and triangular lattices, near-complete graphs and places joined to their neighbours, made
as wide as `map check` lets them be. Routes are taken away and lengths changed while that makes the score slower.
"""

import argparse
import itertools
import random
import time
from collections.abc import Callable

import numpy as np

from whistlestop.board import Board
from whistlestop.engine import calls
from whistlestop.engine.rng import seed_base
from whistlestop.engine.scoring import SCORE_PARTS
from whistlestop.engine.state import STATE
from whistlestop.kernels import is_compiled, start
from whistlestop.kernels.decorators import STAYS_PLAIN
from whistlestop.maps.limits import MAX_LOCATIONS, MAX_SWEEP_STATES, MAX_TRACKS
from whistlestop.maps.mapfile import Location, Route, Ticket, read_map
from whistlestop.maps.sweep import Ends, sweep_order
from whistlestop.maps.sweep_states import longest_edges, sweep_cost

USA = read_map("usa")
STEPS = 12


def grid(rng: random.Random) -> list[Ends]:
    width, height = rng.randint(3, 8), rng.randint(3, 14)
    return lattice(width, height, lambda *_: [(1, 0), (0, 1)])


def triangles(rng: random.Random) -> list[Ends]:
    width, height = rng.randint(3, 7), rng.randint(3, 14)
    return lattice(width, height, lambda *_: [(1, 0), (0, 1), (1, 1)])


def hexagons(rng: random.Random) -> list[Ends]:
    width, height = rng.randint(6, 14), rng.randint(4, 10)
    return lattice(width, height, lambda x, y: [(1, 0), (0, 1)] if (x + y) % 2 else [(1, 0)])


def lattice(width: int, height: int, steps: Callable[[int, int], list[Ends]]) -> list[Ends]:
    return [
        (y * width + x, (y + dy) * width + x + dx)
        for y in range(height)
        for x in range(width)
        for dx, dy in steps(x, y)
        if x + dx < width and y + dy < height
    ]


def near_complete(rng: random.Random) -> list[Ends]:
    pairs = list(itertools.combinations(range(rng.randint(7, 11)), 2))
    return rng.sample(pairs, rng.randint(len(pairs) * 2 // 3, len(pairs)))


def neighbours(rng: random.Random) -> list[Ends]:
    places = [(rng.random(), rng.random()) for _ in range(rng.randint(20, 60))]
    pairs = itertools.combinations(range(len(places)), 2)
    near = sorted(pairs, key=lambda pair: np.hypot(*np.subtract(places[pair[0]], places[pair[1]])))
    return near[: rng.randint(2, 4) * len(places)]


SHAPES = (grid, triangles, hexagons, near_complete, neighbours)


def connected(edges: list[Ends]) -> list[Ends]:
    """The routes of the largest part, with places numbered from 0."""
    group = {place: {place} for edge in edges for place in edge}
    for a, b in edges:
        union = group[a] | group[b]
        group.update(dict.fromkeys(union, union))
    largest = sorted(max(group.values(), key=len))
    number = {place: i for i, place in enumerate(largest)}
    return [(number[a], number[b]) for a, b in edges if a in number]


def widest(rng: random.Random, edges: list[Ends]) -> list[Ends]:
    """The edges without as many as it takes to be accepted."""
    edges = connected(edges)
    while True:
        count = 1 + max(place for edge in edges for place in edge)
        if len(edges) <= MAX_TRACKS and count <= MAX_LOCATIONS:
            cost = sweep_cost(count, edges, MAX_SWEEP_STATES)
            if not cost.is_too_much:
                return edges
        for _ in range(1 + len(edges) // 40):
            edges.remove(rng.choice(edges))
        edges = connected(edges)


def board_of(edges: list[Ends], lengths: list[int]) -> Board:
    places = range(1 + max(place for edge in edges for place in edge))
    parts = {
        "locations": tuple(Location(name=f"P{i}", x=10.0 * i, y=10.0) for i in places),
        "routes": tuple(
            Route(a=f"P{a}", b=f"P{b}", length=length, colors=("red",))
            for (a, b), length in zip(edges, lengths, strict=True)
        ),
        "tickets": (Ticket(a="P0", b="P1", points=1),),
        "rules": USA.rules.model_copy(update={"pieces": sum(lengths)}),
    }
    return Board(USA.model_copy(update=parts), "network")


def score_seconds(edges: list[Ends], lengths: list[int], owned: set[Ends]) -> float:
    board, state = board_of(edges, lengths), np.zeros(1, STATE)
    calls.empty_table(board.arrays, state, 2, seed_base("bench", 1))
    for i, track in enumerate(board.tracks):
        if edges[track.route] in owned:
            state["owner"][0, i] = 0
    rows = np.zeros((2, len(SCORE_PARTS)), np.int64)
    began = time.process_time()
    calls.score(board.arrays, state, rows)
    return time.process_time() - began


def hardest(rng: random.Random, edges: list[Ends]) -> tuple[float, list[int], set[Ends]]:
    """Lengths and owned routes that take the longest, found by changing some of them again and again."""
    worst = (-1.0, [], set())  # type: tuple[float, list[int], set[Ends]]
    for step in range(STEPS):
        if step < STEPS // 2:
            kind = rng.choice([(1,), (10,), (1, 10), (9, 10), tuple(range(1, 11))])
            lengths, owned = [rng.choice(kind) for _ in edges], set(edges)
            share = rng.choice([0.0, 0.03, 0.1, 0.2])
            owned = {edge for edge in edges if rng.random() >= share}
        else:
            lengths = [rng.randint(1, 10) if rng.random() < 0.1 else length for length in worst[1]]
            owned = worst[2] ^ {edge for edge in edges if rng.random() < 0.03}
        seconds = score_seconds(edges, lengths, owned)
        if seconds > worst[0]:
            worst = seconds, lengths, owned
    return worst


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    start("game")
    kind = "plain" if STAYS_PLAIN or not is_compiled("game") else "compiled"
    print(f"kernels are {kind}; at most {MAX_SWEEP_STATES:,} states")
    rng, ends = random.Random(options.seed), time.monotonic() + options.seconds
    worst: dict[str, tuple[float, str]] = {}
    while time.monotonic() < ends:
        shape = rng.choice(SHAPES)
        edges = widest(rng, shape(rng))
        count = 1 + max(place for edge in edges for place in edge)
        began = time.process_time()
        states = sweep_cost(count, edges, MAX_SWEEP_STATES).state_count
        checked = time.process_time() - began
        seconds, lengths, owned = hardest(rng, edges)
        if seconds > worst.get(shape.__name__, (0.0, ""))[0]:
            swept = [edges[i] for i in sweep_order(count, edges) if edges[i] in owned]
            length = dict(zip(edges, lengths, strict=True))
            began = time.process_time()
            longest_edges(swept, [length[edge] for edge in swept])
            walked = time.process_time() - began
            text = f"{count} places, {len(edges)} routes ({len(owned)} owned), {states:,} states"
            worst[shape.__name__] = seconds, text
            times = f"counted in {checked * 1000:.0f} ms, path with its routes {walked * 1000:.0f} ms"
            print(f"{shape.__name__:14} score {seconds * 1000:8.1f} ms  {text}, {times}", flush=True)
    seconds, text = max(worst.values())
    print(f"worst: {seconds * 1000:.1f} ms, {text}")


if __name__ == "__main__":
    main()
