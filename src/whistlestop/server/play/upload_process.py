"""What becomes of a stranger's map or record, in a process with limited time and memory.

`python -m whistlestop.server.play.upload_process` is a worker process (`running/workers.py`). The system ends it when a
question takes too long; `uploads.py` then says so to who asked, and starts another.
"""

import json
import math
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from whistlestop import kernels
from whistlestop.board import load_board
from whistlestop.draw import FontsNotBuilt
from whistlestop.draw.drawing import make_drawing, scenery_svg
from whistlestop.game import Game
from whistlestop.game.record import BadRecord, fingerprint, read_record
from whistlestop.maps.check import check_map
from whistlestop.maps.check.oversize import find_oversize_tables, find_oversize_text
from whistlestop.maps.mapfile import builtin_maps
from whistlestop.server.play.match_boards import board_for, map_json, stored_board
from whistlestop.server.play.refusal import Invalid, Refusal
from whistlestop.server.play.replays import replay_of
from whistlestop.server.play.table_view import NamedSeat
from whistlestop.server.running.workers import answer_questions, describe_error
from whistlestop.studio.drawable import drawable_map
from whistlestop.studio.opening import MapProblem, NotOpened, judge, open_text, problem_json, read_tables
from whistlestop.studio.sheets import Sheet, write_sheet
from whistlestop.studio.toml_text import write_toml

MEMORY = 512 * 2**20
"""Bytes that questions may need beyond what the process has when it is ready."""
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
    for found in find_oversize_tables(tables):
        raise NotOpened(f"{found.key} {found.message}")
    return scenery_svg(drawable_map(tables).map, is_dark=theme == "dark")


def edited_toml(edited: str, base: str | None) -> dict[str, Any]:
    """A map of the studio as the text of a file: `base`, where it has not changed."""
    tables = read_tables(edited)
    for found in find_oversize_tables(tables):
        raise NotOpened(f"{found.key} {found.message}")
    if base is not None and any(find_oversize_text(base)):
        base = None
    return write_toml(tables, base)._asdict()


def edited_sheet(edited: str, sheet: Sheet) -> str:
    """The places, routes or tickets of a map of the studio as CSV."""
    rows = read_tables(edited).get(sheet)
    return write_sheet(sheet, rows if isinstance(rows, list) else [])


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
    if name in builtin_maps() and fingerprint(load_board(name).map) != fingerprint(game.board.map):
        raise Invalid("name-taken", f"{name!r} is the name of a built-in map: give the record's map another name.")
    return {
        "map": name,
        "map_json": map_json(game.board),
        "players": game.players,
        "seats": seats,
        "is_over": game.is_over,
    }


def draw(source: str, stored_map: str, scenery: str) -> str:
    """How the board of an uploaded map is drawn, as JSON."""
    drawing = make_drawing(stored_board(source, stored_map).map, source, scenery)
    return _json(drawing)


def draw_scenery(source: str, stored_map: str, theme: str) -> str:
    """What lies under the routes of an uploaded map, as SVG."""
    return scenery_svg(stored_board(source, stored_map).map, is_dark=theme == "dark")


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
    )
}


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """The `result`; or what became of it instead."""
    _allow(question["seconds"])
    try:
        return {"result": TASKS[question["task"]](*question["arguments"])}
    except Refusal as refusal:
        return {"refused": [refusal.code, refusal.message]}
    except NotOpened as error:
        return {"refused": ["bad-map", str(error)]}
    except FontsNotBuilt as error:
        return {"unavailable": ["not-built", str(error)]}
    except MemoryError:
        return {"out_of_memory": True}
    except Exception as error:
        return {"failure": describe_error(error)}


def _allow(seconds: int) -> None:
    """The process is ended when it has used `seconds` more."""
    with suppress(ImportError):  # Windows has no such limits
        import resource

        hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(time.process_time()) + seconds, hard))


def _get_ready() -> None:
    kernels.leave_compiling_to_others()
    kernels.start("game")
    with suppress(ImportError, FileNotFoundError):  # Windows; systems without /proc
        import resource

        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + MEMORY, hard))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    answer_questions(answer, _get_ready)
