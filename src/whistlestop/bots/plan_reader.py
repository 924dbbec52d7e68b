"""Why the planner would or would not take an action: facts that the seat can see, measured against its plan."""

from collections import Counter
from collections.abc import Collection
from itertools import combinations
from typing import NamedTuple

import numpy as np

from whistlestop.actions.action import DECK, WILD, Action
from whistlestop.board import GREY, Board
from whistlestop.bots.board_view import BoardView
from whistlestop.bots.complete_state import complete_state
from whistlestop.bots.planner.bot import blank_memories
from whistlestop.bots.planner.games import fill_candidates
from whistlestop.bots.planner.weights import weights_for, weights_of
from whistlestop.bots.reasons import Reason, reason
from whistlestop.engine import calls
from whistlestop.engine.scoring import PATH_LENGTH, SCORE_PARTS
from whistlestop.engine.state import TURN
from whistlestop.game.view import View
from whistlestop.kernels.structs import IntArray
from whistlestop.maps.limits import MAX_SEATS

SHARED = 2
"""Tickets share a path if this saves at least this many pieces."""


class Plan(NamedTuple):
    """The planner's plan: the routes still to be claimed, the pieces that they take, and what cards are worth to it."""

    routes: frozenset[int]
    pieces: int
    value: IntArray


