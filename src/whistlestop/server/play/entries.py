"""Entries: what a match's log holds, one per version. The match is what its entries make of it, and nothing else."""

import json
from dataclasses import dataclass, fields
from typing import Any, Literal, cast

from pydantic_core import to_json
from typing_extensions import TypeAliasType

from whistlestop.server.play.table_settings import Level, Pace

EmoteName = TypeAliasType(
    "EmoteName", Literal["hello", "good-luck", "well-played", "thanks", "oops", "wow", "thinking", "good-game"]
)


@dataclass(frozen=True, slots=True)
class Sit:
    """A person takes an empty seat, or one whose person left."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Leave:
    """A person gets up: before the game the seat is empty again, in the game it waits for them or for a bot."""

    seat: int


@dataclass(frozen=True, slots=True)
class Begin:
    """The cards are dealt: `start` is the position, hidden cards included. Bots of level `fill` take what is empty."""

    start: dict[str, Any]
    fill: Level | None = None


@dataclass(frozen=True, slots=True)
class Act:
    """A seat's action with the cards that it made leave the deck. `key` is the client's, to recognise a repetition."""

    seat: int
    action: str
    outcome: list[str]
    key: str = ""


@dataclass(frozen=True, slots=True)
class AskUndo:
    """A seat wants its last action back; it happens at once where nobody has to agree."""

    seat: int


@dataclass(frozen=True, slots=True)
class AnswerUndo:
    seat: int
    agree: bool


@dataclass(frozen=True, slots=True)
class Vote:
    """A person wants a bot to play for the seat `about`, which keeps the table waiting.

    Once all the others want it, who sits there has `notice` seconds to say that they are there. Logs from before that
    have none: there the bot played at once."""

    seat: int
    about: int
    notice: float = 0.0


@dataclass(frozen=True, slots=True)
class Stay:
    """A person about whom the others vote is there, and goes on playing."""

    seat: int


@dataclass(frozen=True, slots=True)
class TakeOver:
    """A person's time is up, or the others' vote has taken effect: a bot plays for them."""

    seat: int


@dataclass(frozen=True, slots=True)
class Return:
    """A person is back on their seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class Downtime:
    """No server was there: the clocks of those who are awaited stood still for `seconds`."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Emote:
    """Sent to who is there and not stored (decision 19). Logs from before that have some, as entries."""

    seat: int
    emote: EmoteName


@dataclass(frozen=True, slots=True)
class SetPace:
    seat: int
    pace: Pace


@dataclass(frozen=True, slots=True)
class Rematch:
    """The same people play again, in another match."""

    seat: int
    match: str


Entry = (
    Sit
    | Leave
    | Begin
    | Act
    | AskUndo
    | AnswerUndo
    | Vote
    | Stay
    | TakeOver
    | Return
    | Downtime
    | Emote
    | SetPace
    | Rematch
)

EntryKind = Literal[
    "sit",
    "leave",
    "begin",
    "act",
    "ask-undo",
    "answer-undo",
    "vote",
    "stay",
    "take-over",
    "return",
    "downtime",
    "emote",
    "pace",
    "rematch",
]
KINDS: dict[str, type[Entry]] = {
    "sit": Sit,
    "leave": Leave,
    "begin": Begin,
    "act": Act,
    "ask-undo": AskUndo,
    "answer-undo": AnswerUndo,
    "vote": Vote,
    "stay": Stay,
    "take-over": TakeOver,
    "return": Return,
    "downtime": Downtime,
    "emote": Emote,
    "pace": SetPace,
    "rematch": Rematch,
}
NAMES = {kind: cast("EntryKind", name) for name, kind in KINDS.items()}


def body_of(entry: Entry) -> str:
    """An entry's fields as JSON.

    >>> body_of(Vote(seat=0, about=2))
    '{"seat":0,"about":2,"notice":0.0}'
    """
    return to_json(entry).decode()


class UnknownEntry(Exception):
    """Of a kind, or with a field, that this version does not have: a newer one has written it."""


def read_entry(kind: str, body: str) -> Entry:
    """The entry that was stored.

    >>> read_entry("vote", body_of(Vote(0, 2)))
    Vote(seat=0, about=2, notice=0.0)
    """
    if kind not in KINDS:
        raise UnknownEntry(f"there is no kind {kind!r} of entries in this version")
    values = json.loads(body)
    try:
        return KINDS[kind](**values)
    except TypeError:
        if unknown := values.keys() - {field.name for field in fields(KINDS[kind])}:
            raise UnknownEntry(f"entries of kind {kind!r} have no {min(unknown)!r} in this version") from None
        raise
