"""Games between bots by name."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any, ClassVar

import pytest

from whistlestop import Board, Game, View, load_board
from whistlestop.arena.play_games import play_bot_game
from whistlestop.arena.simulate import Summary, Workers, simulate
from whistlestop.bots import bot_maker, make_bot
from whistlestop.bots.random_bot import RandomBot

EXAMPLE = "examples.first_bot:LongestRoute"


@pytest.fixture(autouse=True)
def in_the_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    monkeypatch.setattr(sys, "path", sys.path.copy())


def summary(bots: list[str], workers: int) -> dict[str, Any]:
    result = Summary(len(bots))
    for played in simulate(load_board("san-francisco"), bots, 24, 3, Workers(workers)):
        result.add(played)
    return result.as_json()


def test_the_example_beats_random_and_workers_change_nothing() -> None:
    one = summary([EXAMPLE, "random"], workers=1)
    assert one == summary([EXAMPLE, "random"], workers=2)
    assert one["games"] == 24
    assert one["first_seat_win_rate"] > 0.7


def test_the_same_seed_and_number_give_the_same_game() -> None:
    board = load_board("usa")
    records = [play_bot_game(board, ["random", EXAMPLE, "random"], 5, 2).record() for _ in range(2)]
    assert records[0] == records[1]
    assert Game.from_record(records[0]).is_over


class Remembering(RandomBot):
    """Random, and remembers the seeds that its kind was made with."""

    seeds: ClassVar[list[int | None]] = []

    def __init__(self, board: Board, seed: int | None = None) -> None:
        super().__init__(board, seed)
        self.seeds.append(seed)


def test_every_seat_of_every_game_of_every_series_has_dice_of_its_own() -> None:
    """So game 1 of series 5 does not share its bots' seeds with game 0 of series 6."""
    Remembering.seeds.clear()
    for seed, number in ((5, 0), (5, 1), (6, 0)):
        play_bot_game(load_board("san-francisco"), [f"{__name__}:Remembering"] * 2, seed, number)
    assert len(set(Remembering.seeds)) == 6


PLAY = """
from whistlestop import load_board
from whistlestop.arena.play_games import play_bot_game
for bot in {bots}:
    for number in range(8):
        print(bot, play_bot_game(load_board("san-francisco"), [bot, "greedy"], 1, number).record())
"""


def test_bots_choose_alike_in_every_process() -> None:
    """The order of a set of texts differs from process to process; a bot that walks one plays other games."""
    program = PLAY.format(bots=["greedy", "hungry", "path", "one-step", "long-route"])
    records = [
        subprocess.run(
            [sys.executable, "-c", program], env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    ]
    assert records[0] == records[1]


def test_an_unknown_bot_is_named() -> None:
    with pytest.raises(ValueError, match="Did you mean 'random'"):
        make_bot("randon", load_board("usa"))
    with pytest.raises(ValueError, match="no_such_module"):
        bot_maker("no_such_module:Bot")
    with pytest.raises(ValueError, match=r"choose\(view\)"):
        bot_maker("pathlib:Path")


class Cheat:
    """Always wants the same card."""

    def __init__(self, board: object, seed: int | None = None) -> None: ...

    def choose(self, view: View) -> str:
        return "draw deck"


def test_a_bot_that_breaks_a_rule_is_named_with_the_rule() -> None:
    with pytest.raises(ValueError, match=r"Cheat.*seat 0.*R1\.2"):
        play_bot_game(load_board("usa"), [f"{__name__}:Cheat", "random"], 1, 0)
