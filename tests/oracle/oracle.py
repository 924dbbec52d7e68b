"""An obvious, slow Whistlestop: the rules of record written with lists, dicts and sets.

It shares no code with the engine, so that a mistake in one of them shows as a difference between the two.
"""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import combinations
from typing import Any

from .map import GREY, WILD, OracleMap, Track
from .rng import Rng
from .scoring import score_seats, seats_ahead
from .seat import Seat

Position = dict[str, Any]


class Oracle:
    """One game. `apply` trusts its caller: the text must be one of `legal_actions()`."""

    def __init__(self, board: OracleMap, map_name: str, players: int, seed: object, number: int = 0) -> None:
        self._clear(board, map_name, players, Rng(seed, number))
        self._set_up_cards()
        self._set_up_tickets()
        self._set_up_tokens()

    @classmethod
    def from_position(cls, board: OracleMap, position: Position, rng: Rng) -> "Oracle":
        """The game that stands at `position`, with this generator."""
        game = cls.__new__(cls)
        game._clear(board, position["map"], position["players"], rng)
        game.phase = position["phase"]
        game.to_play = position["to_play"]
        game.deck = position["deck"][::-1]
        game.row = list(position["face_up"])
        game.discards = +Counter(position["discards"])
        game.ticket_deck = list(position["ticket_deck"])
        game.seats = [Seat.from_position(seat) for seat in position["seats"]]
        game.claimed = dict(position["claimed"])
        for track, owner in game.claimed.items():
            game._close(board.tracks[track], owner)
        game.stacks = {place: (stack["symbol"], stack["count"]) for place, stack in position["stacks"].items()}
        game.set_aside = {stack["symbol"]: stack["count"] for stack in position["set_aside"]}
        game.token_choice = list(position["token_choice"])
        game.turns_left = position["turns_left"]
        game.passes = position["passes"]
        return game

    def _clear(self, board: OracleMap, map_name: str, players: int, rng: Rng) -> None:
        """An empty table: no cards, tickets or tokens dealt yet."""
        self.map = board
        self.map_name = map_name
        self.players = players
        self.rng = rng
        self.phase = "keep-tickets"
        self.to_play: int | None = 0
        self.deck: list[str] = []  # the top is the end
        self.row: list[str | None] = [None] * self.map.face_up
        self.discards: Counter[str] = Counter()
        self.ticket_deck: list[str] = []  # the top is the front
        self.seats = [Seat(self.map.pieces) for _ in range(players)]
        self.claimed: dict[str, int] = {}  # track id -> seat
        self.open_to = [set(self.map.tracks) for _ in range(players)]  # track ids; pieces and cards aside
        self.stacks: dict[str, tuple[str, int]] = {}  # location -> symbol, count
        self.set_aside: dict[str, int] = {}  # symbol -> count, in the order set aside
        self.token_choice: list[str] = []
        self.turns_left: int | None = None
        self.passes = 0

    @property
    def is_over(self) -> bool:
        """Whether the last turn has been played."""
        return self.phase == "over"

    @property
    def seat(self) -> Seat:
        """The seat that is to play."""
        assert self.to_play is not None
        return self.seats[self.to_play]

    # --- R1: setup

    def _set_up_cards(self) -> None:
        """R1.1: shuffle, deal the opening hands, turn up the row (R2.5 applies to it)."""
        self._shuffle_into_deck(self.map.cards_by_kind)
        for seat in self.seats:
            for _ in range(self.map.opening_hand):
                seat.hand[self._next_card()] += 1
        self._fill_row()
        self._reset_row()

    def _set_up_tickets(self) -> None:
        """R1.2: shuffle and deal; the seats then choose one after the other."""
        self.ticket_deck = list(self.map.tickets)
        self.rng.shuffle(self.ticket_deck)
        for seat in self.seats:
            self._offer_tickets(seat, self.map.opening_tickets["dealt"])

    def _set_up_tokens(self) -> None:
        """R1.4: a random stack on each spot, the other stacks set aside."""
        tokens = self.map.tokens
        if tokens is None:
            return
        symbols = list(tokens["symbols"])
        self.rng.shuffle(symbols)
        spots = [self.map.location_by_name[name] for name in tokens["spots"]]
        stack_count = tokens["stack"][str(self.players)]
        placed_count = tokens["placed"][str(self.players)]
        self.stacks = {spot: (symbol, stack_count) for spot, symbol in zip(spots, symbols, strict=False)}
        self.set_aside = dict.fromkeys(symbols[len(spots) :], placed_count)

    # --- R2: cards

    def _shuffle_into_deck(self, count_by_kind: dict[str, int]) -> None:
        """A new deck: filled kind by kind, then shuffled."""
        self.deck = [kind for kind in self.map.kinds for _ in range(count_by_kind.get(kind, 0))]
        self.rng.shuffle(self.deck)

    def _renew_empty_deck(self) -> None:
        """R2.6: an empty deck takes up the discards at once."""
        if not self.deck and self.discards.total():
            self._shuffle_into_deck(self.discards)
            self.discards = Counter()

    def _next_card(self) -> str:
        """The top card of the deck, which must have one."""
        card = self.deck.pop()
        self._renew_empty_deck()
        return card

    def _discard(self, cards: Iterable[str]) -> None:
        """R2.6: discard all of these at once, then see whether the deck was waiting for them."""
        self.discards.update(cards)
        self._renew_empty_deck()

    def _fill_row(self) -> bool:
        """R2.6: fill the gaps from left to right while there are cards; say whether any was filled."""
        is_any_filled = False
        for slot, card in enumerate(self.row):
            if card is None and self.deck:
                self.row[slot] = self._next_card()
                is_any_filled = True
        return is_any_filled

    def _reset_row(self) -> None:
        """R2.5: too many wilds sweep the row away, a limited number of times."""
        for _ in range(self.map.reset_limit):
            if self.row.count(WILD) < self.map.reset_at:
                return
            swept = [card for card in self.row if card is not None]
            self.row = [None] * self.map.face_up
            self._discard(swept)
            self._fill_row()

    def _drawable(self) -> list[str]:
        """R2.2, R2.3: where the next card may come from; a face-up wild can't be the second card."""
        face_up = [kind for kind in self.map.kinds if kind in self.row]
        if self.phase == "second-card" and WILD in face_up:
            face_up.remove(WILD)
        return ["deck", *face_up] if self.deck else face_up

    def _draw(self, source: str) -> None:
        """R2.2: take one card, then see whether the turn goes on."""
        if source == "deck":
            self.seat.hand[self._next_card()] += 1
        else:
            self.row[self.row.index(source)] = None
            self.seat.hand[source] += 1
            self._fill_row()
            self._reset_row()
        if self.phase == "second-card" or source == WILD:  # R2.3, R2.4: a wild from the deck is no `draw wild`
            self._end_turn()
            return
        self.phase = "second-card"
        if not self._drawable():  # R2.7
            self._end_turn()

    # --- R3: routes

    def _close(self, track: Track, owner: int) -> None:
        """R3.4: a claimed track is open to nobody, its twin to others only, and to them if there are enough players."""
        for seat, tracks in enumerate(self.open_to):
            tracks.discard(track.id)
            if track.twin and (seat == owner or self.players < self.map.both_tracks_from):
                tracks.discard(track.twin)

    def _claims(self) -> list[str]:
        """R3.1: every open track with every payment."""
        assert self.to_play is not None
        hand, wilds = self.seat.hand, self.seat.hand[WILD]
        payable = [claims_in(self.map, colour, hand[colour], wilds) for colour in self.map.colours if colour in hand]
        payable.append(claims_in_wilds(self.map, wilds))
        open_tracks, pieces = self.open_to[self.to_play], self.seat.pieces
        actions: list[str] = []
        for claims_by_track in payable:
            for track, claims in claims_by_track.items():
                if track in open_tracks and self.map.tracks[track].length <= pieces:
                    actions += claims
        return actions

    def _claim(self, track: Track, payment: str) -> None:
        """R3.1, R3.5, R3.6: pay, put down the pieces, score, and look for a token."""
        assert self.to_play is not None
        self.claimed[track.id] = self.to_play
        self._close(track, self.to_play)
        self.seat.pieces -= track.length
        self.seat.score += self.map.route_points[track.length - 1]
        paid = Counter({kind: int(count) for kind, count in (part.split(":") for part in payment.split(","))})
        self.seat.hand -= paid
        self._discard(paid.elements())
        if self._fill_row():
            self._reset_row()
        symbols = [self.stacks[end][0] for end in (track.a, track.b) if end in self.stacks]
        self._choose_token([symbol for symbol in symbols if symbol not in self.seat.tokens])

    def _choose_token(self, symbols: list[str]) -> None:
        """R3.6: taking is not optional; there is a choice only between two."""
        if len(symbols) == 2:
            self.phase = "take-token"
            self.token_choice = symbols
        elif symbols:
            self._take_token(symbols[0])
        else:
            self._end_turn()

    def _take_token(self, symbol: str) -> None:
        """R3.6: one token from the stack of that symbol."""
        self.token_choice = []
        self.seat.tokens.append(symbol)
        place = next(place for place, stack in self.stacks.items() if stack[0] == symbol)
        count = self.stacks[place][1] - 1
        if count:
            self.stacks[place] = (symbol, count)
        else:
            del self.stacks[place]
        self._end_turn()

    # --- R1.2, R1.5, R4: tickets, and the stacks set aside

    def _offer_tickets(self, seat: Seat, count: int) -> None:
        """R4.1: deal from the top of the pile, fewer if it has fewer."""
        seat.offered = self.ticket_deck[:count]
        self.ticket_deck = self.ticket_deck[count:]

    def _is_opening(self) -> bool:
        """R1.2: everybody keeps a ticket in the opening, so a seat without one is still choosing its first."""
        return not self.seat.tickets

    def _keeps(self) -> list[str]:
        """R1.2, R4.1: every choice of enough tickets, each named in the order dealt."""
        offered = self.seat.offered
        rule = self.map.opening_tickets if self._is_opening() else self.map.action_tickets
        at_least = min(rule["keep"], len(offered))
        sizes = range(at_least, len(offered) + 1)
        return [" ".join(["keep", *kept]) for size in sizes for kept in combinations(offered, size)]

    def _keep(self, kept: list[str]) -> None:
        """R1.2, R4.1: the tickets not kept go under the pile in the order dealt."""
        is_opening = self._is_opening()
        offered = self.seat.offered
        self.seat.offered = []
        self.seat.tickets += [ticket for ticket in offered if ticket in kept]
        self.ticket_deck += [ticket for ticket in offered if ticket not in kept]
        if not is_opening:
            self._end_turn()
        elif self.to_play != self.players - 1:
            self._next_seat()
        elif self.set_aside:
            self.phase = "place-tokens"  # R1.5: the last player begins
        else:
            self._begin_first_turn()

    def _places(self) -> list[str]:
        """R1.5: any stack set aside, on any location without a stack."""
        free = [place for place in self.map.locations if place not in self.stacks]
        return [f"place {symbol} {place}" for symbol in self.set_aside for place in free]

    def _place(self, symbol: str, place: str) -> None:
        """R1.5: with two players the second places all, else the last, the last but one, and so on."""
        assert self.to_play is not None
        self.stacks[place] = (symbol, self.set_aside.pop(symbol))
        if not self.set_aside:
            self._begin_first_turn()
        elif self.players > 2:
            self.to_play = (self.to_play - 1) % self.players

    # --- R2.1, R5, R6.1: turns

    def _begin_first_turn(self) -> None:
        """R1.3: seat 0 starts."""
        self.phase = "turn"
        self.to_play = 0

    def _next_seat(self) -> None:
        assert self.to_play is not None
        self.to_play = (self.to_play + 1) % self.players

    def _end_turn(self, is_pass: bool = False) -> None:
        """R5.2, R6.1: the final round is triggered once; it or a round of passes ends the game."""
        self.passes = self.passes + 1 if is_pass else 0
        if self.turns_left is not None:
            self.turns_left -= 1
        elif self.seat.pieces <= self.map.final_round_at:
            self.turns_left = self.players
        if self.turns_left == 0 or self.passes == self.players:
            self.phase = "over"
            self.to_play = None
        else:
            self.phase = "turn"
            self._next_seat()

    def legal_actions(self) -> list[str]:
        """Every action of the seat to play, as text."""
        match self.phase:
            case "keep-tickets":
                return self._keeps()
            case "place-tokens":
                return self._places()
            case "take-token":
                return [f"take {symbol}" for symbol in self.token_choice]
            case "over":
                return []
        actions = [f"draw {source}" for source in self._drawable()]
        if self.phase == "turn":
            actions += self._claims()
            actions += ["tickets"] if self.ticket_deck else []
        return actions or ["pass"]  # R5.1

    def apply(self, text: str) -> None:
        """Play one of the legal actions."""
        match text.split():
            case ["keep", *kept]:
                self._keep(kept)
            case ["place", symbol, place]:
                self._place(symbol, place)
            case ["draw", source]:
                self._draw(source)
            case ["claim", track, payment]:
                self._claim(self.map.tracks[track], payment)
            case ["take", symbol]:
                self._take_token(symbol)
            case ["tickets"]:
                self._offer_tickets(self.seat, self.map.action_tickets["dealt"])
                self.phase = "keep-tickets"
            case ["pass"]:
                self._end_turn(is_pass=True)
            case _:
                raise ValueError(f"not an action: {text!r}")

    # --- R6: scoring

    def scores(self) -> list[dict[str, int]]:
        """R6.2 to R6.4, as if the game ended now."""
        return score_seats(self.map, self.claimed, self.seats)

    def winners(self) -> list[int]:
        """R6.5; nobody has won a game that is still running."""
        return seats_ahead(self.scores()) if self.is_over else []

    def position(self) -> Position:
        """Everything, hidden parts included, in the format of the design."""
        return {
            "map": self.map_name,
            "players": self.players,
            "phase": self.phase,
            "to_play": self.to_play,
            "deck": self.deck[::-1],
            "face_up": list(self.row),
            "discards": dict(self.discards),
            "ticket_deck": list(self.ticket_deck),
            "seats": [seat.position() for seat in self.seats],
            "claimed": dict(self.claimed),
            "stacks": {place: {"symbol": symbol, "count": count} for place, (symbol, count) in self.stacks.items()},
            "set_aside": [{"symbol": symbol, "count": count} for symbol, count in self.set_aside.items()],
            "token_choice": list(self.token_choice),
            "turns_left": self.turns_left,
            "passes": self.passes,
        }


