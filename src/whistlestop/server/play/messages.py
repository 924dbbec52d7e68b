"""What each viewer of a match is sent. Hidden information is left out here by `Game.view`, and added nowhere else.

Messages are made as plain dicts, for speed; `protocol` has their models, and a test holds one to the other.
"""

from typing import Any

from pydantic_core import to_json

from whistlestop.server.play.entries import (
    NAMES,
    Act,
    AnswerUndo,
    Downtime,
    Emote,
    Entry,
    Rematch,
    SetPace,
    Sit,
    Vote,
)
from whistlestop.server.play.match import Change, Match, Seat
from whistlestop.server.play.refusal import Refusal, error_json

JsonObject = dict[str, Any]
Viewer = int | None
"""A seat, or None for a spectator."""


def view_message(match: Match, viewer: Viewer, now: float, key: str | None = None) -> bytes:
    """All that a viewer may know."""
    message = {"type": "view", "version": match.version, "key": key, "seat": viewer, **_seen(match, viewer, 0)}
    return _with_table(message, to_json(table_of(match, now)))


class UpdateMessages:
    """What an entry changed, for each viewer; one that took the game back needs a whole view."""

    def __init__(self, match: Match, entry: Entry, change: Change, now: float) -> None:
        self.match = match
        self.entry = entry
        self.change = change
        self.now = now
        self.table = to_json(table_of(match, now))  # the same for all
        self._made: dict[Viewer, bytes] = {}

    def to(self, viewer: Viewer) -> bytes:
        """The message to a viewer to whom it is news."""
        if viewer not in self._made:
            self._made[viewer] = self.answer(viewer, None)
        return self._made[viewer]

    def answer(self, viewer: Viewer, key: str | None) -> bytes:
        """The message to the viewer whose command it was."""
        match, change = self.match, self.change
        if change.is_rewritten:
            return view_message(match, viewer, self.now, key)
        seen: JsonObject = {"view": None, "choice": _choice(match, viewer)}
        if change.events_from is not None:
            seen = _seen(match, viewer, change.events_from)
        message = {"type": "update", "version": match.version, "key": key, "happened": happened(self.entry), **seen}
        return _with_table(message, self.table)


def _with_table(message: JsonObject, table: bytes) -> bytes:
    """A message as JSON with the table, which is JSON already, as its last field."""
    return to_json(message)[:-1] + b',"table":' + table + b"}"


def error_message(version: int, refusal: Refusal, key: str | None) -> bytes:
    """A command that was not carried out."""
    error = error_json(refusal)
    return to_json({"type": "error", "version": version, "key": key, **error})


def short_message(type: str, version: int, key: str | None) -> bytes:
    """`accepted` and `pong`."""
    return to_json({"type": type, "version": version, "key": key})


def _seen(match: Match, viewer: Viewer, events_from: int) -> JsonObject:
    game = match.game_of(viewer)
    if game is None:
        return {"view": None, "choice": None}
    view = game.view(viewer, history_from=events_from)
    if viewer is not None and viewer in match.choices:
        view["legal_actions"] = []
    return {"view": view, "choice": _choice(match, viewer)}


def _choice(match: Match, viewer: Viewer) -> str | None:
    return None if viewer is None else match.choices.get(viewer)


def happened(entry: Entry) -> JsonObject:
    """An entry as everybody may see it. Of an action only whose it was: the events tell the rest, to each its own."""
    public: JsonObject = {"kind": NAMES[type(entry)], "seat": getattr(entry, "seat", None)}
    match entry:
        case Sit(name=name):
            public["name"] = name
        case AnswerUndo(agree=agree):
            public["agree"] = agree
        case Vote(about=about):
            public["about"] = about
        case Downtime(seconds=seconds):
            public["seconds"] = seconds
        case Emote(emote=emote):
            public["emote"] = emote
        case SetPace(pace=pace):
            public["pace"] = pace
        case Rematch(match=other):
            public["match"] = other
        case Act() | _:
            pass
    return public


def table_of(match: Match, now: float) -> JsonObject:
    """The table around the game, the same for everybody."""
    return {
        "match": match.id,
        "map": match.board.source,
        "status": match.status,
        "host": match.host,
        "seats": [_seat(match, i, seat) for i, seat in enumerate(match.seats)],
        "awaited": [_awaited(match, seat) for seat in match.awaited],
        "clock": match.settings.clock.model_dump(),
        "pace": match.pace,
        "public": match.settings.public,
        "spectator_delay": match.settings.spectator_delay,
        "hints": match.settings.hints,
        "commitment": match.seed.commitment,
        "seed": str(match.seed.seed) if match.status == "over" and match.seed.commitment else None,
        "undo": None if match.undo is None else {"seat": match.undo.seat, "agreed": sorted(match.undo.agreed)},
        "undoable": None if match.undoable is None else match.undoable.seat,
        "votes": {str(about): sorted(voters) for about, voters in match.votes.items()},
        "rematch": match.rematch,
        "now": now,
    }


def _seat(match: Match, number: int, seat: Seat) -> JsonObject:
    return {
        "kind": "bot" if seat.is_bot else "person",
        "name": seat.name,
        "level": seat.level or None,
        "is_taken": seat.is_taken,
        "has_left": seat.has_left,
        "bot_plays": seat.bot_plays,
        "has_chosen": number in match.choices,
        "spent": round(match.clocks.spent[number], 3),
    }


def _awaited(match: Match, seat: int) -> JsonObject:
    deadline = None if match.seats[seat].bot_plays else match.clocks.deadline(seat)
    return {"seat": seat, "since": match.clocks.since[seat], "deadline": deadline}


def summary_of(match: Match) -> JsonObject:
    """What the lobby shows of a table."""
    return {
        "map": match.board.source,
        "seats": [
            {
                "kind": "bot" if seat.is_bot else "person",
                "name": seat.name,
                "level": seat.level or None,
                "is_vacant": number in match.vacant_seats,
            }
            for number, seat in enumerate(match.seats)
        ],
        "clock": match.settings.clock.model_dump(),
        "status": match.status,
    }
