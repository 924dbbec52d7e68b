"""Names on boards can be read: no letter lies on another name, on a dot or on the frame, whatever the map."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree

import numpy as np
import pytest

from tests.draw.letters import box_of, letters_of
from tests.maps.sample import changed, tiny_map
from whistlestop.draw import draw_board, draw_png
from whistlestop.draw.geometry import FRAME, BoardLayout
from whistlestop.draw.glyphs import text_width
from whistlestop.draw.labels import Box, all_dots, font_size, overlap_depths, place_labels
from whistlestop.maps.mapfile import Map, builtin_maps, parse_map, read_map

SVG = "{http://www.w3.org/2000/svg}"
LONG_NAMES = [
    *("Saint Bartholomew on the Wold", "Ąbrowa Górnicza Zachodnia", "Wąwolnica", "Łódź Żabieniec", "Mount Queensbury"),
    *("Târgu Secuiesc", "Szczebrzeszyn", "Râmnicu Vâlcea", "Żyrzyn Wielki", "Bad Königswusterhausen"),
    *(
        "São José dos Ausentes",
        "Ćmielów Kolonia",
        "Şomcuța Mare Țăgșoru",
        "Woolloomooloo",
        "Święta Katarzyna nad Jeziorem",
    ),
    *(
        "Iași",
        "Piątnica Poduchowna",
        "Conceição do Mato Dentro",
        "Llanfairpwllgwyngyll",
        "Great Wolverhampton Junction",
    ),
    *("Quyquyhó", "Międzyrzec Podlaski", "Newcastle upon Tyne", "Wymondham", "Drobeta Turnu Severin"),
    *("Jaboatão dos Guararapes", "Upper Gandalfsbrook", "Grodzisk Wielkopolski", "Sfântu Gheorghe", "Częstochowa"),
]
COLUMNS = 6


def crowded_map() -> Map:
    """Thirty long names on a board whose edges and double routes leave them little room."""
    at = {name: (70 + i % COLUMNS * 150, 45 + i // COLUMNS * 105) for i, name in enumerate(LONG_NAMES)}
    places = [f'{{ name = "{name}", x = {x}, y = {y} }},' for name, (x, y) in at.items()]
    routes = [
        f'{{ a = "{one}", b = "{other}", length = {2 + (at[one][1] == at[other][1])}, colors = ["red", "blue"] }},'
        for one, other in combinations(LONG_NAMES, 2)
        if abs(at[one][0] - at[other][0]) + abs(at[one][1] - at[other][1]) < 155
    ]
    tickets = [f'{{ a = "{LONG_NAMES[i]}", b = "{LONG_NAMES[i + 7]}", points = 9 }},' for i in range(8)]
    text = changed(tiny_map(), 'name = "Three Lakes"', 'name = "The Wonderful Commonwealth of Very Long Names"')
    for key, rows in (("locations", places), ("routes", routes), ("tickets", tickets)):
        text = re.sub(
            rf"^{key} = \[.*?^\]", lambda _, k=key, r=rows: "\n".join([f"{k} = [", *r, "]"]), text, flags=re.M | re.S
        )
    text = changed(text, "width = 400\nheight = 330", "width = 890\nheight = 580\ntitle = [880, 570]")
    return parse_map(text, "crowded.toml")


@pytest.fixture(params=[*builtin_maps(), "crowded"])
def board_map(request: pytest.FixtureRequest) -> Map:
    return crowded_map() if request.param == "crowded" else read_map(request.param)


def drawn_names(board_map: Map) -> dict[str, Box]:
    letters = letters_of(draw_board(board_map))
    return {place.name: letters[place.name] for place in board_map.locations}


def test_no_two_names_overlap(board_map: Map) -> None:
    names = drawn_names(board_map)
    assert [(a, b) for a, b in combinations(names, 2) if names[a].overlap(names[b]) > 0] == []


def test_no_name_lies_on_a_dot(board_map: Map) -> None:
    names = drawn_names(board_map)
    depths = overlap_depths(np.array(list(names.values())), all_dots(BoardLayout(board_map)))
    assert [name for name, its in zip(names, depths, strict=True) if (its > 0).any()] == []


def test_no_name_leaves_the_frame(board_map: Map) -> None:
    board = board_map.board
    frame = Box(FRAME, FRAME, board.width - FRAME, board.height - FRAME)
    assert [
        name
        for name, box in drawn_names(board_map).items()
        if box.left < frame.left or box.top < frame.top or box.right > frame.right or box.bottom > frame.bottom
    ] == []


def test_the_title_fits_its_plate_and_the_plate_the_board(board_map: Map) -> None:
    svg = draw_board(board_map)
    title = letters_of(svg)[board_map.name.upper()]
    elements = list(ElementTree.fromstring(svg))
    at = next(i for i, element in enumerate(elements) if element.get("aria-label") == board_map.name.upper())
    numbers = [float(n) for n in re.findall(r"-?\d+\.?\d*", re.sub(r"A7 7 0 0 0", "L", elements[at - 1].get("d", "")))]
    # M x y, then lines and arcs, of which H and V give one number: the first point and the V say all.
    left, right, bottom = numbers[0], numbers[5], numbers[9]
    assert left + 5 < title.left < title.right < right - 5
    assert title.bottom < bottom - 5
    assert FRAME <= left < right <= board_map.board.width - FRAME
    assert title.top > FRAME
    assert bottom <= board_map.board.height - FRAME


def test_names_get_smaller_only_where_they_must() -> None:
    for name in builtin_maps():
        layout = BoardLayout(read_map(name))
        assert {label.size for label in place_labels(layout)} == {font_size(layout)}
    text = changed(tiny_map(), "x = 80, y = 80", 'x = 80, y = 80, label = "e"')
    text = changed(text, "x = 320, y = 80", 'x = 320, y = 80, label = "w"')
    facing = BoardLayout(
        parse_map(text.replace("Ashford", "Aberystwyth").replace("Birch Bay", "Wolverhampton"), "tiny.toml")
    )
    labels = place_labels(facing)
    assert 0.6 * font_size(facing) < labels[0].size < font_size(facing)
    assert labels[0].box.right < labels[1].box.left


def test_names_in_other_scripts_are_left_to_the_machine_and_kept_to_their_room() -> None:
    text = tiny_map().replace("Ashford", "Москва1").replace("Dunmore", "東京2")
    board_map = parse_map(text, "tiny.toml")
    texts = list(ElementTree.fromstring(draw_board(board_map)).iter(f"{SVG}text"))
    assert {element.text for element in texts} == {"Москва1", "東京2"}
    size = place_labels(BoardLayout(board_map))[0].size
    for element in texts:
        assert float(element.get("textLength", 0)) == pytest.approx(text_width(element.text or "", size), abs=0.1)
    assert draw_png(board_map, zoom=1.0).startswith(b"\x89PNG")


def test_a_letter_with_its_accent_apart_is_the_same_letter() -> None:
    apart = tiny_map().replace("Ashford", "Montre\u0301al")
    whole = tiny_map().replace("Ashford", "Montréal")
    one, other = (letters_of(draw_board(parse_map(text, "tiny.toml"))) for text in (apart, whole))
    assert one["Montre\u0301al"] == other["Montréal"]


def test_the_box_around_an_outline_is_that_of_its_points() -> None:
    assert box_of([(1, 2), (3, -4), (0, 0)]) == Box(0, -4, 3, 2)
