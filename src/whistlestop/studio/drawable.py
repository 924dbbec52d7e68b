"""What can be drawn of a map that is not finished: places and routes that make sense, whatever is wrong with the rest.

    >>> drawable = drawable_map({"locations": [{"name": "A", "x": 1, "y": 2}, {"name": "B"}]})
    >>> [place.name for place in drawable.map.locations], drawable.locations
    (['A'], [0])

Nothing here judges a map: `maps/check` does.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from whistlestop.ids import location_id
from whistlestop.maps.blank import blank_map
from whistlestop.maps.check.entries import lengthened
from whistlestop.maps.check.numbers import RESERVED_COLOURS
from whistlestop.maps.check.outlines import check_outlines
from whistlestop.maps.check.shape import Table
from whistlestop.maps.limits import MAX_LENGTH
from whistlestop.maps.mapfile import BoardDesign, Location, Map, Point, Route, Rules, Ticket, Words

Part = TypeVar("Part", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class DrawableMap:
    """A map that can be drawn, if not played; and which entries of the file its entries are."""

    map: Map
    locations: list[int]
    routes: list[int]


def drawable_map(tables: Table) -> DrawableMap:
    """All that can be drawn of a map file's tables. What is missing or wrong is left out or as on a blank map."""
    blank = blank_map()
    board = _board(_table(tables, "board"), blank["board"])
    places = {i: place for i, row in _rows(tables, "locations") if (place := _place(row, board))}
    rules = _rules(_table(tables, "rules"), blank["rules"])
    names = {place.name for place in places.values()}
    colours = {*rules.cards.colors, "grey"}
    routes = {i: route for i, row in _rows(tables, "routes") if (route := _route(row, names, colours, board))}
    tickets = [ticket for _, row in _rows(tables, "tickets") if (ticket := _ticket(row, names))]
    name = tables.get("name")
    whole = Map.model_construct(
        format=1,
        name=name if isinstance(name, str) and name else blank["name"],
        note="",
        words=_part(Words, _table(tables, "words"), {}) or Words(),
        rules=_with_points(rules, list(routes.values())),
        board=board,
        locations=tuple(places.values()),
        routes=tuple(routes.values()),
        tickets=tuple(tickets),
    )
    return DrawableMap(whole, list(places), list(routes))


def _table(tables: Table, key: str) -> Table:
    found = tables.get(key)
    return found if isinstance(found, dict) else {}


def _rows(tables: Table, key: str) -> list[tuple[int, Table]]:
    rows = tables.get(key)
    return [(i, row) for i, row in enumerate(rows) if isinstance(row, dict)] if isinstance(rows, list) else []


def _part(model: type[Part], values: Table, defaults: Table) -> Part | None:
    """A part of a map. What the model refuses is replaced by defaults; None if that does not help."""
    try:
        return model.model_validate_json(json.dumps(values, default=str))
    except ValidationError as error:
        refused = {detail["loc"][0] for detail in error.errors(include_url=False) if detail["loc"]}
    kept = {key: value for key, value in values.items() if key not in refused}
    try:
        return model.model_validate_json(json.dumps(defaults | kept, default=str))
    except ValidationError:
        return None


def _board(values: Table, defaults: Table) -> BoardDesign:
    board = _part(BoardDesign, values, defaults) or BoardDesign.model_validate(defaults)
    is_too_much = any(check_outlines({"board": board.model_dump()}))
    return board.model_copy(update={"outlines": ()}) if is_too_much else board


def _rules(values: Table, defaults: Table) -> Rules:
    """Table by table, so that one wrong number does not take the deck along."""
    tables = {
        key: _part(model, _table(values, key), defaults[key])
        for key, model in (
            (name, field.annotation)
            for name, field in Rules.model_fields.items()
            if isinstance(defaults.get(name), dict)
        )
        if isinstance(model, type)
    }
    read = {key: part.model_dump() if part else defaults[key] for key, part in tables.items()}
    rules = _part(Rules, values | read, defaults) or Rules.model_validate(defaults)
    colours = {colour: count for colour, count in rules.cards.colors.items() if colour not in RESERVED_COLOURS}
    return rules.model_copy(update={"cards": rules.cards.model_copy(update={"colors": colours})})


def _with_points(rules: Rules, routes: list[Route]) -> Rules:
    longest = max((route.length for route in routes), default=1)
    return rules.model_copy(update={"route_points": tuple(lengthened(list(rules.route_points), longest) or ())})


def _place(row: Table, board: BoardDesign) -> Location | None:
    place = _part(Location, row, {})
    if place is None or not location_id(place.name):
        return None
    x, y = _near(board, (place.x, place.y))
    return place.model_copy(update={"x": x, "y": y})


def _route(row: Table, names: set[str], colours: set[str], board: BoardDesign) -> Route | None:
    route = _part(Route, row, {"length": _length(row.get("length")), "colors": ["grey"]})
    if route is None or route.a == route.b or not {route.a, route.b} <= names:
        return None
    return route.model_copy(
        update={
            "colors": tuple(colour if colour in colours else "grey" for colour in route.colors),
            "ferries": min(route.ferries, route.length),
            "bend": tuple(_near(board, point) for point in route.bend),
        }
    )


def _length(value: Any) -> int:
    return min(max(value, 1), MAX_LENGTH) if isinstance(value, int) else 1


def _ticket(row: Table, names: set[str]) -> Ticket | None:
    ticket = _part(Ticket, row, {"points": 1})
    return ticket if ticket and {ticket.a, ticket.b} <= names else None


def _near(board: BoardDesign, point: Point) -> Point:
    """A point on the board or not far from it."""
    x, y = point
    return (min(max(x, -board.width), 2 * board.width), min(max(y, -board.height), 2 * board.height))
