"""A turned board is the same board: everything lies where a quarter turn puts it, and names can be read."""

from xml.etree import ElementTree

import pytest

from tests.maps.sample import tiny_map
from whistlestop.draw.drawing import make_drawing, scenery_svg
from whistlestop.draw.geometry import BoardLayout
from whistlestop.draw.labels import count_conflicts, place_labels
from whistlestop.draw.turned import turn_map
from whistlestop.maps.mapfile import Map, builtin_maps, parse_map, read_map

MAPS = [*(read_map(name) for name in builtin_maps()), parse_map(tiny_map(), "tiny.toml")]


@pytest.mark.parametrize("board_map", MAPS, ids=lambda board_map: board_map.name)
def test_every_space_and_place_is_turned_by_a_quarter_and_nothing_else_changes(board_map: Map) -> None:
    upright, turned = (make_drawing(board_map, "x", "", is_turned=is_turned) for is_turned in (False, True))
    height = upright["height"]
    assert (turned["width"], turned["height"]) == (height, upright["width"])
    for before, after in zip(upright["tracks"], turned["tracks"], strict=True):
        for (x, y, angle), (turned_x, turned_y, turned_angle) in zip(before["spaces"], after["spaces"], strict=True):
            assert (turned_x, turned_y) == pytest.approx((height - y, x), abs=0.11)
            assert (turned_angle - angle + 90) % 360 == pytest.approx(180, abs=0.3)
        assert {**before, "spaces": []} == {**after, "spaces": []}
    for place, turned_place in zip(upright["places"], turned["places"], strict=True):
        assert (turned_place["x"], turned_place["y"]) == pytest.approx((height - place["y"], place["x"]))
        assert (turned_place["radius"], turned_place["name"]) == (place["radius"], place["name"])
    moved = {"width", "height", "tracks", "places"}
    assert {key: upright[key] for key in upright.keys() - moved} == {key: turned[key] for key in turned.keys() - moved}


@pytest.mark.parametrize("board_map", MAPS, ids=lambda board_map: board_map.name)
def test_names_of_a_turned_board_do_not_overlap(board_map: Map) -> None:
    layout = BoardLayout(turn_map(board_map))
    assert count_conflicts(place_labels(layout), layout) == 0


@pytest.mark.parametrize("name", builtin_maps())
def test_turned_scenery_has_no_text_that_lies_on_its_side_and_a_true_compass(name: str) -> None:
    board_map = read_map(name)
    upright, turned = (
        ElementTree.fromstring(scenery_svg(board_map, is_turned=is_turned)) for is_turned in (False, True)
    )
    board = board_map.board
    assert turned.get("viewBox") == f"0 0 {board.height:g} {board.width:g}"
    assert upright.find(".//*[@id='legend']") is not None
    assert turned.find(".//*[@id='legend']") is None
    compass = turned.find(".//*[@id='compass']")
    assert compass is not None
    assert board.compass is not None
    x, y = board.compass
    assert compass.get("transform") == f"translate({board.height - y:g} {x:g})"
    sideways = [group for group in turned if "rotate(90)" in group.get("transform", "")]
    assert len(sideways) == 1
    assert sideways[0].find(".//*[@id='compass']") is None, "its letter would lie on its side"
