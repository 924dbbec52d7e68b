"""Rows for tests of the store, with everything that does not matter filled in."""

from typing import Any

from whistlestop.server.store import NewEntry, NewMatch, SeatRow


def new_match(match_id: str = "m", **other: Any) -> NewMatch:
    values: dict[str, Any] = {
        "settings": "{}",
        "summary": '{"map":"usa"}',
        "seed": "the seed",
        "commitment": "hash of the seed",
        "watch_hash": "watch",
        "public": True,
        "joinable": True,
        "created": 100.0,
        "rules": 1,
        "map_json": "a map",
    }
    return NewMatch(id=match_id, **values | other)


def new_entry(match_id: str = "m", version: int = 1, **other: Any) -> NewEntry:
    values: dict[str, Any] = {
        "at": 100.0 + version,
        "kind": "act",
        "body": f'{{"n":{version}}}',
        "status": "running",
        "joinable": False,
        "wake_at": None,
        "lease_until": 0.0,
    }
    return NewEntry(match_id=match_id, version=version, **values | other)


def two_seats() -> list[SeatRow]:
    return [SeatRow(0, "secret 0", "anna"), SeatRow(1, "secret 1")]
