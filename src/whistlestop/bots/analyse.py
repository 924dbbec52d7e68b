"""What each action of a seat is worth, with a word about why: for hints, reviews and the curious.

>>> from whistlestop.game import Game
>>> view = Game("san-francisco", players=2, seed=7).view(0)
>>> best = analyse(view, playouts=50)[0]
>>> 0 <= best.win_chance <= 1, bool(best.reason)
(True, True)
"""

from dataclasses import dataclass

import numpy as np

from whistlestop.action import DECK, WILD, Action
from whistlestop.board import Board, load_board
from whistlestop.bots.imagine import imagine
from whistlestop.bots.planner.games import look
from whistlestop.bots.search.thinker import STANDARD, Budget, Thinker, think
from whistlestop.view import View


@dataclass(frozen=True)
class Reason:
    """Why, as a key that a page can translate and the names that belong in its text; `str` is English."""

    key: str
    names: dict[str, str]

    def __str__(self) -> str:
        return TEXTS[self.key].format(**self.names)


TEXTS = {
    "completes": "completes {ticket}",
    "serves": "on the way for {ticket}",
    "may-close": "{route} may close next turn, and the way around is long",
    "contested": "{route} may close next turn",
    "uncontested": "nobody else is near {route} yet",
    "points": "{points} points, outside the plan",
    "longest": "{points} points, and a longer path",
    "takes-room": "spends pieces that the plan for the tickets needs",
    "token": "a {symbol} on the way",
    "collect": "{card} for {route}, {missing} to go",
    "collect-any": "{card} for a grey route of the plan",
    "flexible": "a wild fits everything",
    "unneeded": "the plan has no use for {card}",
    "hidden": "the deck may bring what is needed, and nobody sees it",
    "deck-best": "nothing face up is needed as much as what the deck may bring",
    "more": "the network is ready for more tickets",
    "more-risk": "tickets that do not fit would cost points",
    "keep-joint": "these go well together",
    "keep-one": "little to lose",
    "last": "the last turn",
    "only": "nothing else is possible",
}


@dataclass(frozen=True)
class Judgement:
    """What is to be thought of an action."""

    action: Action
    win_chance: float
    margin: float
    """The expected lead over the best other at the end, in points."""
    reasons: tuple[Reason, ...]
    playouts: int

    @property
    def reason(self) -> str:
        return "; ".join(map(str, self.reasons))


def analyse(
    view: View, seconds: float | None = None, board: Board | None = None, *, playouts: int | None = None, seed: int = 0
) -> list[Judgement]:
    """The actions of the seat to play, the best first. Needs the board only where the map is not a built-in one.

    Thinks for so many seconds (one, if nothing is said) or so many playouts.
    """
    if view["seat"] is None or view["seat"] != view["to_play"]:
        raise ValueError("Only the seat whose turn it is to choose can be advised.")
    if seconds is None and playouts is None:
        seconds = 1.0
    board = load_board(view["map"]) if board is None else board
    findings = think([Thinker(board)], imagine(board, view), seed, Budget(seconds, playouts))
    lead = findings.opinion(STANDARD)
    visits = np.maximum(findings.visits, 1)
    wins, margin = findings.wins / visits, findings.margin / visits
    # An action tried a few times says little of itself: it is taken to be like the first one, and its lead as believed.
    trust = findings.visits / STANDARD.noise**2 / findings.knowledge(STANDARD)
    reader = PlanReader(board, view)
    judgements = []
    for i in np.argsort(-lead, kind="stable").tolist():
        action = board.action(int(findings.action[i]), view["offered"])
        chance = min(1.0, max(0.0, float(wins[0] + lead[i])))
        expected = float(margin[0] + trust[i] * (margin[i] - margin[0]))
        reasons = tuple(reader.reasons(action))
        judgements.append(Judgement(action, chance, expected, reasons, int(findings.visits[i])))
    return judgements


