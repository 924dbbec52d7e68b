"""Storage: everything a server must never forget."""

from whistlestop.server.store.errors import StoreError
from whistlestop.server.store.rows import Appending, EntryRow, Loaded, MatchRow, NewMatch, OpenTable, SeatRow
from whistlestop.server.store.store import Store

__all__ = [
    "Appending",
    "EntryRow",
    "Loaded",
    "MatchRow",
    "NewMatch",
    "OpenTable",
    "SeatRow",
    "Store",
    "StoreError",
]
