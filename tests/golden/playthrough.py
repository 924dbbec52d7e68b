"""Writes a whole random game as text: every choice there was, every action, everything that happened, and the end.

`python -m tests.golden.playthrough` writes the golden files anew; look at the difference before you commit it.
"""

import json
import random
from pathlib import Path

from tests.tables import TABLES
from whistlestop import Game

FOLDER = Path(__file__).parent


def golden_file(name: str, players: int) -> Path:
    return FOLDER / f"{name}-{players}.txt"


def playthrough(name: str, players: int) -> str:
    game = Game(name, players=players, seed=1869)
    choices = random.Random(1869)
    lines = [f"{name}, {players} players, seed 1869", *position_lines(game)]
    while not game.is_over:
        legal = game.legal_actions()
        action = choices.choice(legal)
        lines.append(f"{game.version + 1}. seat {game.to_play}, {game.phase}, {len(legal)} choices: {action}")
        lines += [f"    {json.dumps(event.seen_by(event.seat))}" for event in game.apply(action)]
        if game.phase == "turn" and game.version % 25 == 0:
            lines += position_lines(game)
    lines += position_lines(game)
    lines += [f"seat {seat}: {json.dumps(score)}" for seat, score in enumerate(game.scores())]
    lines.append(f"won by {game.winners()}")
    return "\n".join(lines) + "\n"


def position_lines(game: Game) -> list[str]:
    return [f"  {key}: {json.dumps(value)}" for key, value in game.position().items()]


if __name__ == "__main__":
    for table in TABLES:
        golden_file(*table).write_text(playthrough(*table), encoding="utf-8")
