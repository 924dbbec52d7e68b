"""What the baseline bots share: open routes, paths through the map, payments and the order in which they try things.

A *route* is here one track. Two locations joined by any route are a *pair*: paths through the map run over pairs,
because it does not matter to a path which track of a double route is built.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations, count
from typing import NamedTuple

from whistlestop.actions.action import DECK, WILD
from whistlestop.board import Board
from whistlestop.game.open_routes import OpenRoutes, cheapest_payment
from whistlestop.game.paths import dijkstra
from whistlestop.game.view import View
from whistlestop.ids import location_id, track_id

GREY = "grey"
# The published bots try the colours of USA's deck in this order; on any other deck the map's own order serves.
PUBLISHED_ORDER = ("red", "orange", "blue", "purple", "white", "yellow", "black", "green")

Pair = tuple[str, str]
Tickets = tuple[str, ...]


class RouteOption(NamedTuple):
    """One track between two locations, which stand in alphabetical order."""

    id: str
    pair: Pair
    length: int
    colour: str
    ferries: int
    points: int
    number: int
    """In the engine."""


class RouteOptions:
    """A board as the baselines see it: its routes in the map's order, its tickets' ends, its colours in claim order."""

    def __init__(self, board: Board) -> None:
        rules = board.map.rules
        self.board = board
        own_order = tuple(rules.cards.colors)
        self.colours = PUBLISHED_ORDER if set(own_order) == set(PUBLISHED_ORDER) else own_order
        self.all = tuple(
            RouteOption(
                track_id(route.id, track),
                pair_of(location_id(route.a), location_id(route.b)),
                route.length,
                colour,
                route.ferries,
                rules.route_points[route.length - 1],
                board.route_index(track_id(route.id, track)),
            )
            for route in board.map.routes
            for track, colour in enumerate(route.colors)
        )
        # Some bots build from a ticket's first location. Our maps name the ends in alphabetical order, which says
        # nothing of the published order; of the orders tried, west first came nearest to the published figures.
        across = {location_id(location.name): location.x for location in board.map.locations}
        ends = {ticket.id: (location_id(ticket.a), location_id(ticket.b)) for ticket in board.map.tickets}
        self.ends = {ticket: (a, b) if across[a] <= across[b] else (b, a) for ticket, (a, b) in ends.items()}
        self.points = {ticket.id: ticket.points for ticket in board.map.tickets}

    def permitted(self, route: RouteOption) -> tuple[str, ...]:
        """R3.2: the colours that pay for a route, in claim order."""
        return self.colours if route.colour == GREY else (route.colour,)


class WorkingMap:
    """Pairs one may travel over: those with a free route of at least `shortest`, and one's own."""

    def __init__(self, free: Sequence[RouteOption], own: Sequence[RouteOption], shortest: int = 1) -> None:
        self.own = {route.pair for route in own}
        self._cost = {route.pair: route.length for route in free if route.length >= shortest}
        self._cost.update(dict.fromkeys((route.pair for route in own), 0))  # in board order: a set's order varies
        self._neighbours: dict[str, list[str]] = {}
        for a, b in self._cost:
            self._neighbours.setdefault(a, []).append(b)
            self._neighbours.setdefault(b, []).append(a)
        self._trees: dict[tuple[str, bool], dict[str, tuple[int, str]]] = {}

    def length_between(self, start: str, end: str) -> int | None:
        """How many pieces it takes to join two locations, own routes costing none; None if nothing joins them."""
        reached = self._tree(start, by_hops=False).get(end)
        return reached[0] if reached else None

    def length_shortest(self, start: str, end: str) -> list[Pair] | None:
        """The steps of the path that takes the fewest pieces, each as (from, to)."""
        return self._steps(start, end, by_hops=False)

    def hop_shortest(self, start: str, end: str) -> list[Pair] | None:
        """The steps of the path over the fewest routes of any length, own ones counting like others."""
        return self._steps(start, end, by_hops=True)

    def _steps(self, start: str, end: str, by_hops: bool) -> list[Pair] | None:
        tree = self._tree(start, by_hops)
        if end not in tree:
            return None
        steps: list[Pair] = []
        while end != start:
            steps.append((tree[end][1], end))
            end = tree[end][1]
        return steps[::-1]

    def _tree(self, start: str, by_hops: bool) -> dict[str, tuple[int, str]]:
        """Of every location within reach, its distance from `start` and the location before it."""
        if (start, by_hops) in self._trees:
            return self._trees[start, by_hops]
        turn = count()  # among equals first come, first served

        def steps(label: tuple[int, int, str], here: str) -> list[tuple[tuple[int, int, str], str]]:
            distance, places = label[0], self._neighbours.get(here, ())
            if by_hops:
                return [((distance + 1, next(turn), here), there) for there in places]
            return [((distance + self._cost[pair_of(here, there)], next(turn), here), there) for there in places]

        reached = dijkstra(start, (0, next(turn), start), steps)
        tree = {place: (distance, before) for (distance, _, before), place in reached}
        self._trees[start, by_hops] = tree
        return tree


