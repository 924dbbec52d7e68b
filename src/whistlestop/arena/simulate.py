"""Playing many games and adding up what came of them.

A game is known by (seed, number), so the sums do not depend on how the numbers are split among workers, and
`Game(map, players, seed=seed, number=number)` deals any one of them again.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from multiprocessing import get_context
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whistlestop.board import Board
from whistlestop.bots import make_bot
from whistlestop.engine.playout import random_games
from whistlestop.engine.rng import seed_base
from whistlestop.engine.scoring import SCORE_PARTS
from whistlestop.engine.state import STATE
from whistlestop.engine.warm_up import warm_up
from whistlestop.game import Game
from whistlestop.illegal import IllegalAction
from whistlestop.records import IntArray

CHUNK = 500
BOT_CHUNK = 5

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


def play_bots(board: Board, bots: Sequence[str], seed: int, first: int, count: int) -> Played:
    """Games `first` to `first + count - 1` of a series between bots by name, one for each seat."""
    scores = np.zeros((count, len(bots), len(SCORE_PARTS)), np.int64)
    turns = np.zeros(count, np.int64)
    action_count = 0
    for i in range(count):
        game = play_bot_game(board, bots, seed, first + i)
        scores[i] = [list(score.values()) for score in game.scores()]
        turns[i] = game.turn_count
        action_count += game.version
    return Played(scores, turns, action_count)


def play_bot_game(board: Board, bots: Sequence[str], seed: int, number: int) -> Game:
    """One game between bots, played to its end; the same seed and number give the same game."""
    game = Game(board, len(bots), seed, number)
    seats = [
        make_bot(name, board, int(seed_base(f"bot {seat} of game {number}", seed)[0])) for seat, name in enumerate(bots)
    ]
    while (seat := game.to_play) is not None:
        try:
            game.apply(seats[seat].choose(game.view(seat)))
        except IllegalAction as error:
            raise ValueError(f"The bot {bots[seat]!r} in seat {seat} of game {number} broke a rule: {error}") from error
    return game


def simulate(board: Board, bots: Sequence[str], games: int, seed: int, workers: int = 1) -> Iterator[Played]:
    """Play games 0 to games - 1 in chunks, in order; `bots` names one for each seat.

    Random bots play compiled, and kernels let go of Python's lock, so threads use all cores; others get processes.
    """
    warm_up()  # before there are several threads or processes to do it
    if set(bots) == {"random"}:
        pool: Executor = ThreadPoolExecutor(workers)
        jobs = (partial(play_chunk, board, len(bots), seed, *part) for part in _chunks(games, CHUNK))
    else:
        pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
        jobs = (partial(play_bots, board, bots, seed, *part) for part in _chunks(games, BOT_CHUNK))
    yield from run_in_order(jobs, pool, workers)


def _chunks(games: int, size: int) -> Iterator[tuple[int, int]]:
    """(first, count) of consecutive games."""
    return ((first, min(size, games - first)) for first in range(0, games, size))


def run_in_order(jobs: Iterable[Callable[[], Played]], pool: Executor, workers: int) -> Iterator[Played]:
    """The results of jobs in their order, with a few jobs ahead and no more, so that memory stays flat."""
    waiting = iter(jobs)
    with pool:
        running: list[Future[Played]] = [pool.submit(job) for job in islice(waiting, 2 * workers)]
        try:
            while running:
                yield running.pop(0).result()
                running += [pool.submit(job) for job in islice(waiting, 1)]
        finally:
            pool.shutdown(cancel_futures=True)
