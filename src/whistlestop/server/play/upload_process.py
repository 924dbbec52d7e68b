"""What becomes of a stranger's map or record, in a process with limited time and memory.

`python -m whistlestop.server.play.upload_process` is a worker process (`running/workers.py`). The system ends it when a
question takes too long; `uploads.py` then says so to who asked, and starts another.
"""

import base64
import json
from collections.abc import Callable, Mapping
from typing import Any

from whistlestop import kernels
from whistlestop.draw import FontsNotBuilt
from whistlestop.draw.drawing import make_drawing, scenery_svg
from whistlestop.game import Game
from whistlestop.game.record import BadRecord, builtin_board, fingerprint, read_record
from whistlestop.maps.check import check_map, examine_tables
from whistlestop.maps.check.oversize import find_oversize_text
from whistlestop.maps.mapfile import Map, MapError, builtin_maps
from whistlestop.maps.messages import MapRefusal
from whistlestop.maps.tickets import CannotPropose, find_places, map_for_tickets, propose_tickets
from whistlestop.printing import CannotPrint, Piece, print_map
from whistlestop.server.play.match_boards import board_for, map_json, stored_board
from whistlestop.server.play.refusal import Invalid, Refusal, about_map
from whistlestop.server.play.replays import replay_of
from whistlestop.server.play.table_view import NamedSeat
from whistlestop.server.running.process_limits import allow_memory, allow_seconds
from whistlestop.server.running.workers import answer_questions, describe_error
from whistlestop.studio.drawable import drawable_map
from whistlestop.studio.opening import (
    MapProblem,
    NotOpened,
    judge,
    open_text,
    problem_json,
    read_tables,
    refuse_oversize,
)
from whistlestop.studio.sheets import Sheet, write_sheet
from whistlestop.studio.toml_text import write_toml

MEMORY = 512 * 2**20
"""Bytes that questions may need beyond what the process has when it is ready."""
MOST_PDF = 20 * 2**20
"""Bytes. USA on A4 has 1.4 million."""
MOST_LINES = 2000
"""Of a record, an action each: a server replays it whenever its table is opened. Random games on the built-in maps have
up to 380."""


def check(toml: str) -> list[MapProblem]:
    """What `map check` says of a map."""
    return [problem_json(problem) for problem in check_map(toml, "map")]


def open_map(text: str) -> str:
    """A text as the studio edits it, as JSON; also one that is broken."""
    return _json(open_text(text))


def judge_map(edited: str) -> str:
    """What is wrong with a map of the studio, and how it is drawn, as JSON."""
    return _json(judge(read_tables(edited)))


def edited_scenery(edited: str, theme: str) -> str:
    """What lies under the routes of a map of the studio, as SVG."""
    tables = read_tables(edited)
    refuse_oversize(tables)
    return scenery_svg(drawable_map(tables).map, is_dark=theme == "dark")


def edited_toml(edited: str, base: str | None) -> dict[str, Any]:
    """A map of the studio as the text of a file: `base`, where it has not changed."""
    tables = read_tables(edited)
    refuse_oversize(tables)
    if base is not None and any(find_oversize_text(base)):
        base = None
    return write_toml(tables, base)._asdict()


def edited_sheet(edited: str, sheet: Sheet) -> str:
    """The places, routes or tickets of a map of the studio as CSV."""
    rows = read_tables(edited).get(sheet)
    return write_sheet(sheet, rows if isinstance(rows, list) else [])


def propose_deck(edited: str, options: dict[str, Any]) -> dict[str, Any]:
    """Tickets proposed for a map of the studio, whose own may be missing or wrong."""
    read_tables(edited)
    try:
        board_map = map_for_tickets(edited, "map")
    except MapError as error:
        raise about_map("bad-map", error.problems[0]) from None
    places = options.pop("places")
    deck = propose_tickets(
        board_map,
        places=None if places is None else find_places(board_map, places),
        kept=board_map.tickets if options.pop("keep") else (),
        **options,
    )
    return {"tickets": [ticket._asdict() for ticket in deck.tickets], "without_ticket": deck.without_ticket}


