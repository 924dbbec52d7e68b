"""Events: what an action made happen, in the order it happened, with the part that only one seat may see."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal

from typing_extensions import TypeAliasType

from whistlestop.board import Board
from whistlestop.engine import state as engine
from whistlestop.engine.words import AT, Words
from whistlestop.json_types import JsonObject, TypedDict

Log = list[tuple[int, int, int]]
"""What an action left in a state: entries (code, x, y)."""
FROM_DECK = (engine.DREW_UNSEEN, engine.TURNED_UP)
NOTHING: Mapping[str, Any] = {}

# Events as JSON. What a viewer may not know is null.
DrawFromDeck = TypedDict(
    "DrawFromDeck", {"event": Literal["draw"], "seat": int, "from": Literal["deck"], "card": str | None}
)
DrawFromRow = TypedDict(
    "DrawFromRow", {"event": Literal["draw"], "seat": int, "from": Literal["row"], "slot": int, "card": str}
)


class TurnUp(TypedDict):
    event: Literal["turn-up"]
    seat: None
    slot: int
    card: str


class Sweep(TypedDict):
    event: Literal["sweep"]
    seat: None


class Reshuffle(TypedDict):
    event: Literal["reshuffle"]
    seat: None
    count: int


class DrawTickets(TypedDict):
    event: Literal["tickets"]
    seat: int
    count: int
    tickets: list[str] | None


class KeepTickets(TypedDict):
    event: Literal["keep"]
    seat: int
    kept: int
    returned: int
    tickets: list[str] | None
    returned_tickets: list[str] | None


class Claim(TypedDict):
    event: Literal["claim"]
    seat: int
    route: str
    payment: dict[str, int]
    points: int


class TokenMove(TypedDict):
    event: Literal["place", "take"]
    seat: int
    symbol: str
    location: str


class TurnEvent(TypedDict):
    event: Literal["pass", "end-turn", "final-round"]
    seat: int


class GameOver(TypedDict):
    event: Literal["game-over"]
    seat: None


EventView = TypeAliasType(
    "EventView",
    DrawFromDeck
    | DrawFromRow
    | TurnUp
    | Sweep
    | Reshuffle
    | DrawTickets
    | KeepTickets
    | Claim
    | TokenMove
    | TurnEvent
    | GameOver,
)
"""An event as `Event.seen_by` and `in_full` give it."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened. `public` is for everybody, `secret` for `seat` alone. Games share events: read only.

    >>> event = Event("draw", 1, {"from": "deck"}, {"card": "red"})
    >>> event.seen_by(1)
    {'event': 'draw', 'seat': 1, 'from': 'deck', 'card': 'red'}
    >>> event.seen_by(0)
    {'event': 'draw', 'seat': 1, 'from': 'deck', 'card': None}
    """

    name: str
    seat: int | None = None
    public: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    secret: Mapping[str, Any] = field(default_factory=lambda: NOTHING)

    def seen_by(self, viewer: int | None) -> JsonObject:
        """The event as JSON for one seat, or for a spectator (None): what is secret reads null."""
        if not self.secret:
            return {"event": self.name, "seat": self.seat, **self.public}
        secret = self.secret if viewer is not None and viewer == self.seat else dict.fromkeys(self.secret)
        return {"event": self.name, "seat": self.seat, **self.public, **secret}

    def in_full(self) -> JsonObject:
        """The event as JSON with all that is secret, for when the game is over.

        >>> Event("draw", 1, {"from": "deck"}, {"card": "red"}).in_full()
        {'event': 'draw', 'seat': 1, 'from': 'deck', 'card': 'red'}
        """
        return {"event": self.name, "seat": self.seat, **self.public, **self.secret}


def read_log(words: Words) -> Log:
    """The entries that the last action left in a state."""
    return _entries(words[AT.log][: words[AT.log_count]])


def _entries(log: Words) -> Log:
    numbers = iter(log.tolist())
    return list(zip(numbers, numbers, numbers, strict=True))


def cards_from_deck(log: Log) -> list[int]:
    """The cards that left the deck, in order: the only thing about an action that chance decided."""
    return [y for code, _, y in log if code in FROM_DECK]


def events_of(board: Board, log: Log, before: Words, after: Words) -> list[Event]:
    """The events that the log of an action tells, which led from one state to the next."""
    return [_plain_event(board.colours, *entry) or _event(board, *entry, before, after) for entry in log]


# Most actions are draws, and there are few different ones. Their events are made once, and shared by all games: that
# halves the memory of a game, and draws take two thirds of the time.


@lru_cache(maxsize=4096)
def told_by_draw(colours: tuple[str, ...], card: int, log: bytes) -> tuple[tuple[Event, ...], tuple[str, ...]]:
    """The events of a draw, and the cards that left the deck, by the integers of its log. `card` was asked for, unless
    that was the deck."""
    entries = _entries(memoryview(log).cast("q"))
    events = (_plain_event(colours, code, x, y) or _took_face_up(x, y, colours[card]) for code, x, y in entries)
    return tuple(events), tuple(colours[drawn] for drawn in cards_from_deck(entries))


@lru_cache(maxsize=1024)
def _took_face_up(seat: int, slot: int, card: str) -> Event:
    return Event("draw", seat, {"from": "row", "slot": slot, "card": card})


@lru_cache(maxsize=1024)
def _plain_event(colours: tuple[str, ...], code: int, x: int, y: int) -> Event | None:
    """The event that an entry tells by itself, without the states before and after; None if it does not."""
    match code:
        case engine.DREW_UNSEEN:
            return Event("draw", x, {"from": "deck"}, {"card": colours[y]})
        case engine.TURNED_UP:
            return Event("turn-up", None, {"slot": x, "card": colours[y]})
        case engine.ROW_SWEPT:
            return Event("sweep")
        case engine.RESHUFFLED:
            return Event("reshuffle", None, {"count": x})
        case engine.PASSED:
            return Event("pass", x)
        case engine.TURN_ENDED:
            return Event("end-turn", x)
        case engine.FINAL_ROUND:
            return Event("final-round", x)
        case engine.GAME_OVER:
            return Event("game-over")
    return None


def _event(board: Board, code: int, x: int, y: int, before: Words, after: Words) -> Event:
    """The event that an entry tells together with the states before and after."""
    match code:
        case engine.TOOK_FACE_UP:
            return _took_face_up(x, y, board.colours[before[AT.row][y]])
        case engine.DREW_TICKETS:
            offered = [board.ticket_ids[t] for t in after[AT.offered[x]][:y]]
            return Event("tickets", x, {"count": y}, {"tickets": offered})
        case engine.KEPT_TICKETS:
            return _kept(board, before, x, y)
        case engine.CLAIMED:
            return _claimed(board, before, after, x, y)
        case engine.PLACED_STACK:
            place = {"symbol": board.symbols[x], "location": board.location_ids[y]}
            return Event("place", before[AT.to_play], place)
        case _:
            assert code == engine.TOOK_TOKEN
            location = board.location_ids[before[AT.stack_location][y]]
            return Event("take", x, {"symbol": board.symbols[y], "location": location})


def _kept(board: Board, before: Words, seat: int, mask: int) -> Event:
    offered = [board.ticket_ids[t] for t in before[AT.offered[seat]][: before[AT.offered_count][seat]]]
    kept = [ticket for i, ticket in enumerate(offered) if mask >> i & 1]
    returned = [ticket for ticket in offered if ticket not in kept]
    return Event(
        "keep", seat, {"kept": len(kept), "returned": len(returned)}, {"tickets": kept, "returned_tickets": returned}
    )


def _claimed(board: Board, before: Words, after: Words, seat: int, route: int) -> Event:
    hand = AT.hand[seat]
    payment = {
        colour: had - has
        for colour, had, has in zip(board.colours, before[hand], after[hand], strict=False)
        if had != has
    }
    points = after[AT.score][seat] - before[AT.score][seat]
    return Event("claim", seat, {"route": board.route_ids[route], "payment": payment, "points": points})
