"""Checking what is stored: every match is replayed, and what would not load is named."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

from whistlestop.server.play.loading import Unloadable, load_match
from whistlestop.server.store import Store, StoredMatch
from whistlestop.server.store.reader import Reader


@dataclass(frozen=True, slots=True)
class CheckedMatch:
    """Whether a match loads. `reason` says why not."""

    id: str
    status: str
    is_quarantined: bool
    reason: str | None


async def check_matches(reader: Reader, ids: list[str]) -> AsyncIterator[CheckedMatch | None]:
    """Replay matches one after the other; None for one that was deleted meanwhile."""
    for match_id in ids:
        found = await reader.load(match_id)
        yield None if found is None else check_match(found[0])


def check_match(stored: StoredMatch) -> CheckedMatch:
    """Whether a stored match can be replayed, and why not."""
    row = stored.match
    try:
        load_match(stored)
        reason = None
    except Unloadable as error:
        reason = str(error)
    return CheckedMatch(row.id, row.status, row.quarantined is not None, reason)


async def retry_quarantined(store: Store) -> AsyncIterator[CheckedMatch]:
    """Replay what was set aside, and let go on what can be loaded now."""
    for match_id in await store.quarantined():
        stored = await store.load(match_id)
        if stored is not None:
            checked = check_match(stored)
            if checked.reason is None:
                await store.lift_quarantine(match_id)
            yield checked
