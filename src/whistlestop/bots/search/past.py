"""The past as a seat saw it: every choice of the others with the table as it was then, read off a view's history.

What is hidden of a hand comes in draws from the deck. The opening hand and each such draw are a *gap* of the hand,
numbered in the order of drawing; whoever guesses what filled the gaps knows the hand at any time.
"""

from collections import Counter
from typing import Any, NamedTuple

import numpy as np

from whistlestop.board import DRAW_DECK, FIRST_DRAW, TICKETS, Board
from whistlestop.bots.complete_state import ANY_BASE
from whistlestop.engine import calls
from whistlestop.engine.state import COLOURS, NO_CARD, NOBODY, NOT_TRIGGERED, SECOND_CARD, STATE, TURN, copy_states
from whistlestop.engine.words import AT, words_of
from whistlestop.game.view import View
from whistlestop.kernels.structs import IntArray, Records


class Choice(NamedTuple):
    """What another seat chose in a turn."""

    seat: int
    action: int
    """A claim of any payment stands for all payments of its route: it is the first of them."""
    scene: Records
    """The table before it. Of the hands it has how many cards they were, and of the tickets how many were kept."""
    open_cards: IntArray
    """Cards of each colour taken face up less those paid: with the gaps filled, the hand."""
    gaps: int
    """How many gaps of the hand had been drawn."""


class Payment(NamedTuple):
    """Cards of a colour that must have filled some of the first `gaps` gaps of a hand, because they were paid."""

    card: int
    gaps: int


