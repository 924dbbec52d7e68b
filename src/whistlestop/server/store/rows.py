"""What goes into the store and comes out of it: one small value per kind of row."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMatch:
    """A table as it is when somebody opens it. `settings` and `summary` are JSON, written and read by the caller."""

    id: str
    settings: str
    summary: str
    seed: str = field(repr=False)  # never in a log: it tells every card
    commitment: str
    watch_hash: str
    public: bool
    joinable: bool
    created: float
    status: str = "open"
    wake_at: float | None = None
    map_text: str | None = None  # TOML of an uploaded map
    record: str | None = None  # an imported game to go on from


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRow(NewMatch):
    """A table as it is now."""

    version: int
    changed: float
    owner: str | None  # which process last had it
    lease_until: float  # until when nobody else does the server's own work at this table


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
class StoredMatch:
    """A match and those of its entries that were asked for, in order."""

    match: MatchRow
    entries: list[EntryRow]


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A line of the lobby."""

    id: str
    summary: str
    created: float
    version: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Appending:
    """An entry to be written, and what the table is after it."""

    match_id: str
    version: int
    at: float
    kind: str
    body: str
    status: str
    joinable: bool
    wake_at: float | None
    lease_until: float
    summary: str | None = None  # None: as it was
    keys: SeatRow | None = None  # a seat whose secret or person changes with this entry


@dataclass(frozen=True, slots=True)
class Gap:
    """A time in which no server process was there."""

    since: float
    until: float
