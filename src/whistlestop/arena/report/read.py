"""Reading a series folder (arena/series.py) in batches of whole games, so that memory does not grow with the games."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whistlestop.extras import needs_extra

with needs_extra("arena"):
    import pyarrow as pa
    import pyarrow.parquet as pq

from whistlestop.arena.columns import Column, Lists, Rows
from whistlestop.arena.estimates import Ints
from whistlestop.arena.series import BadSeries, Series, is_complete, read_series, stored_files
from whistlestop.arena.tally import Tally
from whistlestop.board import Board

BATCH = 50_000
PLACE = ("line_up", "number", "seating", "seat")


@dataclass(frozen=True)
class StoredSeries:
    """A series and the files that its rows are in."""

    folder: Path
    settings: Series
    board: Board
    files: tuple[Path, ...]

    @property
    def players(self) -> int:
        """Seats at each table."""
        return self.settings.players

    @property
    def seatings(self) -> int:
        """How many games each deal was played, with the bots in other seats."""
        return self.settings.seatings

    @property
    def is_complete(self) -> bool:
        """Whether all of its games have been played."""
        return is_complete(self.folder)

    @cached_property
    def bots(self) -> tuple[str, ...]:
        """Every bot once, in the order of the line-ups."""
        return tuple(self.settings.bot_names)

    @cached_property
    def cell_bot(self) -> Ints:
        """The number of the bot in each seat of each seating of each line-up."""
        return self.settings.bot_numbers.ravel()

    @property
    def row_count(self) -> int:
        """Rows in all files: one for each game and seat."""
        return sum(int(pq.read_metadata(file).num_rows) for file in self.files)

    def batches(self, columns: Sequence[str]) -> Iterator[Rows]:
        """All rows in order, in batches of whole games."""
        rest: pa.Table | None = None
        for batch in self._batches([*PLACE, *columns]):
            table = pa.Table.from_batches([batch])
            table = table if rest is None else pa.concat_tables([rest, table])
            whole = table.num_rows - table.num_rows % self.players
            rest = table.slice(whole)
            if whole:
                yield Rows(self, _columns(table.slice(0, whole).combine_chunks()))

    def _batches(self, columns: list[str]) -> Iterator[pa.RecordBatch]:
        """One row group after the other: asked for all at once, the reader would fetch the whole file ahead."""
        for file in self.files:
            with pq.ParquetFile(file, pre_buffer=False) as parquet:
                for group in range(parquet.num_row_groups):
                    yield from parquet.iter_batches(BATCH, row_groups=[group], columns=columns)


def _columns(table: pa.Table) -> dict[str, Column]:
    return {name: _column(table.column(name).chunk(0)) for name in table.column_names}


def _column(array: pa.Array) -> Column:
    if not pa.types.is_list(array.type):
        numbers: NDArray[Any] = array.to_numpy()
        return numbers
    lengths = np.asarray(array.value_lengths().to_numpy(zero_copy_only=False), np.int64)
    return Lists(lengths, array.flatten().to_numpy())


def stored_series(tally: Tally) -> StoredSeries:
    """The folder that a report is about."""
    assert isinstance(tally.series, StoredSeries)
    return tally.series


def open_stored(folder: Path) -> StoredSeries:
    """The series in a folder, finished or not. BadSeries says why there is none."""
    settings = read_series(folder)
    files = stored_files(folder)
    if not files:
        raise BadSeries(f"{folder}: no game is stored yet. Run the command that made this folder again.")
    return StoredSeries(folder, settings, settings.board(), tuple(files))
