"""Playing the games of one or more line-ups in chunks, by threads or processes, and adding up the results."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from whistlestop.arena.executors import ExecutorName, InThread, run_in_order
from whistlestop.arena.play_games import GamePlayer, GameResults, play_deals
from whistlestop.board import Board
from whistlestop.bots import has_kernels
from whistlestop.bots.compiled import kernels_of, plays_compiled
from whistlestop.engine.scoring import TOTAL, win_shares
from whistlestop.kernels import require

CHUNK = 500
"""Games that a worker plays compiled before it reports."""
BOT_CHUNK = 1
"""The same for bots in Python: sending a board to a process takes 2 ms, a game of theirs 20 ms to many seconds."""


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

    def add(self, results: GameResults) -> None:
        """Count the games of a chunk."""
        self.add_columns(win_shares(results.scores), results.scores[:, :, TOTAL], results.turns, results.actions)

    def add_columns(self, win: NDArray[Any], total: NDArray[Any], turns: NDArray[Any], actions: NDArray[Any]) -> None:
        """Count games by their `win[game, seat]`, `total[game, seat]`, `turns[game]` and `actions[game]`."""
        self.games += len(turns)
        self.actions += int(actions.sum())
        self.turns += int(turns.sum())
        self.wins += win.sum(axis=0)
        self.points += total.sum(axis=0, dtype=np.int64)

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


@dataclass(frozen=True)
class Schedule:
    """Which games are to be played: every line-up plays deals 0 to deals - 1, each in all `seatings`."""

    line_ups: Sequence[Sequence[str]]
    seatings: int
    deals: int
    seed: int


@dataclass(frozen=True)
class Workers:
    """Who plays them; `count` None means all cores of the machine or the cluster."""

    count: int | None = 1
    executor: ExecutorName = "processes"
    address: str | None = None


class Chunk(NamedTuple):
    """Some deals of one line-up: one piece of work."""

    line_up: int
    first: int
    deals: int


def simulate(board: Board, bots: Sequence[str], games: int, seed: int, workers: Workers) -> Iterator[GameResults]:
    """Play games 0 to games - 1 in chunks, in order; `bots` names one for each seat."""
    for _, chunk_results in play(board, Schedule([bots], 1, games, seed), workers):
        yield chunk_results


def play(
    board: Board,
    schedule: Schedule,
    workers: Workers,
    done: int = 0,
    is_detailed: bool = False,
    play_game: GamePlayer | None = None,
) -> Iterator[tuple[Chunk, GameResults]]:
    """Play a schedule in order, but for the first `done` deals of all its line-ups.

    Kernels release the GIL, so compiled bots use all cores in threads; others get processes.
    """
    require("game", "playouts", *_kernels_for(board, schedule))  # before there are threads or processes
    executor, queued = workers.executor, list[Chunk]()
    if executor == "processes" and all(plays_compiled(board, bots) for bots in schedule.line_ups):
        executor = "threads"

    def jobs() -> Iterator[Callable[[], GameResults]]:
        for chunk in chunks(board, schedule, done):
            queued.append(chunk)
            job = _job(board, schedule, chunk, is_detailed, play_game)
            is_for_thread = executor == "processes" and plays_compiled(board, schedule.line_ups[chunk.line_up])
            yield InThread(job) if is_for_thread else job

    results = run_in_order(jobs(), executor=executor, workers=workers.count, address=workers.address)
    with closing(results):  # so that Ctrl-C stops them at once
        for chunk_results in results:
            yield queued.pop(0), chunk_results


def _job(
    board: Board,
    schedule: Schedule,
    chunk: Chunk,
    is_detailed: bool,
    play_game: GamePlayer | None,
) -> Callable[[], GameResults]:
    line_up, seatings = schedule.line_ups[chunk.line_up], schedule.seatings
    first, count = chunk.first, chunk.deals
    return partial(play_deals, board, line_up, seatings, schedule.seed, first, count, is_detailed, play_game)


def _kernels_for(board: Board, schedule: Schedule) -> set[str]:
    """The kernels that play whole games, or help bots that get views."""
    compiled = {kernels_of(bots) for bots in schedule.line_ups if plays_compiled(board, bots)}
    others = (bot for bots in schedule.line_ups if not plays_compiled(board, bots) for bot in bots)
    return compiled | ({"bots"} if any(map(has_kernels, others)) else set())


def chunks(board: Board, schedule: Schedule, done: int = 0) -> Iterator[Chunk]:
    """What is left of a schedule after `done` deals. Where chunks begin and end makes no difference to the games."""
    for line_up, bots in enumerate(schedule.line_ups):
        size = max(1, (CHUNK if plays_compiled(board, bots) else BOT_CHUNK) // schedule.seatings)
        start = min(max(done - line_up * schedule.deals, 0), schedule.deals)
        for first in range(start, schedule.deals, size):
            yield Chunk(line_up, first, min(size, schedule.deals - first))
