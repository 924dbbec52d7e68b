"""`whistlestop map print`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, cast

import typer

from whistlestop.cli.map_commands import MapFile, fail, reason
from whistlestop.draw import FontsNotBuilt
from whistlestop.english import counted, did_you_mean
from whistlestop.ids import location_id
from whistlestop.maps.mapfile import MapError, read_map
from whistlestop.printing import (
    LANGUAGES,
    PARTS,
    USUAL_PIECE,
    CannotPrint,
    Language,
    Paper,
    Part,
    Piece,
    PrintedMap,
    print_map,
)

PIECE = re.compile(r"(\d+(?:[.,]\d+)?)\s*[x×]\s*(\d+(?:[.,]\d+)?)")
ALL = "all"
NOT_MUCH_SMALLER = 0.6
"""Pieces this much smaller are worth a thought, if the board then fits on one sheet."""


def print_command(
    file: MapFile,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="OUT", help="The PDF [default: NAME.pdf]")
    ] = None,
    paper: Annotated[Paper, typer.Option(help="Of the board; cards and rules are on A4 or letter.")] = "a4",
    one_piece: Annotated[
        bool, typer.Option("--one-piece", help="The board on one page, however large: for a copy shop.")
    ] = False,
    piece: Annotated[
        str, typer.Option(metavar="LENGTHxBREADTH", help="The pieces that have to fit on the spaces, in mm.")
    ] = f"{USUAL_PIECE.length:g}x{USUAL_PIECE.breadth:g}",
    language: Annotated[
        str, typer.Option(metavar="LANG,…", help=f"Of the rules: {', '.join(LANGUAGES)}, or {ALL}.")
    ] = ALL,
    parts: Annotated[str, typer.Option(metavar="PART,…", help=f"What is printed: {', '.join(PARTS)}.")] = ",".join(
        PARTS
    ),
    backs: Annotated[bool, typer.Option("--backs", help="With backs of cards and tickets, to print on both sides.")] = (
        False
    ),
) -> None:
    """Print a map to play it on a table: a PDF with the board in real size, tickets, cards, tokens and the rules."""
    if output and output.suffix.lower() != ".pdf":
        fail(f"{output}: a print is a PDF. Name it board.pdf.")
    size, languages, wanted = read_piece(piece), read_languages(language), read_parts(parts)
    try:
        board_map = read_map(file)
        printed = print_map(
            board_map,
            paper=paper,
            is_one_piece=one_piece,
            piece=size,
            languages=languages,
            parts=wanted,
            has_backs=backs,
        )
        output = output or Path(f"{location_id(board_map.name)}.pdf")
        output.write_bytes(printed.pdf)
    except MapError as error:
        fail(f"{error}\nThe map has errors, so nothing was printed.")
    except CannotPrint as error:
        fail(f"{error}\nNothing was written. See --piece, --paper, --one-piece and --parts.")
    except FontsNotBuilt as error:
        fail(str(error))
    except OSError as error:
        fail(reason(error))
    typer.echo(f"{output}: {board_map.name}, {counted(printed.page_count, 'page')}. Print it at 100 %.")
    if "board" in (section.part for section in printed.sections):
        typer.echo(describe_board(printed, size))
    if printed.foreign_names:
        names = ", ".join(printed.foreign_names)
        typer.echo(f"Look at these names, for which fonts of this machine were used, if it has any: {names}.")


def describe_board(printed: PrintedMap, piece: Piece) -> str:
    """The size of the printed board, and how its pages are put together."""
    tiling, size = printed.tiling, f"{printed.board_width:.0f} × {printed.board_height:.0f} mm"
    if tiling.columns * tiling.rows == 1:
        return f"The board is {size}, on one page of {tiling.page_width:.0f} × {tiling.page_height:.0f} mm."
    text = f"The board is {size}, on {tiling.columns} × {tiling.rows} sheets."
    fitting = printed.one_sheet_piece
    if fitting.length < NOT_MUCH_SMALLER * piece.length:
        return text
    return f"{text} For pieces of {fitting} it would fit on one (--piece {fitting.length:g}x{fitting.breadth:g})."


def read_piece(text: str) -> Piece:
    """Length and breadth from `20x9`, in either order."""
    found = PIECE.fullmatch(text.strip().lower().removesuffix("mm").strip())
    if not found:
        fail(f"--piece {text}: write length and breadth in millimetres, such as 20x9.")
    length, breadth = sorted((float(side.replace(",", ".")) for side in found.groups()), reverse=True)
    return Piece(length, breadth)


def read_languages(text: str) -> list[Language]:
    """Languages by their code or its first part; `all` for all."""
    if text.strip().lower() == ALL:
        return list(LANGUAGES)
    known = {short: one for one in LANGUAGES for short in (one.lower(), one.split("-")[0])}
    return [known[one] for one in read_list(text, "--language", known)]


def read_parts(text: str) -> list[Part]:
    """The parts of a print by name."""
    return [cast(Part, one) for one in read_list(text, "--parts", PARTS)]


def read_list(text: str, option: str, known: tuple[str, ...] | dict[str, Language]) -> list[str]:
    """The words of `a,b`, each of them known, each once."""
    words = list(dict.fromkeys(word.strip().lower() for word in text.split(",") if word.strip()))
    unknown = [word for word in words if word not in known]
    if unknown or not words:
        what = f"{unknown[0]!r} is none of {', '.join(known)}." if unknown else f"write some of {', '.join(known)}."
        fail(f"{option} {text}: {what}{did_you_mean(unknown[0], known) if unknown else ''}")
    return words
