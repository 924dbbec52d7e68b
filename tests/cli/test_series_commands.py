"""simulate --out, tournament and replay of what they stored."""

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from whistlestop import Game
from whistlestop.arena.series import run_series
from whistlestop.cli.app import app

SIMULATE = ("simulate", "-m", "san-francisco", "-n", "600", "--json")
TOURNAMENT = ("tournament", "-m", "san-francisco", "-n", "4", "--bots", "random,greedy,path", "--json")


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*words: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, list(words))
    assert result.exit_code == code, result.output
    return result.output if code else result.stdout


def test_simulate_prints_the_same_with_and_without_a_folder() -> None:
    plain = json.loads(run(*SIMULATE, "--seed", "2"))
    stored = json.loads(run(*SIMULATE, "--seed", "2", "--out", "games"))
    again = json.loads(run(*SIMULATE, "--out", "games"))  # the folder knows its seed
    for result in (plain, stored, again):
        del result["seconds"], result["games_per_second"]
    assert plain == stored == again
    assert pq.read_metadata("games/games.parquet").num_rows == 1200


def test_simulate_refuses_the_folder_of_other_games() -> None:
    run(*SIMULATE, "--seed", "2", "--out", "games")
    assert "seed is 2 there and 3 here" in run(*SIMULATE, "--seed", "3", "--out", "games", code=2)


def test_ctrl_c_keeps_what_is_done_and_says_how_to_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = run(*TOURNAMENT, "--out", "whole")

    def hit_after_three(*arguments: object) -> object:
        running = run_series(*arguments)  # type: ignore[arg-type]
        for _ in range(3):
            yield next(running)
        running.throw(KeyboardInterrupt)

    with monkeypatch.context() as patch:
        patch.setattr("whistlestop.cli.play_series.run_series", hit_after_three)
        output = run(*TOURNAMENT, "--out", "stopped", code=130)
    # Two and two by views, because of `greedy`; then all four of a line-up that kernels play.
    assert "Stopped after 8 of 12 games" in output
    assert "same command" in output
    assert not Path("stopped/games.parquet").exists()
    assert run(*TOURNAMENT, "--out", "stopped").replace("stopped", "whole") == whole
    assert Path("stopped/games.parquet").read_bytes() == Path("whole/games.parquet").read_bytes()


def test_the_same_tournament_finds_its_folder_again() -> None:
    first = json.loads(run(*TOURNAMENT))
    assert first["is_complete"]
    assert first["games"] == 12
    assert [bot["bot"] for bot in first["bots"]][-1] == "random"
    assert sum(bot["games"] for bot in first["bots"]) == 24
    for bot in first["bots"]:
        low, high = bot["win_rate_interval"]
        assert low <= bot["win_rate"] <= high
    meetings = {(row["bot"], row["against"]): row["rate"] for row in first["head_to_head"]}
    assert len(meetings) == 6
    assert all(meetings[a, b] + meetings[b, a] == pytest.approx(1) for a, b in meetings)
    assert json.loads(run(*TOURNAMENT)) == first
    assert [folder.name for folder in Path("whistlestop-runs").iterdir()] == [Path(first["folder"]).name]
    assert json.loads(run(*TOURNAMENT, "--seed", "2"))["folder"] != first["folder"]


def test_a_tournament_shows_tables_to_people() -> None:
    output = run(*TOURNAMENT[:-1], "--with", "random")
    for words in ("rating", "came before", "The first seat wins", "whistlestop-runs"):
        assert words in output
    assert "8 games" in output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--bots", "random"), "Name one twice"),
        (("--bots", "random,genius"), "genius"),
        (("--bots", "random,greedy", "--with", "path"), "--with path"),
        (("--bots", "random,greedy", "--seed", str(2**70)), "seed"),
        (("--bots", "random,greedy", "--bar", "60:50"), "--bar 60:50"),
        (("--bots", "random,greedy,path", "--bar", "50:60"), "one line-up"),
    ],
)
def test_a_tournament_that_cannot_be_is_refused(words: tuple[str, ...], message: str) -> None:
    assert message in run("tournament", *words, code=2)


def test_a_tournament_with_a_bar_stops_when_it_is_clear_and_stays_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("whistlestop.arena.series.FLUSH_SECONDS", 0.0)  # it looks at what is stored
    command = (
        "tournament",
        "-m",
        "san-francisco",
        "-n",
        "4000",
        "--bots",
        "hard,easy",
        "--bar",
        "50:60",
        "--out",
        "bar",
    )
    first = json.loads(run(*command, "--json"))
    assert first["is_passed"] is True
    assert 30 <= first["deals_to_clear"] <= first["games"] // 2 < 2000
    assert json.loads(run(*command, "--json")) == first
    assert "hard wins nearer to 60% than to 50%" in run(*command)
    unclear = ("tournament", "-m", "san-francisco", "-n", "4", "--bots", "hard,easy", "--bar", "50:60")
    assert "not clear yet" in run(*unclear)


def test_a_row_is_replayed_by_its_numbers() -> None:
    run(*TOURNAMENT, "--out", "games")
    choice = ("--game", "1", "--line-up", "1", "--seating", "1")
    result = json.loads(run("replay", "games", *choice, "--save", "game.record", "--json"))
    rows = [
        row
        for row in pq.read_table("games/games.parquet").to_pylist()
        if (row["number"], row["line_up"], row["seating"]) == (1, 1, 1)
    ]
    assert [score["total"] for score in result["scores"]] == [row["total"] for row in rows]
    assert Game.from_record(Path("game.record").read_text(encoding="utf-8")).scores() == result["scores"]
    assert "Won by" in run("replay", "games", *choice)
    assert "--game 2" in run("replay", "games", "--game", "2", code=2)
