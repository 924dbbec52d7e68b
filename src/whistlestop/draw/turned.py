"""A board turned by a quarter to the right, for windows that are higher than wide: west above, north at the right."""

from __future__ import annotations

from whistlestop.maps.mapfile import BoardDesign, Location, Map, Point, Route


def turn_map(board_map: Map) -> Map:
    """The same map with its places and routes turned. Names are placed anew, because they stay upright.

    Left out are the outlines, which are drawn with `turn_transform`, and the map's name and table of points, whose
    places are seldom free for upright text.

    >>> from whistlestop.maps.mapfile import read_map
    >>> usa = turn_map(read_map("usa"))
    >>> usa.board.width, usa.board.height
    (760.0, 1200.0)
    """
    board = board_map.board
    turned_board = {
        "width": board.height,
        "height": board.width,
        "title": None,
        "legend": None,
        "compass": board.compass and _turn_point(board.compass, board),
        "outlines": (),
    }
    return board_map.model_copy(
        update={
            "board": board.model_copy(update=turned_board),
            "locations": tuple(_turn_location(place, board) for place in board_map.locations),
            "routes": tuple(_turn_route(route, board) for route in board_map.routes),
        }
    )


def turn_transform(board: BoardDesign) -> str:
    """What turns a drawing of the board in the same way, as an SVG transform."""
    return f"translate({board.height:g} 0) rotate(90)"


def _turn_point(point: Point, board: BoardDesign) -> Point:
    x, y = point
    return (board.height - y, x)


def _turn_location(place: Location, board: BoardDesign) -> Location:
    x, y = _turn_point((place.x, place.y), board)
    return place.model_copy(update={"x": x, "y": y, "label": None})


def _turn_route(route: Route, board: BoardDesign) -> Route:
    return route.model_copy(update={"bend": tuple(_turn_point(point, board) for point in route.bend)})
