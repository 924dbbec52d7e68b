"""What is out of balance on a map, from games that one bot played against itself: as kinds, numbers and keys of the
map's file. The words are `balance_text.py`'s, and the page's in its languages.

A finding must be both significant (all routes, tickets or seats of the map compared at once) and large enough to matter
at the table; how large is said by the constants below. It is how the map plays for this bot; people may differ.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from whistlestop.arena.estimates import Estimate, Estimates, Floats
from whistlestop.arena.tally import Tally
from whistlestop.json_types import JsonObject, TypedDict, described

SEAT_MARGIN = 0.03
"""A seat may win this much more or less than its share."""
TICKET_MARGIN = 0.08
"""A ticket may be worth this part of a winning score (or TICKET_POINTS) more or less than others of its points."""
TICKET_POINTS = 3.0
FEW_TICKETS = 5
"""With fewer there is no usual worth of a ticket to compare with."""
HARDLY_COMPLETED = 0.05
HARDLY_CLAIMED, ALMOST_ALWAYS = 0.02, 0.98
COLOUR_LACK = 0.75
"""A colour's routes wait if this part of what is usual is claimed of their spaces."""
COLOUR_EXCESS = 1.5
"""A colour's cards must do a lot if this many times as many spaces are claimed for each card as on average."""
LENGTH_SHARE, LENGTH_LIFT = 0.5, 0.08
"""One length dominates if it gives LENGTH_SHARE of the route points, and a claim raises the win rate by LENGTH_LIFT."""
PASSED_OUT = 0.02
DRAGGING, DRAG_SHARE = 2.0, 0.02
"""A game drags if it takes DRAGGING times as long as the median one; DRAG_SHARE of them may."""
RARELY_REACHED = 0.2
"""A location is left out if routes to it are claimed in fewer games."""
TOKEN_SHARE = 0.03
"""Of a winning score: tokens that bring less are ignored."""
MARGIN_SHARE = 0.5
"""The winner's lead, as a part of the winning score."""


@dataclass(frozen=True)
class Item:
    """One seat, ticket, route, … of a finding, with its number and 95 % interval."""

    key: str
    """Of the map's file, such as `routes[3]`; `seats[0]` for a seat; empty for the whole game."""
    name: str
    """A place, a pair of places or a colour, as the map calls it."""
    value: float
    low: float | None
    high: float | None
    """None where too few cases say something about it."""
    details: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Finding:
    """One thing out of balance; `balance_text.py` says it, and what might help."""

    kind: str
    items: tuple[Item, ...]
    details: dict[str, float] = field(default_factory=dict)
    """Numbers that belong into its text."""

    def as_json(self) -> JsonObject:
        """As the page and `map balance --json` get it."""
        return {"kind": self.kind, "items": [asdict(item) for item in self.items], "details": self.details}


Findings = Iterator[Finding]


@described
class BalanceNumbers(TypedDict):
    """What was measured of everything, whether it stands out or not."""

    seats: list[float]
    """The share of games that each seat wins."""
    routes: list[float]
    """The share of games in which each route, by the map's order, is claimed."""
    locations: list[float]
    """The share of games in which a route to each place is claimed."""
    tickets: list[float | None]
    """What keepers of each ticket score beyond keepers of tickets with as many points; null where that is unknown."""
    colors: dict[str, float]
    """The share of each colour's spaces that is claimed in a game."""


@described
class BalanceItem(TypedDict):
    key: str
    """Of the map's file, such as `routes[3]`; `seats[0]` for a seat; empty for the whole game."""
    name: str
    """A place, a pair of places or a colour, as the map calls it."""
    value: float
    low: float | None
    high: float | None
    """Its 95 % interval; null where too few cases say something about it."""
    details: dict[str, float]


@described
class BalanceFinding(TypedDict):
    kind: str
    """A key of `balance_text.TEXTS`."""
    items: list[BalanceItem]
    details: dict[str, float]
    """Numbers that belong into its text."""


@described
class Balance(TypedDict):
    """How a map plays with one number of players."""

    players: int
    games: int
    findings: list[BalanceFinding]
    numbers: BalanceNumbers


def balance_of(tally: Tally) -> Balance:
    """All that is said about a map's balance, as JSON: for the page and for programs."""
    findings: list[Any] = [finding.as_json() for finding in find_imbalance(tally)]
    return {"players": tally.series.players, "games": tally.games, "findings": findings, "numbers": measure(tally)}


