"""`whistlestop simulate`: many games and their averages."""

import json
import secrets
import time
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from whistlestop.arena.play_games import GameResults, play_games
from whistlestop.arena.series import BadSeries, new_series, read_series, summary_of
from whistlestop.arena.simulate import Summary
from whistlestop.arena.simulate import simulate as run
from whistlestop.cli.options import (
    AddressOption,
    ClusterWorkersOption,
    ExecutorOption,
    JsonOption,
    MapOption,
    PlayersOption,
    SeedOption,
    board_for,
    known_bots,
    players_for,
    refuse,
    stopped,
)
from whistlestop.cli.play_series import play_series, watch, workers_for


def simulate(
    map: MapOption = "usa",
    players: PlayersOption = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 1000,
    bots: Annotated[
        str, typer.Option(help="A bot for all seats, or one for each: name,name,… or module:Class")
    ] = "random",
    seed: SeedOption = None,
    workers: ClusterWorkersOption = None,
    executor: ExecutorOption = "processes",
    address: AddressOption = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="A folder for a row per game and seat.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Play many games and print wins, scores and turns.

    Ctrl-C stops and reports what was played; with --out the same command goes on from there.
    """
    board = board_for(map)
    seats = players_for(board, players)
    names = bots_for(bots, seats)
    seed = _seed_in(out) if seed is None else seed
    pool = workers_for(workers, executor, address)
    play_games(board, ["random"] * seats, seed, 0, 1)  # compiles or loads the kernels, which is not on the clock
    start = time.perf_counter()
    if out:
        series = new_series("simulate", board, [names], 1, games, seed)
        played, is_stopped = play_series(out, series, board, pool)
        summary = summary_of(out)
    else:
        summary = Summary(seats)
        is_stopped = watch(_add_up(summary, run(board, names, games, seed, pool)), games)
        played = summary.games
    seconds = time.perf_counter() - start
    result: dict[str, Any] = {
        "map": board.source,
        "players": seats,
        "bots": names,
        "seed": seed,
        "seconds": round(seconds, 3),
        "games_per_second": round(played / seconds, 1),
        **summary.as_json(),
    }
    if as_json:
        print(json.dumps(result))
    else:
        _print_table(result)
    if is_stopped:
        note = f" They are in {out}; the same command goes on." if out else ""
        stopped(f"after {summary.games:,} of {games:,} games.{note}")


def bots_for(bots: str, seats: int) -> list[str]:
    """The bots of `--bots` by seat, each known to exist."""
    names = known_bots(bots)
    if len(names) not in (1, seats):
        refuse(f"--bots {bots}: write one bot for all seats or {seats}, one for each seat.")
    return names * seats if len(names) == 1 else names


def _seed_in(folder: Path | None) -> int:
    """The seed of the series that is to go on; a new one for new games."""
    if folder is None or not (folder / "series.json").exists():
        return secrets.randbits(32)
    try:
        return read_series(folder).seed
    except BadSeries as error:
        refuse(str(error))


def _add_up(summary: Summary, chunks: Iterator[GameResults]) -> Generator[int, None, None]:
    for results in chunks:
        summary.add(results)
        yield summary.games


def _print_table(result: dict[str, Any]) -> None:
    console = Console()
    table = Table(title=f"{result['games']:,} games on {result['map']}, seed {result['seed']}")
    for heading in ("seat", "bot", "wins", "win rate", "mean score"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for seat in range(result["players"]):
        table.add_row(
            str(seat),
            result["bots"][seat],
            f"{result['wins'][seat]:,.1f}",
            f"{result['win_rate'][seat]:.1%}",
            f"{result['mean_score'][seat]:.1f}",
        )
    console.print(table)
    speed = f"{result['games_per_second']:,.0f} games a second"
    console.print(f"{result['mean_turns']:.1f} turns a game · {result['seconds']:.1f} s, {speed}")
