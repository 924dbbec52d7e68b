"""`whistlestop replay FILE`: a recorded game, action by action."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from whistlestop.cli.options import JsonOption, refuse
from whistlestop.engine.scoring import SCORE_PARTS
from whistlestop.events import Event
from whistlestop.game import Game
from whistlestop.record import BadRecord, read_record


def replay(
    file: Annotated[Path, typer.Argument(help="A record, as `play` and `game.record()` write it.")],
    upto: Annotated[int | None, typer.Option("--to", min=0, help="Stop after so many actions.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Replay a record: every action with what it brought, and the scores. All hands are open."""
    try:
        record = read_record(file.read_text(encoding="utf-8"))
        game = Game.at_start_of(record)
        events = [game.replay(move) for move in record.moves[:upto]]
        if upto is None or upto >= len(record.moves):
            game = Game.from_record(file.read_text(encoding="utf-8"))  # checks the result line too
    except (OSError, UnicodeDecodeError) as error:
        refuse(f"{file}: can't be read: {error}")
    except BadRecord as error:
        refuse(f"{file}: {error}")
    if as_json:
        print(json.dumps({"position": game.position(), "scores": game.scores(), "winners": game.winners()}))
        return
    console = Console(highlight=False)
    console.print(f"{game.board.map.name}, {game.players} players")
    for number, (action, happened) in enumerate(zip(record.moves, events, strict=False), start=1):
        console.print(f"{number:4}  seat {action.seat}  {action.action}  [dim]{_told(happened)}[/dim]")
    console.print(_scores(game))
    winners = ", ".join(f"seat {seat}" for seat in game.winners())
    console.print(f"Won by {winners}." if winners else f"Not over: seat {game.to_play} is to play ({game.phase}).")


def _told(events: list[Event]) -> str:
    """What an action brought beyond the choice itself."""
    told = {
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
    return ", ".join(drawn + [told[fact["event"]].format(**fact) for fact in facts if fact["event"] in told])


def _scores(game: Game) -> Table:
    table = Table(title="scores" if game.is_over else "scores if the game ended here")
    table.add_column("seat", justify="right")
    for part in SCORE_PARTS:
        table.add_column(part.replace("_", " "), justify="right")
    for seat, score in enumerate(game.scores()):
        table.add_row(str(seat), *(str(score[part]) for part in SCORE_PARTS))
    return table
