"""A map of one's own: its numbers are the rules, and games on it are games like any other."""

from pathlib import Path

import pytest

import whistlestop as ws

from .scene import Scene, assert_refused, payments, play_on, scene, texts, write_lakeside


@pytest.fixture
def lakeside(tmp_path: Path) -> Scene:
    return scene(write_lakeside(tmp_path), players=2)


@pytest.mark.parametrize("kind", [str, Path, ws.load_board])
def test_a_game_takes_a_path_or_a_board(tmp_path: Path, kind: type) -> None:
    path = write_lakeside(tmp_path)
    game = ws.Game(kind(path), players=2, seed=1)
    assert game.board.map.name == "Lakeside"
    assert game.position()["map"] == str(path)
    assert game.position() == ws.Game(path, players=2, seed=1).position()
    play_on(game, seed=1)
    assert game.is_over


def test_a_position_names_its_map_file(tmp_path: Path) -> None:
    path = write_lakeside(tmp_path)
    game = ws.Game(path, players=2, seed=1)
    assert ws.Game.from_position(game.position()).position() == game.position()
    path.unlink()
    with pytest.raises(ValueError, match="no such file"):
        ws.Game.from_position(game.position())
    assert ws.Game.from_position(game.position(), game.board).position() == game.position()
    with pytest.raises(ValueError, match="usa"):
        ws.Game.from_position(game.position(), "usa")


def test_r1_1_the_maps_own_numbers_are_dealt(tmp_path: Path) -> None:
    position = ws.Game(write_lakeside(tmp_path), players=2, seed=1).position()
    assert [(seat["pieces"], sum(seat["hand"].values()), len(seat["offered"])) for seat in position["seats"]] == [
        (12, 1, 3),
        (12, 1, 3),
    ]
    assert position["ticket_deck"] == []


def test_r3_4_the_maps_own_colours_on_both_tracks(lakeside: Scene) -> None:
    game = lakeside.with_hand(0, red=2, black=2)
    assert payments(game, "birch-hill/cedar") == {"red:2"}
    assert payments(game, "birch-hill/cedar#2") == {"black:2"}
    assert_refused(game.with_claimed("birch-hill/cedar", by=1), "claim birch-hill/cedar#2 black:2", "R3.4")


def test_r3_5_the_maps_own_points(lakeside: Scene) -> None:
    game = lakeside.with_hand(0, wild=3)
    game.apply("claim dogwood/cedar wild:3")
    assert game.scores()[0] == {
        "total": 11,
        "routes": 6,
        "tickets": 0,
        "longest_path": 5,
        "tokens": 0,
        "completed_tickets": 0,
        "longest_path_length": 3,
    }


def test_r4_1_the_maps_own_number_of_tickets_to_keep(lakeside: Scene) -> None:
    game = lakeside.with_tickets(0, "ash/cedar")
    game.apply("tickets")
    offered = game.position()["seats"][0]["offered"]
    assert sorted(len(action.tickets) for action in game.legal_actions()) == [2, 2, 2, 3]
    assert_refused(game, f"keep {offered[0]}", "R4.1")


def test_r4_1_with_fewer_tickets_than_must_be_kept_all_are_kept(lakeside: Scene) -> None:
    game = lakeside.with_tickets(0, "ash/cedar").with_ticket_deck("ash/dogwood")
    game.apply("tickets")
    assert texts(game) == {"keep ash/dogwood"}


@pytest.mark.parametrize(("pieces", "is_final"), [(4, False), (3, False), (2, True)])
def test_r6_1_the_maps_own_trigger(lakeside: Scene, pieces: int, is_final: bool) -> None:
    game = lakeside.with_hand(0, red=1).with_pieces(0, pieces)
    game.apply("claim ash/birch-hill red:1")
    assert (game.position()["turns_left"] == 2) == is_final


def test_a_wrong_player_count_is_refused(tmp_path: Path) -> None:
    for map, players in ((write_lakeside(tmp_path), 3), ("usa", 6), ("usa", 1), ("san-francisco", 5)):
        with pytest.raises(ValueError, match="players"):
            ws.Game(map, players)


def test_a_map_that_is_not_there_or_not_right_says_so(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="atlantis"):
        ws.Game("atlantis", players=2)
    path = write_lakeside(tmp_path)
    path.write_text(path.read_text(encoding="utf-8").replace('b = "Cedar", length', 'b = "Ceder", length'), "utf-8")
    with pytest.raises(ws.MapError, match="Ceder"):
        ws.Game(path, players=2)
