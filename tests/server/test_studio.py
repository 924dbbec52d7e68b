"""The map studio over HTTP: whatever is sent is opened, judged, drawn and written within limits."""

import json
import tomllib
from typing import Any
from xml.etree import ElementTree

import pypdfium2 as pdfium
import pytest

from tests.maps.sample import changed, tiny_map
from tests.server import schema
from tests.server.at_table import ask, code_of
from tests.server.running import RunningServer
from whistlestop.maps.mapfile import parse_map, read_map, read_map_toml
from whistlestop.maps.tickets import propose_tickets
from whistlestop.printing import print_map


def opened(server: RunningServer, text: str) -> Any:
    answer = ask(server, "POST", "/studio/open", {"text": text})
    assert answer.status_code == 200, answer.text
    schema.check("OpenedMap", answer.json())
    return answer.json()


def judged(server: RunningServer, map: Any) -> Any:
    answer = ask(server, "POST", "/studio/judge", {"map_json": json.dumps(map)})
    assert answer.status_code == 200, answer.text
    schema.check("JudgedMap", answer.json())
    return answer.json()


def test_a_map_goes_in_is_drawn_and_comes_out_the_same(server: RunningServer) -> None:
    map = opened(server, tiny_map())
    assert (map["kind"], map["problems"]) == ("map", [])
    assert map["map"] == tomllib.loads(tiny_map())
    answer = judged(server, map["map"])
    assert answer["problems"] == []
    assert [len(track["spaces"]) for track in answer["drawing"]["tracks"]] == [3, 3, 2, 4, 2, 3]
    body = {"map_json": json.dumps(map["map"]), "base": map["text"]}
    assert ask(server, "POST", "/studio/toml", body).json() == {"text": tiny_map(), "keeps_comments": True}
    scenery = ask(server, "POST", "/studio/scenery.svg", {"map_json": json.dumps(map["map"])})
    ElementTree.fromstring(scenery.text)


@pytest.mark.parametrize("name", ["blank", "usa", "san-francisco", "amber-lake"])
def test_one_starts_from_an_empty_board_or_a_built_in_map(server: RunningServer, name: str) -> None:
    start = ask(server, "GET", f"/studio/maps/{name}").json()
    schema.check("OpenedMap", start)
    answer = judged(server, start["map"])
    if name == "blank":
        assert {problem["key"] for problem in answer["problems"]} == {"locations", "routes", "tickets"}
        assert answer["drawing"]["places"] == []
    else:
        drawing = ask(server, "GET", f"/maps/{name}/drawing").json()
        assert answer["drawing"] == drawing | {"map": "studio", "scenery": ""}, "what the table draws"
    assert code_of(ask(server, "GET", "/studio/maps/atlantis")) == (404, "no-such-map")


def test_a_problem_comes_with_its_fix(server: RunningServer) -> None:
    map = tomllib.loads(changed(tiny_map(), '"red", "blue"]', '"reed", "blue"]'))
    (problem,) = judged(server, map)["problems"]
    assert (problem["key"], problem["fix"]) == ("routes[0].colors[0]", [{"key": "routes[0].colors[0]", "value": "red"}])


def test_a_broken_text_opens_with_what_can_be_read(server: RunningServer) -> None:
    map = opened(server, changed(tiny_map(), '{ name = "Birch Bay"', '{ name = "Birch Bay'))
    assert len(map["map"]["locations"]) == 3
    assert [problem["key"] for problem in map["problems"]] == ["line 7"]
    assert "Birch Bay, x = 320" in map["text"], "nothing is lost"


def test_tables_go_out_and_come_in(server: RunningServer) -> None:
    map = tomllib.loads(tiny_map())
    for table in ("locations", "routes", "tickets"):
        answer = ask(server, "POST", "/studio/csv", {"map_json": json.dumps(map), "table": table}).json()
        read = opened(server, answer["text"])
        assert (read["kind"], read["map"]) == (table, {table: map[table]})


HOSTILE = [
    "name,x,y\n" + "A,1,2\n" * 30_000,
    "name,x,y\n" + '"' * 100_001,
    "name,x,y\n\x00,1e999,2",
    "a,b,length,bend\nA,B,1," + "1 1;" * 40_000,
    ";" * 150_000,
    "[" * 20_000,
    "x = " + "[" * 2000,
    "a." * 60_000 + "b = 1",
    "\n" * 100_000,
    '"""' * 40_000,
]


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_hostile_texts_cost_little_and_are_answered(server: RunningServer, number: int) -> None:
    answer = ask(server, "POST", "/studio/open", {"text": HOSTILE[number]})
    assert answer.status_code in (200, 422), answer.text
    if answer.status_code == 422:
        assert code_of(answer) == (422, "bad-map")


@pytest.mark.parametrize("map_json", ["", "[]", "3", "{", "[" * 50_000, '{"a":' * 20_000 + "1" + "}" * 20_000, "null"])
def test_what_is_no_map_is_refused_in_words(server: RunningServer, map_json: str) -> None:
    for path, more in (("judge", {}), ("toml", {}), ("scenery.svg", {}), ("csv", {"table": "routes"})):
        answer = ask(server, "POST", f"/studio/{path}", {"map_json": map_json, **more})
        assert code_of(answer) == (422, "bad-map"), path


