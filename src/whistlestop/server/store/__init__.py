"""Storage: everything a server must never forget."""

from whistlestop.server.store.errors import StoreError
from whistlestop.server.store.rows import (
    ChatRow,
    EntryRow,
    Gap,
    ListedMatch,
    MatchRow,
    NewEntry,
    NewMatch,
    OpenTable,
    SeatRow,
    StoredMatch,
    map_hash,
)
from whistlestop.server.store.store import Store

__all__ = [
    "ChatRow",
    "EntryRow",
    "Gap",
    "ListedMatch",
    "MatchRow",
    "NewEntry",
    "NewMatch",
    "OpenTable",
    "SeatRow",
    "Store",
    "StoreError",
    "StoredMatch",
    "map_hash",
]
