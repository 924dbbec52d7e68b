"""How fast the engine plays: random games by the full rules, on every board and player count."""

import itertools
import time
from collections.abc import Iterator
from functools import partial

from whistlestop.arena.executors import run_in_order
from whistlestop.arena.play_games import GameResults, play_games
from whistlestop.arena.simulate import CHUNK
from whistlestop.board import Board

Speed = dict[str, float]


def measure(board: Board, players: int, seconds: float, workers: int = 1) -> Speed:
    """Games and actions a second over at least `seconds`."""
    play_games(board, ["random"] * players, 0, 0, 1)  # loads the compiled kernels
    games = actions = 0
    start = time.perf_counter()
    for results in _chunks_until(board, players, start + seconds, workers):
        games += len(results.turns)
        actions += int(results.actions.sum())
    elapsed = time.perf_counter() - start
    return {"games_per_second": round(games / elapsed, 1), "actions_per_second": round(actions / elapsed, 1)}


def _chunks_until(board: Board, players: int, deadline: float, workers: int) -> Iterator[GameResults]:
    firsts = itertools.takewhile(lambda _: time.perf_counter() < deadline, itertools.count(0, CHUNK))
    jobs = (partial(play_games, board, ["random"] * players, 0, first, CHUNK) for first in firsts)
    yield from run_in_order(jobs, executor="threads", workers=workers)
