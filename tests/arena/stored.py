"""Series for the tests of reports, played without worker processes."""

from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from whistlestop import Board
from whistlestop.arena.play_games import play_deals
from whistlestop.arena.report import StoredSeries, open_stored
from whistlestop.arena.rows import rows_of
from whistlestop.arena.series import merge_parts, new_series, open_series


def store(
    folder: Path,
    board: Board,
    line_ups: Sequence[Sequence[str]],
    deals: int,
    seatings: int = 1,
    seed: int = 1,
    is_finished: bool = True,
) -> StoredSeries:
    """Play a whole series into a folder; an unfinished one lies there in two parts and lacks its last line-up."""
    series = new_series(
        "simulate" if seatings == 1 else "tournament", board, line_ups, seatings, deals * seatings, seed
    )
    open_series(folder, series)
    tables = [
        rows_of(play_deals(board, bots, seatings, seed, 0, deals, True), i, bots, seatings, seed, 0)
        for i, bots in enumerate(line_ups)
    ]
    rows = pa.concat_tables(tables if is_finished else tables[:-1])
    middle = rows.num_rows // 2 // series.players * series.players
    for number, part in enumerate((rows.slice(0, middle), rows.slice(middle))):
        pq.write_table(part.unify_dictionaries(), folder / f"part-{number:06}.parquet")
    if is_finished:
        merge_parts(folder)
    return open_stored(folder)
