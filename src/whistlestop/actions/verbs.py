"""The verbs: for each of them its actions in the order of their ids, how its text is read, and why one is illegal.

A verb has a block of ids on every board, in the order of `VERBS`. Whether an action of it is legal now and what it does
say the kernels (`is_choice` and `apply` in engine/actions.py); what is known of a refused one is in `Known`.

>>> from whistlestop.board import load_board
>>> action = parse_action("Claim  omaha/denver  wild:1, purple:3", load_board("usa"))
>>> str(action), action.route, dict(action.payment)
('claim denver/omaha purple:3,wild:1', 'denver/omaha', {'purple': 3, 'wild': 1})
"""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from typing_extensions import override

from whistlestop.actions.action import DECK, WILD, Action
from whistlestop.actions.illegal import IllegalAction
from whistlestop.actions.notation import NotAnAction, read_name, read_payment
from whistlestop.english import counted, did_you_mean
from whistlestop.ids import other_track, tidy_id
from whistlestop.maps.limits import MAX_OFFERED

if TYPE_CHECKING:
    from whistlestop.board import Board

Known = dict[str, Any]
"""What the seat knows whose action is refused: `public_part` and its `own_part` (game/state_parts.py)."""

VERBS_OF_PHASE: dict[str, tuple[str, ...]] = {
    "keep-tickets": ("keep",),
    "place-tokens": ("place",),
    "turn": ("draw", "claim", "tickets", "pass"),
    "second-card": ("draw",),
    "take-token": ("take",),
    "over": (),
}
"""The phases in the order of their numbers (engine/state.py), with what may be chosen from there."""


class Verb:
    """One kind of action."""

    name: str
    usage: str

    def count(self, board: "Board") -> int:
        """How many ids it has on a board; all of them together is `count_actions` in maps/check/numbers.py."""
        raise NotImplementedError

    def actions(self, board: "Board") -> Iterator[Action]:
        """All of them, in the order of their ids."""
        raise NotImplementedError

    def parse(self, board: "Board", words: list[str]) -> Action | None:
        """The action that the words after the verb mean; None if there are too many or too few."""
        raise NotImplementedError

    def explain(self, board: "Board", known: Known, action: Action) -> IllegalAction:
        """Why an action is illegal in a phase that has this verb."""
        raise NotImplementedError

    def demand(self, known: Known) -> tuple[str, str]:
        """The rule and what to do, for who does something else in a phase that has only this verb."""
        raise NotImplementedError


class Pass(Verb):
    name = usage = "pass"

    @override
    def count(self, board: "Board") -> int:
        return 1

    @override
    def actions(self, board: "Board") -> Iterator[Action]:
        yield Action(self.name)

    @override
    def parse(self, board: "Board", words: list[str]) -> Action | None:
        return Action(self.name) if not words else None

    @override
    def explain(self, board: "Board", known: Known, action: Action) -> IllegalAction:
        return IllegalAction("R5.1", f"{action}: you may pass only if you can do nothing else.")


class Tickets(Pass):
    name = usage = "tickets"

    @override
    def explain(self, board: "Board", known: Known, action: Action) -> IllegalAction:
        return IllegalAction("R4.1", f"{action}: the ticket pile is empty.")


class Draw(Verb):
    name, usage = "draw", "draw deck · draw COLOUR · draw wild"

    @override
    def count(self, board: "Board") -> int:
        return 1 + len(board.colours)

    @override
    def actions(self, board: "Board") -> Iterator[Action]:
        for card in (DECK, *board.colours):
            yield Action("draw", card=card)

    @override
    def parse(self, board: "Board", words: list[str]) -> Action | None:
        if len(words) != 1:
            return None
        return Action("draw", card=read_name(board, "colour", words[0], (DECK, *board.colours)))

    @override
    def explain(self, board: "Board", known: Known, action: Action) -> IllegalAction:
        row = [card for card in known["face_up"] if card]
        if action.card == DECK:
            return IllegalAction("R2.7", f"{action}: the deck is empty.")
        if action.card == WILD and WILD in row and known["phase"] == "second-card":
            return IllegalAction("R2.3", f"{action}: a face-up {board.map.words.wild} can't be the second card.")
        return IllegalAction(
            "R2.2", f"{action}: no {action.card} card lies face up; the row has {', '.join(row) or 'none'}."
        )

    @override
    def demand(self, known: Known) -> tuple[str, str]:
        return "R2.2", "you have taken one card; now take the second."


