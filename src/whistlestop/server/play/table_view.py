"""The table around a game, as everybody may see it: who sits where, who is awaited, what was asked for."""

import json
from typing import Literal, NotRequired

from pydantic_core import to_json

from whistlestop.json_types import TypedDict, described
from whistlestop.server.play.match import Match, Seat, Status
from whistlestop.server.play.table_settings import ClockView, Level, Pace

Kind = Literal["person", "bot"]


class NamedSeat(TypedDict):
    """Who sits there, whatever they do."""

    kind: Kind
    name: str
    level: Level | None


class TableSeat(NamedSeat):
    is_taken: bool
    has_left: bool
    bot_plays: bool
    has_chosen: bool
    spent: float


@described
class Awaited(TypedDict):
    seat: int
    since: float
    deadline: float | None
    vote_at: float | None
    """From when on the others may vote for a bot."""


class UndoRequest(TypedDict):
    seat: int
    agreed: list[int]


class SettingsPart(TypedDict):
    """What stays as it was when the table was opened."""

    match: str
    map: str
    clock: ClockView
    public: bool
    spectator_delay: int
    hints: bool
    chat: bool
    commitment: str | None


class PeoplePart(TypedDict):
    """Who sits where."""

    seats: list[TableSeat]


class AwaitedPart(TypedDict):
    """Who has to choose."""

    awaited: list[Awaited]


class RequestsPart(TypedDict):
    """What most actions leave as it is."""

    status: Status
    host: int | None
    pace: Pace
    seed: str | None
    undo: UndoRequest | None
    undoable: int | None
    votes: dict[str, list[int]]
    take_overs: dict[str, float]
    rematch: str | None


@described
class Table(SettingsPart, PeoplePart, AwaitedPart, RequestsPart):
    """The table around the game, the same for everybody."""

    now: float
    """The server's clock, in seconds since 1970."""


class ListedSeat(NamedSeat):
    is_vacant: bool


class FinalResult(TypedDict):
    """How a game ended."""

    totals: list[int]
    winners: list[int]


@described
class TableSummary(TypedDict):
    """What lists show of a table, as it is stored with the match."""

    map: str
    seats: list[ListedSeat]
    clock: ClockView
    status: Status
    result: NotRequired[FinalResult | None]
    """None before the end, and missing where an older version stored it."""


class ListedTable(TableSummary):
    """A line of the lobby."""

    match: str
    created: float


class AwaitedSeat(TypedDict):
    seat: int
    since: float


@described
class OwnTable(ListedTable):
    """A line of `my games`."""

    own_seats: list[int]
    awaited: list[AwaitedSeat] | None
    """Who has to move; null where that is not known."""
    changed: float
    """When something last happened there."""


class LobbyMessage(TypedDict):
    """All open tables, whenever they change."""

    type: Literal["lobby"]
    tables: list[ListedTable]


def table_of(match: Match, now: float) -> Table:
    """All that is shown of a table beside its game."""
    return {
        **settings_part(match),
        **people_part(match),
        **awaited_part(match),
        **requests_part(match),
        "now": now,
    }


def settings_part(match: Match) -> SettingsPart:
    """What never changes."""
    return {
        "match": match.id,
        "map": match.board.source,
        "clock": match.settings.clock.view(),
        "public": match.settings.public,
        "spectator_delay": match.settings.spectator_delay,
        "hints": match.settings.hints,
        "chat": match.settings.has_chat,
        "commitment": match.seed.commitment,
    }


def people_part(match: Match) -> PeoplePart:
    """Who sits where."""
    return {"seats": [_seat(match, i, seat) for i, seat in enumerate(match.seats)]}


def awaited_part(match: Match) -> AwaitedPart:
    """Who has to choose, and until when."""
    return {"awaited": [_awaited(match, seat) for seat in match.awaited]}


def requests_part(match: Match) -> RequestsPart:
    """What changes by what people ask for: pauses, undos, rematches."""
    return {
        "status": match.status,
        "host": match.host,
        "pace": match.pace,
        "seed": str(match.seed.seed) if match.status == "over" and match.seed.commitment else None,
        "undo": None if match.undo is None else {"seat": match.undo.seat, "agreed": sorted(match.undo.agreed)},
        "undoable": None if match.undoable is None else match.undoable.seat,
        "votes": {str(about): sorted(voters) for about, voters in match.votes.items()},
        "take_overs": {str(seat): at for seat, at in match.take_overs.items()},
        "rematch": match.rematch,
    }


def named_seat(seat: Seat) -> NamedSeat:
    """Who has a seat, for people and for bots."""
    return {"kind": "bot" if seat.is_bot else "person", "name": seat.name, "level": seat.level}


def _seat(match: Match, number: int, seat: Seat) -> TableSeat:
    return {
        **named_seat(seat),
        "is_taken": seat.is_taken,
        "has_left": seat.has_left,
        "bot_plays": seat.bot_plays,
        "has_chosen": match.choice(number) is not None,
        "spent": round(match.clocks.spent[number], 3),
    }


def _awaited(match: Match, seat: int) -> Awaited:
    clocks, is_person = match.clocks, not match.seats[seat].bot_plays
    return {
        "seat": seat,
        "since": clocks.since[seat],
        "deadline": clocks.deadline(seat) if is_person else None,
        "vote_at": clocks.vote_at(seat) if is_person else None,
    }


def summary_of(match: Match) -> TableSummary:
    """The table as the lobby lists it."""
    seats: list[ListedSeat] = [
        {**named_seat(seat), "is_vacant": number in match.vacant_seats} for number, seat in enumerate(match.seats)
    ]
    return {
        "map": match.board.source,
        "seats": seats,
        "clock": match.settings.clock.view(),
        "status": match.status,
        "result": _result(match),
    }


def _result(match: Match) -> FinalResult | None:
    if match.game is None or not match.game.is_over:
        return None
    return {"totals": [score["total"] for score in match.game.scores()], "winners": match.game.winners()}


def awaited_json(match: Match) -> str:
    """Who has to move, and since when, as it is stored for lists. With the version, which older processes beside us
    do not take along with what they append."""
    seats: list[AwaitedSeat] = [{"seat": seat, "since": match.clocks.since[seat]} for seat in match.awaited]
    return to_json({"version": match.version, "seats": seats}).decode()


def awaited_seats(stored: str | None, version: int) -> list[AwaitedSeat] | None:
    """What was stored; None if that was of another version."""
    awaited = json.loads(stored or "{}")
    return awaited["seats"] if awaited.get("version") == version else None