class Past:
    """Follows the events of a history, which must be all there were. `choices` are those of the seats but `seat`."""

    def __init__(self, board: Board, view: View) -> None:
        assert view["seat"] is not None
        self.board, self.seat, self.seats = board, view["seat"], view["players"]
        self.choices: list[Choice] = []
        self.payments: list[list[Payment]] = [[] for _ in range(self.seats)]
        self.gaps = [board.map.rules.cards.opening_hand] * self.seats
        self.open_cards: IntArray = np.zeros((self.seats, COLOURS), np.int64)
        self.kept: list[list[int]] = [[] for _ in range(self.seats)]
        """How many tickets each seat kept, each time it did."""
        self._colour = {name: i for i, name in enumerate(board.colours)}
        self._symbol = {name: i for i, name in enumerate(board.symbols)}
        self._is_second = False
        self._state = np.zeros(1, STATE)
        calls.empty_table(board.arrays, self._state, self.seats, ANY_BASE)
        self._words = words_of(self._state)
        self._set_up(view)
        for event in view["history"]:
            self._follow(event)

    def leads_to(self, view: View) -> bool:
        """Whether the history was whole: it ends with the table that the view shows."""
        words, colours = self._words, self.board.colours
        row = [self._card(name) for name in view["face_up"]]
        claimed = {self.board.route_index(route): seat for route, seat in view["claimed"].items()}
        owner = words[AT.owner].tolist()[: len(self.board.route_ids)]
        counts = [sum(words[AT.hand[seat]]) for seat in range(self.seats)]
        return (
            words[AT.row].tolist()[: len(row)] == row
            and {route: seat for route, seat in enumerate(owner) if seat != NOBODY} == claimed
            and words[AT.pieces].tolist()[: self.seats] == [seat["pieces"] for seat in view["seats"]]
            and counts == [seat["card_count"] for seat in view["seats"]]
            and [sum(kept) for kept in self.kept] == [seat["ticket_count"] for seat in view["seats"]]
            and all(
                {colours[card]: count for card, count in enumerate(words[AT.known[seat]]) if count}
                == shown["known_cards"]
                for seat, shown in enumerate(view["seats"])
            )
        )

    def _card(self, name: str | None) -> int:
        return NO_CARD if name is None else self._colour[name]

    def _set_up(self, view: View) -> None:
        """The table before the first event: the row and the stacks of tokens, found by going back."""
        words, row = self._words, [self._card(name) for name in view["face_up"]]
        counts: Counter[int] = Counter()
        for location, stack in view.get("stacks", {}).items():
            symbol = self._symbol[stack["symbol"]]
            counts[symbol] += stack["count"]
            words[AT.stack_location.start + symbol] = self.board.index("location", location)
        history: list[Any] = list(view["history"])
        for event in reversed(history):
            match event:
                case {"event": "draw", "from": "row", "slot": slot, "card": card}:
                    row[slot] = self._colour[card]
                case {"event": "sweep"}:  # what lay where nobody has taken a card before, nobody has told
                    row = [NO_CARD] * len(row)
                case {"event": "turn-up", "slot": slot}:
                    row[slot] = NO_CARD
                case {"event": "take", "symbol": name, "location": location}:
                    counts[self._symbol[name]] += 1
                    words[AT.stack_location.start + self._symbol[name]] = self.board.index("location", location)
                case {"event": "place", "symbol": name}:
                    words[AT.stack_location.start + self._symbol[name]] = NOBODY
        for symbol, count in counts.items():
            words[AT.stack_count.start + symbol] = count
        for slot, card in enumerate(row):
            words[AT.row.start + slot] = card
        opening = self.board.map.rules.cards.opening_hand
        for seat in range(self.seats):
            words[AT.hand[seat].start] = opening
        words[AT.deck_count] = self.board.card_count - opening * self.seats - len(row)
        words[AT.pile_count] = len(self.board.ticket_ids) - self.board.map.rules.tickets.opening.dealt * self.seats

    def _follow(self, event: Any) -> None:
        """What an event changes on the table, with the choice that it tells."""
        words, seat = self._words, event["seat"]
        match event:
            case {"event": "draw", "from": "deck"}:
                self._note(seat, DRAW_DECK)
                self._take(seat)
                self.gaps[seat] += 1
                words[AT.deck_count] -= 1
            case {"event": "draw", "slot": slot, "card": name}:
                card = self._colour[name]
                self._note(seat, FIRST_DRAW + card)
                self._take(seat)
                self.open_cards[seat, card] += 1
                words[AT.known[seat].start + card] += 1
                words[AT.row.start + slot] = NO_CARD
            case {"event": "turn-up", "slot": slot, "card": name}:
                words[AT.row.start + slot] = self._colour[name]
                words[AT.deck_count] -= 1
            case {"event": "sweep"}:
                for slot in range(len(words[AT.row])):
                    if words[AT.row.start + slot] != NO_CARD:
                        words[AT.discards.start + words[AT.row.start + slot]] += 1
                        words[AT.row.start + slot] = NO_CARD
            case {"event": "reshuffle", "count": count}:
                words[AT.deck_count] = count
                for card in range(COLOURS):
                    words[AT.discards.start + card] = 0
            case {"event": "tickets", "count": count}:
                self._note(seat, TICKETS)
                words[AT.pile_count] -= count
            case {"event": "keep", "kept": kept, "returned": returned}:
                self.kept[seat].append(kept)
                words[AT.pile_count] += returned
                words[AT.ticket_count.start + seat] += kept
            case {"event": "claim", "route": route, "payment": payment, "points": points}:
                self._claim(seat, self.board.route_index(route), payment, points)
            case {"event": "place", "symbol": name, "location": location}:
                words[AT.stack_location.start + self._symbol[name]] = self.board.index("location", location)
            case {"event": "take", "symbol": name}:
                words[AT.stack_count.start + self._symbol[name]] -= 1
                words[AT.tokens[seat].start + words[AT.token_count.start + seat]] = self._symbol[name]
                words[AT.token_count.start + seat] += 1
            case {"event": "end-turn"}:
                self._is_second = False
                if words[AT.turns_left] != NOT_TRIGGERED:
                    words[AT.turns_left] -= 1
            case {"event": "final-round"}:
                words[AT.turns_left] = self.seats

    def _note(self, seat: int, action: int) -> None:
        """A choice, if it is another seat's, before its consequences."""
        if seat != self.seat:
            self._words[AT.to_play] = seat
            self._words[AT.phase] = SECOND_CARD if self._is_second else TURN
            scene = copy_states(self._state)
            self.choices.append(Choice(seat, action, scene, self.open_cards[seat].copy(), self.gaps[seat]))

    def _take(self, seat: int) -> None:
        self._is_second = True
        self._words[AT.hand[seat].start] += 1

    def _claim(self, seat: int, route: int, payment: dict[str, int], points: int) -> None:
        words = self._words
        self._note(seat, int(self.board.record.route_first_claim[route]))
        words[AT.owner.start + route] = seat
        words[AT.pieces.start + seat] -= self.board.tracks[route].length
        words[AT.score.start + seat] += points
        for name, count in payment.items():
            card = self._colour[name]
            hidden = max(0, count - words[AT.known[seat].start + card])
            self.payments[seat] += [Payment(card, self.gaps[seat])] * hidden
            words[AT.known[seat].start + card] = max(0, words[AT.known[seat].start + card] - count)
            words[AT.discards.start + card] += count
            words[AT.hand[seat].start] -= count
            self.open_cards[seat, card] -= count
