"""`whistlestop verify` as somebody calls it who wants to know whether the deal was fair."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.tables import played
from whistlestop.cli.app import app
from whistlestop.verify import verify


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "game.record"
    file.write_text(played("san-francisco", 2, 8, 10_000).record(), encoding="utf-8")
    return file


def run(*words: str | Path, code: int = 0) -> str:
    result = CliRunner().invoke(app, ["verify", *map(str, words)])
    assert result.exit_code == code, result.output
    return result.output


def test_it_says_what_was_checked_and_the_commitment(record: Path) -> None:
    verdict = verify(record.read_text())
    output = run(record)
    assert f"{verdict.action_count}, all legal" in output
    assert f"{verdict.card_count} from the deck" in output
    assert " ".join(map(str, verdict.result or [])) in output
    assert output.endswith(f"{verdict.commitment}\n")
    assert run(record, "--commitment", verdict.commitment).endswith(f"{verdict.commitment}, as promised\n")


def test_it_prints_json_for_programs(record: Path) -> None:
    verdict = json.loads(run(record, "--json"))
    assert set(verdict) == {"commitment", "action_count", "card_count", "result"}
    assert verdict["commitment"] == verify(record.read_text()).commitment


def test_a_running_game_has_no_result_yet(tmp_path: Path) -> None:
    file = tmp_path / "running.record"
    file.write_text(played("usa", 2, 8, 20).record(), encoding="utf-8")
    assert "not over" in run(file)


def test_another_commitment_exits_with_1(record: Path) -> None:
    assert "not the deal that was promised" in run(record, "--commitment", "ab" * 32, code=1)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("seed 8 0\n", "", "seed: missing"),
        ("seed 8 0\n", "seed 9 0\n", "line 4, start"),
        ('"to_play":0', '"to_play":1', "line 4, start"),
        ("\nresult ", "\nresult 1", "result: the totals are"),
        ("whistlestop-record", "record", "line 1"),
    ],
)
def test_a_tampered_record_exits_with_1_and_names_the_line(record: Path, old: str, new: str, message: str) -> None:
    text = record.read_text(encoding="utf-8")
    assert text.count(old) == 1
    record.write_text(text.replace(old, new), encoding="utf-8")
    assert message in run(record, code=1)


def test_a_file_that_cant_be_read_exits_with_2(tmp_path: Path) -> None:
    assert "can't be read" in run(tmp_path / "none.record", code=2)