def test_a_map_too_large_is_refused_in_words(server: RunningServer) -> None:
    text = tiny_map() + "#" * 200_000
    assert code_of(ask(server, "POST", "/studio/open", {"text": text})) == (413, "map-too-large")
    assert code_of(ask(server, "POST", "/studio/judge", {"map_json": json.dumps(text)})) == (413, "map-too-large")
    map = tomllib.loads(tiny_map())
    map["locations"] *= 40
    answer = judged(server, map)
    assert answer["drawing"] is None
    assert "160 entries; the engine takes at most 96" in answer["problems"][0]["message"]


def test_markup_in_names_stays_text(server: RunningServer) -> None:
    evil = "<script>alert(1)</script>&<b>"
    map = tomllib.loads(changed(tiny_map(), 'name = "Three Lakes"', f'name = "{evil}"'))
    map["locations"][0]["name"] = evil
    map["board"]["title"] = [100, 100]
    map["words"] = {"piece": evil}
    answer = judged(server, map)
    assert answer["drawing"]["places"][0]["name"] == evil
    scenery = ask(server, "POST", "/studio/scenery.svg", {"map_json": json.dumps(map)}).text
    ElementTree.fromstring(scenery)
    assert "<script" not in scenery
    text = ask(server, "POST", "/studio/toml", {"map_json": json.dumps(map)}).json()["text"]
    assert tomllib.loads(text)["locations"][0]["name"] == evil


def test_tickets_are_proposed_as_the_command_does(server: RunningServer) -> None:
    map = tomllib.loads(read_map_toml("san-francisco")[0])
    body = {"map_json": json.dumps(map | {"tickets": []}), "count": 12, "least": 3, "most": 6, "keep": False, "seed": 2}
    answer = ask(server, "POST", "/studio/tickets", body)
    assert answer.status_code == 200, answer.text
    deck = propose_tickets(read_map("san-francisco"), count=12, least=3, most=6, seed=2)
    assert answer.json() == {
        "tickets": [ticket._asdict() for ticket in deck.tickets],
        "without_ticket": deck.without_ticket,
    }
    assert {3 <= ticket["length"] <= 6 for ticket in answer.json()["tickets"]} == {True}
    some = ask(
        server, "POST", "/studio/tickets", body | {"places": ["Castro", "Sunset", "Alcatraz"], "count": 2, "most": 20}
    ).json()
    assert {ticket[end] for ticket in some["tickets"] for end in "ab"} <= {"Castro", "Sunset", "Alcatraz"}


def test_the_tickets_of_a_map_stay_among_those_proposed(server: RunningServer) -> None:
    map = tomllib.loads(tiny_map())
    map["tickets"] = map["tickets"][:2]
    answer = ask(server, "POST", "/studio/tickets", {"map_json": json.dumps(map), "count": 4}).json()
    assert [ticket["is_kept"] for ticket in answer["tickets"]].count(True) == 2
    assert len(answer["tickets"]) == 4


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"count": 50}, (422, "cannot-propose")),
        ({"places": ["Atlantis"]}, (422, "cannot-propose")),
        ({"places": ["Ashford"]}, (422, "cannot-propose")),
        ({"least": 9, "keep": False}, (422, "cannot-propose")),
        ({"count": 97}, (422, "invalid-request")),
        ({"places": ["x"] * 97}, (422, "invalid-request")),
    ],
)
def test_tickets_that_can_not_be_are_refused_in_words(
    server: RunningServer, more: dict[str, Any], code: tuple[int, str]
) -> None:
    map_json = json.dumps(tomllib.loads(tiny_map()))
    assert code_of(ask(server, "POST", "/studio/tickets", {"map_json": map_json, **more})) == code


def printed(server: RunningServer, map: Any, **options: Any) -> Any:
    return ask(server, "POST", "/studio/print.pdf", {"map_json": json.dumps(map), **options})


def test_a_map_is_printed_as_the_command_does(server: RunningServer) -> None:
    map = tomllib.loads(tiny_map())
    answer = printed(server, map, paper="a3", parts=["board", "tickets"], languages=["pl"])
    assert answer.headers["content-type"] == "application/pdf"
    again = print_map(parse_map(tiny_map(), "map"), paper="a3", parts=["board", "tickets"], languages=["pl"])
    assert answer.content == again.pdf
    large = printed(server, map, piece={"length": 30, "breadth": 12}, parts=["board"], is_one_piece=True)
    assert (
        pdfium.PdfDocument(large.content)[1].get_width() > 1.4 * pdfium.PdfDocument(answer.content)[1].get_width() / 2
    )


def test_a_print_of_too_many_pages_or_of_no_map_is_refused(server: RunningServer) -> None:
    map = tomllib.loads(tiny_map())
    answer = printed(server, map, piece={"length": 100, "breadth": 100})
    assert code_of(answer) == (422, "cannot-print")
    assert "pages, and 100 are the most" in answer.json()["error"]["message"]
    assert code_of(printed(server, {**map, "routes": []})) == (422, "bad-map")
    assert code_of(printed(server, map, piece={"length": 1e9, "breadth": 1})) == (422, "invalid-request")
    assert code_of(printed(server, map, parts=[])) == (422, "invalid-request")


def test_markup_in_names_is_printed_as_text(server: RunningServer) -> None:
    map = tomllib.loads(tiny_map().replace("Ashford", "#eval(1) <b> & $x$"))
    assert printed(server, map).content.startswith(b"%PDF")
