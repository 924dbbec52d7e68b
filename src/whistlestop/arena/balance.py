"""What is out of balance on a map, in words, from games that one bot played against itself.

A finding must be both significant (all routes, tickets or seats of the map compared at once) and large enough to matter
at the table; how large is said by the constants below. It is how the map plays for this bot; people may differ.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from whistlestop.arena.estimates import Estimate, Estimates, Floats
from whistlestop.arena.report.sections import SEAT_NAMES
from whistlestop.arena.report.tally import Tally
from whistlestop.arena.report.wording import interval, percent, percent_interval, plain, signed

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
    """One seat, ticket, route, … of a finding, with its number and interval."""

    name: str
    value: float
    low: float
    high: float
    text: str


@dataclass(frozen=True)
class Finding:
    """One thing out of balance: what, for whom, and what might help."""

    kind: str
    headline: str
    advice: str
    items: tuple[Item, ...]

    def __str__(self) -> str:
        """The finding as a sentence or two."""
        return f"{self.headline}: {'; '.join(item.text for item in self.items)}. {self.advice}"

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


Findings = Iterator[Finding]


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


def shares(names: Sequence[str], estimates: Estimates, which: Sequence[int]) -> tuple[Item, ...]:
    """Items whose numbers are percentages."""
    found = ((names[i], estimates[i]) for i in which)
    return tuple(_item(name, share, percent(share.value), percent_interval(share)) for name, share in found)


def _item(name: str, estimate: Estimate, text: str, within: str) -> Item:
    return Item(name, estimate.value, estimate.low, estimate.high, f"{name} {text} ({within})")


def chosen(mask: "np.ndarray[Any, np.dtype[np.bool_]]", order: Floats) -> list[int]:
    """Where the mask is true, from the largest to the smallest."""
    return [int(i) for i in np.argsort(-order, kind="stable") if mask[i]]


def seat_findings(tally: Tally) -> Findings:
    rates, even = tally.by_seat["win"], 1 / tally.series.players
    is_off = rates.differ_from(even) & (np.abs(rates.value - even) >= SEAT_MARGIN)
    if is_off.any():
        names = [f"the {SEAT_NAMES[seat]} seat wins" for seat in range(tally.series.players)]
        best = SEAT_NAMES[int(np.argmax(rates.value))]
        yield Finding(
            "seats",
            f"The {best} seat has an advantage",
            f"An even share is {percent(even)}. Cards or points at the start can make up for a seat.",
            shares(names, rates, chosen(is_off, rates.value)),
        )


def end_findings(tally: Tally) -> Findings:
    passed = tally.by_game.passed_out
    low, _ = passed.bounds()
    if low[0] > PASSED_OUT:
        yield Finding(
            "passing",
            "Games end because nobody can move (R5.2), not because somebody runs out of pieces",
            "Add routes or cards, or give fewer pieces.",
            shares(["of all games:"], passed, [0]),
        )
    counts = tally.by_game.turn_counts
    rising = np.cumsum(counts)
    median = int(np.searchsorted(rising, rising[-1] / 2))
    dragging = int(counts[int(DRAGGING * median) + 1 :].sum())
    error = np.sqrt(dragging) / tally.games
    share = dragging / tally.games
    if share - 1.96 * error > DRAG_SHARE:
        estimate = Estimate(share, share - 1.96 * error, share + 1.96 * error, tally.games)
        text = f"{percent(share)} of games take over {DRAGGING * median:.0f} turns"
        yield Finding(
            "dragging",
            f"Some games drag on; half of them are over after {median} turns",
            "See whether enough cards and routes are left at the end, or let the final round begin earlier.",
            (Item("turns", *estimate[:3], f"{text} ({percent_interval(estimate)})"),),
        )


def spread_findings(tally: Tally) -> Findings:
    margin, best = tally.by_game.margin[0], tally.by_game.winning_total[0]
    if margin.is_known and margin.low > MARGIN_SHARE * max(best.value, 0):
        yield Finding(
            "spread",
            "Games are decided by a lot",
            f"The winning score is {plain(best.value)} on average. Smaller bonuses and tickets bring players closer.",
            (_item("the winner leads by", margin, plain(margin.value), interval(margin)),),
        )


def length_findings(tally: Tally) -> Findings:
    gives, lift = tally.routes.length_points, tally.routes.length_lift
    if len({track.length for track in tally.series.board.tracks}) < 3:
        return  # with two lengths one of them always gives most
    low, _ = gives.bounds(len(gives.value))
    is_off = (low > LENGTH_SHARE) & lift.differ_from(0) & (lift.value >= LENGTH_LIFT)
    for length in chosen(is_off, gives.value):
        raised = lift[length]
        yield Finding(
            "lengths",
            f"Routes of length {length} dominate",
            f"Claiming one raises the win rate by {plain(raised.value * 100)} percentage points "
            f"({interval(Estimate(raised.value * 100, raised.low * 100, raised.high * 100, raised.cases))}). "
            "Give them fewer points, or have fewer of them.",
            shares(["of all route points:"] * (length + 1), gives, [length]),
        )


def colour_findings(tally: Tally) -> Findings:
    """R3.2: a colour is scarce if it has few cards for its spaces and its routes wait, or its cards must do a lot."""
    board, claimed = tally.series.board, tally.routes.colour_spaces
    cards = np.array(list(board.map.rules.cards.colors.values()), float)
    spaces = np.array([sum(t.length for t in board.tracks if t.colour == c) for c in range(len(cards))], float)
    used, work = scaled(claimed, np.maximum(spaces, 1)), scaled(claimed, cards)
    usual = float(claimed.value.sum() / max(spaces.sum(), 1))
    is_short = (spaces > 0) & (cards / np.maximum(spaces, 1) < cards.sum() / max(spaces.sum(), 1))
    is_waiting = is_short & used.differ_from(usual) & (used.value < COLOUR_LACK * usual)
    is_working = work.differ_from(work.value.mean()) & (work.value > COLOUR_EXCESS * work.value.mean())
    if (is_waiting | is_working).any():
        yield Finding(
            "colours",
            "A colour is scarcer than its demand",
            "Recolour some of its routes, or put more of its cards into the deck.",
            tuple(
                Item(
                    board.colours[i],
                    *used[i][:3],
                    f"{board.colours[i]} has {cards[i]:.0f} cards for {spaces[i]:.0f} spaces; {percent(used[i].value)} "
                    f"of these are claimed in a game ({percent_interval(used[i])}), of all colours {percent(usual)}",
                )
                for i in chosen(is_waiting | is_working, work.value)
            ),
        )


def scaled(estimates: Estimates, by: Floats) -> Estimates:
    """The same numbers divided by constants."""
    return Estimates(estimates.value / by, estimates.error / by, estimates.cases, estimates.blocks, is_share=False)


def ticket_findings(tally: Tally) -> Findings:
    names = [f"{ticket.a} – {ticket.b}" for ticket in tally.series.board.map.tickets]
    yield from worth_findings(tally, names)
    completed = tally.tickets.completed
    _, high = completed.bounds(len(names))
    is_hopeless = (completed.cases > 0) & (high < HARDLY_COMPLETED)
    if is_hopeless.any():
        yield Finding(
            "never-completed",
            "Tickets that are kept and hardly ever completed",
            "Bring their places closer together, or drop them.",
            shares(names, completed, chosen(is_hopeless, -completed.value)),
        )


def worth_findings(tally: Tally, names: Sequence[str]) -> Findings:
    """Tickets whose keepers end with far more or fewer points than keepers of other tickets with as many points."""
    excess = over_points(tally)
    if excess is None:
        return
    margin = max(TICKET_POINTS, TICKET_MARGIN * float(tally.by_game.winning_total.value[0]))
    is_off = excess.differ_from(0) & (np.abs(excess.value) >= margin)
    for is_more in (True, False):
        which = chosen(is_off & ((excess.value > 0) == is_more), np.abs(excess.value))
        if which:
            word = "more" if is_more else "less"
            yield Finding(
                f"tickets-worth-{word}",
                f"Tickets worth {word} than their points suggest",
                "The number is what their keepers score beyond keepers of tickets with as many points. "
                + ("Lower their points." if is_more else "Raise their points, or bring their places closer together."),
                tuple(_item(names[i], excess[i], signed(excess[i].value), interval(excess[i])) for i in which),
            )


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
    joined = tally.routes.joined
    names = [f"{route.a} – {route.b}" for route in tally.series.board.map.routes]
    low, high = joined.bounds(len(names))
    never, always = chosen(high < HARDLY_CLAIMED, -joined.value), chosen(low > ALMOST_ALWAYS, joined.value)
    if never:
        yield Finding(
            "never-claimed",
            "Routes that are hardly ever claimed",
            "Shorten them, or run a ticket over them.",
            shares(names, joined, never),
        )
    if always:
        yield Finding(
            "always-claimed",
            "Routes that are claimed in almost every game",
            "Whoever comes late is cut off: make them double, longer, or add a detour.",
            shares(names, joined, always),
        )


def location_findings(tally: Tally) -> Findings:
    reached = tally.routes.reached
    names = [location.name for location in tally.series.board.map.locations]
    _, high = reached.bounds(len(names))
    left_out = chosen(high < RARELY_REACHED, -reached.value)
    if left_out:
        yield Finding(
            "left-out",
            "Places that are left out: hardly any game sees a route claimed there",
            "Give them a ticket or a shorter route.",
            shares(names, reached, left_out),
        )


def token_findings(tally: Tally) -> Findings:
    """R6.4: tokens that nobody gains by."""
    if tally.series.board.map.rules.tokens is None:
        return
    points, best = tally.by_bot.scores["tokens"][0], tally.by_game.winning_total[0]
    if points.is_known and best.value > 0 and points.high < TOKEN_SHARE * best.value:
        yield Finding(
            "tokens",
            "Tourist tokens hardly matter",
            f"The winning score is {plain(best.value)} on average. Give more points for them, or better places.",
            (_item("points for tourist tokens per player:", points, plain(points.value), interval(points)),),
        )
