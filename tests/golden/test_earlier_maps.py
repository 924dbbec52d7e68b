"""Games on a built-in map as an earlier version had it go on.

The records were written by the last version whose San Francisco was the first one (decision 38). They name their map by
name and fingerprint only, and can't be made again.
"""

import json
from pathlib import Path

import pytest

import whistlestop as ws
from tests.rules.scene import play_on, san_francisco
from whistlestop.board import load_board
from whistlestop.game.record import earlier_boards, fingerprint, is_builtin
from whistlestop.maps.mapfile import builtin_maps, earlier_maps

FIRST = "4a2efa145f1c1640"
HERE = Path(__file__).parent
RUNNING = (HERE / "first-san-francisco-running.record").read_text(encoding="utf-8")
FINISHED = (HERE / "first-san-francisco-finished.record").read_text(encoding="utf-8")


def test_every_earlier_map_has_its_fingerprint_for_a_name_and_is_another_than_todays() -> None:
    marks = {name: earlier_maps(name) for name in builtin_maps()}
    assert marks["san-francisco"] == (FIRST,)
    for name, found in marks.items():
        assert fingerprint(load_board(name).map) not in found
        for mark, board in earlier_boards(name).items():
            assert (fingerprint(board.map), board.source) == (mark, name)
            assert not is_builtin(board)


def test_a_finished_game_on_the_first_san_francisco_is_replayed_to_its_result() -> None:
    assert f"map san-francisco {FIRST}\n" in FINISHED
    assert "\nboard " not in FINISHED
    game = ws.Game.from_record(FINISHED)
    assert game.is_over
    assert FINISHED.splitlines()[-1] == f"result {' '.join(str(score['total']) for score in game.scores())}"


def test_a_running_game_on_the_first_san_francisco_plays_on_and_carries_its_map_from_now_on() -> None:
    game = ws.Game.from_record(RUNNING)
    assert not game.is_over
    play_on(game, seed=1)
    assert game.is_over
    assert f"map san-francisco {FIRST}\nboard {{" in game.record()
    again = ws.Game.from_record(game.record())
    assert (again.position(), again.scores()) == (game.position(), game.scores())


def test_a_record_of_a_version_that_never_was_is_refused() -> None:
    with pytest.raises(ws.BadRecord, match="another version of san-francisco"):
        ws.Game.from_record(RUNNING.replace(FIRST, "0123456789abcdef"))


def test_a_position_that_only_an_earlier_board_has_is_read_on_that_one() -> None:
    old, new = ws.Game.from_record(RUNNING), load_board("san-francisco")
    gone = set(old.board.ticket_ids) - set(new.ticket_ids)
    assert gone, "todays board has all tickets of the first one, and this test shows nothing"
    position = json.loads(json.dumps(old.position()))
    again = ws.Game.from_position(position)
    assert again.board is earlier_boards("san-francisco")[FIRST]
    assert again.position() == position
    play_on(again, seed=2)
    assert again.is_over


def test_a_position_that_fits_todays_board_is_one_of_today() -> None:
    game = ws.Game("san-francisco", players=2, seed=3)
    assert ws.Game.from_position(game.position()).board is load_board("san-francisco")


def test_a_position_that_fits_no_board_is_refused_with_what_todays_board_lacks() -> None:
    position = san_francisco().position()
    position["claimed"] = {"alcatraz/atlantis": 0}
    with pytest.raises(ValueError, match="alcatraz/atlantis"):
        ws.Game.from_position(position)
