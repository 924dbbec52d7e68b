"""Locations, routes and tickets: what the entries of a map say about each other.

Tables and keys may be missing: `shape` has complained about those already.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from whistlestop.ids import location_id, pair_id
from whistlestop.maps.check.finding import Finding, Found, near_or_not, remove, replace
from whistlestop.maps.check.shape import Table, closest, quoted
from whistlestop.maps.mapfile import Change, Fix

LONGEST_LIST = 20
"""Of points, that is proposed: longer ones have another mistake in them."""


def entries(tables: Table, name: str) -> list[tuple[str, Table]]:
    """The entries of a top-level list, each with its key."""
    rows = tables.get(name) or []
    return [(f"{name}[{i}]", row) for i, row in enumerate(rows) if isinstance(row, dict)]


def place_names(tables: Table) -> list[str]:
    """The names of all locations that have one."""
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
    ids = {location_id(name) for name in place_names(tables)}
    for key, row in entries(tables, "locations"):
        if "name" in row:
            id = location_id(row["name"])
            if not id:
                yield Finding(f"{key}.name", "no-id", {"value": quoted(row["name"])})
            elif id in first:
                yield Finding(
                    f"{key}.name",
                    "same-id",
                    {"value": quoted(row["name"]), "id": id, "other": first[id]},
                    replace(f"{key}.name", another_name(row["name"], ids)),
                )
            else:
                first[id] = key
        yield from check_on_board(tables, key, (row.get("x"), row.get("y")), (f"{key}.x", f"{key}.y"))
    for key, row in entries(tables, "routes"):
        for i, point in enumerate(row.get("bend") or ()):
            if point and len(point) == 2:
                at = f"{key}.bend[{i}]"
                yield from check_on_board(tables, at, point, (f"{at}[0]", f"{at}[1]"))


def check_on_board(tables: Table, key: str, point: Sequence[float | None], number_keys: tuple[str, str]) -> Found:
    """A point at `key`, whose numbers stand at two keys of their own."""
    board = tables.get("board") or {}
    for axis, value, number_key, size in zip("xy", point, number_keys, ("width", "height"), strict=True):
        if value is not None and board.get(size) is not None and not 0 <= value <= board[size]:
            yield Finding(
                f"{key}.{axis}",
                "off-board",
                {"value": value, "size": board[size], "side": size},
                replace(number_key, min(max(value, 0), board[size])),
            )


def check_ends(names: list[str], key: str, row: Table) -> Found:
    """Ends of a route or ticket must be locations."""
    for end in ("a", "b"):
        if end in row and names and row[end] not in names:
            meant = closest(row[end], tuple(names))
            fix = replace(f"{key}.{end}", meant) if meant else remove(key)
            yield near_or_not(f"{key}.{end}", "unknown-place", {"value": quoted(row[end])}, meant, fix)
    if row.get("a") is not None and row.get("a") == row.get("b"):
        yield Finding(f"{key}.b", "same-ends", {"value": quoted(row["b"])}, remove(key))


def check_routes(tables: Table) -> Found:
    """Routes that exist twice, and lengths, colours and ferries that can't be paid."""
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
                meant = closest(colour, tuple(known))
                values = {"value": quoted(colour), "known": ", ".join(known)}
                fix = replace(f"{key}.colors[{i}]", meant or "grey")
                yield near_or_not(f"{key}.colors[{i}]", "unknown-colour", values, meant, fix)
        length, ferries = row.get("length"), row.get("ferries", 0)
        if length is None:
            continue
        if ferries and ferries > length:
            values = {"ferries": ferries, "length": length}
            yield Finding(f"{key}.ferries", "ferries-over-length", values, replace(f"{key}.ferries", length))
        if ferries and wilds is not None and ferries > wilds:
            values = {"ferries": ferries, "wilds": wilds}
            yield Finding(f"{key}.ferries", "ferries-over-wilds", values, replace(f"{key}.ferries", wilds))
        if pieces is not None and length > pieces:
            values = {"length": length, "pieces": pieces}
            yield Finding(f"{key}.length", "length-over-pieces", values, replace(f"{key}.length", pieces))
        if points and length > len(points):
            yield Finding(
                f"{key}.length",
                "length-without-points",
                {"length": length, "most": len(points)},
                replace("rules.route_points", lengthened(points, length)),
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
    fix = one_double_route(other_key, other, key, row)
    lengths = (other.get("length"), row.get("length"))
    if None not in lengths and lengths[0] != lengths[1]:
        yield Finding(
            f"{key}.length",
            "unequal-tracks",
            {"length": row["length"], "other": other_key, "id": id, "other_length": other["length"]},
            fix,
        )
    else:
        yield Finding(key, "route-repeated", {"id": id, "other": other_key}, fix)


def one_double_route(first_key: str, first: Table, key: str, row: Table) -> Fix:
    """Two single tracks become a double route; a third one goes."""
    colours = [*(first.get("colors") or ()), *(row.get("colors") or ())]
    double = (Change(f"{first_key}.colors", colours),) if len(colours) == 2 and None not in colours else ()
    return (*double, *remove(key))


def another_name(name: str, ids: set[str]) -> str:
    """The name with the first number that gives an id of its own."""
    return next(f"{name} {n}" for n in range(2, len(ids) + 3) if location_id(f"{name} {n}") not in ids)


def lengthened(points: list[int], length: int) -> list[int] | None:
    """Points for longer routes too: each step a little larger than the one before."""
    if None in points or length > LONGEST_LIST:
        return None
    points = list(points) or [0]
    step = max(0, points[-1] - points[-2]) if len(points) > 1 else 0
    while len(points) < length:
        step += 1
        points.append(points[-1] + step)
    return points


def check_tickets(tables: Table) -> Found:
    """Tickets whose ends are unknown or the same, or that exist twice."""
    names = place_names(tables)
    first: dict[str, str] = {}
    for key, row in entries(tables, "tickets"):
        yield from check_ends(names, key, row)
        if "a" in row and "b" in row:
            id = pair_id(row["a"], row["b"])
            if first.setdefault(id, key) != key:
                yield Finding(key, "ticket-repeated", {"id": id, "other": first[id]}, remove(key))


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
            yield Finding(key, "no-route", {"place": row["name"]}, remove(key))
    for key, row in entries(tables, "tickets"):
        a, b = row.get("a"), row.get("b")
        if a in parts and b in parts and b not in parts[a]:
            yield Finding(key, "not-joined", {"a": row["a"], "b": row["b"]}, remove(key))
