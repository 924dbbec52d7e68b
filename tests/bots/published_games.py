"""Whole games of the published bots as text: a line for each game, with the numbers of its actions.

`python -m tests.bots.published_games` writes the file anew, for a change of what the bots are meant to do.
"""

from pathlib import Path

from tests.tables import TABLES
from whistlestop.arena.play_games import play_by_views
from whistlestop.board import load_board
from whistlestop.bots import make_bot
from whistlestop.game import Game

FILE = Path(__file__).with_name("published_games.txt")
BOTS = ["hungry", "path", "one-step", "long-route"]
SEED = 17
PAIRS = [(one, other) for one in BOTS for other in BOTS if one <= other]


def line_ups() -> list[tuple[str, list[str]]]:
    """A map and the bots in its seats: every rotation at every table, and every pair on the USA."""
    tables = [(name, (BOTS[k:] + BOTS)[:players]) for name, players in TABLES for k in range(len(BOTS))]
    return tables + [("usa", list(pair)) for pair in PAIRS]


def numbers_of(game: Game) -> list[int]:
    """The numbers of a finished game's actions."""
    replayed = Game(game.board, game.players, game.seed, game.number)
    numbers = []
    for action in game.actions:
        numbers.append(replayed.legal_ids()[replayed.legal_actions().index(action)])
        replayed.apply(action)
    return numbers


def line(number: int, name: str, bots: list[str], actions: list[int]) -> str:
    """A game as text."""
    return f"{number} {name} {','.join(bots)}: {' '.join(map(str, actions))}"


def play_line(number: int, name: str, bots: list[str]) -> str:
    """Game `number` between bots that get views."""
    return line(number, name, bots, numbers_of(play_by_views(load_board(name), bots, SEED, number, make_bot)))


if __name__ == "__main__":
    lines = [play_line(number, name, bots) for number, (name, bots) in enumerate(line_ups())]
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")
