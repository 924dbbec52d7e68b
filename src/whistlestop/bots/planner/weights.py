"""What the planner values: whole numbers, in hundredths of a point unless said otherwise.

The numbers are in tuned.toml; bench/tune_planner.py finds them by self-play. Levels for people change some of them.
"""

import tomllib
from functools import cache, lru_cache
from pathlib import Path
from typing import cast

import numpy as np

from whistlestop.board import Board
from whistlestop.kernels.structs import Records, record_dtype
from whistlestop.maps.mapfile import builtin_maps, read_map


class Weights:
    """All weights of one style of play."""

    # What a route not yet ours costs in a plan.
    turn: int
    """The turn that claiming takes."""
    card: int
    """A card still to be found."""
    held: int
    """A card that is in the hand already."""
    piece: int
    route_points: int
    """How much one point of the route's own points makes it cheaper."""
    contest: int
    """An opponent's network touches one of its ends."""
    ferry: int
    token: int
    """How much one point of tokens makes it cheaper."""
    grey: int
    """How much cheaper a grey route is: any colour will do."""

    # Tickets.
    ticket: int
    """What a point of a ticket counts for in a plan."""
    new_ticket: int
    """What a point of a ticket still to be drawn counts for."""
    pursue: int
    """What completing a ticket that we hold may cost for each of its points."""
    pace: int
    """Turns a plan may take, in hundredths of the turns that seem to be left."""
    more_tickets: int
    """What drawing tickets must promise beyond its estimate."""
    ticket_turns: int
    """Tickets are drawn only with at least this many turns left (turns)."""

    ticket_claims: int
    """Tickets are drawn only with at most this many claims of the plan left (claims)."""

    # What cards are worth.
    want: int
    """A colour that a planned route still needs."""
    finish: int
    """More, if few cards are missing: divided by their number."""
    want_grey: int
    fill: int
    """A colour that the best route outside the plan still needs."""
    junk: int
    wild: int
    """A wild as one of two cards, unseen."""
    face_up_wild: int
    """A wild that costs the whole turn."""
    deck: int
    """More for the deck: nobody sees what was drawn."""

    # When to claim.
    claim: int
    """A planned route."""
    claim_points: int
    """A point of a route claimed."""
    serve: int
    """Hundredths of the ticket points that a planned route serves."""
    risk: int
    """An opponent touches one end of a planned route, for each hundred that the detour costs."""
    filler: int
    """A route outside the plan."""
    extend: int
    """Per space of a route outside the plan that touches our network: towards the longest path."""
    spend: int
    """Paying with a card that a planned route needs."""
    spend_junk: int
    spend_wild: int
    rush: int
    """Per space of any claim when we seem to be ahead."""

    late: int
    """Any claim, for each turn that we have fewer than eight."""

    # How people of lower levels err.
    is_short_sighted: int
    """1: sees one ticket at a time and nothing of the opponents."""


WEIGHTS = record_dtype(Weights)
WeightSets = dict[str, dict[str, int]]
"""Sets of weights by name: of maps, and what levels change in them."""


@cache
def tuned() -> WeightSets:
    """The sets of today."""
    return tomllib.loads((Path(__file__).parent / "tuned.toml").read_text(encoding="utf-8"))


def weights_for(board: Board, level: str | None = None, sets: WeightSets | None = None) -> dict[str, int]:
    """The weights tuned for a board, or for the built-in one that it was made from; a level plays by some others.

    `sets` are those of another day.
    """
    sets = sets or tuned()
    name = board.source if board.source in sets else _tuned_like(frozenset(board.location_ids))
    weights = sets.get(name, sets["usa"])
    return weights | tuned()[level] if level else weights


@lru_cache(maxsize=64)
def _tuned_like(places: frozenset[str]) -> str:
    """The built-in map that has at least half of its places in common with a map of your own; else USA."""
    for name in builtin_maps():
        own = {location.id for location in read_map(name).locations}
        if name in tuned() and 2 * len(own & places) >= max(len(own), len(places)):
            return name
    return "usa"


def weights_of(values: dict[str, int]) -> Records:
    """A record of weights; every one must be given."""
    record = np.zeros(1, WEIGHTS)
    for name in cast(tuple[str, ...], WEIGHTS.names):
        record[name] = values[name]
    return record
