"""What is stored becomes a match again, or one error says which part of it can't."""

import random
from dataclasses import asdict, replace

import pytest

from tests.server.store_rows import new_match
from tests.server.table_of_friends import Table, running_table
from whistlestop.game import RULES
from whistlestop.server.play.loading import TooNew, Unloadable, load_match
from whistlestop.server.play.match_boards import map_json
from whistlestop.server.store import EntryRow, MatchRow, StoredMatch, map_hash


def stored(table: Table) -> StoredMatch:
    """What the store has of a table."""
    match = table.match
    entries = [EntryRow("m", version, at, kind, body) for version, (kind, body, at) in enumerate(table.log, start=1)]
    new = new_match(settings=match.settings.model_dump_json(), seed=str(match.seed.seed), created=1000.0,
                    map_json=map_json(match.board))  # fmt: skip
    row = asdict(new) | {"version": len(entries), "changed": match.at, "owner": None, "lease_until": 0.0}
    text = row.pop("map_json")
    return StoredMatch(MatchRow(**row, map_hash=map_hash(text)), entries, text)


@pytest.fixture
def sound() -> StoredMatch:
    """A match in mid-game: two sit down, the deal, opening tickets, thirty actions."""
    table = running_table()
    table.choose_opening_tickets()
    table.play_on(30, random.Random(1))
    return stored(table)


def with_entry(sound: StoredMatch, version: int, **changes: object) -> StoredMatch:
    rows = [replace(row, **changes) if row.version == version else row for row in sound.entries]  # type: ignore[arg-type]
    return replace(sound, entries=rows)


def without_entry(sound: StoredMatch, version: int) -> StoredMatch:
    return replace(sound, entries=[row for row in sound.entries if row.version != version])


def test_a_sound_log_makes_the_match(sound: StoredMatch) -> None:
    match = load_match(sound)
    assert match.version == len(sound.entries)
    assert match.game is not None
    assert match.game.version >= 30


def test_a_missing_entry_is_named(sound: StoredMatch) -> None:
    with pytest.raises(Unloadable, match="entry 9: missing; the next one in the log is entry 10"):
        load_match(without_entry(sound, 9))
    last = len(sound.entries)
    with pytest.raises(Unloadable, match=f"the log has {last - 1} entries, and should have {last}"):
        load_match(without_entry(sound, last))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"kind": "dance"}, "entry 9: there is no kind 'dance' of entries in this version"),
        ({"body": "{"}, r"entry 9 \(act\): "),
        ({"body": '{"seat":0}'}, r"entry 9 \(act\): .*missing"),
        ({"body": '{"seat":0,"action":"claim alcatraz/pier-39 red:2","outcome":[]}'}, r"entry 9 \(act\): "),
        ({"body": '{"seat":7,"action":"draw deck","outcome":[]}'}, r"entry 9 \(act\): "),
        ({"kind": "sit", "body": '{"seat":7,"name":"Ann"}'}, r"entry 9 \(sit\): "),
        ({"kind": "answer-undo", "body": '{"seat":0,"agree":true}'}, r"entry 9 \(answer-undo\): AssertionError"),
    ],
)
def test_an_entry_that_cannot_be_is_named(sound: StoredMatch, change: dict[str, object], reason: str) -> None:
    with pytest.raises(Unloadable, match=reason):
        load_match(with_entry(sound, 9, **change))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"settings": "{}"}, "settings: "),
        ({"seed": "the seed"}, "seed: "),
        ({"rules": RULES + 1}, f"rules: version {RULES + 1} is of a newer Whistlestop, this one knows {RULES}"),
    ],
)
def test_a_row_that_cannot_be_is_named(sound: StoredMatch, change: dict[str, str], reason: str) -> None:
    with pytest.raises(Unloadable, match=reason):
        load_match(replace(sound, match=replace(sound.match, **change)))  # type: ignore[arg-type]


def test_a_map_that_cannot_be_is_named(sound: StoredMatch) -> None:
    with pytest.raises(Unloadable, match="map: "):
        load_match(replace(sound, map_json="{}"))
    with pytest.raises(Unloadable, match="map: 'san-francisco' is not stored"):
        load_match(replace(sound, map_json=None))


def test_what_a_newer_version_has_written_is_not_taken_for_damage(sound: StoredMatch) -> None:
    """What is damaged is set aside, what is newer must not be."""
    act = sound.entries[8].body.replace("{", '{"mood":"calm",', 1)
    settings = sound.match.settings.replace("{", '{"mood":"calm",', 1)
    for newer in (
        with_entry(sound, 9, kind="dance"),
        with_entry(sound, 9, body=act),
        replace(sound, match=replace(sound.match, rules=RULES + 1)),
        replace(sound, match=replace(sound.match, settings=settings)),
    ):
        with pytest.raises(TooNew):
            load_match(newer)
    for damaged in (
        with_entry(sound, 9, body='{"seat":0}'),
        with_entry(sound, 9, body="[]"),
        without_entry(sound, 9),
        replace(sound, match=replace(sound.match, settings="{}")),
    ):
        with pytest.raises(Unloadable) as caught:
            load_match(damaged)
        assert not isinstance(caught.value, TooNew)