class PlanReader:
    """Reads reasons off the planner's mind for a view."""

    def __init__(self, board: Board, view: View) -> None:
        self.board, self.view = board, view
        thinker, state = Thinker(board), imagine(board, view)
        look(board.table, state, thinker.weights, thinker.minds)
        self.mind = thinker.minds[int(state["to_play"][0])]
        self.table = board.table[0]

    def reasons(self, action: Action) -> list[Reason]:
        """One or two reasons for (or against) an action."""
        if len(self.view["legal_actions"]) == 1:
            return [Reason("only", {})]
        match action.verb:
            case "claim":
                return self._claim(self.board.route_index(action.route or ""))
            case "draw":
                return self._draw(action.card or DECK)
            case "tickets":
                return [Reason("more" if int(self.mind["gain"]) > 0 else "more-risk", {})]
            case "keep":
                return [Reason("keep-joint" if len(action.tickets) > 1 else "keep-one", {})]
            case "place" | "take":
                return [Reason("token", {"symbol": action.symbol or ""})]
        return [Reason("only", {})]

    def _claim(self, route: int) -> list[Reason]:
        mind, length = self.mind, int(self.table["route_length"][route])
        twin = int(self.table["route_twin"][route])
        planned = route if mind["planned"][route] or twin < 0 or not mind["planned"][twin] else twin
        if not mind["planned"][planned]:
            return self._filler(route, length)
        name = {"route": self.board.route_ids[route]}
        found = [Reason(key, {"ticket": ticket}) for key, ticket in self._ticket_of(route)]
        a, b = int(self.table["route_a"][route]), int(self.table["route_b"][route])
        if mind["rivals"][a] + mind["rivals"][b] == 0:
            found.append(Reason("uncontested", name))
        elif int(mind["detour"][planned]) >= LONG_DETOUR:
            found.append(Reason("may-close", name))
        else:
            found.append(Reason("contested", name))
        return found

    def _filler(self, route: int, length: int) -> list[Reason]:
        spare = self.view["seats"][self.view["seat"] or 0]["pieces"] - int(self.mind["plan_pieces"])
        if length > spare:
            return [Reason("takes-room", {})]
        points = {"points": str(int(self.table["points"][length]))}
        a, b = int(self.table["route_a"][route]), int(self.table["route_b"][route])
        is_joined = self.mind["ours"][a] + self.mind["ours"][b] > 0 and int(self.table["longest_path"]) > 0
        return [Reason("longest" if is_joined else "points", points)]

    def _ticket_of(self, route: int) -> list[tuple[str, str]]:
        """The dearest ticket that the route would complete, or else the dearest one still open."""
        open_tickets = [ticket for ticket in self.view["tickets"] if not ticket["is_complete"]]
        if not open_tickets:
            return []
        completed = [ticket for ticket in open_tickets if self._completes(route, ticket["id"])]
        dearest = max(completed or open_tickets, key=lambda ticket: ticket["points"])
        return [("completes" if completed else "serves", dearest["id"])]

    def _completes(self, route: int, ticket: str) -> bool:
        """Whether our routes and this one join the ticket's places."""
        seat = self.view["seat"]
        owned = [self.board.route_index(r) for r, owner in self.view["claimed"].items() if owner == seat]
        at = self.board.index("ticket", ticket)
        reached = {int(self.table["ticket_a"][at])}
        ends = [(int(self.table["route_a"][r]), int(self.table["route_b"][r])) for r in (*owned, route)]
        grown = True
        while grown:
            more = {end for pair in ends if reached & set(pair) for end in pair} - reached
            reached |= more
            grown = bool(more)
        return int(self.table["ticket_b"][at]) in reached

    def _draw(self, card: str) -> list[Reason]:
        if card == WILD:
            return [Reason("flexible", {})]
        values = self.mind["value"]
        if card == DECK:
            shown = [c for c in self.view["face_up"] if c and c != WILD]
            best = max((int(values[self.board.index("colour", c)]) for c in shown), default=0)
            return [Reason("hidden" if best > int(np.median(values[: len(self.board.colours)])) else "deck-best", {})]
        colour = self.board.index("colour", card)
        missing = int(self.mind["need"][colour]) - self.view["hand"].get(card, 0)
        routes = [
            route
            for route in range(len(self.board.route_ids))
            if self.mind["planned"][route] and int(self.table["route_colour"][route]) == colour
        ]
        if missing <= 0:
            return [Reason("unneeded", {"card": card})]
        if not routes:
            return [Reason("collect-any", {"card": card})]
        return [Reason("collect", {"card": card, "route": self.board.route_ids[routes[0]], "missing": str(missing)})]


LONG_DETOUR = 400
"""Hundredths of a point that make a way around long."""
