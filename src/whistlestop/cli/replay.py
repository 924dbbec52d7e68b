"""`whistlestop replay FILE`: a recorded game, or one of a series, action by action."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from whistlestop.arena.fingerprint import code_fingerprint
from whistlestop.arena.play_games import play_bot_game
from whistlestop.cli.options import JsonOption, refuse
from whistlestop.engine.scoring import SCORE_PARTS
from whistlestop.game import Game
from whistlestop.game.events import Event
from whistlestop.game.record import BadRecord, read_record


def replay(
    file: Annotated[
        Path, typer.Argument(help="A record, as `play` and `game.record()` write it, or the folder of a series.")
    ],
    upto: Annotated[int | None, typer.Option("--to", min=0, help="Stop after this many actions.")] = None,
    number: Annotated[int, typer.Option("--game", min=0, help="Of a series: the number of the deal.")] = 0,
    line_up: Annotated[int, typer.Option(min=0, help="Of a tournament: which line-up played it.")] = 0,
    seating: Annotated[int, typer.Option(min=0, help="Of a tournament: in which seating.")] = 0,
    save: Annotated[Path | None, typer.Option(help="Write the game as a record, too.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Replay a record: every action with what it brought, and the scores. All hands are open.

    Games of a series (`simulate --out`, `tournament`) are played again, from their seed and number; those of a language
    model (`rate`) are read from their records.
    """
    try:
        text = _play_again(file, number, line_up, seating) if file.is_dir() else file.read_text(encoding="utf-8")
        record = read_record(text)
        game = Game.at_start_of(record)
        events = [game.replay(move) for move in record.moves[:upto]]
        if upto is None or upto >= len(record.moves):
            game = Game.from_record(text)  # checks the result line too
        if save:
            save.write_text(text, encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        refuse(f"{file}: can't be read or written: {error}")
    except BadRecord as error:
        refuse(f"{file}: {error}")
    if as_json:
        print(json.dumps({"position": game.position(), "scores": game.scores(), "winners": game.winners()}))
        return
    console = Console(highlight=False)
    console.print(f"{game.board.map.name}, {game.players} players")
    for number, (action, events_of_action) in enumerate(zip(record.moves, events, strict=False), start=1):
        console.print(f"{number:4}  seat {action.seat}  {action.action}  [dim]{_describe(events_of_action)}[/dim]")
    console.print(_scores(game))
    winners = ", ".join(f"seat {seat}" for seat in game.winners())
    console.print(f"Won by {winners}." if winners else f"Not over: seat {game.to_play} is to play ({game.phase}).")


def _play_again(folder: Path, number: int, line_up: int, seating: int) -> str:
    """The record of a game of a series."""
    from whistlestop.arena.model_games import record_file
    from whistlestop.arena.series import read_series  # records are replayed without this extra

    try:
        series = read_series(folder)
        code = code_fingerprint(series.bot_names if series.model is None else [])
    except ValueError as error:
        refuse(f"{folder}: {error}")
    for option, value, limit in (
        ("--game", number, series.deals),
        ("--line-up", line_up, len(series.line_ups)),
        ("--seating", seating, series.seatings),
    ):
        if value >= limit:
            refuse(f"{folder}: {option} {value}: this series has 0 to {limit - 1}.")
    if series.model is not None:  # nobody can make it play the same game again
        return record_file(folder, series.bots(line_up, seating), series.model["name"], number).read_text("utf-8")
    if series.code != code:
        typer.echo("The engine or the bots have changed since this series was played: so may have the game.", err=True)
    return play_bot_game(series.board(), series.bots(line_up, seating), series.seed, number).record()


def _describe(events: list[Event]) -> str:
    """What an action brought beyond the choice itself."""
    texts = {
        "turn-up": "{card} turned up",
        "sweep": "the row was swept away",
        "reshuffle": "the discards were shuffled into the deck",
        "claim": "{points} points",
        "take": "took {symbol}",
        "final-round": "final round",
        "game-over": "game over",
    }
    facts = [event.seen_by(event.seat) for event in events]
    drawn = [f"got {fact['card']}" for fact in facts if fact["event"] == "draw" and fact["from"] == "deck"]
    return ", ".join(drawn + [texts[fact["event"]].format(**fact) for fact in facts if fact["event"] in texts])


def _scores(game: Game) -> Table:
    table = Table(title="scores" if game.is_over else "scores if the game ended here")
    table.add_column("seat", justify="right")
    for part in SCORE_PARTS:
        table.add_column(part.replace("_", " "), justify="right")
    for seat, score in enumerate(game.scores()):
        table.add_row(str(seat), *(str(score[part]) for part in SCORE_PARTS))
    return table
