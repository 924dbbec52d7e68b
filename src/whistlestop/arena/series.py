"""A series: many games played by a schedule, in a folder of its own that a stopped run goes on with.

    DIR/series.json          what is played, on which map, by which bots
    DIR/games.parquet        a row for every game and seat (rows.py), once all games are played
    DIR/part-NNNNNN.parquet  the same rows from the first on, as far as the games are played

The bytes of games.parquet depend on series.json alone: not on workers, chunks, stops or the time of day.
"""

import json
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from whistlestop.extras import needs_extra

with needs_extra("arena"):
    import pyarrow as pa
    import pyarrow.parquet as pq

import whistlestop
from whistlestop.arena.fingerprint import code_fingerprint
from whistlestop.arena.play_games import GamePlayer, seated
from whistlestop.arena.rows import SCHEMA, rows_of
from whistlestop.arena.simulate import Schedule, Summary, Workers, play
from whistlestop.board import Board
from whistlestop.json_types import JsonObject
from whistlestop.maps.mapfile import MapError, parse_map, read_map_toml

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

FORMAT = 1
ROW_GROUP = 65_536
FLUSH_SECONDS = 10.0

Columns = dict[str, NDArray[Any]]
Kind = Literal["simulate", "tournament", "rate"]


class BadSeries(ValueError):
    """A folder that is no series, or another one than was asked for."""


