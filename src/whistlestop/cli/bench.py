"""`whistlestop bench`: how fast the engine plays here."""

import json
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from whistlestop.arena.bench import Speed, measure
from whistlestop.cli.options import JsonOption, WorkersOption, board_for
from whistlestop.english import counted
from whistlestop.maps.mapfile import builtin_maps


def bench(
    map: Annotated[str | None, typer.Option("--map", "-m", help="Only this map [default: all built-in ones]")] = None,
    seconds: Annotated[float, typer.Option(min=0.1, max=600, help="How long to measure each player count.")] = 2,
    workers: WorkersOption = 1,
    as_json: JsonOption = False,
) -> None:
    """Measure random games a second for each map and player count, on one core unless told otherwise."""
    boards = [board_for(name) for name in ([map] if map else sorted(builtin_maps(), reverse=True))]
    tables = [(board, players) for board in boards for players in board.player_counts]
    speeds: dict[str, dict[str, Speed]] = {board.source: {} for board in boards}
    for board, players in track(tables, "measuring", console=Console(stderr=True), transient=True):
        speeds[board.source][str(players)] = measure(board, players, seconds, workers)
    if as_json:
        print(json.dumps(speeds))
        return
    table = Table(title=f"uniformly random play, full rules, {counted(workers, 'core')}")
    for heading in ("map", "players", "games/s", "actions/s"):
        table.add_column(heading, justify="left" if heading == "map" else "right")
    for name, by_players in speeds.items():
        for count, speed in by_players.items():
            table.add_row(name, count, f"{speed['games_per_second']:,.0f}", f"{speed['actions_per_second']:,.0f}")
    Console().print(table)
