"""Games as rows of a table, one per game and seat: what a series folder stores (see series.py)."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whistlestop.extras import needs_extra

with needs_extra("arena"):
    import pyarrow as pa

from whistlestop.arena.play_games import Details, GameResults, seated
from whistlestop.engine.scoring import SCORE_PARTS, win_shares

NUMBERS = pa.list_(pa.int16())
SCHEMA = pa.schema(
    [
        ("line_up", pa.int16()),
        ("number", pa.int32()),
        ("seating", pa.int8()),
        ("seat", pa.int8()),
        ("bot", pa.dictionary(pa.int32(), pa.string())),
        ("seed", pa.int64()),
        ("win", pa.float64()),
        *((part, pa.int16()) for part in SCORE_PARTS),
        ("turns", pa.int16()),
        ("actions", pa.int32()),
        ("kept", NUMBERS),
        ("completed", NUMBERS),
        ("claimed", NUMBERS),
        ("progress", NUMBERS),
    ]
)


def rows_of(results: GameResults, line_up: int, bots: Sequence[str], seatings: int, seed: int, first: int) -> pa.Table:
    """The rows of a chunk that begins with deal `first`, in the order of number, seating and seat."""
    if results.details is None:
        raise ValueError("rows need games that were played with details")
    games, players = results.scores.shape[:2]
    seating, seat = np.arange(games) % seatings, np.arange(players)
    columns: dict[str, Any] = {
        "line_up": np.full(games * players, line_up),
        "number": np.repeat(first + np.arange(games) // seatings, players),
        "seating": np.repeat(seating, players),
        "seat": np.tile(seat, games),
        "bot": _bots([seated(bots, k) for k in range(seatings)], games),
        "seed": np.full(games * players, seed),
        "win": win_shares(results.scores).ravel(),
        **{part: results.scores[:, :, i].ravel() for i, part in enumerate(SCORE_PARTS)},
        "turns": np.repeat(results.turns, players),
        "actions": np.repeat(results.actions, players),
        **_lists(results.details, results.turns, seat),
    }
    arrays = [_array(columns[field.name], field.type) for field in SCHEMA]
    return pa.Table.from_arrays(arrays, schema=SCHEMA)


def _array(values: Any, kind: pa.DataType) -> pa.Array:
    return values if isinstance(values, pa.Array) else pa.array(values.astype(kind.to_pandas_dtype()), kind)


def _bots(by_seating: list[list[str]], games: int) -> pa.Array:
    """The name for every row: the seatings come round and round."""
    names = sorted({name for bots in by_seating for name in bots})
    once = np.array([names.index(name) for bots in by_seating for name in bots], np.int32)
    return pa.DictionaryArray.from_arrays(np.tile(once, games // len(by_seating)), pa.array(names))


def _lists(details: Details, turns: NDArray[np.int64], seat: NDArray[np.int64]) -> dict[str, pa.Array]:
    """The columns that are lists: each is a table [game, seat, n] of numbers with a mask of those that count."""
    seats = seat[:, None]
    is_kept = details.kept_by[:, None, :] == seats
    kept = np.broadcast_to(details.kept[:, None, :], is_kept.shape)
    is_claimed = details.owner[:, None, :] == seats
    tracks = np.broadcast_to(np.arange(details.owner.shape[1], dtype=np.int16), is_claimed.shape)
    rounds = -(-min(int(turns.max()), details.progress.shape[1]) // len(seat))
    turn = np.arange(rounds) * len(seat) + seats
    progress = np.zeros((len(turns), rounds * len(seat)), np.int16)
    progress[:, : details.progress.shape[1]] = details.progress[:, : progress.shape[1]]
    is_played = (turn < turns[:, None, None]) & (turn < details.progress.shape[1])
    return {
        "kept": _list_array(kept, is_kept),
        "completed": _list_array(kept, is_kept & (details.completed[:, None, :] > 0)),
        "claimed": _list_array(tracks, is_claimed),
        "progress": _list_array(progress.reshape(len(turns), rounds, len(seat)).swapaxes(1, 2), is_played),
    }


def _list_array(values: NDArray[np.int16], counts: NDArray[np.bool_]) -> pa.Array:
    lengths = counts.sum(axis=2, dtype=np.int32).ravel()
    offsets = np.concatenate(([0], np.cumsum(lengths, dtype=np.int32))).astype(np.int32)
    return pa.ListArray.from_arrays(pa.array(offsets), pa.array(values[counts]), type=NUMBERS)