@cache
def claims_in(board: OracleMap, colour: str, held: int, wilds: int) -> dict[str, list[str]]:
    """R3.1: the claims that can be paid with `held` cards of a colour, with wilds or without, by track."""
    claims = {}
    for track in board.tracks.values():
        if track.colour in (colour, GREY):
            payments = payments_in(colour, held, wilds, track.length, track.ferries)
            claims[track.id] = [f"claim {track.id} {payment}" for payment in payments]
    return {track: texts for track, texts in claims.items() if texts}


@cache
def claims_in_wilds(board: OracleMap, wilds: int) -> dict[str, list[str]]:
    """R3.2: the claims that can be paid with wilds alone, by track."""
    tracks = [track for track in board.tracks.values() if track.length <= wilds]
    return {track.id: [f"claim {track.id} {WILD}:{track.length}"] for track in tracks}


def payments_in(colour: str, held: int, wilds: int, length: int, ferries: int) -> list[str]:
    """R3.2, R3.3: every way to pay with at least one card of a colour, of which `held` are there, and wilds.

    >>> payments_in("red", 2, 2, 3, 0)
    ['red:2,wild:1', 'red:1,wild:2']
    """
    wild_counts = range(max(ferries, length - held), min(wilds, length - 1) + 1)
    return [f"{colour}:{length - count},{WILD}:{count}" if count else f"{colour}:{length}" for count in wild_counts]
