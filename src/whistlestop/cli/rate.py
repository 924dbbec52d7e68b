"""`whistlestop rate`: how well a language model plays."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from whistlestop.arena.model_games import MISTAKES, AnswerCounts, Model, answers_in, game_player, line_ups_against
from whistlestop.arena.series import Series, games_done, new_series
from whistlestop.arena.simulate import Workers
from whistlestop.arena.tournament import Standings, read_results, standings_of
from whistlestop.bots.registry import BOTS
from whistlestop.cli.options import (
    JsonOption,
    MapOption,
    PlayersOption,
    board_for,
    known_bots,
    players_for,
    refuse,
    stopped,
)
from whistlestop.cli.play_series import play_series
from whistlestop.cli.tournament import RUNS, bot_table, folder_of, percent
from whistlestop.envs.text import BudgetTooSmall, ModelUnavailable, Prompter
from whistlestop.envs.text.player import DEFAULT_ATTEMPTS, KEY_VARIABLE
from whistlestop.envs.text.prompt import DEFAULT_BUDGET
from whistlestop.game import Game


def rate(
    model: Annotated[
        str, typer.Option(help="The model's name at the endpoint, or your own function: module:function.")
    ],
    base_url: Annotated[
        str | None,
        typer.Option(help="The endpoint, with its version: http://127.0.0.1:8000/v1 [default: none, a function]"),
    ] = None,
    against: Annotated[str, typer.Option(help="The bots it plays, one kind at a time.")] = "easy,medium,hard,expert",
    map: MapOption = "san-francisco",
    players: PlayersOption = None,
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, help="Games against each, rounded up to whole deals.")
    ] = 20,
    budget: Annotated[int, typer.Option(help="Tokens that a prompt may have, by our estimate.")] = DEFAULT_BUDGET,
    attempts: Annotated[int, typer.Option(min=1, max=20, help="Answers to a choice, before it is drawn by lot.")] = (
        DEFAULT_ATTEMPTS
    ),
    temperature: Annotated[float | None, typer.Option(help="Sent to the endpoint, if given.")] = None,
    max_tokens: Annotated[int | None, typer.Option(min=1, help="Sent to the endpoint, if given.")] = None,
    timeout: Annotated[float, typer.Option(min=1, help="Seconds that an answer may take.")] = 120.0,
    key_variable: Annotated[
        str, typer.Option(help="The environment variable with the endpoint's key, if it needs one.")
    ] = KEY_VARIABLE,
    workers: Annotated[int, typer.Option("--workers", "-w", min=1, max=256, help="Games at a time.")] = 1,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same deals.")] = 1,
    out: Annotated[Path | None, typer.Option("--out", "-o", help=f"The folder [default: one in {RUNS}/]")] = None,
    as_json: JsonOption = False,
) -> None:
    """Let a language model play against our levels, and print how strong it is and how often it answers wrongly.

    The folder keeps every prompt, answer and game. Ctrl-C stops; the same command goes on from there, and asks nothing
    twice.
    """
    board = board_for(map)
    seats = players_for(board, players)
    levels = list(dict.fromkeys(known_bots(against)))
    if model in BOTS:
        refuse(f"--model {model}: that is the name of a bot of ours.")
    asked = Model(model, base_url, key_variable, budget, attempts, temperature, max_tokens, timeout)
    try:
        asked.connect()
        Prompter(board, seats, budget).prompt(Game(board, seats, seed).view(0))
        series = new_series("rate", board, line_ups_against(model, levels, seats), seats, games, seed, asked.settings())
    except BudgetTooSmall as error:
        refuse(f"--budget {budget}: {error}")
    except (ValueError, ModelUnavailable) as error:
        refuse(f"--model {model}: {error}")
    folder = out or folder_of(series)
    _, is_stopped = play_series(folder, series, board, Workers(workers), play_game=game_player(asked, folder))
    stored = games_done(folder, series)
    if stored:
        _print(series, standings_of(read_results(folder)), answers_in(folder), folder, as_json)
    if is_stopped:
        stopped(f"after {stored:,} of {series.all_games:,} games, which are in {folder}. The same command goes on.")


def _print(series: Series, standings: Standings, answers: AnswerCounts, folder: Path, as_json: bool) -> None:
    if as_json:
        settings = {"map": series.map, "players": series.players, "seed": series.seed, "folder": str(folder)}
        is_complete = standings.games == series.all_games
        said = {"model": series.model, "is_complete": is_complete, "answers": answers.as_json()}
        print(json.dumps({**settings, **said, **standings.as_json()}))
        return
    console = Console(highlight=False)
    title = f"{standings.games:,} games on {series.map}, {series.players} players, seed {series.seed}"
    console.print(bot_table(standings, title))
    console.print(_level_table(series, standings))
    console.print(_answer_table(answers))
    console.print(f"All games, prompts and answers are in {folder}", soft_wrap=True)


def _level_table(series: Series, standings: Standings) -> Table:
    names = [standing.bot for standing in standings.bots]
    model = names.index(series.bot_names[0])
    table = Table(title=f"how often {names[model]} came before …")
    table.add_column("level")
    table.add_column("rate", justify="right")
    for level in series.bot_names[1:]:
        if level in names and (met := standings.head_to_head[model][names.index(level)]) is not None:
            table.add_row(level, percent(met))
    return table


def _answer_table(answers: AnswerCounts) -> Table:
    table = Table(title=f"its answers in {answers.games:,} games")
    for heading in ("choices", "answers", "wrong", *MISTAKES, "by lot"):
        table.add_column(heading, justify="right")
    counts = answers.counts
    wrong = "–" if answers.wrong is None else f"{counts['wrong']:,}: {percent(answers.wrong)}"
    numbers = [f"{counts[name]:,}" for name in (*MISTAKES, "forced")]
    table.add_row(f"{counts['choices']:,}", f"{counts['answers']:,}", wrong, *numbers)
    return table
