"""A board as numbers and paths: what a page needs to draw it by itself, with the geometry of `draw_board`."""

from __future__ import annotations

from typing import Literal

from whistlestop.actions.action import WILD
from whistlestop.draw.geometry import DOT, SPACE_WIDTH, BoardLayout, ferry_spaces
from whistlestop.draw.glyphs import Anchor, text_width
from whistlestop.draw.labels import Label, place_labels
from whistlestop.draw.ornaments import draw_ornaments
from whistlestop.draw.scenery import draw_scenery
from whistlestop.draw.symbols import Paint, free_space, paints
from whistlestop.draw.tokens import token_paths
from whistlestop.draw.turned import turn_map, turn_transform
from whistlestop.ids import location_id, track_id
from whistlestop.json_types import TypedDict, described
from whistlestop.maps.mapfile import Location, Map


@described
class DrawnPaint(TypedDict):
    fill: str
    edge: str
    ink: str
    symbol: str
    """A path in a box from -5 to 5."""


class DrawnSpace(TypedDict):
    fill: str
    edge: str
    ink: str


class DrawnSpaces(TypedDict):
    """How spaces look that nobody has claimed, on a light and on a dark page."""

    light: DrawnSpace
    dark: DrawnSpace


@described
class DrawnTrack(TypedDict):
    id: str
    a: str
    b: str
    length: int
    colour: str
    ferries: int
    points: int
    space_length: float
    spaces: list[tuple[float, float, float]]
    """The middle of each space, and its direction in degrees."""
    ferry_spaces: list[int]


class DrawnLine(TypedDict):
    text: str
    x: float
    y: float
    width: float


class DrawnLabel(TypedDict):
    anchor: Anchor
    size: float
    lines: list[DrawnLine]


class DrawnPlace(TypedDict):
    id: str
    name: str
    x: float
    y: float
    radius: float
    has_ring: bool
    label: DrawnLabel


class DrawnTicket(TypedDict):
    id: str
    a: str
    b: str
    points: int


class DrawnWords(TypedDict):
    """What the map's players call things, in English: see `[words]` in docs/maps.md."""

    piece: str
    wild: str
    location: str
    card: str


@described
class Drawing(TypedDict):
    """A board with everything that is drawn on it."""

    map: str
    title: str
    theme: Literal["paper", "bay"]
    """How it is painted."""
    words: DrawnWords
    width: float
    height: float
    unit: float
    space_width: float
    scenery: str
    """The address of the picture under the routes."""
    players: list[int]
    colours: list[str]
    paints: dict[str, DrawnPaint]
    free_spaces: dict[str, DrawnSpaces]
    """By colour."""
    tracks: list[DrawnTrack]
    places: list[DrawnPlace]
    tickets: list[DrawnTicket]
    pieces: int
    route_points: list[int]
    longest_path_bonus: int
    token_points: list[int]
    """For 1, 2, 3 … different tokens."""
    token_paths: dict[str, str]


def make_drawing(board_map: Map, source: str, scenery: str, *, is_turned: bool = False) -> Drawing:
    """The drawing of a map that goes by the name `source`, on scenery that is served at an address.

    `is_turned` turns it by a quarter, with its names upright; its scenery has to be turned too.

    >>> from whistlestop.maps.mapfile import read_map
    >>> usa = make_drawing(read_map("usa"), "usa", "/usa.svg")
    >>> len(usa["tracks"]), usa["places"][0]["id"]
    (100, 'atlanta')
    """
    if is_turned:
        board_map = turn_map(board_map)
    layout, rules = BoardLayout(board_map), board_map.rules
    colours = [*rules.cards.colors, WILD]
    palette = paints(list(rules.cards.colors))
    return {
        "map": source,
        "title": board_map.name,
        "theme": board_map.board.theme,
        "words": _words(board_map),
        "width": board_map.board.width,
        "height": board_map.board.height,
        "unit": round(layout.unit, 3),
        "space_width": round(SPACE_WIDTH * layout.unit, 2),
        "scenery": scenery,
        "players": list(range(rules.players.min, rules.players.max + 1)),
        "colours": colours,
        "paints": {colour: _paint(paint) for colour, paint in palette.items()},
        "free_spaces": {colour: _free_spaces(paint) for colour, paint in palette.items() if colour != WILD},
        "tracks": _tracks(layout),
        "places": [
            _place(place, label, layout) for place, label in zip(board_map.locations, place_labels(layout), strict=True)
        ],
        "tickets": [
            {"id": ticket.id, "a": location_id(ticket.a), "b": location_id(ticket.b), "points": ticket.points}
            for ticket in board_map.tickets
        ],
        "pieces": rules.pieces,
        "route_points": list(rules.route_points),
        "longest_path_bonus": rules.longest_path,
        "token_points": list(rules.tokens.points[1:]) if rules.tokens else [],
        "token_paths": token_paths(rules.tokens.symbols) if rules.tokens else {},
    }


def _words(board_map: Map) -> DrawnWords:
    words = board_map.words
    return {"piece": words.piece, "wild": words.wild, "location": words.location, "card": words.card}


def _paint(paint: Paint) -> DrawnPaint:
    return {"fill": paint.fill, "edge": paint.edge, "ink": paint.ink, "symbol": paint.symbol}


def _free_spaces(paint: Paint) -> DrawnSpaces:
    light, dark = (free_space(paint, is_dark=is_dark) for is_dark in (False, True))
    return {
        "light": {"fill": light.fill, "edge": light.edge, "ink": light.ink},
        "dark": {"fill": dark.fill, "edge": dark.edge, "ink": dark.ink},
    }


def _tracks(layout: BoardLayout) -> list[DrawnTrack]:
    points = layout.board_map.rules.route_points
    return [
        {
            "id": track_id(route.id, track),
            "a": location_id(route.a),
            "b": location_id(route.b),
            "length": route.length,
            "colour": colour,
            "ferries": route.ferries,
            "points": points[route.length - 1],
            "space_length": round(layout.space_length(i), 1),
            "spaces": [(round(x, 1), round(y, 1), round(angle, 1)) for x, y, angle in layout.track_spaces(i, track)],
            "ferry_spaces": list(ferry_spaces(route)),
        }
        for i, route in enumerate(layout.board_map.routes)
        for track, colour in enumerate(route.colors)
    ]


def _place(place: Location, label: Label, layout: BoardLayout) -> DrawnPlace:
    radius = layout.dot_radius(place)
    return {
        "id": place.id,
        "name": place.name,
        "x": place.x,
        "y": place.y,
        "radius": round(radius, 1),
        "has_ring": radius > DOT * layout.unit,
        "label": {
            "anchor": label.anchor,
            "size": round(label.size, 2),
            "lines": [
                {"text": text, "x": round(x, 1), "y": round(y, 1), "width": round(text_width(text, label.size), 1)}
                for text, x, y in label.lines
            ],
        },
    }


def scenery_svg(board_map: Map, *, is_dark: bool = False, is_turned: bool = False) -> str:
    """What lies under the routes, as a picture of its own, light or dark."""
    scenery = draw_scenery(board_map.board, is_dark=is_dark)
    if is_turned:
        scenery = [f'<g transform="{turn_transform(board_map.board)}">', *scenery, "</g>"]
        board_map = turn_map(board_map)
    board = board_map.board
    size = f'viewBox="0 0 {board.width:g} {board.height:g}" width="{board.width:g}" height="{board.height:g}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>'
    ornaments = draw_ornaments(board_map, is_dark=is_dark, north=90 if is_turned else 0)
    return "\n".join([head, *scenery, *ornaments, "</svg>"]) + "\n"
