"""Boards of stored matches: one that an older version accepted, and that would freeze the server, is refused."""

import itertools

import pytest

from tests.engine.test_longest_path import board_of
from whistlestop.maps.mapfile import MapError
from whistlestop.server.play.match_boards import map_json_unless_builtin, stored_board


def test_a_stored_board_that_is_too_wide_is_refused_with_the_reason() -> None:
    edges = list(itertools.combinations(range(12), 2))
    text = map_json_unless_builtin(board_of(edges, [1] * len(edges)))
    with pytest.raises(MapError, match="network: routes are too interwoven to find the longest path"):
        stored_board("network", text)


def test_a_stored_board_that_can_be_played_is_what_it_was() -> None:
    edges = list(itertools.combinations(range(6), 2))
    board = board_of(edges, [1] * len(edges))
    assert stored_board("network", map_json_unless_builtin(board)).map == board.map