def measure(tally: Tally) -> BalanceNumbers:
    """Every number that findings are looked for in, rounded."""
    excess, used = over_points(tally), colour_use(tally)
    is_known = np.zeros(len(tally.series.board.map.tickets), bool) if excess is None else excess.cases > 0
    return {
        "seats": _rounded(tally.by_seat["win"].value),
        "routes": _rounded(tally.routes.joined.value),
        "locations": _rounded(tally.routes.reached.value),
        "tickets": [round(float(excess.value[i]), 4) if excess and known else None for i, known in enumerate(is_known)],
        "colors": dict(zip(tally.series.board.colours, _rounded(used.value), strict=False)),
    }


def _rounded(values: Floats) -> list[float]:
    return [round(float(value), 4) for value in values]


def find_imbalance(tally: Tally) -> list[Finding]:
    """Everything that stands out in games of one bot against itself, what concerns the whole game first."""
    looks = (
        seat_findings,
        end_findings,
        spread_findings,
        length_findings,
        colour_findings,
        ticket_findings,
        route_findings,
        location_findings,
        token_findings,
    )
    return [finding for look in looks for finding in look(tally)]


def _item(key: str, name: str, estimate: Estimate, **details: float) -> Item:
    low, high = estimate.interval if estimate.is_known else (None, None)
    return Item(key, name, estimate.value, low, high, details)


def _items(table: str, names: Sequence[str], estimates: Estimates, which: Sequence[int]) -> tuple[Item, ...]:
    """Entries of a table of the map."""
    return tuple(_item(f"{table}[{i}]", names[i], estimates[i]) for i in which)


def chosen(mask: "np.ndarray[Any, np.dtype[np.bool_]]", order: Floats) -> list[int]:
    """Where the mask is true, from the largest to the smallest."""
    return [int(i) for i in np.argsort(-order, kind="stable") if mask[i]]


def seat_findings(tally: Tally) -> Findings:
    """Seats that win more or less than their share."""
    rates, even = tally.by_seat["win"], 1 / tally.series.players
    is_off = rates.differ_from(even) & (np.abs(rates.value - even) >= SEAT_MARGIN)
    if is_off.any():
        items = _items("seats", [""] * tally.series.players, rates, chosen(is_off, rates.value))
        yield Finding("seats", items, {"seat": int(np.argmax(rates.value)), "even": even})


def end_findings(tally: Tally) -> Findings:
    """Games that end because all pass, or drag on."""
    passed = tally.by_game.passed_out
    low, _ = passed.bounds()
    if low[0] > PASSED_OUT:
        yield Finding("passing", (_item("", "", passed[0]),))
    counts = tally.by_game.turn_counts
    rising = np.cumsum(counts)
    median = int(np.searchsorted(rising, rising[-1] / 2))
    dragging = int(counts[int(DRAGGING * median) + 1 :].sum())
    error = np.sqrt(dragging) / tally.games
    share = dragging / tally.games
    if share - 1.96 * error > DRAG_SHARE:
        estimate = Estimate(share, float(share - 1.96 * error), float(share + 1.96 * error), tally.games)
        yield Finding("dragging", (_item("", "", estimate),), {"median": median, "turns": int(DRAGGING * median)})


def spread_findings(tally: Tally) -> Findings:
    """Winners that are far ahead of everybody else."""
    margin, best = tally.by_game.margin[0], tally.by_game.winning_total[0]
    if margin.is_known and margin.low > MARGIN_SHARE * max(best.value, 0):
        yield Finding("spread", (_item("", "", margin),), {"score": best.value})


def length_findings(tally: Tally) -> Findings:
    """A length of routes that gives most of the points and decides games."""
    gives, lift = tally.routes.length_points, tally.routes.length_lift
    if len({track.length for track in tally.series.board.tracks}) < 3:
        return  # with two lengths one of them always gives most
    low, _ = gives.bounds(len(gives.value))
    is_off = (low > LENGTH_SHARE) & lift.differ_from(0) & (lift.value >= LENGTH_LIFT)
    for length in chosen(is_off, gives.value):
        raised = lift[length]
        details = {"length": length, "lift": raised.value, "lift_low": raised.low, "lift_high": raised.high}
        yield Finding("lengths", (_item("rules.route_points", "", gives[length]),), details)


def colour_findings(tally: Tally) -> Findings:
    """R3.2: a colour is scarce if it has few cards for its spaces and its routes wait, or its cards must do a lot."""
    board, claimed = tally.series.board, tally.routes.colour_spaces
    cards = np.array(list(board.map.rules.cards.colors.values()), float)
    spaces, used, work = _spaces(tally), colour_use(tally), scaled(claimed, cards)
    usual = float(claimed.value.sum() / max(spaces.sum(), 1))
    is_short = (spaces > 0) & (cards / np.maximum(spaces, 1) < cards.sum() / max(spaces.sum(), 1))
    is_waiting = is_short & used.differ_from(usual) & (used.value < COLOUR_LACK * usual)
    is_working = work.differ_from(work.value.mean()) & (work.value > COLOUR_EXCESS * work.value.mean())
    if (is_waiting | is_working).any():
        names = board.colours
        items = tuple(
            _item(f"rules.cards.colors.{names[i]}", names[i], used[i], cards=int(cards[i]), spaces=int(spaces[i]))
            for i in chosen(is_waiting | is_working, work.value)
        )
        yield Finding("colours", items, {"usual": usual})


