"""`whistlestop map check` and `whistlestop map draw` as people and programs use them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tests.maps.sample import changed, tiny_map
from whistlestop.cli.app import app


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["map", *(str(argument) for argument in arguments)])


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    file = tmp_path / "broken.toml"
    file.write_text(changed(tiny_map(), '["red", "blue"]', '["red", "bleu"]'), encoding="utf-8")
    return file


def test_a_good_map_passes() -> None:
    result = run("check", "usa")
    assert result.exit_code == 0
    assert "No errors, no warnings" in result.output


def test_errors_are_printed_whole_and_exit_with_1(broken: Path) -> None:
    result = run("check", broken)
    assert result.exit_code == 1
    assert (
        'routes[0].colors[1] = "bleu" is not a colour of this deck (red, blue, grey). Did you mean "blue"?'
        in result.output
    )
    assert "1 error, 0 warnings" in result.output


def test_warnings_exit_with_0(tmp_path: Path) -> None:
    file = tmp_path / "warned.toml"
    file.write_text(changed(tiny_map(), "points = 4", "points = 9"), encoding="utf-8")
    result = run("check", file)
    assert result.exit_code == 0
    assert "warning: " in result.output


def test_json_has_severity_key_and_message(broken: Path) -> None:
    result = run("check", broken, "--json")
    answer = json.loads(result.stdout)
    assert result.exit_code == 1
    assert answer["ok"] is False
    assert [(p["severity"], p["key"]) for p in answer["problems"]] == [("error", "routes[0].colors[1]")]
    assert json.loads(run("check", "usa", "--json").stdout) == {"file": "usa", "ok": True, "problems": []}


@pytest.mark.parametrize("arguments", [("check", "atlantis"), ("draw", "atlantis", "-o", "x.svg")])
def test_a_missing_file_is_a_clear_error(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.exit_code == 1
    assert "there is no such file" in result.output
    assert "Traceback" not in result.output


@pytest.mark.parametrize(("name", "start"), [("board.svg", b"<svg"), ("board.PNG", b"\x89PNG")])
def test_draw_writes_what_the_ending_says(tmp_path: Path, name: str, start: bytes) -> None:
    result = run("draw", "san-francisco", "-o", tmp_path / name)
    assert result.exit_code == 0, result.output
    assert (tmp_path / name).read_bytes().startswith(start)


@pytest.mark.parametrize("name", ["board.gif", "board"])
def test_any_other_ending_is_refused(tmp_path: Path, name: str) -> None:
    result = run("draw", "usa", "-o", tmp_path / name)
    assert result.exit_code == 1
    assert "board.svg or board.png" in result.output
    assert not (tmp_path / name).exists()


def test_a_map_with_errors_is_not_drawn(broken: Path, tmp_path: Path) -> None:
    result = run("draw", broken, "-o", tmp_path / "board.svg")
    assert result.exit_code == 1
    assert "nothing was drawn" in result.output
    assert not (tmp_path / "board.svg").exists()


def test_a_folder_that_does_not_exist_is_a_clear_error(tmp_path: Path) -> None:
    result = run("draw", "usa", "-o", tmp_path / "missing" / "board.svg")
    assert result.exit_code == 1
    assert "No such file or directory" in result.output
