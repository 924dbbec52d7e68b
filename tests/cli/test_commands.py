"""The commands that print numbers, as a program would call them."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.tables import played
from whistlestop.cli.app import app

SIMULATE_KEYS = {
    "map",
    "players",
    "bots",
    "games",
    "seconds",
    "games_per_second",
    "wins",
    "win_rate",
    "mean_score",
    "mean_turns",
    "first_seat_win_rate",
}


def run(*words: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, list(words))
    assert result.exit_code == code, result.output
    return result.output if code else result.stdout


def test_simulate_prints_json_that_adds_up() -> None:
    result = json.loads(run("simulate", "--map", "usa", "--players", "3", "--games", "1200", "--seed", "1", "--json"))
    assert set(result) >= SIMULATE_KEYS
    assert result["games"] == 1200
    assert sum(result["wins"]) == pytest.approx(1200)
    assert result["first_seat_win_rate"] == pytest.approx(result["wins"][0] / 1200)


def test_simulate_gives_the_same_numbers_for_the_same_seed() -> None:
    words = ("simulate", "-m", "san-francisco", "-n", "900", "--seed", "3", "--json")
    first, second = json.loads(run(*words)), json.loads(run(*words, "--workers", "2"))
    for key in ("seconds", "games_per_second"):
        del first[key], second[key]
    assert first == second


def test_simulate_shows_a_table_to_people() -> None:
    assert "mean score" in run("simulate", "--games", "10")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("simulate", "--players", "6"), "2 to 5 players"),
        (("simulate", "--map", "mars"), "mars"),
        (("simulate", "--bots", "genius"), "genius"),
        (("replay", "no-such.record"), "no-such.record"),
    ],
)
def test_bad_input_is_refused_by_name(words: tuple[str, ...], message: str) -> None:
    assert message in run(*words, code=2)


def test_bench_prints_a_speed_for_every_map_and_player_count() -> None:
    speeds = json.loads(run("bench", "--seconds", "0.1", "--json"))
    assert {name: list(table) for name, table in speeds.items()} == {
        "usa": ["2", "3", "4", "5"],
        "san-francisco": ["2", "3", "4"],
        "amber-lake": ["2", "3"],
    }
    for table in speeds.values():
        for speed in table.values():
            assert speed["actions_per_second"] > speed["games_per_second"] > 0


def test_replay_tells_the_game_and_its_scores(tmp_path: Path) -> None:
    game = played("san-francisco", 3, 8, 10_000)
    file = tmp_path / "game.record"
    file.write_text(game.record(), encoding="utf-8")
    output = run("replay", str(file))
    assert str(game.actions[-1]) in output
    assert f"seat {game.winners()[0]}" in output
    result = json.loads(run("replay", str(file), "--json"))
    assert result == {"position": game.position(), "scores": game.scores(), "winners": game.winners()}
    part = json.loads(run("replay", str(file), "--to", "12", "--json"))
    assert part["position"] != game.position()


def test_replay_names_the_line_of_a_bad_record(tmp_path: Path) -> None:
    lines = played("usa", 2, 8, 30).record().splitlines()
    lines[-1] = "0 draw moon"
    file = tmp_path / "bad.record"
    file.write_text("\n".join(lines), encoding="utf-8")
    assert f"line {len(lines)}" in run("replay", str(file), code=2).replace("\n", " ")
