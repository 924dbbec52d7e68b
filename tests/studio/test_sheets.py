"""Places, routes and tickets as CSV, out and in; also what a spreadsheet or somebody else makes of them."""

import tomllib

import pytest

from whistlestop.maps.mapfile import builtin_maps, read_map_toml
from whistlestop.studio.sheets import MOST_ROWS, Sheet, read_sheet, sheet_of, write_sheet

SHEETS: list[Sheet] = ["locations", "routes", "tickets"]


@pytest.mark.parametrize("name", builtin_maps())
@pytest.mark.parametrize("sheet", SHEETS)
def test_what_goes_out_comes_in(name: str, sheet: Sheet) -> None:
    rows = tomllib.loads(read_map_toml(name)[0])[sheet]
    text = write_sheet(sheet, rows)
    assert sheet_of(text) == sheet
    read = read_sheet(text)
    assert (read.rows, read.problems) == (rows, [])


def test_a_spreadsheets_own_way_of_writing_is_read() -> None:
    text = '\ufeffX;Y;Name;Notes\r\n1,5;2;"Porto; novo";x\r\n;;;\r\n3;4;"two\r\nlines";\r\n'
    assert read_sheet(text).rows == [
        {"name": "Porto; novo", "x": 1.5, "y": 2},
        {"name": "two\r\nlines", "x": 3, "y": 4},
    ]
    assert read_sheet("a\tb\tlength\tColour\nA\tB\t3\t\n").rows == [
        {"a": "A", "b": "B", "length": 3, "colors": ["grey"]}
    ]


def test_names_are_no_formulas() -> None:
    names = ["=cmd()", "@home", "+1", "-2", "'=quoted", "plain", "'apostrophe"]
    text = write_sheet("locations", [{"name": name, "x": -1, "y": 2} for name in names])
    cells = [line.split(",")[0] for line in text.splitlines()[1:]]
    assert cells == ["'=cmd()", "'@home", "'+1", "'-2", "''=quoted", "plain", "'apostrophe"]
    assert text.splitlines()[1].endswith(",-1,2,"), "numbers stay numbers"
    assert [row["name"] for row in read_sheet(text).rows] == names


def test_what_can_not_be_read_is_told_with_its_line() -> None:
    read = read_sheet('name,x,y\nA,1,2\n,3,x\nB,1,1\n"open')
    assert read.rows == [{"name": "A", "x": 1, "y": 2}, {"x": 3, "y": "x"}, {"name": "B", "x": 1, "y": 1}]
    assert [problem.key for problem in read.problems] == ["line 3", "line 5"]
    bends = read_sheet("a,b,length,bend\nA,B,1,1 2; 3\nA,C,1,1 2 3\nA,D,1,nan 2\nA,E,1,1 2;3 4")
    assert [problem.key for problem in bends.problems] == ["line 2", "line 3", "line 4"]
    assert bends.rows[3]["bend"] == [[1, 2], [3, 4]]


def test_a_table_has_an_end() -> None:
    read = read_sheet("a,b,points\n" + "A,B,1\n" * 10_000)
    assert len(read.rows) == MOST_ROWS
    assert "left out" in read.problems[0].message
    long_field = read_sheet(f"a,b,points\nA,{'x' * 150_000},1\nC,D,2\n")
    assert "field larger than field limit" in long_field.problems[0].message


@pytest.mark.parametrize("text", ["", "\n\n", "name = 1", "a,b\n", "\x00", "x,y\n1,2", '"'])
def test_other_texts_are_no_tables(text: str) -> None:
    assert sheet_of(text) is None
    with pytest.raises(ValueError, match="no table"):
        read_sheet(text)


def test_entries_with_mistakes_are_written_too() -> None:
    rows = [None, 3, {"a": ["x"], "colors": "red", "bend": [1, [2, 3]]}, {}]
    assert len(write_sheet("routes", rows).splitlines()) == 5
