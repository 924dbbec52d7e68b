"""Playing a map for its balance, a moment at a time: for who wants to look in between, and to stop at any time.

The same games as those of `whistlestop map balance`, which stores them; here they stay in memory, 2 KB each.
"""

import time
from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np

from whistlestop.arena.balance import Balance, balance_of
from whistlestop.arena.columns import Column, Lists, Rows, columns_of
from whistlestop.arena.estimates import Ints
from whistlestop.arena.play_games import play_games
from whistlestop.arena.tally import tally
from whistlestop.board import Board

BOT = "planner"
GAMES = 2000
"""For each number of players, if nobody says otherwise."""
SEED = 1
FIRST_CHUNK, LARGEST_CHUNK = 5, 200
"""Games played at a time: few before it is known how long they take."""
CHUNK_SECONDS = 0.3


class PlayedGames:
    """Games of one bot against itself, in memory, as the tally reads them (`columns.PlayedSeries`)."""

    seatings = 1

    def __init__(self, board: Board, players: int) -> None:
        self.board, self.players, self.count = board, players, 0
        self.bots = (BOT,)
        self._chunks: list[dict[str, Column]] = []

    @cached_property
    def cell_bot(self) -> Ints:
        """One bot sits everywhere."""
        return np.zeros(self.players, np.int64)

    def play(self, count: int, seed: int) -> None:
        """Play the next games of the series."""
        results = play_games(self.board, [BOT] * self.players, seed, self.count, count, is_detailed=True)
        self._chunks.append(columns_of(results, 0, 1, self.count))
        self.count += count

    def batches(self, columns: Sequence[str]) -> Iterator[Rows]:  # noqa: ARG002 (all of them are at hand)
        """All games so far as one batch."""
        if self._chunks:
            self._chunks = [{name: _joined([chunk[name] for chunk in self._chunks]) for name in self._chunks[0]}]
            yield Rows(self, self._chunks[0])


def _joined(parts: list[Column]) -> Column:
    lists = [part for part in parts if isinstance(part, Lists)]
    if lists:
        return Lists(np.concatenate([one.lengths for one in lists]), np.concatenate([one.numbers for one in lists]))
    return np.concatenate([part for part in parts if not isinstance(part, Lists)])


class BalanceRun:
    """Games at every table size of a map, all of them growing together.

    >>> from whistlestop import load_board
    >>> run = BalanceRun(load_board("san-francisco"), games=2)
    >>> run.total, run.played, run.is_over
    (6, 0, False)
    """

    def __init__(self, board: Board, games: int = GAMES, seed: int = SEED) -> None:
        self.seed, self.games = seed, games
        self.tables = [PlayedGames(board, players) for players in board.player_counts]
        self._chunk = {table.players: FIRST_CHUNK for table in self.tables}

    @property
    def total(self) -> int:
        """Games to play, at all tables."""
        return self.games * len(self.tables)

    @property
    def played(self) -> int:
        """Games played so far, at all tables."""
        return sum(table.count for table in self.tables)

    @property
    def fewest(self) -> int:
        """Games at the table that has had the fewest."""
        return min(table.count for table in self.tables)

    @property
    def is_over(self) -> bool:
        """Whether every table has had its games."""
        return self.played == self.total

    def play(self, seconds: float) -> None:
        """Play about this long, where the fewest games are first."""
        until = time.monotonic() + seconds
        while not self.is_over and time.monotonic() < until:
            self._play_chunk(min(self.tables, key=lambda table: table.count))

    def _play_chunk(self, table: PlayedGames) -> None:
        count = min(self._chunk[table.players], self.games - table.count)
        began = time.monotonic()
        table.play(count, self.seed)
        taken = max(time.monotonic() - began, 1e-6)
        self._chunk[table.players] = int(max(1, min(LARGEST_CHUNK, 2 * count, count * CHUNK_SECONDS / taken)))

    def balances(self) -> list[Balance]:
        """What stands out in the games so far, by number of players."""
        return [balance_of(tally(table)) for table in self.tables if table.count]
