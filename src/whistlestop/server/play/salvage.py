"""Salvage: what the log tells of a finished match that can't be loaded, without replaying it."""

import json
from typing import Any

from whistlestop.actions.verbs import parse_action
from whistlestop.game.record import Move, Record, write_record
from whistlestop.server.play.entries import Act, AskUndo, Begin
from whistlestop.server.play.loading import Unloadable, blank_match, load_entries, refused_as
from whistlestop.server.play.table_settings import LONGEST_DELAY
from whistlestop.server.store import StoredMatch


def salvaged_record(stored: StoredMatch) -> str | None:
    """The record as the log tells it, without a result; None where only a replay could tell what was played.

    That is so after an undo, in an imported game, and where the log or the map itself is damaged."""
    try:
        blank = blank_match(stored)
        entries = [entry for entry, _ in load_entries(stored)]
        start = next((entry.start for entry in entries if isinstance(entry, Begin)), None)
        is_whole = [row.version for row in stored.entries] == list(range(1, stored.match.version + 1))
        if not start or not is_whole or any(isinstance(entry, AskUndo) for entry in entries):
            return None
        acts = [entry for entry in entries if isinstance(entry, Act)]
        seats = len(blank.seats)
        acts = sorted(acts[:seats], key=lambda act: act.seat) + acts[seats:]  # R1.2: all choose tickets at once
        with refused_as("record"):
            moves = [Move(act.seat, parse_action(act.action, blank.board), act.outcome) for act in acts]
            return write_record(Record(blank.board, start, moves, seed=blank.seed.seed))
    except Unloadable:
        return None


def is_withheld(stored: StoredMatch, now: float) -> bool:
    """Whether those who watch with a delay have not seen the end; if nobody knows the delay, it is the longest."""
    settings = _json_or_text(stored.match.settings)
    delay = settings.get("spectator_delay", 0) if isinstance(settings, dict) else None
    return now < stored.match.changed + (delay if isinstance(delay, int) else LONGEST_DELAY)


def raw_log(stored: StoredMatch) -> str:
    """The log as it is stored, as JSON: for those who want to find out by hand what was played."""
    row = stored.match
    entries = [
        {"version": entry.version, "at": entry.at, "kind": entry.kind, "body": _json_or_text(entry.body)}
        for entry in stored.entries
    ]
    found = {"match": row.id, "settings": _json_or_text(row.settings), "seed": row.seed, "entries": entries}
    return json.dumps(found | {"record": row.record, "map": _json_or_text(stored.map_json)}, indent=1)


def _json_or_text(text: str | None) -> Any:
    try:
        return None if text is None else json.loads(text)
    except (ValueError, RecursionError):
        return text
