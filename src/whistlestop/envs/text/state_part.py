"""The part of a prompt that changes: a seat's view as compact text. Whatever stands here comes from the view."""

from collections.abc import Iterator, Mapping
from typing import Any

from whistlestop.actions.action import WILD, payment_text
from whistlestop.board import Board
from whistlestop.english import counted, plural
from whistlestop.game.turns import JsonEvent, split_turns
from whistlestop.game.view import View

PHASES = {
    "keep-tickets": "choose which tickets to keep",
    "place-tokens": "place a stack of tokens",
    "turn": "draw a card, claim a route or draw tickets",
    "second-card": "you have taken one card, now take the second",
    "take-token": "take one of two tokens",
    "over": "the game is over",
}


def state_lines(board: Board, view: View) -> Iterator[str]:
    """Everything but the history and the legal actions."""
    seat = view["seat"]
    yield f"STATE: you are seat {seat} of {view['players']}. {_what_to_do(view)}"
    if view["turns_left"] is not None:
        yield f"FINAL ROUND: {counted(view['turns_left'], 'turn')} left in the game, of all seats together."
    piece = plural(board.map.words.piece)
    for number, other in enumerate(view["seats"]):
        who = f"Seat {number}{' (you)' if number == seat else ''}"
        seen = f" (seen: {_cards(other['known_cards'])})" if other["known_cards"] and number != seat else ""
        tokens = f", tokens {' '.join(other['tokens']) or 'none'}" if board.symbols else ""
        yield (
            f"{who}: {other['score']} points, {other['pieces']} {piece}, {other['card_count']} cards{seen}, "
            f"{counted(other['ticket_count'], 'ticket')}{tokens}"
        )
    yield f"Face up: {', '.join(card or 'empty' for card in view['face_up'])}"
    yield (
        f"Deck: {view['deck_count']} cards. Discards: {_cards(view['discards'])}. "
        f"Ticket pile: {len(view['ticket_deck'])}."
    )
    yield f"Your hand: {_cards(view['hand'])}"
    if view["tickets"]:
        yield f"Your tickets: {', '.join(_ticket(ticket) for ticket in view['tickets'])}"
    if view["offered"]:
        points = {ticket.id: ticket.points for ticket in board.map.tickets}
        yield f"Offered to you: {', '.join(f'{ticket} {points[ticket]}' for ticket in view['offered'])}"
    for number in range(view["players"]):
        if owned := sorted(route for route, owner in view["claimed"].items() if owner == number):
            yield f"Routes of {'you' if number == seat else f'seat {number}'}: {', '.join(owned)}"
    if view["stacks"]:
        stacks = [f"{place} {stack['symbol']} x{stack['count']}" for place, stack in sorted(view["stacks"].items())]
        yield f"Tokens on the board: {', '.join(stacks)}"
    if view["set_aside"]:
        yield f"Tokens to be placed: {', '.join(stack['symbol'] for stack in view['set_aside'])}"
    if view["scores"]:
        yield from _result(view)


def _what_to_do(view: View) -> str:
    if view["phase"] == "over" or view["legal_actions"]:
        return f"{PHASES[view['phase']].capitalize()}."
    return f"Seat {view['to_play']} is to play: wait."


def _ticket(ticket: Mapping[str, Any]) -> str:
    return f"{ticket['id']} {ticket['points']} {'complete' if ticket['is_complete'] else 'open'}"


def _cards(cards: Mapping[str, int]) -> str:
    return payment_text(cards.items()) or "none"


def _result(view: View) -> Iterator[str]:
    """R6."""
    for number, score in enumerate(view["scores"] or []):
        parts = (f"{part.replace('_', ' ')} {points}" for part, points in score.items() if points or part == "total")
        yield f"Score of seat {number}: {', '.join(parts)}"
    yield f"Winner: seat {' and seat '.join(map(str, view['winners']))}"


def history_lines(view: View) -> list[str]:
    """A line for each turn, the oldest first. What the seat can't know reads ?."""
    turns = [(turn, phrases) for turn in split_turns(view["history"]) if (phrases := [*_phrases(turn)])]
    return [f"{_actor(turn, view['seat'])}: {', '.join(phrases)}" for turn, phrases in turns]


def _actor(turn: list[JsonEvent], viewer: int | None) -> str:
    seat = next((event["seat"] for event in turn if event["seat"] is not None), None)
    return "you" if seat == viewer else "table" if seat is None else f"seat {seat}"


def _phrases(turn: list[JsonEvent]) -> Iterator[str]:
    for event in turn:
        match event["event"]:
            case "draw":
                unseen = event["from"] == "deck"
                yield f"draw deck ({event['card'] or '?'})" if unseen else f"draw {event['card']}"
            case "claim":
                yield f"claim {event['route']} {payment_text(event['payment'].items())} (+{event['points']})"
            case "keep":
                yield f"keep {' '.join(event['tickets'] or ['?'] * event['kept'])} (returned {event['returned']})"
            case "tickets":
                yield f"tickets ({event['count']})"
            case "place":
                yield f"place {event['symbol']} {event['location']}"
            case "take":
                yield f"take {event['symbol']}"
            case "pass":
                yield "pass"
            case "sweep":
                yield "the row is swept"
            case "reshuffle":
                yield f"{event['count']} discards become the deck"
            case "final-round":
                yield "FINAL ROUND begins"


def action_lines(view: View, *, all_payments: bool = True) -> list[str]:
    """The legal actions, the payments of a route on one line; or of each route only the one with the fewest wilds."""
    payments: dict[str, list[str]] = {}
    others = []
    for action in view["legal_actions"]:
        verb, _, rest = action.partition(" ")
        if verb == "claim":
            route, _, payment = rest.partition(" ")
            payments.setdefault(route, []).append(payment)
        else:
            others.append(action)
    if not all_payments:
        payments = {route: [min(paid, key=_wilds)] for route, paid in payments.items()}
    return [*others, *(f"claim {route} {' | '.join(paid)}" for route, paid in payments.items())]


def _wilds(payment: str) -> int:
    return int(payment.rpartition(f"{WILD}:")[2]) if WILD in payment else 0
