"""Storage: everything a server must never forget."""

from whistlestop.server.store.errors import StoreError
from whistlestop.server.store.rows import (
    Appending,
    EntryRow,
    Gap,
    MatchRow,
    NewMatch,
    OpenTable,
    PlayedTable,
    SeatRow,
    StoredMatch,
    map_hash,
)
from whistlestop.server.store.store import Store

__all__ = [
    "Appending",
    "EntryRow",
    "Gap",
    "MatchRow",
    "NewMatch",
    "OpenTable",
    "PlayedTable",
    "SeatRow",
    "Store",
    "StoreError",
    "StoredMatch",
    "map_hash",
]
