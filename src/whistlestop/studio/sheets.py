"""Places, routes and tickets of a map as CSV, for spreadsheets: one table each, out and in.

>>> print(write_sheet("tickets", [{"a": "Denver", "b": "El Paso", "points": 4}]), end="")
a,b,points
Denver,El Paso,4
>>> read_sheet("b;a;points\\r\\nEl Paso;Denver;4").rows
[{'a': 'Denver', 'b': 'El Paso', 'points': 4}]
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from whistlestop.maps import limits
from whistlestop.maps.check.shape import Table
from whistlestop.maps.mapfile import Problem
from whistlestop.maps.messages import NO_VALUES, Values, reason

Sheet = Literal["locations", "routes", "tickets"]
COLUMNS: dict[Sheet, tuple[str, ...]] = {
    "locations": ("name", "x", "y", "label"),
    "routes": ("a", "b", "length", "color", "color2", "ferries", "bend"),
    "tickets": ("a", "b", "points"),
}
MUST: dict[Sheet, set[str]] = {
    "locations": {"name", "x", "y"},
    "routes": {"a", "b", "length"},
    "tickets": {"a", "b", "points"},
}
"""By which a table is known."""
NUMBERS = {"x", "y", "length", "ferries", "points"}
MOST_ROWS = 2 * limits.MAX_TRACKS
MOST_PROBLEMS = 20
LARGEST = 1e9
DELIMITERS = ",;\t"
_FORMULA = re.compile(r"^'*[=+\-@\t\r]")
"""Spreadsheets would calculate with such a text; with an apostrophe in front they don't."""


@dataclass
class ReadSheet:
    """The entries of a table, and what in it could not be read."""

    sheet: Sheet
    rows: list[Table]
    problems: list[Problem]


def write_sheet(sheet: Sheet, rows: list[Any]) -> str:
    """Entries of a map as CSV, also ones with mistakes."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS[sheet])
    for row in rows:
        cells = _cells(row) if isinstance(row, dict) else {}
        writer.writerow([_safe(cells.get(column)) for column in COLUMNS[sheet]])
    return out.getvalue()


def _cells(row: Table) -> Table:
    colours, bend = row.get("colors"), row.get("bend")
    colours = colours if isinstance(colours, list) else []
    points = [point for point in bend if isinstance(point, list)] if isinstance(bend, list) else []
    return row | {
        "color": colours[0] if colours else "",
        "color2": colours[1] if len(colours) > 1 else "",
        "bend": "; ".join(" ".join(map(str, point)) for point in points),
    }


def _safe(value: Any) -> str:
    text = "" if value is None else str(value)
    return f"'{text}" if isinstance(value, str) and _FORMULA.match(text) else text


def sheet_of(text: str) -> Sheet | None:
    """Which table a text is, by the names of its columns; None if it is none."""
    head = "".join(text.lstrip("\ufeff").splitlines()[:1])
    try:
        columns = set(_header(next(_lines(head), [])))
    except csv.Error:
        return None
    return next((sheet for sheet, must in MUST.items() if must <= columns), None)


def read_sheet(text: str) -> ReadSheet:
    """The entries of a CSV with a line of column names. ValueError if it is none of ours."""
    sheet = sheet_of(text)
    if sheet is None:
        raise ValueError("this is no table of places, routes or tickets")
    lines = _lines(text.lstrip("\ufeff"))
    columns = _header(next(lines))
    read = ReadSheet(sheet, [], [])
    try:
        for number, cells in enumerate(lines, start=2):
            if len(read.rows) >= MOST_ROWS:
                read.problems.append(_problem(number, "too-many-lines", {"most": MOST_ROWS}))
                break
            if any(cell.strip() for cell in cells):
                read.rows.append(_row(sheet, dict(zip(columns, cells, strict=False)), number, read.problems))
    except csv.Error as error:
        read.problems.append(_problem(len(read.rows) + 2, "unreadable-rest", reason(str(error))))
    del read.problems[MOST_PROBLEMS:]
    return read


def _lines(text: str) -> Iterator[list[str]]:
    first = text.splitlines()[0] if text.strip() else ""
    delimiter = max(DELIMITERS, key=first.count)
    return csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)


def _header(cells: list[str]) -> list[str]:
    names = [cell.strip().lower() for cell in cells]
    return [{"colour": "color", "colour2": "color2", "place": "name"}.get(name, name) for name in names]


def _row(sheet: Sheet, cells: dict[str, str], line: int, problems: list[Problem]) -> Table:
    """An entry as the map's file has it. A number that is none stays as it is, for the check to complain of."""
    row: Table = {}
    for column in COLUMNS[sheet]:
        text = cells.get(column, "").strip()
        if len(text) > 1 and text[0] == "'" and _FORMULA.match(text):
            text = text[1:]
        if column == "bend":
            if bend := _bend(text, line, problems):
                row["bend"] = bend
        elif column == "color":
            row["colors"] = [text or "grey"]
        elif column == "color2":
            row["colors"] += [text] if text else []
        elif text:
            row[column] = _number(text) if column in NUMBERS else text
        elif column in MUST[sheet]:
            problems.append(_problem(line, "empty-column", {"column": column}))
    return row


def _number(text: str) -> float | str:
    number = _float(text)
    if number is None:
        return text
    return int(number) if number.is_integer() else number


def _float(text: str) -> float | None:
    try:
        number = float(text.replace(",", "."))
    except ValueError:
        return None
    return number if abs(number) < LARGEST else None


def _bend(text: str, line: int, problems: list[Problem]) -> list[list[float]]:
    points = []
    for part in filter(str.strip, text.split(";")):
        numbers = [number for word in part.split() if (number := _float(word)) is not None]
        if len(numbers) != 2 or len(part.split()) != 2:
            problems.append(_problem(line, "unreadable-bend"))
            break
        points.append(numbers)
    return points


def _problem(line: int, id: str, values: Values = NO_VALUES) -> Problem:
    return Problem("error", "table", f"line {line}", id, values)
