"""The published bots choose what they always chose, by views and in the kernels that play their whole games."""

import pytest

from tests.bots.published_games import FILE, SEED, line, line_ups, numbers_of, play_line
from whistlestop.arena.play_games import play_bot_game, play_by_views, play_games
from whistlestop.board import load_board
from whistlestop.bots import make_bot
from whistlestop.bots.compiled import play_compiled, plays_compiled
from whistlestop.engine.playout import blank_playouts
from whistlestop.engine.scoring import score_rows

STORED = FILE.read_text(encoding="utf-8").splitlines()
GAMES = list(enumerate(line_ups()))


def taken(name: str, bots: list[str], seed: int, number: int) -> list[int]:
    """The actions of a game that kernels play."""
    playouts = blank_playouts(1, len(bots), longest=3000)
    play_compiled(load_board(name), bots, seed, number, playouts)
    actions: list[int] = playouts.taken[0, : playouts.actions[0]].tolist()
    return actions


@pytest.mark.parametrize(("number", "table"), GAMES)
def test_kernels_play_the_stored_games(number: int, table: tuple[str, list[str]]) -> None:
    name, bots = table
    assert line(number, name, bots, taken(name, bots, SEED, number)) == STORED[number]


@pytest.mark.parametrize(("number", "table"), GAMES[::4])
def test_bots_that_get_views_play_the_stored_games(number: int, table: tuple[str, list[str]]) -> None:
    assert play_line(number, *table) == STORED[number]


@pytest.mark.parametrize(
    ("name", "bots"),
    [
        ("usa", ["random", "hungry"]),
        ("usa", ["hard", "path"]),
        ("san-francisco", ["one-step", "random", "easy"]),
        ("amber-lake", ["long-route", "medium", "hungry"]),
        ("san-francisco", ["random", "hard"]),
    ],
)
def test_at_mixed_tables_kernels_and_views_play_the_same_games(name: str, bots: list[str]) -> None:
    for number in range(2):
        game = play_by_views(load_board(name), bots, 23, number, make_bot)
        assert taken(name, bots, 23, number) == numbers_of(game)
        assert play_bot_game(load_board(name), bots, 23, number).record() == game.record()


def test_what_is_written_down_of_many_games_is_that_of_each() -> None:
    """Memories and generators of a seat begin anew with every game."""
    bots = ["hungry", "one-step", "random"]
    many = play_games(load_board("san-francisco"), bots, 3, first=4, count=5)
    for i in range(5):
        game = play_by_views(load_board("san-francisco"), bots, 3, 4 + i, make_bot)
        assert many.scores[i].tolist() == score_rows(game.scores()).tolist()
        assert (many.turns[i], many.actions[i]) == (game.turn_count, game.version)


def test_greedy_and_bots_of_one_s_own_play_by_views() -> None:
    board = load_board("usa")
    assert plays_compiled(board, ["hungry", "path", "random", "easy", "expert"])
    assert not plays_compiled(board, ["hungry", "greedy"])
    assert not plays_compiled(board, ["hungry", "module:Bot"])
    assert not plays_compiled(load_board("amber-lake"), ["expert", "hard"])  # it searches there
