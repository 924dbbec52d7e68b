"""Reading maps, and what the two built-in ones contain."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import ValidationError

from tests.maps.sample import changed, tiny_map
from whistlestop.board import load_board
from whistlestop.ids import location_id
from whistlestop.maps import mapfile
from whistlestop.maps.mapfile import MapError, parse_map, read_map
from whistlestop.server.play.match_boards import map_json_unless_builtin


def test_usa_is_the_board_of_record() -> None:
    usa = read_map("usa")
    tracks = sum(len(route.colors) for route in usa.routes)
    assert (len(usa.locations), len(usa.routes), tracks, len(usa.tickets)) == (36, 78, 100, 30)
    cards = usa.rules.cards
    assert list(cards.colors) == ["purple", "white", "blue", "yellow", "orange", "black", "red", "green"]
    assert sum(cards.colors.values()) + cards.wild == 110
    assert (usa.rules.pieces, usa.rules.both_tracks_from, usa.rules.longest_path) == (45, 4, 10)
    assert usa.rules.route_points == (1, 2, 4, 7, 10, 15)
    assert (usa.rules.tickets.opening.dealt, usa.rules.tickets.opening.keep) == (3, 2)
    assert usa.rules.tokens is None


def test_san_francisco_is_the_board_of_record() -> None:
    city = read_map("san-francisco")
    tracks = sum(len(route.colors) for route in city.routes)
    assert (len(city.locations), len(city.routes), tracks, len(city.tickets)) == (20, 46, 58, 24)
    assert sum(city.rules.cards.colors.values()) + city.rules.cards.wild == 44
    assert (city.rules.pieces, city.rules.both_tracks_from, city.rules.longest_path) == (20, 3, 0)
    tokens = city.rules.tokens
    assert tokens is not None
    assert tokens.stack == {2: 2, 3: 2, 4: 3}
    assert tokens.placed == {2: 1, 3: 2, 4: 3}
    assert tokens.points == (0, 0, 1, 2, 4, 6, 9, 12)
    ferries = {route.id for route in city.routes if route.ferries}
    assert len(ferries) == 5
    assert all("alcatraz" in id or "golden-gate-bridge" in id for id in ferries)
    assert all(("alcatraz" in route.id) <= (route.ferries == 1) for route in city.routes)  # reached by ferry only
    assert tokens.spots == ("Alcatraz", "Golden Gate Bridge", "The Embarcadero", "Sunset", "Potrero Hill")
    longest = max(city.routes, key=lambda route: route.length)
    assert (longest.id, longest.length) == ("fort-mason/golden-gate-bridge", 5)
    land = [route.length for route in city.routes if not route.ferries]
    assert max(land) == 3
    assert sum(length >= 2 for length in land) > len(land) / 2


def test_san_francisco_says_that_it_is_our_own_board() -> None:
    assert "our own board" in read_map("san-francisco").note.lower()


def test_every_colour_has_the_same_share_of_usa() -> None:
    """San Francisco's have the same share of what is claimed in games instead (decision 38)."""
    board_map = read_map("usa")
    spaces = {
        colour: sum(route.length for route in board_map.routes for c in route.colors if c == colour)
        for colour in board_map.rules.cards.colors
    }
    assert max(spaces.values()) - min(spaces.values()) <= 1


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("Montréal", "montreal"),
        ("Sault St. Marie", "sault-st-marie"),
        ("Pier 39", "pier-39"),
        ("Łódź", "lodz"),
        ("!", ""),
    ],
)
def test_location_ids_are_kebab_case_ascii(name: str, id: str) -> None:
    assert location_id(name) == id


def test_route_and_ticket_ids_have_the_places_in_alphabetical_order() -> None:
    tiny = parse_map(tiny_map(), "tiny.toml")
    assert [route.id for route in tiny.routes][3] == "birch-bay/dunmore"
    assert tiny.tickets[1].id == "birch-bay/cold-spring"


def test_a_map_is_read_from_any_path(tmp_path: Path) -> None:
    file = tmp_path / "tiny.toml"
    file.write_text(tiny_map(), encoding="utf-8")
    assert read_map(file) == read_map(str(file)) == parse_map(tiny_map(), "tiny.toml")


def test_a_missing_file_is_named_together_with_the_built_in_maps() -> None:
    with pytest.raises(FileNotFoundError, match=r"atlantis: there is no such file.*san-francisco, usa"):
        read_map("atlantis")


def test_a_file_that_is_not_utf8_is_a_map_error(tmp_path: Path) -> None:
    file = tmp_path / "latin.toml"
    file.write_bytes('name = "Montréal"'.encode("latin-1"))
    with pytest.raises(MapError, match="UTF-8"):
        read_map(file)


def test_a_map_error_lists_every_problem_on_a_line_of_its_own() -> None:
    text = changed(
        changed(tiny_map(), "pieces = 10", "pieces = 0"), 'b = "Dunmore", points = 4', 'b = "Dunmor", points = 4'
    )
    with pytest.raises(MapError) as caught:
        parse_map(text, "tiny.toml")
    lines = str(caught.value).splitlines()
    assert len(lines) == len(caught.value.problems) >= 2
    assert all(line.startswith("tiny.toml: ") for line in lines)


def test_a_map_can_not_be_changed() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        read_map("usa").name = "Other"


def test_reading_maps_does_not_import_the_drawing_code() -> None:
    code = "import sys, whistlestop.maps.mapfile as m; m.read_map('usa'); print('whistlestop.draw' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_a_bots_move_lists_no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that has no file descriptor left can't."""
    board = load_board("usa")
    assert map_json_unless_builtin(board) is None

    def fail(*_: object) -> None:
        raise OSError(24, "Too many open files")

    for module, name in ((os, "listdir"), (os, "scandir"), (mapfile.resources, "files")):
        monkeypatch.setattr(module, name, fail)
    assert map_json_unless_builtin(board) is None
