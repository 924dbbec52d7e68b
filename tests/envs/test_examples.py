"""The examples run as their own texts say, on a small budget."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

EXAMPLES = {
    "vector_random": (["--games", "16", "--steps", "300"], " steps a second; wins by seat: ["),
    "pettingzoo_random": (["--games", "2", "--players", "3"], "game 1: totals ["),
    "gymnasium_random": (["--games", "2", "--opponent", "random"], "game 1: seat 1 came out "),
    "open_spiel_random": (["--games", "2", "--map", "san-francisco"], "Game 1: "),
    "open_spiel_mcts": (["--games", "1", "--simulations", "3"], " of 1 games."),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_runs(name: str) -> None:
    words, said = EXAMPLES[name]
    program = [sys.executable, "-W", "error", str(ROOT / "examples" / f"{name}.py"), *words]
    result = subprocess.run(program, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    assert said in result.stdout
