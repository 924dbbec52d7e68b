"""Whether the exact longest path (R6.3) can be found in time on a board, whoever owns whichever routes."""

from __future__ import annotations

from functools import lru_cache

from whistlestop.maps.check.entries import entries, rule
from whistlestop.maps.check.finding import Finding, Found, replace
from whistlestop.maps.check.shape import Table
from whistlestop.maps.limits import MAX_SWEEP_STATES
from whistlestop.maps.sweep import Ends
from whistlestop.maps.sweep_states import SweepCost, sweep_cost

PLACES_NAMED, ROUTES_NAMED = 15, 5


def check_longest_path(tables: Table) -> Found:
    """A sweep over the routes must not have too many places half done at once."""
    pairs = [(key, row.get("a"), row.get("b")) for key, row in entries(tables, "routes")]
    rows = {(a, b): key for key, a, b in pairs if a is not None and b is not None and a != b}
    if not rule(tables, "longest_path") or not rows:  # nobody asks for the longest path
        return
    names = sorted({name for pair in rows for name in pair})
    ends = tuple((names.index(a), names.index(b)) for a, b in rows)
    cost = longest_path_cost(len(names), ends)
    if cost.is_too_much:
        places = ", ".join(names[place] for place in cost.open[:PLACES_NAMED])
        routes = ", ".join(
            f"{rows[names[a], names[b]]} ({names[a]} – {names[b]})" for a, b in cost.ahead[:ROUTES_NAMED]
        )
        yield Finding(
            "routes",
            "too-interwoven",
            {"count": len(cost.open), "places": places, "routes": routes},
            replace("rules.longest_path", 0),
        )


@lru_cache(maxsize=16)  # who checks a map mostly does so again to play it
def longest_path_cost(location_count: int, ends: tuple[Ends, ...]) -> SweepCost:
    """What a longest path costs on this graph, as far as it is worth knowing."""
    return sweep_cost(location_count, ends, MAX_SWEEP_STATES)
