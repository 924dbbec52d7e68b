"""Games as columns of numbers, a row for each game and seat: what is counted (tally.py), stored or not (rows.py)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from whistlestop.arena.estimates import BLOCKS, Floats, Ints
from whistlestop.arena.play_games import Details, GameResults
from whistlestop.board import Board
from whistlestop.engine.scoring import SCORE_PARTS, win_shares


class Lists(NamedTuple):
    """A column of lists: how long each is, and all their numbers, one list after the other."""

    lengths: NDArray[Any]
    numbers: NDArray[Any]


Column = NDArray[Any] | Lists


class PlayedSeries(Protocol):
    """Games that can be counted, wherever they are."""

    @property
    def board(self) -> Board:
        """What was played on."""

    @property
    def players(self) -> int:
        """Seats at each table."""

    @property
    def bots(self) -> tuple[str, ...]:
        """Every bot once."""

    @property
    def seatings(self) -> int:
        """How many games each deal was played, with the bots in other seats."""

    @property
    def cell_bot(self) -> Ints:
        """The bot of every cell. A *cell* is a seat in one seating of one line-up: the same bot, the same rivals."""

    def batches(self, columns: Sequence[str]) -> Iterator["Rows"]:
        """All rows in order, in batches of whole games."""


class Rows:
    """One batch: a row per game and seat, the seats of a game together."""

    def __init__(self, series: PlayedSeries, columns: Mapping[str, Column]) -> None:
        self._columns = columns
        self.players = series.players
        self.seat = self.column("seat")
        self.cell = (self.column("line_up") * series.seatings + self.column("seating")) * series.players + self.seat
        self.bot = series.cell_bot[self.cell]
        self.block = self.column("number") % BLOCKS
        self.game = np.arange(len(self.seat)) // series.players

    def column(self, name: str) -> Any:
        """A column of numbers, integers as int64."""
        values = self._columns[name]
        assert not isinstance(values, Lists)
        return values.astype(np.int64) if values.dtype.kind == "i" else values

    def score(self, name: str) -> Floats:
        """A part of the scores by row, as floats."""
        return np.asarray(self.column(name), np.float64)

    def of_games(self, values: NDArray[Any]) -> NDArray[Any]:
        """Values by row as [game, seat]."""
        return values.reshape(-1, self.players)

    def lists(self, name: str) -> tuple[Ints, Ints]:
        """A column of lists as (row, value), one pair for each entry."""
        lists = self._columns[name]
        assert isinstance(lists, Lists)
        return np.repeat(np.arange(len(lists.lengths)), lists.lengths), lists.numbers.astype(np.int64)


def columns_of(results: GameResults, line_up: int, seatings: int, first: int) -> dict[str, Column]:
    """The columns of a chunk that begins with deal `first`, its rows in the order of number, seating and seat."""
    if results.details is None:
        raise ValueError("rows need games that were played with details")
    games, players = results.scores.shape[:2]
    seating, seat = np.arange(games) % seatings, np.arange(players)
    return {
        "line_up": np.full(games * players, line_up),
        "number": np.repeat(first + np.arange(games) // seatings, players),
        "seating": np.repeat(seating, players),
        "seat": np.tile(seat, games),
        "win": win_shares(results.scores).ravel(),
        **{part: results.scores[:, :, i].ravel() for i, part in enumerate(SCORE_PARTS)},
        "turns": np.repeat(results.turns, players),
        "actions": np.repeat(results.actions, players),
        **_lists(results.details, results.turns, seat),
    }


def _lists(details: Details, turns: Ints, seat: Ints) -> dict[str, Column]:
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
        "kept": _masked(kept, is_kept),
        "completed": _masked(kept, is_kept & (details.completed[:, None, :] > 0)),
        "claimed": _masked(tracks, is_claimed),
        "progress": _masked(progress.reshape(len(turns), rounds, len(seat)).swapaxes(1, 2), is_played),
    }


def _masked(values: NDArray[np.int16], counts: NDArray[np.bool_]) -> Lists:
    return Lists(counts.sum(axis=2, dtype=np.int32).ravel(), values[counts])
