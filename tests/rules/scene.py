"""Scenes: games that begin in the middle, set up in words.

    game = usa(players=3).with_claimed("atlanta/raleigh", by=1).with_hand(0, wild=6)

A scene is a Game. Every `with_…` gives a new scene in which one thing is different and the cards still add up: what a
hand or the row gets comes from the bottom of the deck, what it had goes there. Set up hands first, then `with_cards`.
"""

import random
from collections import Counter
from pathlib import Path
from typing import Any, cast

import pytest

import whistlestop as ws

JsonObject = dict[str, Any]
EMPTY_ROW = (None,) * 5


class Scene(ws.Game):
    """A game in which it is seat 0's turn, nobody holds anything, and neither tickets nor tokens have been dealt."""

    def _changed(self, position: JsonObject) -> "Scene":
        return cast(Scene, Scene.from_position(position, self.board, seed=1))

    def with_hand(self, seat: int, **cards: int) -> "Scene":
        """The seat holds exactly these cards."""
        position = self.position()
        position["deck"] += Counter(position["seats"][seat]["hand"]).elements()
        position["seats"][seat]["hand"] = cards
        _take_from_deck(position, Counter(cards).elements())
        return self._changed(position)

    def with_row(self, *cards: str) -> "Scene":
        """These cards lie face up, left to right."""
        position = self.position()
        position["deck"] += [card for card in position["face_up"] if card]
        position["face_up"] = list(cards)
        _take_from_deck(position, cards)
        return self._changed(position)

    def with_next(self, *cards: str) -> "Scene":
        """These cards come next from the deck."""
        position = self.position()
        _take_from_deck(position, cards)
        position["deck"] = [*cards, *position["deck"]]
        return self._changed(position)

    def with_discards(self, **cards: int) -> "Scene":
        """Exactly these cards are discarded."""
        position = self.position()
        position["deck"] += Counter(position["discards"]).elements()
        position["discards"] = cards
        _take_from_deck(position, Counter(cards).elements())
        return self._changed(position)

    def with_cards(
        self, row: tuple[str | None, ...], deck: tuple[str, ...] = (), rest_with: int | None = None
    ) -> "Scene":
        """Exactly this row and this deck; the other cards outside the hands are discarded, or go to a seat's hand."""
        position = self.position()
        position["deck"] += [card for card in position["face_up"] if card]
        position["deck"] += Counter(position["discards"]).elements()
        position["face_up"] = list(row)
        _take_from_deck(position, [*deck, *(card for card in row if card)])
        rest = Counter(position["deck"])
        position["deck"] = list(deck)
        position["discards"] = {}
        if rest_with is None:
            position["discards"] = dict(rest)
        else:
            position["seats"][rest_with]["hand"] = dict(rest + Counter(position["seats"][rest_with]["hand"]))
        return self._changed(position)

    def with_claimed(self, *routes: str, by: int) -> "Scene":
        """The seat has claimed these routes: its pieces lie there and it has their points."""
        position = self.position()
        seat = position["seats"][by]
        for route in routes:
            length = self.board.tracks[self.board.route_index(route)].length
            position["claimed"][route] = by
            seat["pieces"] -= length
            seat["score"] += self.board.map.rules.route_points[length - 1]
        return self._changed(position)

    def with_pieces(self, seat: int, count: int) -> "Scene":
        """The seat has this many pieces left, wherever the others went."""
        return self._with_seat(seat, pieces=count)

    def with_score(self, seat: int, points: int) -> "Scene":
        """The seat has this many route points, wherever they came from."""
        return self._with_seat(seat, score=points)

    def with_tokens(self, seat: int, *symbols: str) -> "Scene":
        return self._with_seat(seat, tokens=list(symbols))

    def with_tickets(self, seat: int, *tickets: str) -> "Scene":
        """The seat has kept these tickets, which come out of the pile."""
        position = self.position()
        for ticket in tickets:
            position["ticket_deck"].remove(ticket)
        position["seats"][seat]["tickets"] += tickets
        return self._changed(position)

    def with_ticket_deck(self, *tickets: str) -> "Scene":
        """The ticket pile is exactly this, top first; the others are out of the game."""
        return self._changed({**self.position(), "ticket_deck": list(tickets)})

    def with_stack(self, location: str, symbol: str, count: int = 1) -> "Scene":
        position = self.position()
        position["stacks"][location] = {"symbol": symbol, "count": count}
        return self._changed(position)

    def with_turn_of(self, seat: int) -> "Scene":
        return self._changed({**self.position(), "to_play": seat})

    def with_turns_left(self, count: int) -> "Scene":
        """The final round has been triggered."""
        return self._changed({**self.position(), "turns_left": count})

    def with_passes(self, count: int) -> "Scene":
        return self._changed({**self.position(), "passes": count})

    def finished(self) -> "Scene":
        """The game is over and can be scored."""
        return self._changed({**self.position(), "phase": "over", "to_play": None})

    def _with_seat(self, seat: int, **changes: Any) -> "Scene":
        position = self.position()
        position["seats"][seat] |= changes
        return self._changed(position)


def _take_from_deck(position: JsonObject, cards: Any) -> None:
    """Take cards out of the deck, from the bottom, so that what was put on top stays there."""
    deck = position["deck"][::-1]
    for card in cards:
        assert card in deck, f"this scene has no {card} left in the deck"
        deck.remove(card)
    position["deck"] = deck[::-1]


