"""Opening a map file that is not TOML: what can't be read becomes a comment, and is told; the rest is read.

>>> salvaged = salvage('name = "A"\\nnote = ?\\nformat = 1')
>>> salvaged.text.splitlines(), [(problem.key, problem.message[:18]) for problem in salvaged.problems]
(['name = "A"', '# note = ?', 'format = 1'], [('line 2', 'could not be read:')])
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field

from whistlestop.maps.mapfile import Problem
from whistlestop.maps.messages import reason

MOST_ATTEMPTS = 12
"""To read the whole text; the largest takes a tenth of a second each."""

_HEAD = re.compile(r"""^\s{0,1}(?:[\w-]+|"[^"\n]*"|'[^'\n]*')(?:\s*\.\s*[\w-]+)*\s*=|^\[""")
_OPENS_LIST = re.compile(r"=\s*\[\s*(#.*)?$")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_PLACE = re.compile(r"\(at (?:line (\d+), column \d+|end of document)\)")


@dataclass
class Salvaged:
    """A text that is TOML, and what had to become comments for that."""

    text: str
    problems: list[Problem] = field(default_factory=list)


@dataclass
class Statement:
    """A key with its value, or the head of a table, with the lines that belong to it."""

    first: int
    lines: list[str]


def salvage(text: str) -> Salvaged:
    """The text if it is TOML; else one in which the lines that are not TOML are comments."""
    try:
        tomllib.loads(text)
        return Salvaged(text)
    except (ValueError, RecursionError):
        pass
    salvaged = Salvaged(text)
    statements = list(_statements(text.splitlines()))
    for statement in statements:
        _repair(statement, salvaged.problems)
    for _ in range(MOST_ATTEMPTS):
        salvaged.text = "\n".join(line for statement in statements for line in statement.lines)
        try:
            tomllib.loads(salvaged.text)
            return salvaged
        except (ValueError, RecursionError) as error:  # each is TOML, but not all together: a key is there twice
            _leave_out(_statement_at(statements, _line_of(str(error))), str(error), salvaged.problems)
    salvaged.text = "\n".join(map(_comment, text.splitlines()))
    salvaged.problems.append(Problem("error", "map", "line 1", "unreadable-text"))
    return salvaged


def _statements(lines: list[str]) -> Iterator[Statement]:
    """One after the other; comments and blank lines go with what stands before them."""
    statement = Statement(1, [])
    for number, line in enumerate(lines, start=1):
        if _HEAD.match(line) and statement.lines:
            yield statement
            statement = Statement(number, [])
        statement.lines.append(line)
    yield statement


def _repair(statement: Statement, problems: list[Problem]) -> None:
    """Make it TOML: of a list only the rows that are not become comments, of others what stands behind the value."""
    error = _error_in(statement.lines)
    if error is None:
        return
    rows = list(_rows(statement, problems)) if _OPENS_LIST.search(statement.lines[0]) else []
    whole = (_line_of(error) or 1) - 1
    if rows and not _error_in(rows):
        statement.lines = rows
    elif whole and not _error_in(statement.lines[:whole]):
        rest = Statement(statement.first + whole, statement.lines[whole:])
        _leave_out(rest, error, problems)
        statement.lines[whole:] = rest.lines
    else:
        _leave_out(statement, error, problems)


def _rows(statement: Statement, problems: list[Problem]) -> Iterator[str]:
    """The lines of a list, each by itself: with its comma, or as a comment."""
    yield statement.lines[0]
    is_closed = False
    for number, line in enumerate(statement.lines[1:], start=statement.first + 1):
        is_closed = is_closed or line.strip().startswith("]")
        if is_closed:
            yield line
        elif error := _error_in(["row = [", line, "]"]):
            problems.append(_problem(number, error))
            yield _comment(line)
        else:
            lacks_comma = line.strip() and not _error_in(["row = [", f"{line},", "]"])
            yield f"{line}," if lacks_comma else line
    if not is_closed:
        yield "]"


def _error_in(lines: list[str]) -> str | None:
    try:
        tomllib.loads("\n".join(lines))
    except (ValueError, RecursionError) as error:
        return str(error) or type(error).__name__
    return None


def _line_of(error: str) -> int | None:
    """The line that a message of tomllib is about; None for the end of the text."""
    found = _PLACE.search(error)
    return int(found[1]) if found and found[1] else None


def _statement_at(statements: list[Statement], number: int | None) -> Statement:
    """The statement with a line of the text that they make together."""
    before = 0
    for statement in statements:
        before += len(statement.lines)
        if number is not None and number <= before:
            return statement
    return statements[-1]


def _leave_out(statement: Statement, error: str, problems: list[Problem]) -> None:
    problems.append(_problem(statement.first, error))
    statement.lines = [_comment(line) for line in statement.lines]


def _comment(line: str) -> str:
    line = _CONTROL.sub("\N{REPLACEMENT CHARACTER}", line)
    return line if line.lstrip().startswith("#") or not line.strip() else f"# {line}"


def _problem(line: int, error: str) -> Problem:
    what = _PLACE.sub("", error).strip()
    return Problem("error", "map", f"line {line}", "unreadable-line", reason(what))
