"""Loading: the match that a stored log makes, or one clear error that says why it makes none."""

from collections.abc import Iterator
from contextlib import contextmanager

from whistlestop.server.play.boards import stored_board
from whistlestop.server.play.entries import KINDS, Entry, read_entry
from whistlestop.server.play.match import Match, Seed
from whistlestop.server.play.table_settings import TableSettings
from whistlestop.server.store import EntryRow, StoredMatch


class Unloadable(Exception):
    """A stored match that this version can't make a match of. The reason is for the operator: it may tell cards."""


def load_match(stored: StoredMatch) -> Match:
    """The match that the whole log makes."""
    match = blank_match(stored)
    for entry, at in load_entries(stored):
        with refused_as(f"entry {match.version + 1}"):
            match.apply(entry, at)
    return match


def blank_match(stored: StoredMatch) -> Match:
    """The match before its first entry."""
    row = stored.match
    with refused_as("settings"):
        settings = TableSettings.model_validate_json(row.settings)
    with refused_as("map"):
        board = stored_board(settings.map, row.map_text)
    with refused_as("seed"):
        seed = Seed(int(row.seed), row.commitment or None, row.record)
    return Match(row.id, settings, board, seed, row.created)


def load_entries(stored: StoredMatch) -> list[tuple[Entry, float]]:
    """All entries with their times, after a look whether any is missing."""
    for version, row in enumerate(stored.entries, start=1):
        if row.version != version:
            raise Unloadable(f"entry {version}: missing; the next one in the log is entry {row.version}")
    if len(stored.entries) != stored.match.version:
        raise Unloadable(f"the log has {len(stored.entries)} entries, and should have {stored.match.version}")
    return [(load_entry(row), row.at) for row in stored.entries]


def load_entry(row: EntryRow) -> Entry:
    """One entry of the log."""
    if row.kind not in KINDS:
        raise Unloadable(f"entry {row.version}: there is no kind {row.kind!r} of entries in this version")
    with refused_as(f"entry {row.version} ({row.kind})"):
        return read_entry(row.kind, row.body)


@contextmanager
def refused_as(part: str) -> Iterator[None]:
    """Raise whatever goes wrong inside as Unloadable that names the part of the match.

    Every kind of exception: what is stored may be damaged in any way, or come from another version, and one that
    slips through would be met again at every attempt."""
    try:
        yield
    except (Unloadable, MemoryError):
        raise
    except Exception as error:
        raise Unloadable(f"{part}: {str(error) or type(error).__name__}") from error
