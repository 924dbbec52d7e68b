"""Locations, routes and tickets: what the entries of a map say about each other.

Each check yields (key, message). Tables and keys may be missing: `shape` has complained about those already.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from whistlestop.ids import location_id, pair_id
from whistlestop.maps.check.shape import Table, closest, quoted, suggestion

Found = Iterator[tuple[str, str]]


def entries(tables: Table, name: str) -> list[tuple[str, Table]]:
    """The entries of a top-level list, each with its key."""
    rows = tables.get(name) or []
    return [(f"{name}[{i}]", row) for i, row in enumerate(rows) if isinstance(row, dict)]


def place_names(tables: Table) -> list[str]:
    return [row["name"] for _, row in entries(tables, "locations") if "name" in row]


def rule(tables: Table, *path: str) -> Any:
    """The value at `path` below [rules], or None."""
    value: Any = tables.get("rules")
    for part in path:
        value = value.get(part) if isinstance(value, dict) else None
    return value


def check_locations(tables: Table) -> Found:
    """Names must give ids of their own, and everything drawn must lie on the board."""
    first: dict[str, str] = {}
    for key, row in entries(tables, "locations"):
        if "name" in row:
            id = location_id(row["name"])
            if not id:
                yield (
                    f"{key}.name",
                    f"= {quoted(row['name'])} has no letter a-z or digit to make an id from. Add one.",
                )
            elif id in first:
                yield (
                    f"{key}.name",
                    f"= {quoted(row['name'])} has the same id ({id}) as {first[id]}. Rename one of them.",
                )
            else:
                first[id] = key
        yield from check_on_board(tables, key, row.get("x"), row.get("y"))
    for key, row in entries(tables, "routes"):
        for i, point in enumerate(row.get("bend") or ()):
            if point and len(point) == 2:
                yield from check_on_board(tables, f"{key}.bend[{i}]", *point)


def check_on_board(tables: Table, key: str, x: float | None, y: float | None) -> Found:
    board = tables.get("board") or {}
    for axis, value, size in (("x", x, "width"), ("y", y, "height")):
        if value is not None and board.get(size) is not None and not 0 <= value <= board[size]:
            yield f"{key}.{axis}", f"= {value} lies outside the board. Write 0 to {board[size]} (board.{size})."


def check_ends(names: list[str], key: str, row: Table) -> Found:
    for end in ("a", "b"):
        if end in row and names and row[end] not in names:
            fix = suggestion(row[end], names) or " Add it to locations, or correct the name."
            yield f"{key}.{end}", f"= {quoted(row[end])} is not one of the locations.{fix}"
    if row.get("a") is not None and row.get("a") == row.get("b"):
        yield f"{key}.b", f"= {quoted(row['b'])} is the same place as a. Name two different places."


def check_routes(tables: Table) -> Found:
    deck = rule(tables, "cards", "colors")
    pieces, wilds, points = rule(tables, "pieces"), rule(tables, "cards", "wild"), rule(tables, "route_points")
    first: dict[str, tuple[str, Table]] = {}
    names = place_names(tables)
    for key, row in entries(tables, "routes"):
        yield from check_ends(names, key, row)
        yield from check_repeated(key, row, first)
        for i, colour in enumerate(row.get("colors") or ()):
            if colour is not None and deck and colour not in (*deck, "grey"):
                known = [*deck, "grey"]
                yield (
                    f"{key}.colors[{i}]",
                    f"= {quoted(colour)} is not a colour of this deck ({', '.join(known)}).{suggestion(colour, known)}",
                )
        length, ferries = row.get("length"), row.get("ferries", 0)
        if length is None:
            continue
        if ferries and ferries > length:
            yield f"{key}.ferries", f"= {ferries} is more than the route's {length} spaces. Write at most {length}."
        if ferries and wilds is not None and ferries > wilds:
            yield f"{key}.ferries", f"= {ferries} is more than the {wilds} wild cards of the deck (R3.3). Write fewer."
        if pieces is not None and length > pieces:
            yield f"{key}.length", f"= {length} is more than a player's {pieces} pieces (R3.1). Write at most {pieces}."
        if points and length > len(points):
            yield (
                f"{key}.length",
                f"= {length} has no points: rules.route_points ends at {len(points)} (R3.5). Lengthen that list.",
            )


def check_repeated(key: str, row: Table, first: dict[str, tuple[str, Table]]) -> Found:
    """A second entry for the same two places is a mistake: both tracks of a double route stand in one entry."""
    if "a" not in row or "b" not in row:
        return
    id = pair_id(row["a"], row["b"])
    if id not in first:
        first[id] = (key, row)
        return
    other_key, other = first[id]
    lengths = (other.get("length"), row.get("length"))
    if None not in lengths and lengths[0] != lengths[1]:
        yield (
            f"{key}.length",
            f"= {lengths[1]} differs from {other_key}, which connects the same places ({id}) with length {lengths[0]}: "
            "the two tracks of a double route are equally long (R3.4). Correct one, then make them one entry.",
        )
    else:
        yield key, f'repeats {id}, which is {other_key}. For a double route write one entry: colors = ["red", "blue"].'


def check_tickets(tables: Table) -> Found:
    names = place_names(tables)
    first: dict[str, str] = {}
    for key, row in entries(tables, "tickets"):
        yield from check_ends(names, key, row)
        if "a" in row and "b" in row:
            id = pair_id(row["a"], row["b"])
            if first.setdefault(id, key) != key:
                yield key, f"repeats {id}, which is {first[id]}. Remove one of them."


def check_connections(tables: Table) -> Found:
    """Every place must have a route, and the two ends of a ticket must be joined by some."""
    names = place_names(tables)
    parts = {name: {name} for name in names}
    joined: set[str] = set()
    for _, row in entries(tables, "routes"):
        # A misspelt place counts as the one meant, so that one mistake is not reported as three.
        a, b = (closest(row[end], tuple(names)) if end in row else None for end in ("a", "b"))
        if a and b and a != b:
            joined |= {a, b}
            union = parts[a] | parts[b]
            parts.update(dict.fromkeys(union, union))
    for key, row in entries(tables, "locations"):
        if "name" in row and row["name"] not in joined and tables.get("routes"):
            yield key, f"({row['name']}) has no route. Add one, or remove the location."
    for key, row in entries(tables, "tickets"):
        a, b = row.get("a"), row.get("b")
        if a in parts and b in parts and b not in parts[a]:
            yield key, f"asks for {a} – {b}, but no routes connect these places. Add routes, or change the ticket."
