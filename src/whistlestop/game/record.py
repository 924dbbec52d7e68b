"""A record: a game as text, one action a line, with every card that chance brought.

    whistlestop-record 1
    map usa 0f3c5a…                      the map and a fingerprint of it
    board {…}                            the whole map, unless it is a built-in one as this version has it (an
                                         earlier version's is known by its fingerprint, maps/earlier)
    seed 7 0                             seed and number of the deal, where known
    seats [{"name":"Ann"},{"bot":"hard"}]    who played, where known
    start {…}                            the position before the first action
    0 keep boston/miami calgary/phoenix
    0 draw red > blue                    red was taken, blue turned up in its place
    result 118 97                        the totals, once the game is over

Any later version can replay a record, because no generator is needed: the cards behind `>` left the deck.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

from whistlestop.actions.action import Action
from whistlestop.actions.notation import NotAnAction
from whistlestop.actions.verbs import parse_action
from whistlestop.board import Board, load_board
from whistlestop.json_types import TypedDict
from whistlestop.maps.check import examine_tables
from whistlestop.maps.limits import MAX_SEATS
from whistlestop.maps.mapfile import Map, builtin_maps, earlier_maps, read_earlier_map

HEADER = "whistlestop-record 1"
QUOTED = 80
"""Letters of a bad line that are shown."""


class BadRecord(ValueError):
    """A text that is no record, or one that contradicts itself; the message names the line."""


@dataclass(frozen=True, slots=True)
class Move:
    """One action of a record: who, what, and the cards that left the deck."""

    seat: int
    action: Action
    outcome: Sequence[str]
    line: int = 0

    def __str__(self) -> str:
        outcome = f" > {' '.join(self.outcome)}" if self.outcome else ""
        return f"{self.seat} {self.action}{outcome}"


class RecordedSeat(TypedDict, total=False):
    """Who played on a seat."""

    name: str
    bot: str
    """The bot's name or level; missing where a person played."""


@dataclass(frozen=True)
class Record:
    """What a record says."""

    board: Board
    start: dict[str, Any]
    moves: list[Move] = field(default_factory=list)
    choices: list[Move] = field(default_factory=list)
    """R1.2: opening tickets that seats have chosen while others still choose."""
    seed: int | None = None
    number: int = 0
    result: list[int] | None = None
    seats: list[RecordedSeat] | None = None


