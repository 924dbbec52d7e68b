"""Options that several commands share, and how commands refuse bad input."""

from pathlib import Path
from typing import Annotated, Literal, NoReturn

import typer

from whistlestop.board import Board, load_board
from whistlestop.bots import bot_maker
from whistlestop.maps.mapfile import MapError

MAP_HELP = "A built-in map's name or the path of a .toml file."
MapOption = Annotated[str, typer.Option("--map", "-m", help=MAP_HELP)]
PlayersOption = Annotated[int | None, typer.Option("--players", "-p", help="Seats at the table [default: the fewest]")]
SeedOption = Annotated[int | None, typer.Option("--seed", help="The same seed gives the same games.")]
WorkersOption = Annotated[int, typer.Option("--workers", "-w", min=1, help="Cores to use.")]
ClusterWorkersOption = Annotated[
    int | None, typer.Option("--workers", "-w", min=1, help="Cores to use [default: 1; of a cluster, all]")
]
ExecutorOption = Annotated[Literal["processes", "ray"], typer.Option(help="Who plays: this machine, or a Ray cluster.")]
AddressOption = Annotated[str | None, typer.Option(help="The Ray cluster's address [default: the one that Ray finds]")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]


def refuse(message: str) -> NoReturn:
    """Say what is wrong with the input and leave with exit code 2."""
    typer.secho(message, fg=typer.colors.RED, err=True)
    raise typer.Exit(2)


def stopped(message: str) -> NoReturn:
    """After Ctrl-C: say what is kept and leave with its exit code."""
    typer.echo(f"Stopped {message}", err=True)
    raise typer.Exit(130)


def board_for(map: str | Path) -> Board:
    """The board of `--map`, or a clear refusal."""
    try:
        return load_board(map)
    except (FileNotFoundError, MapError) as error:
        refuse(str(error))


def players_for(board: Board, players: int | None) -> int:
    """The number of `--players`, checked against the board."""
    least, most = board.player_counts[0], board.player_counts[-1]
    if players is None:
        return least
    if players not in board.player_counts:
        refuse(f"--players {players}: {board.map.name} is for {least} to {most} players.")
    return players


def known_bots(bots: str) -> list[str]:
    """The bots of `--bots name,module:Class,…`, each known to exist."""
    names = [name.strip() for name in bots.split(",")]
    try:
        for name in names:
            bot_maker(name)
    except ValueError as error:
        refuse(f"--bots {bots}: {error}")
    return names
