"""A deck of tickets proposed for a map, made as USA's is (docs/maps.md has what was measured).

A ticket is worth its shortest path. Short, medium and long ones are as many as on USA, compared to all pairs of places
that are not neighbours; every place has a ticket where that can be, and few tickets are nearly the same.
"""

from __future__ import annotations

import json
import random
import re
import tomllib
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache
from itertools import combinations
from math import ceil
from typing import Literal, NamedTuple

from whistlestop.english import closest
from whistlestop.ids import location_id, pair_id
from whistlestop.maps import limits
from whistlestop.maps.check import examine, examine_tables
from whistlestop.maps.check.shape import Table, validate
from whistlestop.maps.distances import Neighbours, distances_from, find_neighbours
from whistlestop.maps.mapfile import Map, MapError, Problem, Ticket, read_map
from whistlestop.maps.messages import MapRefusal

TICKETS_PER_PLAYER = 6
"""At the largest table: USA has 30 for five, San Francisco 24 for four."""
REACH = 1
"""A ticket may be this much longer or shorter than planned, if that brings in a place that has none."""
WITHOUT_TICKET, ALIKE, OFF_LENGTH = 1000.0, 3.0, 0.5
"""What a place without a ticket, two tickets nearly the same, and a space off the planned length count for, where a
second ticket at a place counts 3 and a third 5 (the squares of their numbers)."""
MOST_ROUNDS = 20
Kind = Literal["short", "medium", "long"]
Mix = Literal["usual", "short", "long"]
"""As many short, medium and long tickets as on USA, or more of the short or long ones."""
KINDS: tuple[Kind, ...] = ("short", "medium", "long")
KIND_BOUNDS = (0.36, 0.77)
"""Where short and medium end among all pairs of a board that are not neighbours: on USA after 8 and 14 spaces."""


class CannotPropose(MapRefusal):
    """There is no such deck; the message says why and what to do."""


class ProposedTicket(NamedTuple):
    a: str
    b: str
    points: int
    length: int
    """Of the shortest path."""
    kind: Kind
    is_kept: bool
    """Whether it was in the map before."""
    is_between_neighbours: bool

    @property
    def id(self) -> str:
        """Both location ids in alphabetical order."""
        return pair_id(self.a, self.b)


class ProposedDeck(NamedTuple):
    tickets: list[ProposedTicket]
    """The least valuable first."""
    without_ticket: list[str]
    """Places that have none."""

    def kind_counts(self) -> dict[Kind, int]:
        """How many tickets are short, medium and long."""
        counts = Counter(ticket.kind for ticket in self.tickets)
        return {kind: counts[kind] for kind in KINDS}


class Pair(NamedTuple):
    """Two places that a ticket could ask for."""

    a: str
    b: str
    length: int


def ticket_points(length: int) -> int:
    """What a ticket is worth: its shortest path.

    Of USA's 30 tickets 25 are worth exactly that, four a point more and one two; a line fitted to them (1.056 for each
    space, less 0.44) is right for 24. All of San Francisco's 24 are.
    """
    return length


def usual_count(board_map: Map) -> int:
    """How many tickets a deck has if nobody says otherwise."""
    wanted = max(TICKETS_PER_PLAYER * board_map.rules.players.max, ceil(len(board_map.locations) / 2))
    return min(wanted, limits.MAX_TICKETS)


def read_map_for_tickets(text: str, file: str) -> Map:
    """A map of which all is right but perhaps its tickets: it comes with those that are right, be they too few.

    Raises `MapError` with everything else that is wrong.
    """
    board_map, problems = examine(text, file)
    if board_map is not None:
        return board_map
    return _with_right_tickets(problems, lambda: tomllib.loads(text))


def map_for_tickets(map_json: str, file: str) -> Map:
    """The same for a map's tables as JSON."""
    board_map, problems = examine_tables(json.loads(map_json), file)
    if board_map is not None:
        return board_map
    return _with_right_tickets(problems, lambda: json.loads(map_json))  # the check cuts out of tables what it refuses


