"""`whistlestop map print` as people use it."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tests.maps.sample import changed, tiny_map
from tests.printing.pages import Pages
from whistlestop.cli.app import app


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["map", "print", *(str(argument) for argument in arguments)])


def printed(file: Path, *arguments: str) -> tuple[Pages, str]:
    result = run("san-francisco", "-o", file, *arguments)
    assert result.exit_code == 0, result.output
    return Pages(file.read_bytes()), result.output


def test_without_options_everything_is_on_a4_with_the_rules_in_all_languages(tmp_path: Path) -> None:
    pages, said = printed(tmp_path / "board.pdf")
    assert len(pages) == 20
    assert "San Francisco, 20 pages. Print it at 100 %." in said
    assert "The board is 566 × 430 mm, on 4 × 2 sheets." in said
    assert [pages.text(number)[:32] for number in (17, 20)] == [
        "San Francisco The rules in short",
        "San Francisco Regulile pe scurt ",
    ]


def test_a_language_is_that_of_all_sheets(tmp_path: Path) -> None:
    pages, _ = printed(tmp_path / "board.pdf", "--language", "pl,PT", "--parts", "rules,scoring")
    assert "Wydrukuj i zagraj" in pages.text(1)
    assert "Punktacja" in pages.text(2)
    assert "Zasady w skrócie" in pages.text(3)
    assert "As regras em resumo" in pages.text(4)
    assert len(pages) == 4


def test_smaller_pieces_make_a_smaller_board(tmp_path: Path) -> None:
    _, said = printed(tmp_path / "board.pdf", "--piece", "4,5 × 10 mm", "--parts", "board")
    assert "The board is 283 × 215 mm, on 2 × 1 sheets. For pieces of 8.6 × 3.8 mm it would fit on one" in said
    _, said = printed(tmp_path / "board.pdf", "--piece", "8.6x3.8", "--parts", "board")
    assert "on one page of 297 × 210 mm" in said


def test_the_file_has_the_map_s_name_if_none_is_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("san-francisco", "--parts", "rules").exit_code == 0
    assert (tmp_path / "san-francisco.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--piece", "20"], "--piece 20: write length and breadth in millimetres, such as 20x9."),
        (["--piece", "20x0"], "each side needs at least 1 mm"),
        (["--piece", "300x130"], "would need 2,447 pages, and 100 are the most"),
        (["--piece", "300x130", "--one-piece"], "a page of a PDF has at most 5 m"),
        (["--parts", "bord"], "'bord' is none of board, tickets, cards, tokens, scoring, rules. Did you mean 'board'?"),
        (["--parts", ","], "write some of board, tickets"),
        (["--language", "de"], "'de' is none of"),
    ],
)
def test_what_can_not_be_printed_is_said_and_nothing_is_written(
    tmp_path: Path, arguments: list[str], message: str
) -> None:
    result = run("usa", "-o", tmp_path / "board.pdf", *arguments)
    assert result.exit_code == 1
    assert message in " ".join(result.output.split())
    assert list(tmp_path.iterdir()) == []


def test_names_that_our_fonts_can_not_write_are_named(tmp_path: Path) -> None:
    file = tmp_path / "foreign.toml"
    file.write_text(tiny_map().replace("Ashford", "Ашфорд 1"), encoding="utf-8")
    result = run(file, "-o", tmp_path / "board.pdf", "--parts", "tickets")
    assert result.exit_code == 0, result.output
    assert "if it has any: Ашфорд 1." in result.output
    assert "Look at" not in run("usa", "-o", tmp_path / "usa.pdf", "--parts", "rules").output


def test_a_broken_map_another_ending_or_a_missing_folder_is_a_clear_error(tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text(changed(tiny_map(), '["red", "blue"]', '["red", "bleu"]'), encoding="utf-8")
    assert "nothing was printed" in run(broken, "-o", tmp_path / "board.pdf").output
    assert "a print is a PDF" in run("usa", "-o", tmp_path / "board.svg").output
    assert "No such file or directory" in run("usa", "-o", tmp_path / "missing" / "board.pdf").output
    assert "there is no such file" in run("atlantis").output
    assert list(tmp_path.iterdir()) == [broken]
