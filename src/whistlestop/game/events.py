"""Events: what an action made happen, in the order it happened, with the part that only one seat may see."""

from collections.abc import Iterator, Mapping
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
    log = words[AT.log][: words[AT.log_count]].tolist()
    return list(zip(log[::3], log[1::3], log[2::3], strict=True))


def cards_from_deck(log: Log) -> list[int]:
    """The cards that left the deck, in order: the only thing about an action that chance decided."""
    return [y for code, _, y in log if code in (engine.DREW_UNSEEN, engine.TURNED_UP)]


def events_of(board: Board, log: Log, before: Words, after: Words) -> list[Event]:
    """The events that the log of an action tells, which led from one state to the next."""
    return list(_events(board, log, before, after))


def _events(board: Board, log: Log, before: Words, after: Words) -> Iterator[Event]:
    colours, symbols = board.colours, board.symbols
    for code, x, y in log:
        match code:
            case engine.DREW_UNSEEN:
                yield _drew_unseen(x, colours[y])
            case engine.TOOK_FACE_UP:
                yield _took_face_up(x, y, colours[before[AT.row][y]])
            case engine.TURNED_UP:
                yield _turned_up(x, colours[y])
            case engine.ROW_SWEPT:
                yield Event("sweep")
            case engine.RESHUFFLED:
                yield Event("reshuffle", None, {"count": x})
            case engine.DREW_TICKETS:
                offered = [board.ticket_ids[t] for t in after[AT.offered[x]][:y]]
                yield Event("tickets", x, {"count": y}, {"tickets": offered})
            case engine.KEPT_TICKETS:
                yield _kept(board, before, x, y)
            case engine.CLAIMED:
                yield _claimed(board, before, after, x, y)
            case engine.PLACED_STACK:
                seat = before[AT.to_play]
                yield Event("place", seat, {"symbol": symbols[x], "location": board.location_ids[y]})
            case engine.TOOK_TOKEN:
                location = board.location_ids[before[AT.stack_location][y]]
                yield Event("take", x, {"symbol": symbols[y], "location": location})
            case engine.PASSED:
                yield Event("pass", x)
            case engine.TURN_ENDED:
                yield _ended_turn(x)
            case engine.FINAL_ROUND:
                yield Event("final-round", x)
            case engine.GAME_OVER:
                yield Event("game-over")


# The events below are most of every game, and there are few different ones: made once, they are shared by all games.
# That halves the memory of a game.


@lru_cache(maxsize=1024)
def _drew_unseen(seat: int, card: str) -> Event:
    return Event("draw", seat, {"from": "deck"}, {"card": card})


@lru_cache(maxsize=1024)
def _took_face_up(seat: int, slot: int, card: str) -> Event:
    return Event("draw", seat, {"from": "row", "slot": slot, "card": card})


@lru_cache(maxsize=1024)
def _turned_up(slot: int, card: str) -> Event:
    return Event("turn-up", None, {"slot": slot, "card": card})


@lru_cache(maxsize=1024)
def _ended_turn(seat: int) -> Event:
    return Event("end-turn", seat)


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
