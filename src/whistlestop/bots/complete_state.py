"""A state that fits a view: what kernel bots think with. What the seat can't know is filled in somehow."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

from whistlestop.actions.action import WILD
from whistlestop.board import Board
from whistlestop.engine.rng import seed_base
from whistlestop.game.position import read_position
from whistlestop.game.state_parts import PublicPart
from whistlestop.game.view import View
from whistlestop.kernels.structs import Records

ANY_BASE = seed_base("imagine", 0)  # of the generator, which is seeded anew before it is used


def complete_state(board: Board, view: View) -> Records:
    """A state whose view for this seat is `view`, but for the past; `determinize` deals its hidden parts anew."""
    seat = view["seat"]
    if seat is None:
        raise ValueError("A spectator's view has no hand to play from.")
    position = {key: view[key] for key in PublicPart.__annotations__ if key in view}  # type: ignore[literal-required]
    state = read_position(board, position | _filled_in(board, view), ANY_BASE)
    colour = {name: i for i, name in enumerate(board.colours)}
    state["blind"] = state["known"] = state["deck_pool"] = 0
    for card, count in view["deck_at_most"].items():
        state["deck_pool"][0, colour[card]] = count
    for other, shown in enumerate(view["seats"]):
        for card, count in shown["known_cards"].items():
            state["known"][0, other, colour[card]] = count
    for ticket in filter(None, view["ticket_deck"]):
        state["returned_by"][0, board.index("ticket", ticket)] = seat
    return state


def _filled_in(board: Board, view: View) -> dict[str, Any]:
    """The rest of a position: deck, ticket pile and seats."""
    deck, cards = _unseen_cards(board, view)
    tickets = unseen_tickets(board, view)
    seats: list[dict[str, Any]] = []
    for other, shown in enumerate(view["seats"]):
        is_own = other == view["seat"]
        hand = Counter(view["hand"] if is_own else shown["known_cards"])
        hand.update(islice(cards, shown["card_count"] - hand.total()))
        kept = [ticket["id"] for ticket in view["tickets"]] if is_own else list(islice(tickets, shown["ticket_count"]))
        offered = list(view["offered"] if is_own else islice(tickets, shown["offered_count"]))
        has_chosen = view["to_play"] is not None and other < view["to_play"]
        seats.append(
            {
                "score": shown["score"],
                "pieces": shown["pieces"],
                "tokens": shown["tokens"],
                "hand": dict(hand),
                "tickets": kept,
                "offered": offered,
                "chosen": offered if has_chosen else [],  # R1.2: in a state who is earlier has: say all of them
            }
        )
    pile = [ticket or next(tickets) for ticket in view["ticket_deck"]]
    return {"deck": deck, "ticket_deck": pile, "seats": seats}


def _unseen_cards(board: Board, view: View) -> tuple[list[str], Iterator[str]]:
    """A deck of what it may hold, and the unseen cards that are left for the other hands."""
    unseen = Counter({**board.map.rules.cards.colors, WILD: board.map.rules.cards.wild})
    unseen.subtract(view["hand"])
    unseen.subtract(view["discards"])
    unseen.subtract(card for card in view["face_up"] if card)
    for other, shown in enumerate(view["seats"]):
        if other != view["seat"]:
            unseen.subtract(shown["known_cards"])
    deck = list(islice(Counter(view["deck_at_most"]).elements(), view["deck_count"]))
    unseen.subtract(deck)
    return deck, unseen.elements()


def unseen_tickets(board: Board, view: View) -> Iterator[str]:
    """The tickets that may be anywhere the seat can't see."""
    seen = {ticket["id"] for ticket in view["tickets"]} | set(view["offered"]) | set(view["ticket_deck"])
    return (ticket for ticket in board.ticket_ids if ticket not in seen)
