"""Drawings are complete, the same every time, and nothing on them covers anything else."""

from __future__ import annotations

from itertools import combinations
from math import hypot
from xml.etree import ElementTree

import pytest

from tests.maps.sample import changed, tiny_map
from whistlestop.draw import draw_board, draw_png, track_spaces
from whistlestop.draw.geometry import SPACE_WIDTH, BoardLayout, Curve, corners, smooth
from whistlestop.draw.labels import place_labels
from whistlestop.draw.symbols import PAINTS, SPARE, paints
from whistlestop.maps.limits import MAX_COLOURS
from whistlestop.maps.mapfile import Point, builtin_maps, parse_map, read_map

SVG = "{http://www.w3.org/2000/svg}"
Polygon = list[Point]


def depth(a: Polygon, b: Polygon) -> float:
    """How deep two convex polygons overlap; 0 or less if they are apart (separating axes)."""
    least = float("inf")
    for shape in (a, b):
        for (x1, y1), (x2, y2) in zip(shape, [*shape[1:], shape[0]], strict=True):
            length = hypot(x2 - x1, y2 - y1)
            nx, ny = (y2 - y1) / length, (x1 - x2) / length
            on_a, on_b = [x * nx + y * ny for x, y in a], [x * nx + y * ny for x, y in b]
            least = min(least, min(max(on_a), max(on_b)) - max(min(on_a), min(on_b)))
    return least


def all_spaces(layout: BoardLayout) -> list[tuple[str, Polygon]]:
    return [
        (f"{route.id} {track} {n}", corners(space, layout.space_length(i), SPACE_WIDTH * layout.unit))
        for i, route in enumerate(layout.board_map.routes)
        for track in range(len(route.colors))
        for n, space in enumerate(layout.track_spaces(i, track))
    ]


@pytest.fixture(params=builtin_maps())
def layout(request: pytest.FixtureRequest) -> BoardLayout:
    return BoardLayout(read_map(request.param))


def test_no_two_spaces_of_a_built_in_board_overlap(layout: BoardLayout) -> None:
    overlapping = [
        (one, other) for (one, a), (other, b) in combinations(all_spaces(layout), 2) if depth(a, b) > 1.0 * layout.unit
    ]
    assert overlapping == []


def test_no_name_covers_a_space_or_another_name_or_leaves_the_board(layout: BoardLayout) -> None:
    spaces, board = all_spaces(layout), layout.board_map.board
    boxes = [label.box for label in place_labels(layout)]
    for place, box in zip(layout.board_map.locations, boxes, strict=True):
        frame = [(box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom)]
        assert [name for name, space in spaces if depth(frame, space) > 0] == [], place.name
        assert box.left > 0
        assert box.top > 0
        assert box.right < board.width
        assert box.bottom < board.height
    assert all(a.overlap(b) == 0 for a, b in combinations(boxes, 2))


def test_no_space_touches_a_dot(layout: BoardLayout) -> None:
    for place in layout.board_map.locations:
        radius = layout.dot_radius(place)
        diamond = [(place.x, place.y - radius), (place.x + radius, place.y), (place.x, place.y + radius)]
        diamond.append((place.x - radius, place.y))
        assert [name for name, space in all_spaces(layout) if depth(diamond, space) > 0] == [], place.name


def test_all_spaces_of_a_built_in_board_are_about_equally_long(layout: BoardLayout) -> None:
    lengths = [layout.space_length(i) for i in range(len(layout.curves))]
    assert max(lengths) < 1.6 * min(lengths)


def test_the_drawing_has_every_track_with_its_spaces_symbols_and_ferries() -> None:
    board_map = read_map("san-francisco")
    root = ElementTree.fromstring(draw_board(board_map))
    groups = {group.get("data-track"): group for group in root.iter(f"{SVG}g") if group.get("class") == "track"}
    assert len(groups) == 58
    assert len(groups["chinatown/lombard-street#2"].findall(f"{SVG}rect")) == 1
    ferry = groups["alcatraz/golden-gate-bridge"]
    assert (len(ferry.findall(f"{SVG}rect")), len(ferry.findall(f"{SVG}circle"))) == (4, 1)
    plain = groups["golden-gate-park/sunset"]
    assert (len(plain.findall(f"{SVG}rect")), len(plain.findall(f"{SVG}path"))) == (2, 2)


def test_every_place_is_named_once() -> None:
    board_map = read_map("usa")
    root = ElementTree.fromstring(draw_board(board_map))
    names = [element.get("aria-label") for element in root.iter()]
    assert [names.count(place.name) for place in board_map.locations] == [1] * 36


def test_drawing_is_deterministic() -> None:
    assert draw_board(read_map("usa")) == draw_board(read_map("usa"))


def test_names_are_escaped() -> None:
    text = changed(tiny_map(), 'name = "Three Lakes"', 'name = "Lakes & <Rivers>"')
    ElementTree.fromstring(draw_board(parse_map(text, "tiny.toml")))


def test_a_fill_colours_all_spaces_of_one_track_only() -> None:
    svg = draw_board(read_map("usa"), fills={"atlanta/raleigh#2": "#123456"})
    assert svg.count("#123456") == 2


def test_the_two_tracks_of_a_double_route_lie_side_by_side() -> None:
    tiny = parse_map(tiny_map(), "tiny.toml")
    first, second = track_spaces(tiny, 0, 0), track_spaces(tiny, 0, 1)
    assert [round(a.x - b.x, 6) for a, b in zip(first, second, strict=True)] == [0, 0, 0]
    assert all(a.y < 80 < b.y for a, b in zip(first, second, strict=True))


def test_a_route_goes_through_its_bend() -> None:
    curve = Curve(smooth([(0, 0), (50, 40), (100, 0)]))
    assert min(hypot(x - 50, y - 40) for x, y in curve.points) < 1e-9
    assert curve.length > 100


def test_a_label_stands_on_the_side_that_the_file_names() -> None:
    text = changed(tiny_map(), 'name = "Ashford", x = 80, y = 80', 'name = "Ashford", x = 80, y = 80, label = "n"')
    box = place_labels(BoardLayout(parse_map(text, "tiny.toml")))[0].box
    assert box.bottom < 80
    assert box.left < 80 < box.right


def test_no_two_colours_of_a_deck_share_a_symbol() -> None:
    for names in (["purple", "white", "blue", "yellow", "orange", "black", "red", "green"], ["mauve", "red", "lime"]):
        symbols = [paint.symbol for paint in paints(names).values()]
        assert len(set(symbols)) == len(symbols) == len(names) + 2


def test_a_deck_of_unknown_colours_gets_a_paint_for_each() -> None:
    names = [f"colour-{i}" for i in range(MAX_COLOURS)]
    assert len(paints(names)) == MAX_COLOURS + 2
    assert len({paint.symbol for paint in (*PAINTS.values(),)}) == len(PAINTS)
    assert len({paint.symbol for paint in SPARE}) == len(SPARE)


def test_png_has_our_own_letters_whatever_fonts_the_machine_has() -> None:
    tiny = parse_map(changed(tiny_map(), "[board]", "[board]\ntitle = [200, 310]"), "tiny.toml")
    picture = draw_png(tiny, zoom=1.0)
    assert picture.startswith(b"\x89PNG")
    # Another name makes another picture only if letters are drawn at all.
    assert draw_png(tiny.model_copy(update={"name": "Other"}), zoom=1.0) != picture
