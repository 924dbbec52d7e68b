"""Plays the games of the docs' tables and writes them anew: `make ladder`, or `make ladder TABLES="levels seats"`.

It shows how far it is, can be stopped, and goes on from there: games are in whistlestop-runs, as `whistlestop
tournament` keeps them. Code that plays otherwise plays them again. `tables.py` says which tables there are.
"""

import argparse
import json
import sys
from pathlib import Path

import typer
from tools.tables import ROOT, TABLES, Games, Numbers, Table, rewritten

from whistlestop.arena.simulate import Workers
from whistlestop.cli.play_series import play_series
from whistlestop.cli.tournament import folder_of


def play(games: Games, workers: int) -> Path:
    """The folder of a series, all of which is played then; who stops it leaves with what was played."""
    series = games.series()
    folder = folder_of(series)
    _, is_stopped = play_series(folder, series, series.board(), Workers(workers))
    if is_stopped:
        sys.exit(f"Stopped. What was played is in {folder}; the same command goes on from there.")
    return folder


def stored_result(table: Table) -> Numbers | None:
    """What was counted when it was played last, if it was."""
    return json.loads(table.file.read_text(encoding="utf-8")) if table.file.exists() else None


def write(table: Table, result: Numbers) -> None:
    """Keep what was counted, and write the table into its page."""
    table.file.parent.mkdir(exist_ok=True)
    table.file.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    page = ROOT / table.page
    text = rewritten(page.read_text(encoding="utf-8"), {table.name: table.text(result)})
    page.write_text(text, encoding="utf-8")
    print(f"{table.name} is in {table.page}", file=sys.stderr, flush=True)


def main() -> None:
    names = [table.name for table in TABLES]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", nargs="*", metavar="TABLE", help=f"some of: {', '.join(names)} [default: all]")
    parser.add_argument("--workers", type=int, default=1, help="cores to use; the games are the same for any number")
    chosen = parser.parse_args()
    if unknown := [name for name in chosen.tables if name not in names]:
        parser.error(f"there is no table {unknown[0]}; there is {', '.join(names)}")
    for table in TABLES:
        if chosen.tables and table.name not in chosen.tables:
            continue
        folders = []
        for number, games in enumerate(table.games, start=1):
            print(f"{table.name}, {number} of {len(table.games)}: {games.command}", file=sys.stderr, flush=True)
            try:
                folders.append(play(games, chosen.workers))
            except typer.Exit as refused:  # what was wrong has been said
                sys.exit(refused.exit_code)
        write(table, table.result(folders))


if __name__ == "__main__":
    main()
