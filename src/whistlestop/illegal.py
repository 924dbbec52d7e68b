"""Why an action is illegal: the number of the rule it breaks, and what is missing."""

from collections.abc import Sequence

from whistlestop.action import DECK, WILD, Action
from whistlestop.board import GREY, Board
from whistlestop.engine import state as engine
from whistlestop.ids import other_track
from whistlestop.position import cards_of, claims_of, offered_to, row_of, set_aside_of, stacks_of
from whistlestop.records import Records


class IllegalAction(ValueError):
    """An action that the rules don't allow here. `rule` is the number of the rule, `reason` the rest of the message."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"{rule}: {reason}")
        self.rule = rule
        self.reason = reason


VERBS_OF_PHASE = {
    "keep-tickets": ("keep",),
    "place-tokens": ("place",),
    "second-card": ("draw",),
    "take-token": ("take",),
    "turn": ("draw", "claim", "tickets", "pass"),
}


def explain(board: Board, state: Records, action: Action) -> IllegalAction:
    """The error for an action that is not among the legal ones."""
    phase = engine.PHASES[int(state["phase"][0])]
    if phase == "over":
        return IllegalAction("R6.1", f"{action}: the game is over.")
    if action.verb not in VERBS_OF_PHASE[phase]:
        return _wrong_phase(board, state, phase, action)
    match action.verb:
        case "keep":
            return _keep(board, state, action)
        case "place":
            return _place(board, state, action)
        case "take":
            choice = [board.symbols[t] for t in state["token_choice"][0].tolist()]
            return IllegalAction("R3.6", f"{action}: you may take {' or '.join(choice)}.")
        case "draw":
            return _draw(board, state, phase, action)
        case "claim":
            return _claim(board, state, action)
        case "tickets":
            return IllegalAction("R4.1", f"{action}: the ticket pile is empty.")
        case "pass":
            return IllegalAction("R5.1", f"{action}: you may pass only if you can do nothing else.")


def _wrong_phase(board: Board, state: Records, phase: str, action: Action) -> IllegalAction:
    match phase:
        case "keep-tickets":
            rule = "R1.2" if state["is_opening"][0] else "R4.1"
            return IllegalAction(rule, f"{action}: first choose which tickets to keep: {_offer(board, state)}.")
        case "place-tokens":
            return IllegalAction("R1.5", f"{action}: first place a stack of tokens: place SYMBOL LOCATION.")
        case "second-card":
            return IllegalAction("R2.2", f"{action}: you have taken one card; now take the second.")
        case "take-token":
            return IllegalAction("R3.6", f"{action}: first take one of the two tokens.")
    return IllegalAction("R2.1", f"{action}: on a turn you draw cards, claim a route or draw tickets.")


def _offer(board: Board, state: Records) -> str:
    return " ".join(board.ticket_ids[t] for t in offered_to(state, int(state["to_play"][0])))


def _keep(board: Board, state: Records, action: Action) -> IllegalAction:
    tickets = board.map.rules.tickets
    rule, keep = ("R1.2", tickets.opening.keep) if state["is_opening"][0] else ("R4.1", tickets.action.keep)
    offered = _offer(board, state)
    for ticket in action.tickets:
        if ticket not in offered.split():
            return IllegalAction(rule, f"{action}: {ticket} was not dealt to you; you have {offered}.")
    return IllegalAction(rule, f"{action}: keep at least {keep} different ones of {offered}.")


def _place(board: Board, state: Records, action: Action) -> IllegalAction:
    aside = [stack["symbol"] for stack in set_aside_of(board, state)]
    if action.symbol not in aside:
        return IllegalAction("R1.5", f"{action}: the stack to place is {' or '.join(aside)}.")
    there = stacks_of(board, state).get(str(action.location))
    return IllegalAction("R1.5", f"{action}: {action.location} has a stack already ({there and there['symbol']}).")


def _draw(board: Board, state: Records, phase: str, action: Action) -> IllegalAction:
    row = [card for card in row_of(board, state) if card]
    if action.card == DECK:
        return IllegalAction("R2.7", f"{action}: the deck is empty.")
    if action.card == WILD and WILD in row and phase == "second-card":
        return IllegalAction("R2.3", f"{action}: a face-up {board.map.words.wild} can't be the second card.")
    return IllegalAction(
        "R2.2", f"{action}: no {action.card} card lies face up; the row has {', '.join(row) or 'none'}."
    )


def _claim(board: Board, state: Records, action: Action) -> IllegalAction:
    seat = int(state["to_play"][0])
    try:
        route = board.route_index(str(action.route))
    except KeyError as unknown:
        return IllegalAction("R2.1", f"{action}: {unknown.args[0]}.")
    reason = _route_closed(board, state, seat, action) or _too_short(board, state, seat, route, action)
    reason = reason or _payment_wrong(board, route, action)
    if reason:
        return reason
    hand = cards_of(board, state["hand"][0, seat])
    return IllegalAction("R3.1", f"{action}: you hold only {_cards(list(hand.items()))}.")


def _route_closed(board: Board, state: Records, seat: int, action: Action) -> IllegalAction | None:
    route = str(action.route)
    owners = claims_of(board, state)
    if route in owners:
        return IllegalAction("R3.1", f"{action}: {route} belongs to seat {owners[route]} already.")
    twin = other_track(route)
    if owners.get(twin) == seat:
        return IllegalAction("R3.4", f"{action}: you hold the other track of this double route.")
    if twin in owners and int(state["seats"][0]) < board.map.rules.both_tracks_from:
        least = board.map.rules.both_tracks_from
        return IllegalAction(
            "R3.4", f"{action}: the other track is taken, which closes this one below {least} players."
        )
    return None


def _too_short(board: Board, state: Records, seat: int, route: int, action: Action) -> IllegalAction | None:
    pieces, length = int(state["pieces"][0, seat]), board.tracks[route].length
    if pieces < length:
        word = board.map.words.piece
        return IllegalAction("R3.1", f"{action}: it takes {length} {word}s, you have {pieces}.")
    return None


def _payment_wrong(board: Board, route: int, action: Action) -> IllegalAction | None:
    track = board.tracks[route]
    paid = dict(action.payment)
    offered = _cards(action.payment)
    colours = [card for card in paid if card != WILD]
    if sum(paid.values()) != track.length:
        return IllegalAction("R3.1", f"{action}: it takes {track.length} cards; you offered {offered}.")
    if paid.get(WILD, 0) < track.ferries:
        need = f"at least {track.ferries} {board.map.words.wild} card"
        return IllegalAction("R3.3", f"claim {action.route} needs {need}; you offered {offered}.")
    if len(colours) > 1:
        return IllegalAction("R3.2", f"{action}: only one colour beside wilds; you offered {offered}.")
    if track.colour != GREY and colours and colours[0] != board.colours[track.colour]:
        wanted = board.colours[track.colour]
        return IllegalAction("R3.2", f"{action}: this route takes {wanted} cards and wilds; you offered {offered}.")
    return None


def _cards(counts: Sequence[tuple[str, int]]) -> str:
    return ",".join(f"{card}:{count}" for card, count in counts) or "nothing"
