"""What the published bots know of a board beside its record, and what each of them remembers."""

from typing import Annotated

from whistlestop.engine.state import COLOURS
from whistlestop.kernels import kernel, record_reader
from whistlestop.kernels.structs import IntArray, Records, record_dtype
from whistlestop.maps.limits import MAX_LOCATIONS, MAX_OFFERED, MAX_TICKETS, MAX_TRACKS

UNKNOWN = -1
GREY_NEED = 0
"""Where `needs` counts grey routes; those of a colour are behind, at 1 + colour."""


class Orders:
    """The orders in which the published bots look at things (see route_bot.py)."""

    route: Annotated[IntArray, (MAX_TRACKS,)]
    """The routes as the map has them, each track behind the other."""
    place: Annotated[IntArray, (MAX_TRACKS,)]
    """Where each route is in that order."""
    colour: Annotated[IntArray, (COLOURS,)]
    need: Annotated[IntArray, (COLOURS,)]
    """Of equal needs the first one counts."""
    rank: Annotated[IntArray, (MAX_LOCATIONS,)]
    """Locations by the alphabet."""
    start: Annotated[IntArray, (MAX_TICKETS,)]
    """The end of a ticket from which it is built; `end` is the other one."""
    end: Annotated[IntArray, (MAX_TICKETS,)]


ORDERS = record_dtype(Orders)
_orders_at = record_reader(Orders)


@kernel
def orders_of(orders: Records) -> Orders:
    """The orders in their array of one, as kernels see them."""
    return _orders_at(orders, 0)


class AgentMemory:
    """A bot's plan, and its working memory."""

    planned_at: int
    """All players' points at the last plan (but see H6); UNKNOWN: a plan is due."""
    has_plan: int
    required: int
    """The pieces required as recorded at the last choice of tickets (but see H2), or UNKNOWN."""
    planned: Annotated[IntArray, (2 * MAX_TRACKS,)]
    planned_count: int
    needs: Annotated[IntArray, (COLOURS + 1,)]
    target: int
    """The first track of the pair to claim next, or UNKNOWN."""
    target_colour: int
    wants_tickets: int

    edge_a: Annotated[IntArray, (MAX_TRACKS,)]
    edge_b: Annotated[IntArray, (MAX_TRACKS,)]
    edge_cost: Annotated[IntArray, (MAX_TRACKS,)]
    edge_count: int
    """The working map: pairs that one may travel over."""
    has_tree: Annotated[IntArray, (MAX_LOCATIONS,)]
    distance: Annotated[IntArray, (MAX_LOCATIONS, MAX_LOCATIONS)]
    before: Annotated[IntArray, (MAX_LOCATIONS, MAX_LOCATIONS)]
    """[start, place]: how far it is, and the place before it on the way, where there is a tree; UNKNOWN: too far."""
    since: Annotated[IntArray, (MAX_LOCATIONS,)]
    is_done: Annotated[IntArray, (MAX_LOCATIONS,)]
    step_a: Annotated[IntArray, (2 * MAX_TRACKS,)]
    step_b: Annotated[IntArray, (2 * MAX_TRACKS,)]
    step_count: int
    """Steps from one place to the next, none of them twice."""

    tickets: Annotated[IntArray, (MAX_TICKETS + MAX_OFFERED,)]
    ticket_count: int
    places: Annotated[IntArray, (MAX_LOCATIONS,)]
    place_count: int
    members: Annotated[IntArray, (2, MAX_LOCATIONS)]
    member_count: Annotated[IntArray, (2,)]
    routes: Annotated[IntArray, (MAX_TRACKS,)]
    group: Annotated[IntArray, (MAX_LOCATIONS,)]
    """The same number for locations that own routes join."""
    value: Annotated[IntArray, (MAX_TRACKS,)]
    value_a: Annotated[IntArray, (MAX_TRACKS,)]
    value_b: Annotated[IntArray, (MAX_TRACKS,)]
    """What a pair is worth, at its first track, and the step over it."""


AGENT_MEMORY = record_dtype(AgentMemory)
agent_memory_at = record_reader(AgentMemory)
"""What a bot remembers, as kernels see it."""


@kernel
def forget(m: AgentMemory) -> None:
    """Before a game."""
    m.planned_at = UNKNOWN
    m.has_plan = 0
    m.required = UNKNOWN
    m.planned_count = 0
    m.target = UNKNOWN
    m.wants_tickets = 0
