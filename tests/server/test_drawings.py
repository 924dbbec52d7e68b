"""Drawings of boards over HTTP: of built-in maps and of tables, kept by browsers."""

from xml.etree import ElementTree

from tests.maps.sample import changed, tiny_map
from tests.server.at_table import Table, ask, code_of, http, tiny_table
from tests.server.running import RunningServer


def test_a_table_on_a_built_in_map_shares_that_maps_drawing_and_scenery(server: RunningServer) -> None:
    table = Table(server)
    drawing = ask(server, "GET", f"{table.path}/drawing")
    assert drawing.json() == ask(server, "GET", "/maps/san-francisco/drawing").json()
    assert drawing.headers["Content-Encoding"] == "gzip"
    assert drawing.json()["scenery"] == "/api/maps/san-francisco/scenery.svg"


def test_a_drawing_is_sent_once_while_it_stays_the_same(server: RunningServer) -> None:
    address = f"{server.url}/api/maps/usa/drawing"
    first = http.get(address)
    assert first.headers["Cache-Control"] == "no-cache"
    assert http.get(address, headers={"If-None-Match": first.headers["ETag"]}).status_code == 304


def test_a_table_on_an_uploaded_map_has_a_drawing_and_scenery_of_its_own(server: RunningServer) -> None:
    table = tiny_table(server)
    drawing = ask(server, "GET", f"{table.path}/drawing").json()
    assert (drawing["map"], drawing["title"]) == ("three-lakes", "Three Lakes")
    assert drawing["scenery"] == f"/api{table.path}/scenery.svg"
    moved = changed(tiny_map(), 'name = "Ashford", x = 80', 'name = "Ashford", x = 90')
    other = Table(server, map="three-lakes", map_text=moved)  # the same to play, but not to look at
    assert ask(server, "GET", f"{other.path}/drawing").json()["places"] != drawing["places"]


def test_scenery_is_an_svg_that_browsers_keep(server: RunningServer) -> None:
    for path in ("/maps/usa/scenery.svg", f"{tiny_table(server).path}/scenery.svg"):
        answer = ask(server, "GET", path)
        assert answer.headers["Content-Type"] == "image/svg+xml"
        assert answer.headers["Cache-Control"] == "no-cache", "the geometry beside it may change with an upgrade"
        ElementTree.fromstring(answer.text)


def test_a_dark_page_gets_darker_scenery(server: RunningServer) -> None:
    light, dark = (ask(server, "GET", f"/maps/usa/scenery.svg{query}").text for query in ("", "?theme=dark"))
    assert light != dark
    assert code_of(ask(server, "GET", "/maps/usa/scenery.svg?theme=pink")) == (422, "invalid-request")


def test_there_is_no_drawing_of_what_does_not_exist(server: RunningServer) -> None:
    assert code_of(ask(server, "GET", "/maps/atlantis/drawing")) == (404, "no-such-map")
    assert code_of(ask(server, "GET", "/maps/atlantis/scenery.svg")) == (404, "no-such-map")
    assert code_of(ask(server, "GET", "/matches/atlantis/drawing")) == (404, "no-such-match")


def test_a_board_is_drawn_turned_for_whoever_asks_with_scenery_to_match(server: RunningServer) -> None:
    for table, scenery in ((Table(server), "/maps/san-francisco"), (own := tiny_table(server), own.path)):
        upright, turned = (ask(server, "GET", f"{table.path}/drawing{query}").json() for query in ("", "?turned=true"))
        assert (turned["width"], turned["height"]) == (upright["height"], upright["width"])
        assert turned["scenery"] == f"/api{scenery}/scenery.svg?turned=true"
        pictures = [
            ask(server, "GET", turned["scenery"].removeprefix("/api") + theme).text for theme in ("", "&theme=dark")
        ]
        assert pictures[0] != pictures[1]
        for picture in pictures:
            assert ElementTree.fromstring(picture).get("viewBox") == f"0 0 {turned['width']:g} {turned['height']:g}"
    assert code_of(ask(server, "GET", "/maps/usa/drawing?turned=sideways")) == (422, "invalid-request")