class PlanReader:
    """Reads reasons for actions off a view and the plan that a planner would make of it."""

    def __init__(self, board: Board, view: View) -> None:
        self.board, self.view = board, view
        self.board_view = BoardView(board, view)
        self.seat = self.board_view.seat
        self.table = board.arrays[0]
        self.weights = np.concatenate([weights_of(weights_for(board))] * MAX_SEATS)
        self.junk = int(self.weights[0]["junk"])
        self.state = complete_state(board, view)
        self.pieces = view["seats"][self.seat]["pieces"]
        self.hand = view["hand"]
        self.is_last_turn = view["turns_left"] is not None  # R6.1: everybody has one
        self.open_tickets = [ticket["id"] for ticket in view["tickets"] if not ticket["is_complete"]]
        self.plan = self.plan_with(())

    def plan_with(self, tickets: Collection[str]) -> Plan:
        """The plan with these tickets beside those that the seat has."""
        state, memories = self.state.copy(), blank_memories()
        for ticket in tickets:
            at = int(state["kept_count"][0])
            state["kept"][0, at], state["kept_by"][0, at] = self.board.index("ticket", ticket), self.seat
            state["kept_count"] += 1
            state["ticket_count"][0, self.seat] += 1
        state["phase"] = TURN
        fill_candidates(self.board.arrays, state, self.weights, memories)
        memory = memories[self.seat]
        routes = frozenset(np.flatnonzero(memory["planned"]).tolist())
        return Plan(routes, sum(map(self.board_view.length, routes)), memory["value"].copy())

    def plan_for(self, action: Action) -> list[str]:
        """The plan that the reasons for an action speak of: the ids of the routes still to be claimed."""
        routes = self.plan.routes
        if action.verb == "keep":
            routes = self.plan_with(action.tickets).routes
        elif action.verb == "claim":
            route = self.board.route_index(action.route or "")
            if self._is_planned(route):  # perhaps by its other track, which serves as well
                routes = routes - self.board_view.tracks(route) | {route}
        return [self.board.route_ids[route] for route in sorted(routes)]

    def reasons(self, action: Action) -> list[Reason]:
        """One or two reasons for (or against) an action, the weightier one first."""
        return self._all_reasons(action)[:2]

    def reasons_for(self, action: Action) -> list[Reason]:
        """One or two reasons for an action that is suggested: none speaks against it."""
        found = [one for one in self._all_reasons(action) if not one.is_against]
        return found[:2] or [reason("best-chance")]

    def _all_reasons(self, action: Action) -> list[Reason]:
        if len(self.view["legal_actions"]) == 1:
            return [reason("only")]
        match action.verb:
            case "claim":
                return self._claim(self.board.route_index(action.route or ""))
            case "draw":
                return self._with_warning(self._draw(action.card or DECK))
            case "tickets":
                return self._with_warning(self._more_tickets())
            case "keep":
                return self._keep(action.tickets)
            case "place":
                return [self._place(action.location or "")]
            case "take":
                return self._take(action.symbol or "")
            case _:
                return [reason("only")]

    # Claims.

    def _claim(self, route: int) -> list[Reason]:
        points = int(self.table["points"][self.board_view.length(route)])
        found = [reason("completes", ticket=ticket) for ticket in self._completed(route)]
        if self.is_last_turn:
            return found or [reason("last-turn", points=points)]
        ending = self.pieces - self.board_view.length(route) <= int(self.table["final_round_at"])
        remarks = [reason("final-round")] if ending else []
        token = self._token_at(route)
        if self._is_planned(route):
            found = found or [self._served(route)]
            closing = self._closing(route)
            is_urgent = closing.key.startswith("may-close")
            return [*found, *remarks, *([closing, *token] if is_urgent else [*token, closing])]
        left = self.pieces - self.board_view.length(route)
        if left < self.plan.pieces and not found:
            return [reason("takes-room", left=left, pieces=self.plan.pieces), *remarks, *token]
        return [*found, *remarks, *token, *self._in_the_way(route), self._filler(route, points)]

    def _is_planned(self, route: int) -> bool:
        """Whether the plan has this route, or its other track."""
        return not self.plan.routes.isdisjoint(self.board_view.tracks(route))

    def _filler(self, route: int, points: int) -> Reason:
        """R6.3: a longer path where it counts, else just points."""
        if int(self.table["longest_path"]) and self.board_view.own:
            before, after = self._path_lengths(None), self._path_lengths(route)
            if after[self.seat] > before[self.seat] and after[self.seat] == max(after):
                return reason("longest-path", points=points, spaces=after[self.seat])
        return reason("points", points=points)

    def _path_lengths(self, claimed: int | None) -> list[int]:
        """Everybody's longest path, after a claim of ours if there is one."""
        state = self.state.copy()
        if claimed is not None:
            state["owner"][0, claimed] = self.seat
        scores = np.zeros((self.view["players"], len(SCORE_PARTS)), np.int64)
        calls.score(self.board.arrays, state, scores)
        return [int(length) for length in scores[:, PATH_LENGTH]]

    def _completed(self, route: int) -> list[str]:
        """The tickets that the claim completes, highest value first."""
        completed = self.board_view.completed({*self.board_view.own, route})
        return [ticket for ticket in self.board_view.by_value(self.open_tickets) if ticket in completed]

    def _served(self, route: int) -> Reason:
        """The tickets whose path in the plan leads over the route."""
        built = self.board_view.own | self.plan.routes
        without = self.board_view.completed(built - self.board_view.tracks(route))
        by_route = self.board_view.completed({*built, route}) - without
        served = [ticket for ticket in self.board_view.by_value(self.open_tickets) if ticket in by_route]
        if not served:
            return reason("planned")
        if len(served) == 1:
            return reason("serves", ticket=served[0])
        return reason("serves-two", ticket=served[0], other=served[1])

    def _closing(self, route: int) -> Reason:
        """R3.4: whether somebody who is near may close the route before our next turn."""
        name = self.board.route_ids[route]
        ends = self.board_view.ends(route)
        near = {owner for r, owner in self.board_view.owner.items() if self.board_view.ends(r) & ends} - {self.seat}
        if not near:
            return reason("uncontested")
        tracks = [track for track in self.board_view.tracks(route) if self.board_view.is_open(track)]
        able = sum(any(self._may_pay(other, track) for track in tracks) for other in near)
        if able < (1 if self.board_view.routes.is_for_one(route) else len(tracks)):
            return reason("can-wait", route=name)
        around = self._detour(route)
        if around is None or around > self.pieces:
            return reason("may-close-for-good", route=name)
        return reason("may-close", route=name, pieces=around)

    def _with_warning(self, found: list[Reason]) -> list[Reason]:
        """Reasons for an action that leaves all routes alone: one of the plan that we could claim may close."""
        payable = {action.split()[1] for action in self.view["legal_actions"] if action.startswith("claim ")}
        if self.is_last_turn or not found:
            return found
        for route in sorted(self.plan.routes, key=self.board_view.length, reverse=True):
            name = self.board.route_ids[route]
            if name in payable and self._closing(route).key.startswith("may-close"):
                return [found[0], reason("but-may-close", route=name), *found[1:]]
        return found

    def _may_pay(self, other: int, route: int) -> bool:
        """Whether a seat may have what a route takes, for all that we know of its hand."""
        shown = self.view["seats"][other]
        hand = Counter(shown["known_cards"])
        hand[WILD] += shown["card_count"] - hand.total()  # any card that we don't know may be one
        return self.board_view.routes.needs(route, other, hand).obstacle is None

    def _detour(self, route: int) -> int | None:
        """Pieces for another path between a route's ends, beside what we have or plan to build; None: there is none."""
        built = self.board_view.own | self.plan.routes
        return self.board_view.distance(self.board.route_ids[route], built, closed=self.board_view.tracks(route))

    def _in_the_way(self, route: int) -> list[Reason]:
        """The route would join two parts of an opponent's network."""
        for other in {owner for owner in self.board_view.owner.values() if owner != self.seat}:
            theirs = [r for r, owner in self.board_view.owner.items() if owner == other]
            a, b = self.board_view.ends(route)
            reached = self.board_view.reached(theirs, a)
            if len(reached) > 1 and b not in reached and len(self.board_view.reached(theirs, b)) > 1:
                return [reason("in-the-way", seat=other)]
        return []

    def _token_at(self, route: int) -> list[Reason]:
        """R3.6: the token that the claim takes; of two the one with fewer left."""
        has = self.view["seats"][self.seat]["tokens"]
        ends = {self.board.location_ids[end] for end in self.board_view.ends(route)}
        found = [
            (stack["count"], stack["symbol"], place)
            for place, stack in self.view["stacks"].items()
            if place in ends and stack["symbol"] not in has
        ]
        return [reason("takes-token", symbol=symbol, location=place) for _, symbol, place in sorted(found)[:1]]

    # Draws.

    def _draw(self, card: str) -> list[Reason]:
        if self.is_last_turn:
            return [reason("too-late")]
        if card == DECK:
            return self._deck()
        if card == WILD:
            return [*self._ferry(), reason("fits-all"), reason("whole-turn")]
        return [self._coloured(card)]

    def _coloured(self, card: str) -> Reason:
        """What a card of a colour is for."""
        colour, held = self.board.index("colour", card), self.hand.get(card, 0)
        routes = sorted(self.plan.routes, key=self.board_view.length)
        for route in routes:
            if int(self.table["route_colour"][route]) == colour:
                held -= self.board_view.length(route) - int(self.table["route_ferries"][route])
                if held < 0:
                    return reason("lacks", route=self.board.route_ids[route], missing=-held, card=card)
        if not self._is_of_use(colour):
            return reason("unneeded", card=card)
        grey = [route for route in routes if int(self.table["route_colour"][route]) == GREY]
        if grey:
            return reason("any-colour", card=card, route=self.board.route_ids[grey[-1]])
        return reason("for-points", card=card)

    def _is_of_use(self, colour: int) -> bool:
        return int(self.plan.value[colour]) > self.junk

    def _ferry(self) -> list[Reason]:
        """R3.3: a ferry of the plan for which the wilds at hand will not do."""
        wilds = self.hand.get(WILD, 0)
        for route in sorted(self.plan.routes, key=self.board_view.length):
            ferries = int(self.table["route_ferries"][route])
            wilds -= ferries
            if ferries and wilds < 0:
                return [reason("ferry", route=self.board.route_ids[route], wilds=ferries)]
        return []

    def _deck(self) -> list[Reason]:
        unseen = np.zeros(len(self.state["hand"][0, 0]), np.int64)
        calls.knowledge(self.board.arrays, self.state, self.seat, unseen, np.zeros_like(unseen))
        useful = [colour for colour, card in enumerate(self.board.colours) if card == WILD or self._is_of_use(colour)]
        share = round(100 * int(unseen[useful].sum()) / max(1, int(unseen.sum())))
        shown = {self.board.index("colour", card) for card in self.view["face_up"] if card and card != WILD}
        is_bare = shown.isdisjoint(useful)
        return [*([reason("nothing-shown")] if is_bare else []), reason("deck-chance", percent=share)]

    # Tickets.

    def _more_tickets(self) -> list[Reason]:
        """How many of the tickets that may come would fit, and whether those at hand are done."""
        seen = {ticket["id"] for ticket in self.view["tickets"]} | set(self.view["ticket_deck"])
        unseen = [ticket for ticket in self.board.ticket_ids if ticket not in seen]
        if self.is_last_turn:
            count = len(self.board_view.completed(self.board_view.own).intersection(unseen))
            return [reason("complete-by-luck", count=count, total=len(unseen)) if count else reason("none-complete")]
        left = max(0, self.pieces - self.plan.pieces)
        built = self.board_view.own | self.plan.routes
        lengths = [self.board_view.distance(ticket, built) for ticket in unseen]
        count = sum(length is not None and length <= left for length in lengths)
        fitting = reason("would-fit", count=count, total=len(unseen), left=left)
        found = [fitting if count else reason("none-fits", left=left)]
        return [*found, reason("unfinished", pieces=self.plan.pieces)] if self.plan.pieces else found

    def _keep(self, tickets: tuple[str, ...]) -> list[Reason]:
        plan = self.plan_with(tickets)
        planned = self.board_view.completed(self.board_view.own | plan.routes)
        before = self.board_view.completed(self.board_view.own | self.plan.routes)
        lost = [ticket for ticket in self.open_tickets if ticket in before and ticket not in planned]
        lost += [ticket for ticket in tickets if ticket not in planned]
        if lost:
            return [reason("gives-up", ticket=self.board_view.by_value(lost)[0]), self._cost(plan)]
        completed = self.board_view.completed(self.board_view.own)
        done = [ticket for ticket in self.board_view.by_value(tickets) if ticket in completed]
        if done:
            return [reason("is-complete", ticket=done[0]), self._cost(plan)]
        return [*self._shared(tickets), self._cost(plan)]

    def _shared(self, tickets: tuple[str, ...]) -> list[Reason]:
        """The two tickets that save the most pieces together; or that none do."""
        saved: dict[tuple[str, str], int] = {}
        alone = {ticket: self.plan_with([ticket]).pieces - self.plan.pieces for ticket in tickets}
        for a, b in combinations(tickets, 2):
            saved[a, b] = alone[a] + alone[b] - (self.plan_with([a, b]).pieces - self.plan.pieces)
        if not saved:
            return []
        a, b = max(saved, key=lambda pair: saved[pair])
        return [reason("share" if saved[a, b] >= SHARED else "apart", ticket=a, other=b)]

    def _cost(self, plan: Plan) -> Reason:
        more = plan.pieces - self.plan.pieces
        if self.view["tickets"] and plan.routes <= self.plan.routes:
            return reason("fits")
        if self.view["tickets"] and more > 0:
            return reason("adds", pieces=more)
        return reason("takes", pieces=plan.pieces, all=self.pieces)

    # Tokens.

    def _place(self, location: str) -> Reason:
        count = self._visits(location)
        return reason("on-plan", count=count, location=location) if count else reason("off-plan", location=location)

    def _take(self, symbol: str) -> list[Reason]:
        place = {stack["symbol"]: at for at, stack in self.view["stacks"].items()}
        others = [other for other in self.view["token_choice"] if other != symbol]
        found = [reason("met-again", other_symbol=other) for other in others if self._visits(place[other])]
        if self.view["stacks"][place[symbol]]["count"] == 1:
            found.append(reason("last-one", symbol=symbol))
        count = len(self.view["seats"][self.seat]["tokens"]) + 1
        if count == 1:
            return [*found, reason("first-token")]
        return [*found, reason("collects", count=count, points=int(self.table["token_points"][count]))]

    def _visits(self, location: str) -> int:
        at = self.board.index("location", location)
        return sum(at in self.board_view.ends(route) for route in self.plan.routes)