def _with_right_tickets(problems: list[Problem], read: Callable[[], Table]) -> Map:
    if any(not problem.key.startswith("tickets") for problem in problems):
        raise MapError([problem for problem in problems if not problem.key.startswith("tickets")])
    tables = read()
    route = tables["routes"][0]
    stand_in, _ = validate(tables | {"tickets": [{"a": route["a"], "b": route["b"], "points": 1}]})
    assert stand_in is not None
    wrong = {index for problem in problems for index in re.findall(r"^tickets\[(\d+)\]", problem.key)}
    rows = tables["tickets"] if isinstance(tables.get("tickets"), list) else []
    right = tuple(Ticket.model_validate(row) for index, row in enumerate(rows) if str(index) not in wrong)
    return stand_in.model_copy(update={"tickets": right})


def find_places(board_map: Map, named: Iterable[str]) -> list[str]:
    """The places that names or ids mean, however they are written."""
    by_id = {place.id: place.name for place in board_map.locations}
    unknown = [name for name in named if location_id(name) not in by_id]
    if unknown:
        meant = closest(location_id(unknown[0]), by_id)
        values = {"name": unknown[0], "map": board_map.name}
        if meant is None:
            raise CannotPropose("no-such-place", values)
        raise CannotPropose("no-such-place-near", {**values, "meant": meant})
    return list(dict.fromkeys(by_id[location_id(name)] for name in named))


def propose_tickets(
    board_map: Map,
    *,
    count: int | None = None,
    places: Collection[str] | None = None,
    kept: Sequence[Ticket] = (),
    least: int = 1,
    most: int | None = None,
    mix: Mix = "usual",
    seed: int = 1,
) -> ProposedDeck:
    """A deck of `count` tickets between some places (all, if none are named), those that are kept among them.

    The shortest paths of those that are new have `least` to `most` spaces.

    The same map and seed give the same deck.

    >>> from whistlestop.maps.mapfile import read_map
    >>> deck = propose_tickets(read_map("usa"))
    >>> len(deck.tickets), deck.kind_counts(), deck.without_ticket
    (30, {'short': 9, 'medium': 14, 'long': 7}, [])
    """
    names = [place.name for place in board_map.locations if places is None or place.name in places]
    if len(names) < 2:
        raise CannotPropose("two-places-needed")
    neighbours = find_neighbours(board_map.routes)
    pieces = board_map.rules.pieces
    reachable = possible_pairs(names, neighbours, pieces)
    pairs = [pair for pair in reachable if least <= pair.length <= (pieces if most is None else most)]
    distant = [pair for pair in pairs if pair.b not in neighbours[pair.a]]
    if not reachable:
        raise CannotPropose("none-joined", {"pieces": pieces})
    if not pairs:
        raise CannotPropose("none-that-far", {"nearest": reachable[0].length, "farthest": reachable[-1].length})
    wanted = how_many(board_map, count, pairs, distant, kept)
    pool = enough_pairs(distant, pairs, wanted - len(kept), {ticket.id for ticket in kept})
    chosen = DeckSearch(pool, kept, wanted, neighbours, mix, seed).run()
    lengths = [pair.length for pair in distant or pairs]
    before = [Pair(ticket.a, ticket.b, distances_from(ticket.a, neighbours)[ticket.b]) for ticket in kept]
    tickets = [
        *(proposed(pair, neighbours, lengths, old.points) for pair, old in zip(before, kept, strict=True)),
        *(proposed(pair, neighbours, lengths) for pair in chosen),
    ]
    used = {name for ticket in tickets for name in (ticket.a, ticket.b)}
    return ProposedDeck(
        sorted(tickets, key=lambda ticket: (ticket.points, ticket.id)), [name for name in names if name not in used]
    )