def fingerprint(map: Map) -> str:
    """A short digest of all that matters for play: maps that differ only in how they are drawn have the same."""
    drawing = {"name", "note", "words", "board", "locations"}
    played = map.model_dump(exclude={**dict.fromkeys(drawing, True), "routes": {"__all__": {"bend"}}})
    text = json.dumps([played, map.location_ids], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@lru_cache(maxsize=64)
def is_builtin(board: Board) -> bool:
    """Whether a board is the built-in one of its name as this version has it: then its name alone tells it."""
    return board.source in builtin_maps() and load_board(board.source).map == board.map


@cache
def earlier_boards(name: str) -> dict[str, Board]:
    """What earlier versions had under the name of a built-in map, by fingerprint: old games are played on them."""
    return {mark: Board(read_earlier_map(name, mark), name) for mark in earlier_maps(name)}


def builtin_board(name: str, mark: str) -> Board | None:
    """The built-in board with this name and fingerprint, of this version or an earlier one."""
    if name not in builtin_maps():
        return None
    board = load_board(name)
    return board if fingerprint(board.map) == mark else earlier_boards(name).get(mark)


def write_record(record: Record) -> str:
    """A record as text."""
    board = record.board
    lines = [HEADER, f"map {board.source} {fingerprint(board.map)}"]
    if not is_builtin(board):
        lines.append(f"board {board.map.model_dump_json(exclude_none=True)}")
    if record.seed is not None:
        lines.append(f"seed {record.seed} {record.number}")
    if record.seats is not None:
        lines.append(f"seats {json.dumps(record.seats, separators=(',', ':'))}")
    lines.append(f"start {json.dumps(record.start, separators=(',', ':'))}")
    lines += map(str, record.moves)
    lines += [f"choice {choice}" for choice in record.choices]
    if record.result is not None:
        lines.append(f"result {' '.join(map(str, record.result))}")
    return "\n".join(lines) + "\n"


def read_record(text: str, board: Board | None = None) -> Record:
    """The record that a text is. Whether its actions are legal shows when it is replayed.

    Who has the record's `board` gives it: a built-in map may have changed since, and checking one takes time."""
    lines = text.splitlines()
    if not lines or lines[0].strip() != HEADER:
        raise BadRecord(f"line 1: this is not a record: the first line must read {HEADER!r}")
    head: dict[str, str] = {}
    moves: list[tuple[int, str]] = []
    choices: list[tuple[int, str]] = []
    for i, line in enumerate(lines[1:], start=2):
        word, _, rest = line.strip().partition(" ")
        if word.isdecimal():
            moves.append((i, line))
        elif word == "choice":
            choices.append((i, rest))
        elif word in ("map", "board", "seed", "seats", "start", "result") and word not in head:
            head[word] = rest
        elif line.strip():
            raise BadRecord(f"line {i}: {line[:QUOTED]!r} is not part of a record")
    board = _board(head, board)
    seed, number = _seed(head) if "seed" in head else (None, 0)
    return Record(
        board=board,
        start=_json(head, "start"),
        moves=[_move(board, i, line) for i, line in moves],
        choices=[_move(board, i, line) for i, line in choices],
        seed=seed,
        number=number,
        result=_numbers(head, "result") if "result" in head else None,
        seats=_seats(head) if "seats" in head else None,
    )


def _board(head: dict[str, str], known: Board | None) -> Board:
    source, _, mark = head.get("map", "").rpartition(" ")
    if not source:
        raise BadRecord("map: missing; a record names its map and the map's fingerprint")
    if known is not None:
        board = known
    elif "board" in head:
        board_map, problems = examine_tables(_json(head, "board"), "board")  # a record may come from anywhere
        if board_map is None:
            raise BadRecord(f"board: not a map that can be played: {'; '.join(map(str, problems))}")
        board = Board(board_map, source)
    elif source in builtin_maps():
        board = builtin_board(source, mark) or load_board(source)
    else:
        raise BadRecord(f"map: {source!r} is not a built-in map, and the record has no board line")
    if fingerprint(board.map) != mark:
        raise BadRecord(
            f"map: the record was made on another version of {source} ({mark}, not {fingerprint(board.map)})"
        )
    return board


def _json(head: dict[str, str], key: str) -> dict[str, Any]:
    value = _json_value(head, key, "object")
    if not isinstance(value, dict):
        raise BadRecord(f"{key}: not a JSON object")
    return value


def _json_value(head: dict[str, str], key: str, kind: str) -> Any:
    try:
        return json.loads(head.get(key, ""))
    except (ValueError, RecursionError) as error:  # no JSON, mostly
        raise BadRecord(f"{key}: not a JSON {kind}: {error}") from None


def _seats(head: dict[str, str]) -> list[RecordedSeat]:
    """Who played; a name has a line's length at most."""
    seats = _json_value(head, "seats", "list")
    fields = RecordedSeat.__annotations__
    if not isinstance(seats, list) or len(seats) > MAX_SEATS:
        raise BadRecord(f"seats: not a JSON list of up to {MAX_SEATS} seats")
    for i, seat in enumerate(seats):
        if not isinstance(seat, dict) or not seat.keys() <= fields.keys():
            raise BadRecord(f"seats: seat {i} is not an object with {' and '.join(fields)}")
        if not all(isinstance(text, str) and len(text) <= QUOTED for text in seat.values()):
            raise BadRecord(f"seats: seat {i} has something other than texts of up to {QUOTED} letters")
    return seats


def _numbers(head: dict[str, str], key: str) -> list[int]:
    try:
        return [int(word) for word in head[key].split()]
    except ValueError:
        raise BadRecord(f"{key}: {head[key]!r} are not all whole numbers") from None


def _seed(head: dict[str, str]) -> tuple[int, int]:
    numbers = _numbers(head, "seed")
    if len(numbers) != 2 or not 0 <= numbers[1] < 2**32:
        raise BadRecord(f"seed: {head['seed']!r} is not a seed and the number of the game (0 to {2**32 - 1})")
    return numbers[0], numbers[1]


def _move(board: Board, number: int, line: str) -> Move:
    play, _, outcome = line.partition(">")
    seat, _, action = play.strip().partition(" ")
    cards = tuple(outcome.split())
    unknown = [card for card in cards if card not in board.colours]
    if unknown:
        raise BadRecord(f"line {number}: {unknown[0]!r} is not a card of this map")
    if len(seat) > 2:
        raise BadRecord(f"line {number}: there is no seat {seat[:20]}")
    try:
        return Move(int(seat), parse_action(action, board), cards, number)
    except NotAnAction as error:
        raise BadRecord(f"line {number}: {error}") from None
