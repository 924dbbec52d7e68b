"""From learning to a seat at the table: the example learns, and what it has learned plays as a bot."""

import csv
import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from examples.trained_bot import Trained

from tests.envs.marks import needs_torch
from tests.tables import TABLES
from whistlestop import Game
from whistlestop.arena.play_games import play_bot_game
from whistlestop.board import load_board
from whistlestop.envs.from_view import observe_view
from whistlestop.envs.layout import Layout
from whistlestop.envs.single_game import observe

ROOT = Path(__file__).parents[2]
TRAINED = "examples.trained_bot:Trained"


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_view_shows_what_the_environments_show(name: str, players: int) -> None:
    rng = random.Random(f"{name} {players}")
    game = Game(name, players, seed=3)
    layout = Layout(game.board, players)
    while not game.is_over:
        assert game.to_play is not None
        if rng.random() < 0.2:
            observation, legal = observe_view(game.board, game.view(game.to_play))
            shown = observe(game, layout, game.to_play)
            assert (observation == shown["observation"]).all()
            assert legal.tolist() == np.flatnonzero(shown["action_mask"]).tolist()
        game.apply(rng.choice(game.legal_actions()))


def wins(bot: str, opponent: str, pairs: int) -> float:
    """The share of games that a bot wins, every deal from both seats."""
    board = load_board("san-francisco")
    games = [play_bot_game(board, seats, 5, n) for n in range(pairs) for seats in ((bot, opponent), (opponent, bot))]
    return sum(i % 2 in game.winners() for i, game in enumerate(games)) / len(games)


def test_the_policy_that_comes_along_has_learned() -> None:
    assert wins(TRAINED, "random", 20) >= 0.95
    assert wins(TRAINED, "greedy", 20) >= 0.6


def test_a_policy_of_another_map_is_refused() -> None:
    with pytest.raises(ValueError, match="trained on another map than USA"):
        Trained(load_board("usa"))


@needs_torch
def test_the_example_learns_and_its_policy_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["--updates", "8", "--games", "64", "--steps", "64", "--batch", "512", "--every", "100", "--judged", "40"]
    program = [sys.executable, "-W", "error", "examples/ppo_san_francisco.py", *words, "--out", str(tmp_path)]
    threads = {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}  # other tests run beside this one
    result = subprocess.run(program, cwd=ROOT, env=os.environ | threads, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    assert result.stdout.count("beats random") == 2
    with (tmp_path / "curve.csv").open(encoding="utf-8") as file:
        first, last = csv.DictReader(file)
    assert int(float(last["steps"])) == 8 * 64 * 64
    assert float(last["points"]) > float(first["points"]) + 10
    monkeypatch.setenv("WHISTLESTOP_POLICY", str(tmp_path / "policy.npz"))
    assert wins(TRAINED, "random", 5) > 0.6
