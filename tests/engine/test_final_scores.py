"""Scores of a finished game are counted once, and its longest path takes one sweep, however often one looks."""

import random

import pytest

from tests.tables import played
from whistlestop.engine import calls
from whistlestop.game import Game
from whistlestop.game.trails import longest_trail_routes


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A mark for every time that scores are counted."""
    marks: list[str] = []
    score = calls.score

    def counting(*arguments: object) -> None:
        marks.append("score")
        score(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(calls, "score", counting)
    return marks


def test_the_scores_of_a_finished_game_are_counted_once(counted: list[str]) -> None:
    game = played("san-francisco", 2, 8, 10_000)
    scores = game.scores()
    for seat in (0, 1, None):
        assert game.view(seat)["scores"] == scores
    assert game.copy().scores() == scores
    assert game.winners()
    assert game.record()
    assert counted == ["score"]


def test_scores_of_a_running_game_are_not_kept(counted: list[str]) -> None:
    game = played("san-francisco", 2, 8, 60)
    before, at_first = game.copy(), game.scores()
    rng = random.Random(1)
    while not game.is_over:
        game.apply(rng.choice(game.legal_actions()))
    assert game.scores() == Game.from_record(game.record()).scores() != at_first
    assert before.scores() == at_first
    assert len(counted) == 4


def test_who_changes_the_scores_that_were_told_changes_no_game() -> None:
    game = played("san-francisco", 2, 8, 10_000)
    total = game.scores()[0]["total"]
    game.scores()[0]["total"] += 100
    game.view(0)["scores"][0]["total"] += 100  # type: ignore[index]
    assert game.scores()[0]["total"] == total


@pytest.mark.parametrize(("map", "players"), [("usa", 2), ("usa", 5)])
def test_r6_3_a_longest_path_is_found_without_scoring(counted: list[str], map: str, players: int) -> None:
    game = played(map, players, 8, 10_000)
    length = {route: track.length for route, track in zip(game.board.route_ids, game.board.tracks, strict=True)}
    lengths = [score["longest_path_length"] for score in game.scores()]
    paths = [longest_trail_routes(game.board, game.state, seat) for seat in range(players)]
    assert [sum(length[route] for route in path) for path in paths] == lengths
    assert counted == ["score"]