class Keep(Verb):
    """Which tickets a number means depends on those offered: bit i of 1 + the number keeps the i-th of them."""

    name, usage = "keep", "keep TICKET TICKET …"

    @override
    def count(self, board: "Board") -> int:
        rules = board.map.rules.tickets
        return (1 << min(max(rules.opening.dealt, rules.action.dealt), MAX_OFFERED)) - 1

    @override
    def actions(self, board: "Board") -> Iterator[Action]:
        for _ in range(self.count(board)):
            yield Action("keep")

    @staticmethod
    def nth(offered: Sequence[str], n: int) -> Action:
        """The n-th choice of the offered tickets: bit i of n + 1 stands for the one in place i."""
        return Action("keep", tickets=tuple(ticket for i, ticket in enumerate(offered) if n + 1 >> i & 1))

    @staticmethod
    def number(offered: Sequence[str], action: Action) -> int | None:
        """None for tickets that were not offered, or named twice."""
        chosen = set(action.tickets)
        if not chosen or len(chosen) < len(action.tickets) or not chosen <= set(offered):
            return None
        return sum(1 << i for i, ticket in enumerate(offered) if ticket in chosen) - 1

    @override
    def parse(self, board: "Board", words: list[str]) -> Action | None:
        tickets = [read_name(board, "ticket", tidy_id(word), board.ticket_ids) for word in words]
        return Action("keep", tickets=tuple(tickets)) if tickets else None

    @override
    def explain(self, board: "Board", known: Known, action: Action) -> IllegalAction:
        tickets = board.map.rules.tickets
        rule, keep = ("R1.2", tickets.opening.keep) if known["is_opening"] else ("R4.1", tickets.action.keep)
        offered = known["offered"]
        for ticket in action.tickets:
            if ticket not in offered:
                return IllegalAction(rule, f"{action}: {ticket} was not dealt to you; you have {' '.join(offered)}.")
        return IllegalAction(rule, f"{action}: keep at least {keep} different ones of {' '.join(offered)}.")

    @override
    def demand(self, known: Known) -> tuple[str, str]:
        rule = "R1.2" if known["is_opening"] else "R4.1"
        return rule, f"first choose which tickets to keep: {' '.join(known['offered'])}."


class Place(Verb):
    name, usage = "place", "place SYMBOL LOCATION"

    @override
    def count(self, board: "Board") -> int:
        return len(board.symbols) * len(board.location_ids)

    @override
    def actions(self, board: "Board") -> Iterator[Action]:
        for symbol in board.symbols:
            for location in board.location_ids:
                yield Action("place", symbol=symbol, location=location)

    @override
    def parse(self, board: "Board", words: list[str]) -> Action | None:
        if len(words) != 2:
            return None
        symbol = read_name(board, "symbol", words[0], board.symbols)
        return Action("place", symbol=symbol, location=read_name(board, "location", words[1], board.location_ids))

    @override
    def explain(self, board: "Board", known: Known, action: Action) -> IllegalAction:
        aside = [stack["symbol"] for stack in known["set_aside"]]
        if action.symbol not in aside:
            return IllegalAction("R1.5", f"{action}: the stack to place is {' or '.join(aside)}.")
        there = known["stacks"].get(str(action.location), {}).get("symbol")
        return IllegalAction("R1.5", f"{action}: {action.location} has a stack already ({there}).")

    @override
    def demand(self, known: Known) -> tuple[str, str]:
        return "R1.5", f"first place tourist tokens: {self.usage}."


class Take(Verb):
    name, usage = "take", "take SYMBOL"

    @override
    def count(self, board: "Board") -> int:
        return len(board.symbols)

    @override
    def actions(self, board: "Board") -> Iterator[Action]:
        for symbol in board.symbols:
            yield Action("take", symbol=symbol)

    @override
    def parse(self, board: "Board", words: list[str]) -> Action | None:
        if len(words) != 1:
            return None
        return Action("take", symbol=read_name(board, "symbol", words[0], board.symbols))

    @override
    def explain(self, board: "Board", known: Known, action: Action) -> IllegalAction:
        return IllegalAction("R3.6", f"{action}: you may take {' or '.join(known['token_choice'])}.")

    @override
    def demand(self, known: Known) -> tuple[str, str]:
        return "R3.6", "first take one of the two tourist tokens."


class Claim(Verb):
    """Every payment of every track is an action of its own (decision 2)."""

    name, usage = "claim", "claim ROUTE COLOUR:COUNT,wild:COUNT"

    @override
    def count(self, board: "Board") -> int:
        return len(board.claims)

    @override
    def actions(self, board: "Board") -> Iterator[Action]:
        for route, colour, wilds in board.claims:
            paid = ((board.colours[colour], board.tracks[route].length - wilds), (WILD, wilds))
            payment = tuple((card, count) for card, count in paid if count)
            yield Action("claim", route=board.route_ids[route], payment=payment)

    @override
    def parse(self, board: "Board", words: list[str]) -> Action | None:
        if len(words) != 2:
            return None
        route = read_name(board, "route", tidy_id(words[0]), board.route_ids)
        return Action("claim", route=route, payment=read_payment(board, words[1]))

    @override
    def explain(self, board: "Board", known: Known, action: Action) -> IllegalAction:
        try:
            route = board.route_index(str(action.route))
        except KeyError as unknown:
            return IllegalAction("R2.1", f"{action}: {unknown.args[0]}.")
        reason = _route_closed(board, known, action) or _too_short(board, known, route, action)
        reason = reason or _payment_wrong(board, route, action)
        return reason or IllegalAction("R3.1", f"{action}: you hold only {_cards(list(known['hand'].items()))}.")