class Situation:
    """A view with the questions that the baselines ask of it."""

    def __init__(self, routes: RouteOptions, view: View) -> None:
        assert view["seat"] is not None, "a bot plays a seat, a spectator does not"
        self.routes = routes
        self.view = view
        self.seat = view["seat"]
        self.hand = view["hand"]
        self.pieces = view["seats"][self.seat]["pieces"]
        self.legal = dict.fromkeys(view["legal_actions"])
        self.held: Tickets = tuple(ticket["id"] for ticket in view["tickets"])
        self.incomplete: Tickets = tuple(ticket["id"] for ticket in view["tickets"] if not ticket["is_complete"])

    @cached_property
    def own(self) -> list[RouteOption]:
        """The routes that the seat has claimed."""
        return [route for route in self.routes.all if self.view["claimed"].get(route.id) == self.seat]

    @cached_property
    def free(self) -> list[RouteOption]:
        """The routes open to this seat, in the map's order, whether or not it has the pieces."""
        is_open = OpenRoutes(self.routes.board, self.view).open_to(self.seat)
        return [route for route in self.routes.all if is_open[route.number]]

    def tracks(self, pair: Pair) -> list[RouteOption]:
        """The free routes of a pair."""
        return [route for route in self.free if route.pair == pair]

    def working_map(self, shortest: int = 1) -> WorkingMap:
        """Own routes and free ones of a length or more, as a graph to plan on."""
        return WorkingMap(self.free, self.own, shortest)

    @property
    def points_of_all(self) -> int:
        """The route points of all players together: they grow whenever anybody claims a route."""
        return sum(seat["score"] for seat in self.view["seats"])

    def held_of(self, colour: str) -> int:
        """Cards of a colour in hand."""
        return self.hand.get(colour, 0)

    def most_held(self, colours: Sequence[str]) -> str:
        """The colour one holds most of, the first of equals."""
        return max(colours, key=self.held_of)

    def claim(self, route: RouteOption, colour: str) -> str | None:
        """The claim of a route with cards of a colour, possibly none, and wilds last; None if it is not legal."""
        paid = cheapest_payment(colour, self.held_of(colour), route.length, route.ferries)
        if paid.get(WILD, 0) > self.held_of(WILD):
            return None
        action = f"claim {route.id} " + ",".join(f"{card}:{count}" for card, count in paid.items())
        return action if action in self.legal else None

    def claims(self) -> Iterator[tuple[RouteOption, str, str]]:
        """Every affordable route, colour and action in claim order: by the map's routes, then by colour."""
        for route in self.free:
            for colour in self.routes.permitted(route):
                action = self.claim(route, colour)
                if action:
                    yield route, colour, action

    def draw(self, card: str) -> str | None:
        """The draw of a face-up card, or of the deck; None if it is not legal."""
        action = f"draw {card}"
        return action if action in self.legal else None

    def draw_blind(self) -> str | None:
        """A card from the deck, if that is legal."""
        return self.draw(DECK)

    def legal_of(self, verb: str) -> list[str]:
        """The legal actions of a verb."""
        return [action for action in self.legal if action.split()[0] == verb]

    def subsets(self) -> list[Tickets]:
        """The choices of offered tickets that are allowed, smallest first, then in deal order."""
        offered = self.view["offered"]
        sizes = range(1, len(offered) + 1)
        return [chosen for n in sizes for chosen in combinations(offered, n) if keep(chosen) in self.legal]

    def ticket_points(self, tickets: Sequence[str]) -> int:
        """What tickets are worth together."""
        return sum(self.routes.points[ticket] for ticket in tickets)

    def cheapest_subset(self) -> Tickets:
        """The tickets that lose the fewest points if they stay incomplete."""
        return min(self.subsets(), key=self.ticket_points)


class RouteBot(ABC):
    """A baseline: it says which tickets to keep and what to do on its turn, for one seat of one game."""

    def __init__(self, board: Board, seed: int | None = None) -> None:
        self.routes = RouteOptions(board)
        self.random = random.Random(seed)

    def choose(self, view: View) -> str:
        """Asks `keep_tickets` or `play`; where neither fits, any legal action."""
        if view["phase"] == "keep-tickets":
            return keep(self.keep_tickets(Situation(self.routes, view)))
        if view["phase"] in ("turn", "second-card"):
            return self.play(Situation(self.routes, view))
        return view["legal_actions"][0]  # tokens (R1.5, R3.6): the published bots know none, so any choice will do

    @abstractmethod
    def keep_tickets(self, situation: Situation) -> Tickets:
        """Which of the offered tickets to keep."""

    @abstractmethod
    def play(self, situation: Situation) -> str:
        """What to do on a turn, or which card to draw second."""

    def any_of(self, *choices: Sequence[str]) -> str:
        """Some action of the first choice that has any."""
        return self.random.choice(next(actions for actions in choices if actions))


def pair_of(a: str, b: str) -> Pair:
    """Two locations in alphabetical order, as in a route's id."""
    return (a, b) if a < b else (b, a)


def keep(tickets: Sequence[str]) -> str:
    """The text of an action that keeps tickets."""
    return " ".join(("keep", *tickets))
