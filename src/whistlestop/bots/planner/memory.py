"""What a planner remembers between its choices, and its working memory."""

from typing import Annotated

from whistlestop.bots.planner.weights import Weights
from whistlestop.engine.state import COLOURS
from whistlestop.kernels import kernel, record_reader
from whistlestop.kernels.structs import IntArray, record_dtype
from whistlestop.maps.limits import MAX_LOCATIONS, MAX_OFFERED, MAX_SEATS, MAX_TICKETS, MAX_TRACKS

MAX_CANDIDATES = 256


class PlannerMemory:
    """One seat's plan. `made_for` says for which board and tickets: others need another plan."""

    made_for: int
    turns_left: int
    """How many turns we seem to have, this one included."""

    edge_count: int
    edge_a: Annotated[IntArray, (MAX_TRACKS,)]
    edge_b: Annotated[IntArray, (MAX_TRACKS,)]
    edge_cost: Annotated[IntArray, (MAX_TRACKS,)]
    edge_route: Annotated[IntArray, (MAX_TRACKS,)]
    """The edges over our own and open routes, one for each pair of places: ours cost nothing."""
    cost: Annotated[IntArray, (MAX_TRACKS,)]
    """The edges' costs while a plan is made: what is planned already costs nothing more."""
    distance: Annotated[IntArray, (MAX_LOCATIONS,)]
    via: Annotated[IntArray, (MAX_LOCATIONS,)]
    """The edge by which the cheapest path reaches a place."""
    path: Annotated[IntArray, (MAX_LOCATIONS,)]
    rivals: Annotated[IntArray, (MAX_LOCATIONS,)]
    """How many opponents have a route to a place."""
    ours: Annotated[IntArray, (MAX_LOCATIONS,)]
    """1 where we have a route."""

    draft: Annotated[IntArray, (MAX_TRACKS,)]
    draft_serve: Annotated[IntArray, (MAX_TRACKS,)]
    draft_pieces: int
    draft_claims: int
    draft_dropped: int
    planned: Annotated[IntArray, (MAX_TRACKS,)]
    """1 for each route still to be claimed."""
    serve: Annotated[IntArray, (MAX_TRACKS,)]
    """The ticket points that a planned route serves, in hundredths."""
    detour: Annotated[IntArray, (MAX_TRACKS,)]
    """What it would cost to go around a planned route."""
    plan_pieces: int
    plan_claims: int
    dropped: int
    """How many of our tickets the plan gives up."""
    tickets: Annotated[IntArray, (MAX_TICKETS,)]
    ticket_count: int
    is_done: Annotated[IntArray, (MAX_TICKETS,)]
    order: Annotated[IntArray, (MAX_TICKETS,)]
    """The order in which a draft took the tickets."""

    keep_pieces: Annotated[IntArray, (1 << MAX_OFFERED,)]
    keep_claims: Annotated[IntArray, (1 << MAX_OFFERED,)]
    keep_dropped: Annotated[IntArray, (1 << MAX_OFFERED,)]
    """The same of the plan with some of the tickets offered, by the bits of those kept."""

    need: Annotated[IntArray, (COLOURS,)]
    """Cards of each colour that the plan takes, grey routes given a colour."""
    value: Annotated[IntArray, (COLOURS,)]
    """What one more card of a colour is worth."""
    gains: Annotated[IntArray, (MAX_TICKETS,)]
    gain: int
    """What drawing tickets promises, for the board `gain_for`."""
    gain_for: int

    trail: Annotated[IntArray, (MAX_SEATS,)]
    """The longest path of each seat (R6.3), for so many pieces left, `trail_for`; only policies ask for it."""
    trail_for: Annotated[IntArray, (MAX_SEATS,)]
    group: Annotated[IntArray, (MAX_LOCATIONS,)]
    degree: Annotated[IntArray, (MAX_LOCATIONS,)]
    group_length: Annotated[IntArray, (MAX_LOCATIONS,)]
    """Of our own network: which places are joined, by how many routes each, and the spaces of a group."""

    count: int
    action: Annotated[IntArray, (MAX_CANDIDATES,)]
    score: Annotated[IntArray, (MAX_CANDIDATES,)]
    """The candidates for the next action and how good they look."""


MEMORY = record_dtype(PlannerMemory)

memory_at = record_reader(PlannerMemory)
"""A seat's memory, as kernels see it."""
weights_at = record_reader(Weights)
"""A seat's weights, likewise."""


@kernel
def reset_memory(m: PlannerMemory) -> None:
    """Begin a game: no plan yet."""
    m.made_for = -1
    m.gain_for = -1
    for seat in range(MAX_SEATS):
        m.trail_for[seat] = -1


@kernel
def suggest(m: PlannerMemory, action: int, score: int) -> None:
    """Note a candidate."""
    if m.count < MAX_CANDIDATES:
        m.action[m.count] = action
        m.score[m.count] = score
        m.count += 1
