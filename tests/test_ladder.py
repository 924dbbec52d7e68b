"""The tables of the docs are what the ladder writes from what it has counted, and each has somebody who plays it."""

import re
import sys
from pathlib import Path

import pytest
from tools import ladder
from tools.tables import (
    BLOCK,
    ROOT,
    TABLES,
    UNPLAYED,
    SelfPlay,
    Table,
    Tournament,
    balance,
    beats,
    leaderboard,
    rewritten,
    seats,
    shares,
)

from whistlestop.cli import play_series

BY_NAME = {table.name: table for table in TABLES}
PAGES = {page.relative_to(ROOT).as_posix(): page.read_text(encoding="utf-8") for page in ROOT.glob("docs/**/*.md")}
BLOCKS = [(page, block[2], block[3]) for page, text in PAGES.items() for block in BLOCK.finditer(text)]


def test_every_table_stands_in_its_page_once_and_every_place_has_a_table() -> None:
    assert sorted((page, name) for page, name, _ in BLOCKS) == sorted((table.page, table.name) for table in TABLES)
    marks = sum(len(re.findall("^<!-- (?:table: .*|end) -->$", text, re.MULTILINE)) for text in PAGES.values())
    assert marks == 2 * len(TABLES)


@pytest.mark.parametrize(("name", "text"), [(name, text) for _, name, text in BLOCKS])
def test_a_table_is_what_is_written_from_its_results_or_says_that_it_has_none(name: str, text: str) -> None:
    result = ladder.stored_result(BY_NAME[name])
    if result is None:
        assert text.startswith(UNPLAYED)
    else:
        assert text == BY_NAME[name].text(result)


def test_results_belong_to_tables() -> None:
    assert {file.stem for file in (ROOT / "docs" / "tables").iterdir()} <= BY_NAME.keys()


SMALL = (
    Table("small-levels", "page.md", (Tournament("san-francisco", ("easy", "medium"), 40),), beats(("medium", "easy"))),
    Table("small-standings", "page.md", (Tournament("usa", ("easy", "hard"), 40),), leaderboard("hard")),
    Table("small-shares", "page.md", (Tournament("usa", ("hard", "easy", "easy"), 30, 3),), shares("hard")),
    Table("small-seats", "page.md", (SelfPlay("usa", 3, 60), SelfPlay("san-francisco", 2, 60)), seats, "A note."),
    Table("small-balance", "page.md", (SelfPlay("san-francisco", 2, 300),), balance),
)
PAGE = "Before.\n" + "".join(f"\n<!-- table: {table.name} -->\nold\n<!-- end -->\n" for table in SMALL) + "\nAfter.\n"


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page with five small tables in a folder of its own, where their games go too."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").mkdir()
    page = tmp_path / "page.md"
    page.write_text(PAGE, encoding="utf-8")
    monkeypatch.setattr(ladder, "TABLES", SMALL)
    monkeypatch.setattr("tools.tables.ROOT", tmp_path)
    monkeypatch.setattr(ladder, "ROOT", tmp_path)
    return page


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    monkeypatch.setattr(sys, "argv", ["ladder", *words])
    ladder.main()


def test_games_are_played_counted_and_written_and_a_second_run_changes_nothing(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(monkeypatch)
    written, results = small.read_bytes(), {file.name: file.read_bytes() for file in Path("docs/tables").iterdir()}
    assert len(results) == len(SMALL)
    text = written.decode()
    assert text.startswith("Before.\n\n<!-- table: small-levels -->\n    whistlestop tournament --map san-francisco")
    assert text.endswith("<!-- end -->\n\nAfter.\n")
    assert "\nold\n" not in text
    assert re.search(r"^\| `medium` beats `easy` \| [\d.]+ % \([\d.]+–[\d.]+\) \|$", text, re.MULTILINE)
    assert re.search(r"^\| usa \| 3 \| 30 \| [\d.]+ % \(.*\) \| 33 % \| [\d.]+ \| [\d.]+ \|$", text, re.MULTILINE)
    assert "120 games in all. A note. Played by `make ladder TABLES=small-seats`: 2" in text
    run(monkeypatch)
    assert small.read_bytes() == written
    assert {file.name: file.read_bytes() for file in Path("docs/tables").iterdir()} == results


def test_a_run_that_is_stopped_writes_no_table_and_the_next_one_goes_on(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> bool:
        return True

    with monkeypatch.context() as stopped:
        stopped.setattr(play_series, "watch", stop)
        with pytest.raises(SystemExit, match="the same command goes on from there"):
            run(stopped, "small-levels")
    assert small.read_text(encoding="utf-8") == PAGE
    run(monkeypatch, "small-levels")
    assert [file.name for file in Path("docs/tables").iterdir()] == ["small-levels.json"]
    assert small.read_text(encoding="utf-8").count("\nold\n") == len(SMALL) - 1


@pytest.mark.usefixtures("small")
def test_a_table_that_is_not_there_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        run(monkeypatch, "small-level")
    assert "there is no table small-level; there is small-levels, " in capsys.readouterr().err


def test_only_places_of_tables_are_rewritten() -> None:
    page = PAGES["docs/bots.md"]
    assert rewritten(page, {}) == page
    assert rewritten(page, {"levels": "x\n"}).count("-->\nx\n<!-- end -->") == 1
