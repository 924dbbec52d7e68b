"""`whistlestop report` and `whistlestop map balance` as people and programs call them."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.arena.ring_map import ring_map
from whistlestop.arena.series import Series
from whistlestop.cli import balance
from whistlestop.cli.app import app
from whistlestop.cli.play_series import play_series


def run(*words: str | Path, code: int = 0) -> str:
    result = CliRunner().invoke(app, [str(word) for word in words])
    assert result.exit_code == code, result.output
    return result.output if code else result.stdout


@pytest.fixture
def games(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    run("simulate", "--map", "san-francisco", "--games", "60", "--seed", "1", "--out", folder)
    return folder


@pytest.fixture
def ring(tmp_path: Path) -> Path:
    file = tmp_path / "ring.toml"
    file.write_text(ring_map(cards={"red": 2}), encoding="utf-8")
    return file


def test_the_report_lies_beside_the_games(games: Path) -> None:
    run("report", games)
    assert "San Francisco, 2 players" in (games / "report.html").read_text(encoding="utf-8")


def test_the_report_goes_where_it_is_told(games: Path, tmp_path: Path) -> None:
    page = tmp_path / "my.html"
    run("report", games, "-o", page)
    assert page.exists()
    assert not (games / "report.html").exists()


def test_the_page_is_opened_on_request(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    run("report", games, "--open")
    assert opened == [(games / "report.html").resolve().as_uri()]


def test_a_folder_without_games_is_refused(tmp_path: Path, games: Path) -> None:
    assert "series.json" in run("report", tmp_path, code=2)
    (games / "games.parquet").unlink()
    assert "no game is stored yet" in run("report", games, code=2)


def test_a_page_that_can_not_be_written_is_refused(games: Path, tmp_path: Path) -> None:
    assert "--output" in run("report", games, "-o", tmp_path / "no-such" / "page.html", code=2)


def test_balance_says_in_words_what_is_wrong(ring: Path, tmp_path: Path) -> None:
    page = tmp_path / "ring.html"
    output = run("map", "balance", ring, "--bot", "random", "--games", "600", "-o", page)
    assert "A colour is scarcer than its demand" in output
    assert "red has 2 cards for 8 spaces" in output
    assert "red has 2 cards for 8 spaces" in page.read_text(encoding="utf-8")


def test_balance_as_json_is_the_same_every_time(ring: Path, tmp_path: Path) -> None:
    words = ("map", "balance", ring, "--bot", "random", "--games", "600", "-o", tmp_path / "ring.html", "--json")
    first = json.loads(run(*words))
    assert first == json.loads(run(*words, "--workers", "2"))
    (at_two,) = first["players"]
    assert (at_two["players"], at_two["games"]) == (2, 600)
    finding = next(finding for finding in at_two["findings"] if finding["kind"] == "colours")
    assert finding["items"][0]["low"] < finding["items"][0]["value"] < finding["items"][0]["high"]


def test_balance_plays_every_player_count(tmp_path: Path) -> None:
    page = tmp_path / "city.html"
    words = ("map", "balance", "san-francisco", "--bot", "random", "--games", "40", "-o", page, "--json")
    assert [part["players"] for part in json.loads(run(*words))["players"]] == [2, 3, 4]
    assert "All numbers for 4 players" in page.read_text(encoding="utf-8")


def test_balance_stopped_half_way_reports_what_was_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C comes while three play: two have finished, of three there is a part."""
    whole = play_series

    def stopped(folder: Path, series: Series, *others: object) -> tuple[int, bool]:
        if series.players == 3:
            return 0, True
        return whole(folder, series, *others)  # type: ignore[arg-type]

    monkeypatch.setattr(balance, "play_series", stopped)
    page = tmp_path / "city.html"
    output = run("map", "balance", "san-francisco", "--bot", "random", "--games", "40", "-o", page, code=130)
    assert "2 players, 40 games" in output
    assert "4 players" not in output
    assert page.exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--players", "7"), "2 to 4 players"),
        (("--bot", "genius"), "genius"),
        (("--bot", "random,greedy"), "one bot"),
    ],
)
def test_balance_refuses_what_can_not_be_played(words: tuple[str, ...], message: str) -> None:
    assert message in run("map", "balance", "san-francisco", *words, code=2)
