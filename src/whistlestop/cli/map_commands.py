"""`whistlestop map check` and `map draw`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.console import Console
from rich.text import Text

from whistlestop.draw import FontsNotBuilt, draw_board, draw_png
from whistlestop.english import counted
from whistlestop.maps.check import check_map
from whistlestop.maps.mapfile import MapError, Problem, builtin_maps, parse_map, read_map_toml

KNOWN = ", ".join(builtin_maps())
MapFile = Annotated[str, typer.Argument(metavar="FILE", help=f"A .toml file, or a built-in map: {KNOWN}.")]
COLOURS = {"error": "bold red", "warning": "yellow"}


def check(
    file: MapFile,
    as_json: Annotated[bool, typer.Option("--json", help="Print the problems as JSON, for programs.")] = False,
) -> None:
    """Find everything that is wrong with a map, and what might play badly. Exits with 1 if there are errors."""
    try:
        problems = check_map(*read_map_toml(file))
    except MapError as error:
        problems = error.problems
    except OSError as error:
        problems = [Problem("error", file, "the file", "unreadable-file", {"reason": reason(error)})]
    errors = sum(problem.severity == "error" for problem in problems)
    if as_json:
        rows = [{"severity": p.severity, "key": p.key, "message": p.message} for p in problems]
        typer.echo(json.dumps({"file": file, "ok": not errors, "problems": rows}, ensure_ascii=False, indent=2))
    else:
        print_problems(problems, errors)
    if errors:
        raise typer.Exit(1)


def print_problems(problems: list[Problem], errors: int) -> None:
    """A line for each problem, then how many there are."""
    console = Console(highlight=False)
    for problem in problems:
        severity = Text(f"{problem.severity}: ", style=COLOURS[problem.severity])
        console.print(severity + Text(str(problem)), soft_wrap=True)
    warnings = len(problems) - errors
    if problems:
        console.print(f"{counted(errors, 'error')}, {counted(warnings, 'warning')}.")
    else:
        console.print("No errors, no warnings.", style="green")


def draw(
    file: MapFile,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="OUT", help="board.svg or board.png")],
) -> None:
    """Draw a map's board as SVG or PNG."""
    ending = output.suffix.lower()
    if ending not in (".svg", ".png"):
        fail(f"{output}: can't draw a {ending or 'file without ending'}. Name the output board.svg or board.png.")
    try:
        board_map = parse_map(*read_map_toml(file))
        picture = draw_png(board_map) if ending == ".png" else draw_board(board_map).encode()
        output.write_bytes(picture)
    except MapError as error:
        fail(f"{error}\nThe map has errors, so nothing was drawn.")
    except FontsNotBuilt as error:
        fail(str(error))
    except OSError as error:
        fail(reason(error))
    typer.echo(f"{output}: {board_map.name}, {board_map.board.width:g} × {board_map.board.height:g}")


def reason(error: OSError) -> str:
    """Why a file can't be read or written, without the number that systems put before it."""
    return f"{error.filename}: {error.strerror}" if error.filename else str(error)


def fail(message: str) -> NoReturn:
    """Print a message to stderr and exit with 1."""
    typer.echo(message, err=True)
    raise typer.Exit(1)
