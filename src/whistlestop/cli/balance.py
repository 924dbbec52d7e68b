"""`whistlestop map balance`: a bot plays a map against itself, and what is out of balance is printed in words."""

import json
from pathlib import Path
from shlex import quote
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from whistlestop.arena.balance import Finding, find_imbalance, measure
from whistlestop.arena.balance_page import NOTHING, balance_page
from whistlestop.arena.balance_text import advice, headline, item_text
from whistlestop.arena.report import Tally, open_stored
from whistlestop.arena.series import BadSeries, new_series
from whistlestop.arena.simulate import Workers
from whistlestop.board import Board
from whistlestop.cli.options import JsonOption, WorkersOption, board_for, known_bots, players_for, refuse, stopped
from whistlestop.cli.play_series import play_series
from whistlestop.cli.report import OpenOption, read_with_bar, write_page
from whistlestop.draw import FontsNotBuilt
from whistlestop.ids import location_id

SHOWN = 8
"""How many items of a finding are printed; the page has them all."""

Results = list[tuple[Tally, list[Finding]]]


def balance(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A .toml file, or a built-in map's name.")],
    players: Annotated[
        int | None, typer.Option("--players", "-p", help="Seats at the table [default: every number the map allows]")
    ] = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="Games for each number of players.")] = 2000,
    bot: Annotated[str, typer.Option("--bot", help="Plays against itself: a name or module:Class")] = "planner",
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same games.")] = 1,
    workers: WorkersOption = 1,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="OUT", help="The page [default: NAME-balance.html]")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Keep the games here, to go on with them."),
    ] = None,
    open_page: OpenOption = False,
    as_json: JsonOption = False,
) -> None:
    """Let a bot play a map against itself, say what is out of balance, and write a report with all the numbers.

    Ctrl-C stops and reports on what was played.
    """
    board = board_for(file)
    counts = list(board.player_counts) if players is None else [players_for(board, players)]
    if len(known_bots(bot)) != 1:
        refuse(f"--bot {bot}: name one bot; it plays all seats.")
    with TemporaryDirectory() as scratch:
        results, is_stopped = _play(board, counts, bot, games, seed, workers, out or Path(scratch))
    if not results:
        stopped("before any game was over.")
    try:
        page = balance_page(results, _command(file, players, games, bot, seed))
    except FontsNotBuilt as error:
        refuse(str(error))
    write_page(output or Path(f"{location_id(board.map.name)}-balance.html"), page, open_page)
    if as_json:
        print(json.dumps(_as_json(board, bot, seed, results), ensure_ascii=False, indent=1))
    else:
        _print(results)
    if is_stopped:
        note = f" The games are in {out}; the same command goes on." if out else ""
        stopped(f"before all games were played.{note}")


def _play(
    board: Board, counts: list[int], bot: str, games: int, seed: int, workers: int, folder: Path
) -> tuple[Results, bool]:
    """Play and count for each number of players; whether Ctrl-C came before the end."""
    results: Results = []
    for players in counts:
        typer.echo(f"{board.map.name}, {players} players …", err=True)
        series = new_series("simulate", board, [[bot] * players], 1, games, seed)
        stored = folder / f"{players}-players"
        _, is_stopped = play_series(stored, series, board, Workers(workers))
        try:
            tally = read_with_bar(open_stored(stored))
            results.append((tally, find_imbalance(tally)))
        except BadSeries:
            return results, True  # not one game was over yet
        if is_stopped:
            return results, True
    return results, False


def _command(file: str, players: int | None, games: int, bot: str, seed: int) -> str:
    words = ["whistlestop", "map", "balance", file, "--bot", bot, "--games", str(games), "--seed", str(seed)]
    words += [] if players is None else ["--players", str(players)]
    return " ".join(quote(word) for word in words)


def _as_json(board: Board, bot: str, seed: int, results: Results) -> dict[str, Any]:
    return {
        "map": board.source,
        "bot": bot,
        "seed": seed,
        "players": [
            {
                "players": tally.series.players,
                "games": tally.games,
                "findings": [_finding_json(finding) for finding in findings],
                "numbers": measure(tally),
            }
            for tally, findings in results
        ],
    }


def _finding_json(finding: Finding) -> dict[str, Any]:
    told = finding.as_json()
    for item, its_json in zip(finding.items, told["items"], strict=True):
        its_json["text"] = item_text(finding, item)
    return {**told, "headline": headline(finding), "advice": advice(finding)}


def _print(results: Results) -> None:
    console = Console(highlight=False)
    for tally, findings in results:
        console.print(Text(f"{tally.series.players} players, {tally.games:,} games", style="bold"))
        if not findings:
            console.print(f"  {NOTHING}.", style="green")
        for finding in findings:
            console.print(Text(f"  {headline(finding)}", style="yellow"), soft_wrap=True)
            for item in finding.items[:SHOWN]:
                console.print(Text(f"    {item_text(finding, item)}"), soft_wrap=True)
            if len(finding.items) > SHOWN:
                console.print(Text(f"    and {len(finding.items) - SHOWN} more: see the report"), soft_wrap=True)
            console.print(Text(f"    {advice(finding)}", style="dim"), soft_wrap=True)
