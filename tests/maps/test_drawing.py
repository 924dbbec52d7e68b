"""The drawing that pages get says the same as the drawing that `map draw` makes."""

import re
from xml.etree import ElementTree

import pytest

from tests.draw.letters import letters_of
from tests.maps.sample import with_tokens
from whistlestop.board import load_board
from whistlestop.draw import draw_board
from whistlestop.draw.drawing import Drawing, DrawnLine, make_drawing, scenery_svg
from whistlestop.draw.glyphs import Anchor
from whistlestop.draw.tokens import SPARE, TOKENS, token_paths
from whistlestop.maps.limits import MAX_SYMBOLS
from whistlestop.maps.mapfile import builtin_maps, parse_map, read_map


@pytest.fixture(params=builtin_maps())
def drawn(request: pytest.FixtureRequest) -> Drawing:
    return make_drawing(read_map(request.param), request.param, "/scenery.svg")


def test_a_drawing_has_every_track_place_ticket_and_colour_of_its_board(drawn: Drawing) -> None:
    board = load_board(drawn["map"])
    assert sorted(track["id"] for track in drawn["tracks"]) == sorted(board.route_ids)
    assert sorted(place["id"] for place in drawn["places"]) == sorted(board.location_ids)
    assert sorted(ticket["id"] for ticket in drawn["tickets"]) == sorted(board.ticket_ids)
    assert drawn["colours"] == list(board.colours)
    assert drawn["players"] == list(board.player_counts)
    assert set(drawn["paints"]) == {*board.colours, "grey"}
    places = {place["id"] for place in drawn["places"]}
    for track in drawn["tracks"]:
        assert "/".join(sorted((track["a"], track["b"]))) == track["id"].removesuffix("#2")
        assert {track["a"], track["b"]} <= places
        assert len(track["spaces"]) == track["length"]
        assert len(track["ferry_spaces"]) == track["ferries"]
        assert track["points"] == drawn["route_points"][track["length"] - 1]


def test_spaces_and_names_stand_where_map_draw_puts_them(drawn: Drawing) -> None:
    svg = draw_board(read_map(drawn["map"]))
    for track in drawn["tracks"]:
        for x, y, angle in track["spaces"]:
            assert re.search(rf"translate\({x:.1f} {y:.1f}\) rotate\({angle:.1f}\)", svg)
    boxes = letters_of(svg)
    for place in drawn["places"]:
        label = place["label"]
        assert " ".join(line["text"] for line in label["lines"]) == place["name"]
        ends = [span(line, label["anchor"]) for line in label["lines"]]
        box, slack = boxes[place["name"]], 0.1 * label["size"]  # letters have some air on both sides
        assert box.left == pytest.approx(min(left for left, _ in ends), abs=slack)
        assert box.right == pytest.approx(max(right for _, right in ends), abs=slack)
        assert box.bottom == pytest.approx(label["lines"][-1]["y"], abs=0.3 * label["size"])


def span(line: DrawnLine, anchor: Anchor) -> tuple[float, float]:
    left = line["x"] - {"start": 0.0, "middle": line["width"] / 2, "end": line["width"]}[anchor]
    return left, left + line["width"]


def test_san_francisco_has_ferries_rings_and_tokens_and_the_usa_have_a_longest_path() -> None:
    city, usa = (make_drawing(read_map(name), name, "") for name in ("san-francisco", "usa"))
    assert sum(track["ferries"] for track in city["tracks"]) > 0
    assert sum(place["has_ring"] for place in city["places"]) == 5
    assert city["token_points"] == [0, 1, 2, 4, 6, 9, 12]  # R6.4, from one token on
    assert set(city["token_paths"]) == {"bell", "crab", "lantern", "sourdough", "cookie", "seal", "chocolate"}
    assert (city["longest_path_bonus"], usa["longest_path_bonus"]) == (0, 10)
    assert (usa["token_points"], usa["token_paths"]) == ([], {})
    assert (usa["theme"], city["theme"]) == ("paper", "bay")


def test_every_token_of_any_map_has_a_path_of_its_own() -> None:
    names = [*TOKENS, *(f"souvenir-{i}" for i in range(MAX_SYMBOLS))]
    assert len(set(token_paths(names).values())) == len(names)
    assert len(SPARE) >= MAX_SYMBOLS
    own = make_drawing(parse_map(with_tokens(), "tiny.toml"), "tiny", "")
    assert own["token_paths"]


@pytest.mark.parametrize("name", builtin_maps())
def test_scenery_is_a_picture_without_routes_and_names_of_places(name: str) -> None:
    board_map = read_map(name)
    svg = scenery_svg(board_map)
    root = ElementTree.fromstring(svg)
    assert root.get("viewBox") == f"0 0 {board_map.board.width:g} {board_map.board.height:g}"
    assert "data-track" not in svg
    assert board_map.locations[0].name not in svg
