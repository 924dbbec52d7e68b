"""Nobody may take all the room for tables that wait for players, and games with bots always find some."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from starlette.testclient import TestClient

from tests.maps.sample import tiny_map
from tests.server.at_table import code_of, table_settings
from whistlestop.board import Board
from whistlestop.game import Game
from whistlestop.maps.mapfile import parse_map
from whistlestop.server.app import make_app
from whistlestop.server.running.settings import load_settings


class House:
    """A server with room for ten tables, three of an address; visitors come from many addresses, by way of a proxy."""

    def __init__(self, door: TestClient) -> None:
        self.door = door

    def ask(self, visitor: int, path: str, body: dict[str, Any]) -> httpx.Response:
        return self.door.post(path, json=body, headers={"X-Forwarded-For": f"203.0.113.{visitor}"})

    def open(self, visitor: int, seats: str = "pp", **settings: Any) -> httpx.Response:
        return self.ask(visitor, "/api/matches", table_settings(seats, **settings))


@pytest.fixture
def house(sqlite_url: str) -> Iterator[House]:
    limits = {"max_open_tables": 10, "max_open_tables_per_address": 3, "trusted_proxies": "10.0.0.1"}
    app = make_app(load_settings(database_url=sqlite_url, bot_workers=1, **limits))
    with TestClient(app, client=("10.0.0.1", 50_000)) as door:
        yield House(door)


def begin(house: House, table: dict[str, Any]) -> None:
    """The host does not wait for others."""
    with house.door.websocket_connect(f"/api/matches/{table['match']}/socket") as socket:
        socket.send_json({"type": "hello", "secret": table["seats"][0]["secret"]})
        socket.receive_json()
        socket.send_json({"type": "begin", "key": "k"})
        while socket.receive_json()["key"] != "k":
            pass


def test_an_address_has_so_many_tables_that_wait_and_may_open_others_when_they_begin(house: House) -> None:
    opened = [house.open(1) for _ in range(3)]
    assert [answer.status_code for answer in opened] == [201] * 3
    assert code_of(house.open(1)) == (429, "too-many-open-tables")
    assert house.open(2).status_code == 201
    begin(house, opened[0].json())
    assert house.open(1).status_code == 201
    assert code_of(house.open(1)) == (429, "too-many-open-tables")


def test_what_could_not_be_opened_takes_no_place(house: House) -> None:
    for _ in range(4):
        assert house.open(1, "ppppppp").status_code == 422
        assert house.open(1, map="own", map_text="nonsense").status_code == 422
    assert [house.open(1).status_code for _ in range(4)] == [201] * 3 + [429]


def test_tables_opened_at_the_same_moment_are_all_counted(house: House) -> None:
    with ThreadPoolExecutor(8) as threads:
        statuses = list(threads.map(lambda _: house.open(1).status_code, range(8)))
    assert sorted(statuses) == [201] * 3 + [429] * 5


def test_a_game_with_bots_finds_room_where_no_other_table_does(house: House) -> None:
    for visitor in (1, 2, 3):
        assert [house.open(visitor).status_code for _ in range(3)] == [201] * 3
    assert code_of(house.open(4)) == (503, "too-many-tables")
    for visitor in (1, 4, 5):
        table = house.open(visitor, "pb").json()["match"]
        while house.door.get(f"/api/matches/{table}").json()["status"] == "open":
            pass  # it begins in a moment, and leaves its place to the next one


def test_records_of_games_that_go_on_wait_too_finished_ones_do_not(house: House) -> None:
    game = Game(Board(parse_map(tiny_map(), "tiny"), "tiny"), 2, seed=1)
    unfinished = game.record()
    while not game.is_over:
        game.apply(game.legal_actions()[-1])

    def take_along(record: str) -> httpx.Response:
        return house.ask(1, "/api/records", {"record": record})

    assert [take_along(unfinished).status_code for _ in range(3)] == [201] * 3
    assert code_of(take_along(unfinished)) == (429, "too-many-open-tables")
    assert take_along(game.record()).status_code == 201
