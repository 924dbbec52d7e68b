"""Laws that hold in every reachable position."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tables import TABLES, played
from whistlestop import Game, IllegalAction

games = st.builds(
    lambda table, seed, actions: played(*table, seed, actions),
    st.sampled_from(TABLES),
    st.integers(0, 2**64),
    st.integers(0, 400),
)
law = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@law
@given(games)
def test_every_legal_action_applies_and_any_other_is_refused_and_changes_nothing(game: Game) -> None:
    before, history = game.position(), list(game.history)
    legal = game.legal_actions()
    for action in legal:
        game.copy().apply(str(action))
    others = [action for action in game.board.actions if action.verb != "keep" and action not in legal]
    for action in others:
        with pytest.raises(IllegalAction, match=r"^R\d\.\d: "):
            game.apply(action)
    assert game.position() == before
    assert game.history == history


@law
@given(games)
def test_a_game_never_runs_out_of_actions_before_it_is_over(game: Game) -> None:
    assert bool(game.legal_actions()) != game.is_over
    assert (game.to_play is None) == game.is_over


@law
@given(games)
def test_positions_and_records_give_the_same_game_back(game: Game) -> None:
    position = json.loads(json.dumps(game.position()))
    assert Game.from_position(position).position() == position
    again = Game.from_record(game.record())
    assert again.position() == position
    assert again.history == game.history
    assert again.record() == game.record()


@law
@given(games, st.integers(0, 2**64))
def test_a_record_replays_although_the_dice_have_changed(game: Game, other_seed: int) -> None:
    lines = [f"seed {other_seed} 0" if line.startswith("seed ") else line for line in game.record().splitlines()]
    again = Game.from_record("\n".join(lines))
    assert again.scores() == game.scores()
    assert [again.view(seat)["hand"] for seat in range(game.players)] == [
        game.view(seat)["hand"] for seat in range(game.players)
    ]


@law
@given(games)
def test_a_copy_goes_its_own_way(game: Game) -> None:
    before, view = game.position(), game.view(0)
    other = game.copy()
    while not other.is_over:
        other.apply(other.legal_actions()[-1])
    assert game.position() == before
    assert game.view(0) == view
