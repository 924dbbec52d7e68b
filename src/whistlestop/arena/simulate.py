"""Playing many games and adding up what came of them.

A game is known by (seed, number), so the sums do not depend on how the numbers are split among workers, and
`Game(map, players, seed=seed, number=number)` deals any one of them again.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whistlestop.board import Board
from whistlestop.engine.playout import random_games
from whistlestop.engine.rng import seed_base
from whistlestop.engine.scoring import SCORE_PARTS
from whistlestop.engine.state import STATE
from whistlestop.engine.warm_up import warm_up
from whistlestop.records import IntArray

CHUNK = 500

TOTAL = SCORE_PARTS.index("total")
TIE_BREAKS = tuple(SCORE_PARTS.index(part) for part in ("total", "completed_tickets", "longest_path"))


@dataclass(frozen=True)
class Played:
    """The games of one chunk: `scores[game, seat, part]`, `turns[game]`."""

    scores: IntArray
    turns: IntArray
    action_count: int


@dataclass
class Summary:
    """Sums over games. Shared wins count in parts."""

    players: int
    games: int = 0
    actions: int = 0
    turns: int = 0
    wins: NDArray[np.float64] = field(init=False)
    points: NDArray[np.int64] = field(init=False)

    def __post_init__(self) -> None:
        self.wins = np.zeros(self.players)
        self.points = np.zeros(self.players, np.int64)

    def add(self, played: Played) -> None:
        """Count the games of a chunk."""
        self.games += len(played.turns)
        self.actions += played.action_count
        self.turns += int(played.turns.sum())
        self.wins += win_shares(played.scores).sum(axis=0)
        self.points += played.scores[:, :, TOTAL].sum(axis=0)

    def as_json(self) -> dict[str, Any]:
        """The averages. Lists have one entry per seat."""
        games = max(self.games, 1)
        win_rate = (self.wins / games).tolist()
        return {
            "games": self.games,
            "wins": self.wins.tolist(),
            "win_rate": win_rate,
            "mean_score": (self.points / games).tolist(),
            "mean_turns": self.turns / games,
            "first_seat_win_rate": win_rate[0],
        }


def win_shares(scores: IntArray) -> NDArray[np.float64]:
    """R6.5: who won each game, as shares that add up to 1.

    >>> scores = np.zeros((1, 2, len(SCORE_PARTS)), np.int64)
    >>> win_shares(scores).tolist()
    [[0.5, 0.5]]
    """
    best = np.ones(scores.shape[:2], dtype=bool)
    for part in TIE_BREAKS:
        points = np.where(best, scores[:, :, part], np.iinfo(np.int64).min)
        best &= points == points.max(axis=1, keepdims=True)
    shares: NDArray[np.float64] = best / best.sum(axis=1, keepdims=True)
    return shares


def play_chunk(board: Board, players: int, seed: int, first: int, count: int) -> Played:
    """Random games `first` to `first + count - 1` of a series."""
    warm_up()
    state = np.zeros(1, STATE)
    scores = np.zeros((count, players, len(SCORE_PARTS)), np.int64)
    turns = np.zeros(count, np.int64)
    deal, choice = seed_base("deal", seed), seed_base("bots", seed)
    actions = random_games(board.table, state, players, deal, choice, first, scores, turns)
    return Played(scores, turns, actions)


def simulate(board: Board, players: int, games: int, seed: int, workers: int = 1) -> Iterator[Played]:
    """Play games 0 to games - 1 in chunks, in order. Kernels let go of Python's lock, so threads use all cores."""
    warm_up()  # before there are several threads to do it
    starts = range(0, games, CHUNK)
    jobs = (lambda first=first: play_chunk(board, players, seed, first, min(CHUNK, games - first)) for first in starts)
    yield from run_in_order(jobs, workers)


def run_in_order(jobs: Iterable[Callable[[], Played]], workers: int) -> Iterator[Played]:
    """The results of jobs in their order, with a few jobs ahead and no more, so that memory stays flat."""
    waiting = iter(jobs)
    with ThreadPoolExecutor(workers) as pool:
        running: list[Future[Played]] = [pool.submit(job) for job in islice(waiting, 2 * workers)]
        try:
            while running:
                yield running.pop(0).result()
                running += [pool.submit(job) for job in islice(waiting, 1)]
        finally:
            pool.shutdown(cancel_futures=True)
