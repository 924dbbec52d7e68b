"""`whistlestop simulate`: many games and their averages."""

import json
import secrets
import time
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from whistlestop.arena.simulate import Summary, play_chunk
from whistlestop.arena.simulate import simulate as run
from whistlestop.bots import bot_maker
from whistlestop.cli.options import (
    JsonOption,
    MapOption,
    PlayersOption,
    SeedOption,
    WorkersOption,
    board_for,
    players_for,
    refuse,
)


class RateColumn(ProgressColumn):
    """How many games a second."""

    def render(self, task: Task) -> Text:
        return Text(f"{task.speed:,.0f} games/s" if task.speed else "")


def simulate(
    map: MapOption = "usa",
    players: PlayersOption = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 1000,
    bots: Annotated[
        str, typer.Option(help="A bot for all seats, or one for each: name,name,… or module:Class")
    ] = "random",
    seed: SeedOption = None,
    workers: WorkersOption = 1,
    as_json: JsonOption = False,
) -> None:
    """Play many games and print wins, scores and turns. Ctrl-C stops and reports what was played."""
    board = board_for(map)
    seats = players_for(board, players)
    names = bots_for(bots, seats)
    seed = secrets.randbits(32) if seed is None else seed
    summary = Summary(seats)
    play_chunk(board, seats, seed, 0, 1)  # compiles or loads the kernels, which is not on the clock
    start = time.perf_counter()
    is_stopped = _play(summary, run(board, names, games, seed, workers), games)
    seconds = time.perf_counter() - start
    result: dict[str, Any] = {
        "map": board.source,
        "players": seats,
        "bots": names,
        "seed": seed,
        "seconds": round(seconds, 3),
        "games_per_second": round(summary.games / seconds, 1),
        **summary.as_json(),
    }
    if as_json:
        print(json.dumps(result))
    else:
        _print_table(result)
    if is_stopped:
        typer.echo(f"Stopped after {summary.games} of {games} games.", err=True)
        raise typer.Exit(130)


def bots_for(bots: str, seats: int) -> list[str]:
    """The bots of `--bots` by seat, each known to exist."""
    names = bots.split(",")
    if len(names) not in (1, seats):
        refuse(f"--bots {bots}: write one bot for all seats or {seats}, one for each seat.")
    try:
        for name in names:
            bot_maker(name)
    except ValueError as error:
        refuse(f"--bots {bots}: {error}")
    return names * seats if len(names) == 1 else names


def _play(summary: Summary, chunks: Any, games: int) -> bool:
    """Add up all chunks under a progress bar; whether Ctrl-C came before the end."""
    columns = (BarColumn(), MofNCompleteColumn(), RateColumn(), TextColumn("left"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("games", total=games)
        try:
            for played in chunks:
                summary.add(played)
                progress.update(task, completed=summary.games)
        except KeyboardInterrupt:
            return True
    return False


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
