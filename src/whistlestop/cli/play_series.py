"""Playing many games under a progress bar."""

from collections.abc import Callable, Generator
from contextlib import closing
from pathlib import Path

from whistlestop.arena.executors import ExecutorError, ExecutorName
from whistlestop.arena.play_games import BotError, GamePlayer
from whistlestop.arena.series import BadSeries, Series, games_done, open_series, run_series
from whistlestop.arena.simulate import Workers
from whistlestop.board import Board
from whistlestop.cli.options import refuse
from whistlestop.cli.progress_bar import progress_bar
from whistlestop.envs.text import BudgetTooSmall, ModelUnavailable
from whistlestop.extras import require


def watch(
    counts: Generator[int, None, None], total: int, before: int = 0, is_clear: Callable[[], bool] = lambda: False
) -> bool:
    """Play games under a progress bar until they say clearly what was asked; `counts` yields how many are done.

    Whether Ctrl-C came first.
    """
    try:
        with progress_bar("games", total, before) as show, closing(counts):
            for done in counts:
                show(done)
                if is_clear():
                    break
    except KeyboardInterrupt:
        return True
    except (ExecutorError, BotError, BadSeries, ModelUnavailable, BudgetTooSmall) as error:
        refuse(str(error))
    return False


def workers_for(count: int | None, executor: ExecutorName, address: str | None) -> Workers:
    """The workers of `--workers`, `--executor` and `--address`."""
    if executor == "ray":
        require("ray", "cluster")
    return Workers(count if count or executor == "ray" else 1, executor, address)


def play_series(
    folder: Path,
    series: Series,
    board: Board,
    workers: Workers,
    is_clear: Callable[[], bool] = lambda: False,
    play_game: GamePlayer | None = None,
) -> tuple[int, bool]:
    """Play what is left of a series, or until it is clear: how many games that was, and whether Ctrl-C came first."""
    try:
        open_series(folder, series)
    except BadSeries as error:
        refuse(str(error))
    before = games_done(folder, series)
    if is_clear():
        return 0, False
    is_stopped = watch(run_series(folder, board, workers, play_game), series.all_games, before, is_clear)
    return games_done(folder, series) - before, is_stopped