def proposed(pair: Pair, neighbours: Neighbours, lengths: list[int], kept_points: int | None = None) -> ProposedTicket:
    """A pair as a ticket, with points that its distance gives unless it keeps those it has."""
    a, b = sorted((pair.a, pair.b), key=location_id)
    return ProposedTicket(
        a,
        b,
        ticket_points(pair.length) if kept_points is None else kept_points,
        pair.length,
        KINDS[bisect_left(KIND_BOUNDS, rank(pair.length, lengths))],
        is_kept=kept_points is not None,
        is_between_neighbours=b in neighbours[a],
    )


def rank(length: int, lengths: list[int]) -> float:
    """Where a length stands among others, from 0 for the shortest to 1; those that are equal share the middle.

    >>> rank(5, [2, 5, 5, 9])
    0.5
    """
    return (bisect_left(lengths, length) + bisect_right(lengths, length)) / 2 / len(lengths)


@cache
def usa_ranks() -> list[float]:
    """Where the lengths of USA's tickets stand among those of its pairs that are not neighbours, the shortest first."""
    usa = read_map("usa")
    neighbours = find_neighbours(usa.routes)
    pairs = possible_pairs([place.name for place in usa.locations], neighbours, usa.rules.pieces)
    lengths = [pair.length for pair in pairs if pair.b not in neighbours[pair.a]]
    return sorted(rank(distances_from(ticket.a, neighbours)[ticket.b], lengths) for ticket in usa.tickets)


def possible_pairs(names: list[str], neighbours: Neighbours, pieces: int) -> list[Pair]:
    """All pairs of places that a player's pieces can join, the nearest first."""
    distances = {name: distances_from(name, neighbours) for name in names}
    pairs = [Pair(a, b, distances[a][b]) for a, b in combinations(names, 2) if b in distances[a]]
    return sorted((pair for pair in pairs if pair.length <= pieces), key=lambda pair: pair.length)


def how_many(board_map: Map, count: int | None, pairs: list[Pair], distant: list[Pair], kept: Sequence[Ticket]) -> int:
    """The size of the deck: what is asked for, if it can be; else what is usual and can be had without neighbours."""
    others = len({pair_id(pair.a, pair.b) for pair in pairs} - {ticket.id for ticket in kept})
    if count is None:
        opening = board_map.rules.tickets.opening.dealt * board_map.rules.players.max
        usual = max(min(usual_count(board_map), len(distant)), opening)
        return min(max(usual, len(kept)), len(kept) + others)
    if not 1 <= count <= limits.MAX_TICKETS:
        raise CannotPropose("no-such-deck", {"count": count, "most": limits.MAX_TICKETS})
    if count < len(kept):
        raise CannotPropose("more-are-kept", {"count": len(kept)})
    if count > len(kept) + others:
        raise CannotPropose("too-few-pairs", {"count": count, "others": others, "most": len(kept) + others})
    return count


def enough_pairs(distant: list[Pair], pairs: list[Pair], needed: int, taken: set[str]) -> list[Pair]:
    """Pairs that are not neighbours; and if those are too few, the neighbours that are farthest apart."""
    pool = [pair for pair in distant if pair_id(pair.a, pair.b) not in taken]
    if len(pool) < needed:
        near = [pair for pair in pairs if pair not in set(distant) and pair_id(pair.a, pair.b) not in taken]
        pool = sorted(pool + near[len(near) - (needed - len(pool)) :], key=lambda pair: pair.length)
    return pool


