"""Loading: the match that a stored log makes, or one clear error that says why it makes none."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from pydantic import ValidationError

from whistlestop.game import RULES
from whistlestop.server.play.entries import Entry, UnknownEntry, read_entry
from whistlestop.server.play.match import Change, Match, Seed
from whistlestop.server.play.match_boards import stored_board
from whistlestop.server.play.refusal import Conflict, Unavailable
from whistlestop.server.play.table_settings import MatchSettings
from whistlestop.server.store import EntryRow, StoredMatch


class Unloadable(Exception):
    """A stored match that this version can't make a match of. The reason is for the operator: it may reveal cards."""


class TooNew(Unloadable):
    """Nothing is wrong with the match: a newer version plays it, whose processes run beside this one."""


class NewerVersionNeeded(Unavailable):
    """The answer to people at such a match. They come back until they meet another process."""

    def __init__(self) -> None:
        super().__init__(
            "newer-version-needed",
            "This match needs a newer version of the server, which is just being upgraded. Try again in a moment.",
        )


class MatchUnreadable(Conflict):
    """The answer to people at a match that can't be loaded."""

    def __init__(self) -> None:
        super().__init__(
            "match-unreadable",
            "This version of the server can't read this match. It is kept, and whoever runs the server has been told.",
        )


SETTINGS_SHARED = 500
"""Different settings that are kept for tables to share. Each takes 4 KB, which is a tenth of a match."""


def load_match(stored: StoredMatch) -> Match:
    """The match that the whole log makes."""
    match = blank_match(stored)
    for row in stored.entries:
        apply_row(match, row)
    if match.version != stored.match.version:
        raise Unloadable(f"the log has {match.version} entries, and should have {stored.match.version}")
    return match


def blank_match(stored: StoredMatch) -> Match:
    """The match before its first entry."""
    row = stored.match
    if row.rules > RULES:
        raise TooNew(f"rules: version {row.rules} is of a newer Whistlestop, this one knows {RULES}")
    with refused_as("settings"):
        settings = _read_settings(row.settings)
    if stored.map_json is None:
        raise Unloadable(f"map: {settings.map!r} is not stored, and was not built in when the match was")
    with refused_as("map"):
        board = stored_board(settings.map, stored.map_json)
    with refused_as("seed"):
        seed = Seed(int(row.seed), row.commitment or None, row.record)
    return Match(row.id, settings, board, seed, row.created)


@lru_cache(maxsize=SETTINGS_SHARED)
def _read_settings(text: str) -> MatchSettings:
    """Most tables are opened with the same few settings, which nobody changes: they share them."""
    try:
        return MatchSettings.model_validate_json(text)
    except ValidationError as error:
        unknown = [".".join(map(str, one["loc"])) for one in error.errors() if one["type"] == "extra_forbidden"]
        if unknown:
            raise TooNew(f"settings: there is no {unknown[0]!r} in this version") from None
        raise


def apply_row(match: Match, row: EntryRow) -> tuple[Entry, Change]:
    """Make the next row of the log true. A match is of no use any more after one that can't be."""
    if row.version != match.version + 1:
        raise Unloadable(f"entry {match.version + 1}: missing; the next one in the log is entry {row.version}")
    entry = load_entry(row)
    with refused_as(f"entry {row.version} ({row.kind})"):
        return entry, match.apply(entry, row.at)


def load_entries(stored: StoredMatch, after: int = 0, until: int | None = None) -> list[tuple[Entry, float]]:
    """The entries from one version to another, with their times."""
    return [(load_entry(row), row.at) for row in stored.entries[after:until]]


def load_entry(row: EntryRow) -> Entry:
    """One entry of the log."""
    with refused_as(f"entry {row.version} ({row.kind})"):
        try:
            return read_entry(row.kind, row.body)
        except UnknownEntry as error:
            raise TooNew(f"entry {row.version}: {error}") from None


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