def check_edited(edited: str) -> None:
    """Refuse a map of the studio that can't be played."""
    _playable(edited)


def print_edited(edited: str, options: dict[str, Any]) -> str:
    """A map of the studio as a PDF, in base 64."""
    printed = print_map(_playable(edited), **options | {"piece": Piece(*options["piece"])})
    if len(printed.pdf) > MOST_PDF:
        raise CannotPrint("file-too-large")
    return base64.b64encode(printed.pdf).decode()


def _playable(edited: str) -> Map:
    board_map, problems = examine_tables(read_tables(edited), "map")
    if board_map is None:
        raise about_map("bad-map", problems[0])
    return board_map


def read_map(name: str, toml: str) -> str:
    """A map as it is kept with a match, if it can be played."""
    return map_json(board_for(name, toml))


def read_game(text: str) -> dict[str, Any]:
    """What a record tells, if it can be replayed."""
    try:
        if (lines := len(text.splitlines())) > MOST_LINES:
            raise BadRecord(f"it has {lines} lines; {MOST_LINES} are more than any game has")
        game = Game.from_record(text)
        seats = read_record(text, game.board).seats
    except BadRecord as error:
        raise Invalid("bad-record", f"This record can't be replayed: {error}") from None
    name = game.board.source
    if name in builtin_maps() and builtin_board(name, fingerprint(game.board.map)) is None:
        raise Invalid("name-taken", f"{name!r} is the name of a built-in map: give the record's map another name.")
    return {
        "map": name,
        "map_json": map_json(game.board),
        "players": game.players,
        "seats": seats,
        "is_over": game.is_over,
    }


def draw(source: str, stored_map: str, scenery: str, is_turned: bool) -> str:
    """How the board of an uploaded map is drawn, as JSON."""
    drawing = make_drawing(stored_board(source, stored_map).map, source, scenery, is_turned=is_turned)
    return _json(drawing)


def draw_scenery(source: str, stored_map: str, theme: str, is_turned: bool) -> str:
    """What lies under the routes of an uploaded map, as SVG."""
    return scenery_svg(stored_board(source, stored_map).map, is_dark=theme == "dark", is_turned=is_turned)


def replay(match: str, seats: list[NamedSeat], record: str) -> str:
    """Every step of a finished game, as JSON."""
    steps = replay_of(match, seats, Game.from_record(record))
    return _json(steps)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


TASKS: Mapping[str, Callable[..., Any]] = {
    task.__name__: task
    for task in (
        check,
        read_map,
        read_game,
        draw,
        draw_scenery,
        replay,
        open_map,
        judge_map,
        edited_scenery,
        edited_toml,
        edited_sheet,
        propose_deck,
        check_edited,
        print_edited,
    )
}


CODES: Mapping[type[MapRefusal], str] = {
    NotOpened: "bad-map",
    CannotPrint: "cannot-print",
    CannotPropose: "cannot-propose",
}


def _refused(refusal: Refusal) -> dict[str, Any]:
    return {"refused": [refusal.code, refusal.message, refusal.problem]}


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """The `result`; or what became of it instead."""
    allow_seconds(question["seconds"])
    try:
        return {"result": TASKS[question["task"]](*question["arguments"])}
    except Refusal as refusal:
        return _refused(refusal)
    except MapRefusal as error:
        return _refused(about_map(CODES[type(error)], error))
    except FontsNotBuilt as error:
        return {"unavailable": ["not-built", str(error)]}
    except MemoryError:
        return {"out_of_memory": True}
    except Exception as error:
        return {"failure": describe_error(error)}


def _get_ready() -> None:
    kernels.leave_compiling_to_others()
    kernels.start("game")
    allow_memory(MEMORY)


if __name__ == "__main__":
    answer_questions(answer, _get_ready)