def _spaces(tally: Tally) -> Floats:
    """How many spaces the routes of each colour have."""
    colours, tracks = tally.series.board.map.rules.cards.colors, tally.series.board.tracks
    return np.array([sum(t.length for t in tracks if t.colour == c) for c in range(len(colours))], float)


def colour_use(tally: Tally) -> Estimates:
    """Which share of each colour's spaces is claimed in a game."""
    return scaled(tally.routes.colour_spaces, np.maximum(_spaces(tally), 1))


def scaled(estimates: Estimates, by: Floats) -> Estimates:
    """The same numbers divided by constants."""
    return Estimates(estimates.value / by, estimates.error / by, estimates.cases, estimates.blocks, is_share=False)


def ticket_findings(tally: Tally) -> Findings:
    """Tickets worth more or less than others of their points, and those that hardly anybody completes."""
    names = [f"{ticket.a} – {ticket.b}" for ticket in tally.series.board.map.tickets]
    yield from worth_findings(tally, names)
    completed = tally.tickets.completed
    _, high = completed.bounds(len(names))
    is_hopeless = (completed.cases > 0) & (high < HARDLY_COMPLETED)
    if is_hopeless.any():
        yield Finding("never-completed", _items("tickets", names, completed, chosen(is_hopeless, -completed.value)))


def worth_findings(tally: Tally, names: Sequence[str]) -> Findings:
    """Tickets whose keepers end with far more or fewer points than keepers of other tickets with as many points."""
    excess = over_points(tally)
    if excess is None:
        return
    margin = max(TICKET_POINTS, TICKET_MARGIN * float(tally.by_game.winning_total.value[0]))
    is_off = excess.differ_from(0) & (np.abs(excess.value) >= margin)
    for kind, is_here in (("tickets-worth-more", excess.value > 0), ("tickets-worth-less", excess.value <= 0)):
        which = chosen(is_off & is_here, np.abs(excess.value))
        if which:
            yield Finding(kind, _items("tickets", names, excess, which))


def over_points(tally: Tally) -> Estimates | None:
    """The worth of every ticket less what its points suggest: a straight line through all other tickets of the map."""
    worth = tally.tickets.worth
    points = np.array([ticket.points for ticket in tally.series.board.map.tickets], float)
    is_known = np.array([estimate.is_known and estimate.low < estimate.high for estimate in worth])
    if is_known.sum() < FEW_TICKETS:
        return None  # too few to say what is usual
    excess = np.zeros(len(points))
    for i in np.flatnonzero(is_known):
        others = is_known & (np.arange(len(points)) != i)
        degree = 1 if len(set(points[others])) > 1 else 0
        line = np.polyfit(points[others], worth.value[others], degree, w=1 / worth.error[others])
        excess[i] = worth.value[i] - np.polyval(line, points[i])
    return Estimates(excess, worth.error, np.where(is_known, worth.cases, 0), worth.blocks, is_share=False)


def route_findings(tally: Tally) -> Findings:
    """Routes that are claimed hardly ever, or in almost every game."""
    joined = tally.routes.joined
    names = [f"{route.a} – {route.b}" for route in tally.series.board.map.routes]
    low, high = joined.bounds(len(names))
    never, always = chosen(high < HARDLY_CLAIMED, -joined.value), chosen(low > ALMOST_ALWAYS, joined.value)
    if never:
        yield Finding("never-claimed", _items("routes", names, joined, never))
    if always:
        yield Finding("always-claimed", _items("routes", names, joined, always))


def location_findings(tally: Tally) -> Findings:
    """Locations that most games leave out."""
    reached = tally.routes.reached
    names = [location.name for location in tally.series.board.map.locations]
    _, high = reached.bounds(len(names))
    left_out = chosen(high < RARELY_REACHED, -reached.value)
    if left_out:
        yield Finding("left-out", _items("locations", names, reached, left_out))


def token_findings(tally: Tally) -> Findings:
    """R6.4: tokens that nobody gains by."""
    if tally.series.board.map.rules.tokens is None:
        return
    points, best = tally.by_bot.scores["tokens"][0], tally.by_game.winning_total[0]
    if points.is_known and best.value > 0 and points.high < TOKEN_SHARE * best.value:
        yield Finding("tokens", (_item("rules.tokens", "", points),), {"score": best.value})