@dataclass(frozen=True)
class Series:
    """What series.json says. A game is known by its line-up, its number and its seating."""

    kind: Kind
    map: str
    map_file: str
    players: int
    seed: int
    line_ups: list[list[str]]
    seatings: int
    games: int
    """Of each line-up: a multiple of the seatings."""
    version: str = ""
    code: str = ""
    """A fingerprint of the engine and the bots: other code may play other games."""
    format: int = FORMAT
    model: JsonObject | None = None
    """Of a language model among the bots: its `name` and all that decides what it is asked (model_games.py)."""

    @property
    def deals(self) -> int:
        """How many different deals each line-up plays."""
        return self.games // self.seatings

    @property
    def all_games(self) -> int:
        """Games of all line-ups together."""
        return self.games * len(self.line_ups)

    @property
    def schedule(self) -> Schedule:
        """Which game has which deal and seating."""
        return Schedule(self.line_ups, self.seatings, self.deals, self.seed)

    def board(self) -> Board:
        """The board as it was when the series began, whatever has happened to the map's file."""
        try:
            return Board(parse_map(self.map_file, self.map), self.map)
        except MapError as error:
            raise BadSeries(f"map_file: {error}") from None

    def bots(self, line_up: int, seating: int) -> list[str]:
        """Who sits where."""
        return seated(self.line_ups[line_up], seating)

    @cached_property
    def bot_names(self) -> list[str]:
        """Every bot once, in the order of the line-ups."""
        return list(dict.fromkeys(bot for bots in self.line_ups for bot in bots))

    @cached_property
    def bot_numbers(self) -> NDArray[np.int64]:
        """[line-up, seating, seat]: who sits there, as a number into the names."""
        number = {name: i for i, name in enumerate(self.bot_names)}
        line_ups, seatings = range(len(self.line_ups)), range(self.seatings)
        return np.array([[[number[bot] for bot in self.bots(i, k)] for k in seatings] for i in line_ups])

    def as_text(self) -> str:
        """As `series.json` has it."""
        content = {name: value for name, value in asdict(self).items() if name != "model" or value is not None}
        return json.dumps(content, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def new_series(
    kind: Kind,
    board: Board,
    line_ups: Sequence[Sequence[str]],
    seatings: int,
    games: int,
    seed: int,
    model: JsonObject | None = None,
) -> Series:
    """A series on a board that came from a file or is built in; `games` of each line-up, rounded up to whole deals."""
    bots = [bot for bots in line_ups for bot in bots if model is None or bot != model["name"]]
    return Series(
        kind=kind,
        map=board.source,
        map_file=read_map_toml(board.source)[0],
        players=len(line_ups[0]),
        seed=seed,
        line_ups=[list(bots) for bots in line_ups],
        seatings=seatings,
        games=-(-games // seatings) * seatings,
        version=whistlestop.__version__,
        code=code_fingerprint(bots),
        model=model,
    )


def read_series(folder: Path) -> Series:
    """What a folder's series.json says."""
    file = folder / "series.json"
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadSeries(f"{folder} is not a series of games: {file.name} can't be read ({error})") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise BadSeries(f"{file}: this version reads format {FORMAT} only")
    known = {field.name for field in fields(Series)}
    try:
        return Series(**{key: value for key, value in content.items() if key in known})
    except TypeError as error:
        raise BadSeries(f"{file}: {error}") from None


def open_series(folder: Path, series: Series) -> None:
    """Begin a series in a folder, or make sure that the one begun there is the same."""
    if not -(2**63) <= series.seed < 2**63:
        raise BadSeries(f"seed {series.seed}: the table of a series has room for seeds below 2**63 only.")
    if (folder / "series.json").exists():
        _check_same_series(folder, read_series(folder), series)
        return
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadSeries(f"{folder} is there already and is not a series of games. Name an empty or a new folder.")
    folder.mkdir(parents=True, exist_ok=True)
    _write_atomically(folder / "series.json", series.as_text().encode())


def _check_same_series(folder: Path, stored: Series, wanted: Series) -> None:
    differences = []
    for field in fields(Series):
        old, new = getattr(stored, field.name), getattr(wanted, field.name)
        if old == new or field.name == "map":  # the text of the map counts, not the path to it
            continue
        if field.name in ("map_file", "code"):
            what = "the map" if field.name == "map_file" else "the code of the engine or the bots"
            differences.append(f"{what} was another")
        else:
            differences.append(f"{field.name.replace('_', '-')} is {old} there and {new} here")
    if differences:
        raise BadSeries(f"{folder} holds other games: {'; '.join(differences)}. Name another folder or delete it.")


def _write_atomically(file: Path, content: bytes) -> None:
    """Write a file so that it is there as a whole or not at all."""
    unfinished = file.with_name(f"{file.name}.unfinished")
    unfinished.write_bytes(content)
    unfinished.replace(file)


def is_complete(folder: Path) -> bool:
    """Whether a folder's parts have been joined to one file."""
    return (folder / "games.parquet").exists()


def part_files(folder: Path) -> list[Path]:
    """The parts of an unfinished series, in order."""
    return sorted(folder.glob("part-*.parquet"))


def stored_files(folder: Path) -> list[Path]:
    """The files that have the rows, in order."""
    return [folder / "games.parquet"] if is_complete(folder) else part_files(folder)


def games_done(folder: Path, series: Series) -> int:
    """How many games are stored."""
    return sum(int(pq.read_metadata(file).num_rows) for file in stored_files(folder)) // series.players


def read_columns(folder: Path, names: Sequence[str]) -> Columns:
    """Columns of all rows stored so far."""
    tables = [pq.read_table(file, columns=list(names)) for file in stored_files(folder)]
    table = pa.concat_tables(tables) if tables else SCHEMA.empty_table().select(list(names))
    return {name: table[name].to_numpy() for name in names}


def run_series(
    folder: Path, board: Board, workers: Workers, play_game: GamePlayer | None = None
) -> Generator[int, None, None]:
    """Play what is left of a series and store it; yields how many of its games are stored or waiting to be.

    `play_game` plays the games of bots that can't be made by their names alone. Closing the iterator or Ctrl-C stores
    what was played.
    """
    with _lock_folder(folder):
        if not is_complete(folder):
            yield from _play_rest(folder, board, workers, play_game)
            merge_parts(folder)
        for leftover in [*part_files(folder), *folder.glob("*.unfinished")]:
            leftover.unlink()


@contextmanager
def _lock_folder(folder: Path) -> Iterator[None]:
    """Two runs at a time would corrupt a folder. The lock ends with the process, however that ends."""
    with (folder / "series.json").open("rb") as file:
        if fcntl:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise BadSeries(f"{folder}: another run is at work in this folder. Wait for it or stop it.") from None
        yield


def _play_rest(
    folder: Path, board: Board, workers: Workers, play_game: GamePlayer | None
) -> Generator[int, None, None]:
    series = read_series(folder)
    done = games_done(folder, series)
    store = _Store(folder)
    try:
        for chunk, results in play(board, series.schedule, workers, done // series.seatings, True, play_game):
            bots = series.line_ups[chunk.line_up]
            store.add(rows_of(results, chunk.line_up, bots, series.seatings, series.seed, chunk.first))
            done += len(results.turns)
            yield done
    finally:
        store.flush()


class _Store:
    """Collects rows and writes them as parts, every few seconds."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.next_part = len(part_files(folder))
        self.waiting: list[pa.Table] = []
        self.flushed_at = time.monotonic()

    def add(self, rows: pa.Table) -> None:
        self.waiting.append(rows)
        if time.monotonic() - self.flushed_at > FLUSH_SECONDS:
            self.flush()

    def flush(self) -> None:
        """Ctrl-C may come at any point of this; doing it again then writes the same part again."""
        if not self.waiting:
            return
        part, count = self.folder / f"part-{self.next_part:06}.parquet", len(self.waiting)
        unfinished = part.with_name(f"{part.name}.unfinished")
        pq.write_table(pa.concat_tables(self.waiting[:count]).unify_dictionaries(), unfinished)
        unfinished.replace(part)
        self.waiting, self.next_part = self.waiting[count:], self.next_part + 1
        self.flushed_at = time.monotonic()


def merge_parts(folder: Path) -> None:
    """Make games.parquet of all parts."""
    unfinished = folder / "games.parquet.unfinished"
    with pq.ParquetWriter(unfinished, SCHEMA, compression="zstd") as writer:
        for rows in _row_groups(folder):
            writer.write_table(rows, row_group_size=ROW_GROUP)
    unfinished.replace(folder / "games.parquet")


def _row_groups(folder: Path) -> Iterator[pa.Table]:
    """All rows in tables of the same size and encoding, however they were split into parts."""
    rest = SCHEMA.empty_table()
    for part in part_files(folder):
        rest = pa.concat_tables([rest, pq.read_table(part)])
        while rest.num_rows >= ROW_GROUP:
            yield _normalised(rest.slice(0, ROW_GROUP))
            rest = rest.slice(ROW_GROUP)
    if rest.num_rows:
        yield _normalised(rest)


def _normalised(rows: pa.Table) -> pa.Table:
    """The same bytes for the same rows: a single piece, with a dictionary in the order in which the bots appear."""
    at = SCHEMA.get_field_index("bot")
    bots = rows["bot"].cast(pa.string()).combine_chunks().dictionary_encode()
    return rows.set_column(at, SCHEMA.field(at), bots).combine_chunks()


def summary_of(folder: Path) -> Summary:
    """The sums over the games of a folder with a single line-up."""
    series = read_series(folder)
    columns = read_columns(folder, ["win", "total", "turns", "actions"])
    by_game = {name: column.reshape(-1, series.players) for name, column in columns.items()}
    summary = Summary(series.players)
    summary.add_columns(by_game["win"], by_game["total"], by_game["turns"][:, 0], by_game["actions"][:, 0])
    return summary
