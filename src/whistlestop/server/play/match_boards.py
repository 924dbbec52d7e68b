"""Boards of tables: built-in ones, and uploaded ones, which are checked first."""

import json
from functools import lru_cache

from whistlestop.board import Board, load_board
from whistlestop.game.record import is_builtin
from whistlestop.maps.check import examine
from whistlestop.maps.check.longest_path import check_longest_path
from whistlestop.maps.mapfile import Map, MapError, Problem, builtin_maps
from whistlestop.server.play.refusal import Invalid, about_map

PROBLEMS_SHOWN = 10


def board_for(name: str, toml: str | None = None) -> Board:
    """The board that somebody asks for. Refused with what is wrong with the map and what to do."""
    if toml is None and name not in builtin_maps():
        names = ", ".join(builtin_maps())
        raise Invalid("no-such-map", f"There is no map {name!r}. Built in are {names}; others can be uploaded.")
    if toml is None:
        return load_board(name)
    if name in builtin_maps():
        raise Invalid("name-taken", f"{name!r} is the name of a built-in map: give yours another name.")
    board_map, problems = examine(toml, name)
    if board_map is None:
        shown = "; ".join(str(problem) for problem in problems[:PROBLEMS_SHOWN])
        problem = about_map("bad-map", problems[0]).problem
        raise Invalid("bad-map", f"This map can't be played: {shown}", problem=problem)
    return Board(board_map, name)


@lru_cache(maxsize=64)
def map_json(board: Board) -> str:
    """What is stored of a board: the whole map as JSON."""
    return board.map.model_dump_json(exclude_none=True)


def map_json_unless_builtin(board: Board) -> str | None:
    """What another process needs besides the board's name: nothing, if the map is built in as it is now."""
    return None if is_builtin(board) else map_json(board)


@lru_cache(maxsize=32)
def stored_board(name: str, stored_map: str) -> Board:
    """The board of a stored match: its own, whatever this version has under that name. Tables on one map share it.
    MapError for one that an older version accepted, and that would take too long."""
    if name in builtin_maps() and map_json(load_board(name)) == stored_map:
        return load_board(name)
    if problems := list(check_longest_path(json.loads(stored_map))):
        raise MapError(Problem("error", name, *found) for found in problems)
    return Board(Map.model_validate_json(stored_map), name)
