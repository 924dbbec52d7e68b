"""Games as rows of a table, one per game and seat: what a series folder stores (see series.py)."""

from collections.abc import Sequence

import numpy as np

from whistlestop.extras import needs_extra

with needs_extra("arena"):
    import pyarrow as pa

from whistlestop.arena.columns import Column, Lists, columns_of
from whistlestop.arena.play_games import GameResults, seated
from whistlestop.engine.scoring import SCORE_PARTS

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
    columns = columns_of(results, line_up, seatings, first)
    games, players = results.scores.shape[:2]
    added = {
        "bot": _bots([seated(bots, k) for k in range(seatings)], games),
        "seed": pa.array(np.full(games * players, seed)),
    }
    arrays = [added[field.name] if field.name in added else _array(columns[field.name], field.type) for field in SCHEMA]
    return pa.Table.from_arrays(arrays, schema=SCHEMA)


def _array(values: Column, kind: pa.DataType) -> pa.Array:
    if not isinstance(values, Lists):
        return pa.array(values.astype(kind.to_pandas_dtype()), kind)
    offsets = np.concatenate(([0], np.cumsum(values.lengths, dtype=np.int32))).astype(np.int32)
    return pa.ListArray.from_arrays(pa.array(offsets), pa.array(values.numbers), type=kind)


def _bots(by_seating: list[list[str]], games: int) -> pa.Array:
    """The name for every row: the seatings come round and round."""
    names = sorted({name for bots in by_seating for name in bots})
    once = np.array([names.index(name) for bots in by_seating for name in bots], np.int32)
    return pa.DictionaryArray.from_arrays(np.tile(once, games // len(by_seating)), pa.array(names))
