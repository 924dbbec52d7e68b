"""What goes into the store and comes out of it: one small value per kind of row."""

import hashlib
from dataclasses import dataclass, field
from typing import NamedTuple


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchBasics:
    """What a table has from the beginning. `settings` and `summary` are JSON, written and read by the caller."""

    id: str
    settings: str
    summary: str
    seed: str = field(repr=False)  # never in a log: it tells every card
    commitment: str
    watch_hash: str
    public: bool
    joinable: bool
    created: float
    rules: int  # the version of the rules that it was opened under
    status: str = "open"
    wake_at: float | None = None
    record: str | None = None  # an imported game to go on from


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMatch(MatchBasics):
    """A table as it is when somebody opens it."""

    map_json: str  # the whole map, as JSON


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRow(MatchBasics):
    """A table as it is now."""

    map_hash: str | None  # None: it was stored by a version that did not keep maps, on a map that nobody knows
    version: int
    changed: float
    owner: str | None  # which process last had it
    lease_until: float  # until when nobody else does the server's own work at this table
    quarantined: float | None = None  # since when it is set aside, because it can't be loaded
    quarantine_reason: str | None = None  # for the operator only
    awaited: str | None = None  # JSON: who has to move. None: nobody, or not known


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One entry of a match's log: what version `version` was."""

    match_id: str
    version: int
    at: float
    kind: str
    body: str


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who may sit here: hashes of the seat's secret and of the key of the person who took it."""

    seat: int
    secret_hash: str
    person_hash: str | None = None


@dataclass(frozen=True, slots=True)
class ChatRow:
    """What somebody wrote at a table."""

    number: int  # from 1 on
    at: float
    seat: int
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match and those of its entries that were asked for, in order."""

    match: MatchRow
    entries: list[EntryRow]
    map_json: str | None


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A line of the lobby."""

    id: str
    summary: str
    created: float
    version: int


@dataclass(frozen=True, slots=True)
class ListedMatch(OpenTable):
    """A table whose game goes on or has just ended."""

    status: str
    changed: float
    settings: str


class NewEntry(NamedTuple):
    """An entry to be written, and what the table is after it. As a tuple, which is made three times as fast."""

    match_id: str
    version: int
    at: float
    kind: str
    body: str
    status: str
    joinable: bool
    wake_at: float | None
    lease_until: float
    awaited: str | None = None
    summary: str | None = None  # None: as it was
    keys: SeatRow | None = None  # a seat whose secret or person changes with this entry


@dataclass(frozen=True, slots=True)
class Gap:
    """A time in which no server process was there."""

    since: float
    until: float


def map_hash(map_json: str) -> str:
    """Under which a map is stored. A record's fingerprint would not do: it leaves out how the map is drawn."""
    return hashlib.sha256(map_json.encode()).hexdigest()
