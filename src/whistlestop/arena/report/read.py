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

from whistlestop.arena.estimates import BLOCKS, Floats, Ints
from whistlestop.arena.series import BadSeries, Series, is_complete, read_series, stored_files
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
        return self.settings.players

    @property
    def is_complete(self) -> bool:
        return is_complete(self.folder)

    @cached_property
    def bots(self) -> tuple[str, ...]:
        """Every bot once, in the order of the line-ups."""
        return tuple(self.settings.bot_names)

    @cached_property
    def cell_bot(self) -> Ints:
        """The bot of every cell. A *cell* is a seat in one seating of one line-up: the same bot, the same rivals."""
        return self.settings.bot_numbers.ravel()

    @property
    def row_count(self) -> int:
        return sum(int(pq.read_metadata(file).num_rows) for file in self.files)

    def batches(self, columns: Sequence[str]) -> Iterator["Rows"]:
        """All rows in order, in batches of whole games."""
        rest: pa.Table | None = None
        for batch in self._batches([*PLACE, *columns]):
            table = pa.Table.from_batches([batch])
            table = table if rest is None else pa.concat_tables([rest, table])
            whole = table.num_rows - table.num_rows % self.players
            rest = table.slice(whole)
            if whole:
                yield Rows(self, table.slice(0, whole).combine_chunks())

    def _batches(self, columns: list[str]) -> Iterator[pa.RecordBatch]:
        """One row group after the other: asked for all at once, the reader would fetch the whole file ahead."""
        for file in self.files:
            with pq.ParquetFile(file, pre_buffer=False) as parquet:
                for group in range(parquet.num_row_groups):
                    yield from parquet.iter_batches(BATCH, row_groups=[group], columns=columns)


class Rows:
    """One batch: a row per game and seat, the seats of a game together."""

    def __init__(self, series: StoredSeries, table: pa.Table) -> None:
        self._table = table
        self.players = series.players
        self.seat = self.column("seat")
        self.cell = (
            self.column("line_up") * series.settings.seatings + self.column("seating")
        ) * series.players + self.seat
        self.bot = series.cell_bot[self.cell]
        self.block = self.column("number") % BLOCKS
        self.game = np.arange(len(self.seat)) // series.players

    def column(self, name: str) -> Any:
        """A column of numbers, integers as int64."""
        values: NDArray[Any] = self._table.column(name).to_numpy()
        return values.astype(np.int64) if values.dtype.kind == "i" else values

    def score(self, name: str) -> Floats:
        return np.asarray(self.column(name), np.float64)

    def of_games(self, values: NDArray[Any]) -> NDArray[Any]:
        """Values by row as [game, seat]."""
        return values.reshape(-1, self.players)

    def lists(self, name: str) -> tuple[Ints, Ints]:
        """A column of lists as (row, value), one pair for each entry."""
        lists = self._table.column(name).chunk(0)
        lengths = np.asarray(lists.value_lengths().to_numpy(zero_copy_only=False), np.int64)
        return np.repeat(np.arange(len(lengths)), lengths), lists.flatten().to_numpy().astype(np.int64)


def open_stored(folder: Path) -> StoredSeries:
    """The series in a folder, finished or not. BadSeries says why there is none."""
    settings = read_series(folder)
    files = stored_files(folder)
    if not files:
        raise BadSeries(f"{folder}: no game is stored yet. Run the command that made this folder again.")
    return StoredSeries(folder, settings, settings.board(), tuple(files))
