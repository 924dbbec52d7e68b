"""The planner, also put right by a policy: compiled games are those it plays by views, and it never breaks a rule."""

from collections.abc import Callable

import numpy as np
import pytest

from tests.maps.sample import tiny_map
from tests.rules.scene import EMPTY_ROW, Scene, san_francisco, usa
from tests.tables import TABLES
from whistlestop.board import Board, load_board
from whistlestop.bots import make_bot
from whistlestop.bots.compiled import play_compiled, plays_compiled
from whistlestop.bots.planner.weights import weights_for
from whistlestop.engine.playout import blank_playouts
from whistlestop.game import Game
from whistlestop.maps.mapfile import parse_map, read_map

PLANNERS = [
    (bot, *table) for table in TABLES for bot in ("planner", "expert") if plays_compiled(load_board(table[0]), [bot])
]


@pytest.mark.parametrize(("bot", "map_name", "players"), PLANNERS)
def test_compiled_games_are_the_games_it_plays_by_views(bot: str, map_name: str, players: int) -> None:
    board = load_board(map_name)
    playouts = blank_playouts(2, players, is_detailed=True, longest=1000)
    play_compiled(board, [bot] * players, 7, 5, playouts)
    for i in range(2):
        game = Game(board, players, seed=7, number=5 + i)
        bots = [make_bot(bot, board) for _ in range(players)]
        while (seat := game.to_play) is not None:
            taken = int(playouts.taken[i, game.version])
            action = bots[seat].choose(game.view(seat))
            assert action == game.board.action(taken, game.view(seat)["offered"]), (seat, game.version)
            game.apply(action)
        assert game.version == playouts.actions[i]
        assert [score["total"] for score in game.scores()] == playouts.scores[i, :, 0].tolist()


def test_it_plays_well_enough_to_be_worth_its_name() -> None:
    playouts = blank_playouts(200, 2)
    play_compiled(load_board("usa"), ["planner", "planner"], 1, 0, playouts)
    assert np.mean(playouts.scores[:, :, 0].max(axis=1)) > 115


@pytest.mark.parametrize("table", [usa, san_francisco])
def test_it_draws_tickets_where_it_can_do_nothing_else(table: Callable[..., Scene]) -> None:
    """R5.1: with neither cards nor turns left no ticket is worth drawing, but who can draw tickets may not pass."""
    game = table(2).with_cards(row=EMPTY_ROW, rest_with=1).with_turns_left(1)
    view = game.view(0)
    assert view["legal_actions"] == ["tickets"]
    assert str(make_bot("planner", game.board).choose(view)) == "tickets"


def test_a_map_of_ones_own_is_played_like_the_one_it_was_made_from() -> None:
    """Or a change on San Francisco would be compared with another style of play."""
    san_francisco_map = read_map("san-francisco")
    renamed = san_francisco_map.model_copy(update={"tickets": san_francisco_map.tickets[1:]})
    assert weights_for(Board(renamed, "studio")) == weights_for(load_board("san-francisco"))
    assert weights_for(Board(read_map("usa"), "studio")) == weights_for(load_board("usa"))
    assert weights_for(Board(parse_map(tiny_map(), "tiny"), "tiny")) == weights_for(load_board("usa"))
    assert weights_for(load_board("san-francisco")) != weights_for(load_board("usa"))