def _route_closed(board: "Board", known: Known, action: Action) -> IllegalAction | None:
    route, owners, least = str(action.route), known["claimed"], board.map.rules.both_tracks_from
    if route in owners:
        return IllegalAction("R3.1", f"{action}: {route} belongs to seat {owners[route]} already.")
    twin = other_track(route)
    if owners.get(twin) == known["seat"]:
        return IllegalAction("R3.4", f"{action}: you hold the other track of this double route.")
    if twin in owners and known["players"] < least:
        return IllegalAction(
            "R3.4", f"{action}: the other track is taken, which closes this one with fewer than {least} players."
        )
    return None


def _too_short(board: "Board", known: Known, route: int, action: Action) -> IllegalAction | None:
    pieces, length = known["pieces"], board.tracks[route].length
    if pieces < length:
        return IllegalAction("R3.1", f"{action}: it takes {counted(length, board.map.words.piece)}; you have {pieces}.")
    return None


def _payment_wrong(board: "Board", route: int, action: Action) -> IllegalAction | None:
    track = board.tracks[route]
    paid = dict(action.payment)
    offered = _cards(action.payment)
    colours = [card for card in paid if card != WILD]
    if sum(paid.values()) != track.length:
        return IllegalAction("R3.1", f"{action}: it takes {counted(track.length, 'card')}; you offered {offered}.")
    if paid.get(WILD, 0) < track.ferries:
        need = f"at least {counted(track.ferries, f'{board.map.words.wild} card')}"
        return IllegalAction("R3.3", f"claim {action.route} needs {need}; you offered {offered}.")
    if len(colours) > 1:
        return IllegalAction("R3.2", f"{action}: only one colour besides wilds; you offered {offered}.")
    if not track.is_grey and colours and colours[0] != board.colours[track.colour]:
        wanted = board.colours[track.colour]
        return IllegalAction("R3.2", f"{action}: this route takes {wanted} cards and wilds; you offered {offered}.")
    return None


def _cards(counts: Sequence[tuple[str, int]]) -> str:
    return ",".join(f"{card}:{count}" for card, count in counts) or "nothing"


VERBS: tuple[Verb, ...] = (Pass(), Tickets(), Draw(), Keep(), Place(), Take(), Claim())
"""In the order of their ids."""
BY_NAME = {verb.name: verb for verb in VERBS}


def parse_action(text: str, board: "Board") -> Action:
    """The action that a text means here, legal or not. Case, extra spaces and the order of ends don't matter."""
    # Spaces become single ones first: the search for them around a sign would take a square of their number.
    words = re.sub(r"\s*([,:/#])\s*", r"\1", " ".join(text.lower().split())).split()
    if not words or words[0] not in BY_NAME:
        usages = "; ".join(verb.usage for verb in VERBS)
        hint = did_you_mean(words[0], BY_NAME) if words else ""
        raise NotAnAction(f"{text!r} is not an action. Write one of: {usages}.{hint}")
    verb = BY_NAME[words[0]]
    action = verb.parse(board, words[1:])
    if action is None:
        raise NotAnAction(f"{text!r} is incomplete or has too many words. Write: {verb.usage}.")
    return action


def explain(board: "Board", known: Known, action: Action) -> IllegalAction:
    """The error for an action that is not among the legal ones of a seat."""
    phase = known["phase"]
    if phase == "over":
        return IllegalAction("R6.1", f"{action}: the game is over.")
    if known["seat"] not in known["awaited"]:
        return _not_asked(known, action)
    verbs = VERBS_OF_PHASE[phase]
    if action.verb in verbs:
        return BY_NAME[action.verb].explain(board, known, action)
    if phase == "turn":
        return IllegalAction("R2.1", f"{action}: on a turn you draw cards, claim a route or draw tickets.")
    rule, what = BY_NAME[verbs[0]].demand(known)
    return IllegalAction(rule, f"{action}: {what}")


def _not_asked(known: Known, action: Action) -> IllegalAction:
    if known["is_opening"]:
        return IllegalAction("R1.2", f"{action}: you have chosen your tickets; others are still choosing theirs.")
    return IllegalAction("R2.1", f"{action}: it is the turn of seat {known['to_play']}.")
