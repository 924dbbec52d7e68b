"""`whistlestop tournament`: which bot is the best, and how sure that is."""

import hashlib
import json
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from rich.console import Console
from rich.table import Table

from whistlestop.arena.estimates import Estimate
from whistlestop.arena.sequential import Bar, Verdict, parse_bar, rates_of, verdict_of
from whistlestop.arena.series import Series, games_done, new_series
from whistlestop.arena.tournament import Standings, line_ups_of, read_results, standings_of
from whistlestop.cli.options import (
    AddressOption,
    ClusterWorkersOption,
    ExecutorOption,
    JsonOption,
    MapOption,
    PlayersOption,
    board_for,
    known_bots,
    players_for,
    refuse,
    stopped,
)
from whistlestop.cli.play_series import play_series, workers_for

RUNS = Path("whistlestop-runs")


def tournament(
    bots: Annotated[str, typer.Option(help="The bots, by name or module:Class: a,b,c")],
    map: MapOption = "usa",
    players: PlayersOption = None,
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, help="Games of each line-up, rounded up to whole deals.")
    ] = 2000,
    including: Annotated[str | None, typer.Option("--with", help="Only line-ups that have this bot.")] = None,
    bar: Annotated[
        str | None,
        typer.Option(help="Stop when it is clear whether the first bot wins nearer to 50 % or 58 %: 50:58."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same games.")] = 1,
    workers: ClusterWorkersOption = None,
    executor: ExecutorOption = "processes",
    address: AddressOption = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", help=f"The folder [default: one in {RUNS}/]")] = None,
    as_json: JsonOption = False,
) -> None:
    """Let every combination of bots play, each deal from every seat, and print who is better, and by how much.

    Ctrl-C stops and keeps what was played; the same command goes on from there.
    """
    board = board_for(map)
    seats = players_for(board, players)
    names = known_bots(bots)
    line_ups = _line_ups(names, seats, including)
    test = _bar(bar, line_ups)
    series = new_series("tournament", board, line_ups, seats, games, seed)
    folder = out or folder_of(series)

    def verdict() -> Verdict | None:
        return verdict_of(rates_of(read_results(folder), names[0], seats), test) if test else None

    _, is_stopped = play_series(
        folder, series, board, workers_for(workers, executor, address), lambda: verdict() is not None
    )
    stored = games_done(folder, series)
    if stored:
        _print(series, standings_of(read_results(folder)), folder, as_json, test and Answer(names[0], test, verdict()))
    if is_stopped:
        kept = f"which are in {folder}. The same command goes on from there."
        stopped(f"after {stored:,} of {series.all_games:,} games, {kept}")


class Answer(NamedTuple):
    """What the games say of a bar, None for nothing yet."""

    bot: str
    bar: Bar
    verdict: Verdict | None

    def __str__(self) -> str:
        low, high = (f"{100 * rate:g}%" for rate in self.bar)
        if self.verdict is None:
            return f"Whether {self.bot} wins nearer to {low} or to {high} is not clear yet."
        nearer, other = (high, low) if self.verdict.is_passed else (low, high)
        return f"Clear after {self.verdict.deals:,} deals: {self.bot} wins nearer to {nearer} than to {other}."

    def as_json(self) -> dict[str, Any]:
        """What `--json` prints of it."""
        found = self.verdict
        return {"bar": self.bar, "is_passed": found and found.is_passed, "deals_to_clear": found and found.deals}


def _bar(text: str | None, line_ups: list[list[str]]) -> Bar | None:
    if text is None:
        return None
    if len(line_ups) > 1:
        refuse(f"--bar {text}: that is a question to one line-up of bots, and these make {len(line_ups)}.")
    try:
        return parse_bar(text)
    except ValueError as error:
        refuse(f"--bar {error}")


def _line_ups(names: list[str], seats: int, including: str | None) -> list[list[str]]:
    if len(names) < seats:
        refuse(f"--bots {','.join(names)}: {seats} seats need {seats} bots. Name one twice to let it meet itself.")
    if including is not None and including not in names:
        refuse(f"--with {including}: that is not one of the bots {', '.join(names)}.")
    return line_ups_of(names, seats, including)


def folder_of(series: Series) -> Path:
    """Named by all settings, so that the same command finds the same folder."""
    digest = hashlib.sha256(series.as_text().encode()).hexdigest()[:8]
    return RUNS / f"{Path(series.map).stem}-{series.players}p-{digest}"


def _print(series: Series, standings: Standings, folder: Path, as_json: bool, answer: Answer | None) -> None:
    if as_json:
        settings = {"map": series.map, "players": series.players, "seed": series.seed, "folder": str(folder)}
        is_complete = standings.games == series.all_games
        asked = answer.as_json() if answer else {}
        print(json.dumps({**settings, "is_complete": is_complete, **asked, **standings.as_json()}))
        return
    console = Console(highlight=False)
    title = f"{standings.games:,} games on {series.map}, {series.players} players, seed {series.seed}"
    console.print(bot_table(standings, title))
    if len(standings.bots) > 1:
        console.print(meeting_table(standings))
    fair = f"{100 / series.players:.1f}%"
    console.print(f"The first seat wins {percent(standings.first_seat)} of the games; {fair} would be fair.")
    if answer:
        console.print(str(answer))
    console.print(f"All games are in {folder}", soft_wrap=True)


def bot_table(standings: Standings, title: str) -> Table:
    """A row for each bot: games, wins, scores, rating."""
    table = Table(title=title, caption="in brackets: 95% intervals")
    for heading in ("bot", "games", "wins", "mean\nscore", "winning\nscore", "rating"):
        is_name = heading == "bot"
        table.add_column(heading, justify="left" if is_name else "right", no_wrap=not is_name, overflow="fold")
    for bot in standings.bots:
        winning = "–" if bot.mean_winning_score is None else f"{bot.mean_winning_score:.1f}"
        rating = f"{bot.rating.value:.0f} ({bot.rating.low:.0f}–{bot.rating.high:.0f})"
        table.add_row(bot.bot, f"{bot.games:,}", percent(bot.win_rate), f"{bot.mean_score:.1f}", winning, rating)
    return table


def meeting_table(standings: Standings) -> Table:
    """Every bot against every other."""
    table = Table(title="how often the row's bot came before the column's")
    table.add_column("bot")
    for column in standings.bots:
        table.add_column(column.bot, justify="right")
    for bot, row in zip(standings.bots, standings.head_to_head, strict=True):
        table.add_row(bot.bot, *("" if met is None else percent(met) for met in row))
    return table


def percent(rate: Estimate) -> str:
    """
    >>> percent(Estimate(0.6, 0.55, 0.65, 100))
    '60.0% (55.0–65.0)'
    """
    return f"{rate.value * 100:.1f}% ({rate.low * 100:.1f}–{rate.high * 100:.1f})"