def scene(map: str | Path, players: int) -> Scene:
    """The scene to start from: row and deck show the colours in turn, wilds lie at the bottom."""
    board = ws.load_board(map)
    rules = board.map.rules
    rounds = range(max(rules.cards.colors.values()))
    deck = [card for i in rounds for card, count in rules.cards.colors.items() if i < count]
    deck += ["wild"] * rules.cards.wild
    seat = {"score": 0, "pieces": rules.pieces, "hand": {}, "tickets": [], "offered": [], "tokens": []}
    position = {
        "map": board.source,
        "players": players,
        "phase": "turn",
        "to_play": 0,
        "deck": deck[rules.cards.face_up :],
        "face_up": deck[: rules.cards.face_up],
        "discards": {},
        "ticket_deck": list(board.ticket_ids),
        "seats": [seat] * players,
        "claimed": {},
        "stacks": {},
        "set_aside": [],
        "token_choice": [],
        "turns_left": None,
        "passes": 0,
    }
    return cast(Scene, Scene.from_position(position, board, seed=1))


def usa(players: int = 2) -> Scene:
    return scene("usa", players)


def san_francisco(players: int = 2) -> Scene:
    return scene("san-francisco", players)


LAKESIDE = """
format = 1
name = "Lakeside"
locations = [
  { name = "Ash", x = 100, y = 100 },
  { name = "Birch Hill", x = 300, y = 100 },
  { name = "Cedar", x = 300, y = 300 },
  { name = "Dogwood", x = 100, y = 300 },
]
routes = [
  { a = "Birch Hill", b = "Ash", length = 1, colors = ["grey"] },
  { a = "Birch Hill", b = "Cedar", length = 2, colors = ["red", "black"] },
  { a = "Cedar", b = "Dogwood", length = 3, colors = ["grey"], ferries = 2 },
  { a = "Dogwood", b = "Ash", length = 2, colors = ["red"] },
]
tickets = [
  { a = "Ash", b = "Cedar", points = 5 },
  { a = "Birch Hill", b = "Dogwood", points = 4 },
  { a = "Ash", b = "Dogwood", points = 2 },
  { a = "Cedar", b = "Birch Hill", points = 2 },
  { a = "Cedar", b = "Dogwood", points = 3 },
  { a = "Ash", b = "Birch Hill", points = 1 },
]
[rules]
players = { min = 2, max = 2 }
pieces = 12
final_round_at = 1
both_tracks_from = 3
route_points = [1, 3, 6]
longest_path = 5
[rules.cards]
colors = { red = 7, black = 7 }
wild = 6
opening_hand = 1
face_up = 5
reset_at = 3
reset_limit = 3
[rules.tickets]
opening = { dealt = 3, keep = 1 }
action = { dealt = 3, keep = 2 }
[board]
width = 400
height = 400
"""
"""A map of our own, small enough to take every route, with numbers that neither printed game has."""


def write_lakeside(folder: Path) -> Path:
    path = folder / "lakeside.toml"
    path.write_text(LAKESIDE, encoding="utf-8")
    return path


on_both_maps = pytest.mark.parametrize("table", [usa, san_francisco])
at_every_table = pytest.mark.parametrize(
    ("map", "players"), [("usa", n) for n in (2, 3, 4, 5)] + [("san-francisco", n) for n in (2, 3, 4)]
)


def texts(game: ws.Game) -> set[str]:
    """The legal actions as text."""
    return {str(action) for action in game.legal_actions()}


def payments(game: ws.Game, route: str) -> set[str]:
    """The ways in which the seat to play may pay for a route; none if it can't claim it."""
    return {text.split()[2] for text in texts(game) if text.startswith(f"claim {route} ")}


def names(events: list[ws.Event]) -> list[str]:
    return [event.name for event in events]


def cards_in(position: JsonObject) -> Counter[str]:
    """All cards of a position, wherever they are."""
    cards = Counter(position["deck"]) + Counter(card for card in position["face_up"] if card)
    cards += Counter(position["discards"])
    for seat in position["seats"]:
        cards += Counter(seat["hand"])
    return cards


def keep_first_tickets(game: ws.Game) -> None:
    """Let every seat choose opening tickets: as few as it may, the first ones dealt."""
    while game.phase == "keep-tickets":
        game.apply(game.legal_actions()[0])


def play_on(game: ws.Game, seed: int, actions: int = 100_000) -> None:
    """Play `actions` random actions, or until the game is over."""
    rng = random.Random(seed)
    for _ in range(actions):
        if game.is_over:
            return
        game.apply(rng.choice(game.legal_actions()))


def assert_refused(game: ws.Game, action: ws.Action | str, rule: str, seat: int | None = None) -> None:
    """The action breaks this rule, the message says so, and nothing has changed."""
    before = (game.position(), list(game.history), texts(game), game.version, game.record())
    with pytest.raises(ws.IllegalAction) as refusal:
        game.apply(action, seat)
    assert refusal.value.rule == rule
    assert str(refusal.value) == f"{rule}: {refusal.value.reason}"
    assert len(refusal.value.reason) > 10, "the message must say what is wrong"
    assert (game.position(), game.history, texts(game), game.version, game.record()) == before