class DeckSearch:
    """Chooses pairs for lengths that were planned: first the best for each, then exchanging as long as that helps."""

    def __init__(
        self, pool: list[Pair], kept: Sequence[Ticket], count: int, neighbours: Neighbours, mix: Mix, seed: int
    ) -> None:
        self.neighbours = neighbours
        kept_lengths = [distances_from(ticket.a, neighbours)[ticket.b] for ticket in kept]
        lengths = [pair.length for pair in pool] or kept_lengths
        # Those with the fewest pairs to choose from come first.
        planned = planned_lengths(lengths, kept_lengths, count, mix)
        self.targets = sorted(planned, key=Counter(lengths).__getitem__)
        shuffled = list(pool)
        random.Random(seed).shuffle(shuffled)  # decides between pairs that are equally good
        self.by_length: dict[int, list[Pair]] = {}
        for pair in shuffled:
            self.by_length.setdefault(pair.length, []).append(pair)
        self.partners: dict[str, set[str]] = {}
        self.used: set[Pair] = set()
        for ticket in kept:
            self.join(ticket.a, ticket.b)

    def run(self) -> list[Pair]:
        """A pair for each target, then improved."""
        chosen: list[Pair] = []
        for target in self.targets:
            chosen.append(self.best_for(target))
            self.add(chosen[-1])
        for _ in range(MOST_ROUNDS):
            before = list(chosen)
            for i, target in enumerate(self.targets):
                self.remove(chosen[i])
                best = self.best_for(target)
                if self.cost(best, target) < self.cost(chosen[i], target):
                    chosen[i] = best
                self.add(chosen[i])
            if chosen == before:
                break
        return chosen

    def best_for(self, target: int) -> Pair:
        """The free pair of about a length that does the deck most good."""
        lengths = sorted(self.by_length, key=lambda length: abs(length - target))
        free: list[Pair] = []
        for length in lengths:
            if free and abs(length - target) > REACH:
                break
            free += [pair for pair in self.by_length[length] if pair not in self.used]
        return min(free, key=lambda pair: self.cost(pair, target))

    def cost(self, pair: Pair, target: int) -> float:
        """How much worse the deck gets by a pair."""
        counts = [len(self.partners.get(place, ())) for place in (pair.a, pair.b)]
        alike = self.alike(pair.a, pair.b) + self.alike(pair.b, pair.a)
        crowded = sum(2 * count + 1 - WITHOUT_TICKET * (count == 0) for count in counts)
        return crowded + ALIKE * alike + OFF_LENGTH * abs(pair.length - target)

    def alike(self, place: str, other: str) -> int:
        """Tickets from the same place to a neighbour of the other."""
        return len(self.partners.get(place, set()) & self.neighbours[other].keys())

    def add(self, pair: Pair) -> None:
        """Take a pair into the deck."""
        self.used.add(pair)
        self.join(pair.a, pair.b)

    def join(self, a: str, b: str) -> None:
        """Remember that two locations are partners on a ticket."""
        self.partners.setdefault(a, set()).add(b)
        self.partners.setdefault(b, set()).add(a)

    def remove(self, pair: Pair) -> None:
        """Take a pair out of the deck."""
        self.used.remove(pair)
        self.partners[pair.a].remove(pair.b)
        self.partners[pair.b].remove(pair.a)


def planned_lengths(lengths: list[int], kept: list[int], count: int, mix: Mix = "usual") -> list[int]:
    """Lengths spread over those of a pool as USA's tickets are, without the nearest to each ticket that is kept.

    >>> planned_lengths(list(range(2, 25)), [], 5), planned_lengths(list(range(2, 25)), [12], 5)
    ([7, 11, 14, 17, 23], [7, 14, 17, 23])
    >>> planned_lengths(list(range(2, 25)), [], 5, "short"), planned_lengths(list(range(2, 25)), [], 5, "long")
    ([3, 5, 8, 12, 22], [11, 16, 20, 22, 24])
    """
    bend: dict[Mix, Callable[[float], float]] = {
        "usual": lambda rank: rank,
        "short": lambda rank: rank**2,
        "long": lambda rank: 1 - (1 - rank) ** 2,
    }
    ranks = [bend[mix](rank) for rank in usa_ranks()]
    targets = [lengths[int(ranks[int((i + 0.5) * len(ranks) / count)] * len(lengths))] for i in range(count)]
    for length in kept:
        targets.remove(min(targets, key=lambda target: abs(target - length)))
    return targets
