"""Laws that hold in every reachable position."""

import gc
import json
import tracemalloc

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tables import TABLES, played
from whistlestop import Game, IllegalAction
from whistlestop.actions.verbs import parse_action
from whistlestop.board import load_board
from whistlestop.game.record import Move, read_record

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


@law
@given(games, st.integers(0, 1000))
def test_a_view_that_begins_later_lacks_the_events_before_and_nothing_else(game: Game, first: int) -> None:
    for seat in (*range(game.players), None):
        whole, late = game.view(seat), game.view(seat, history_from=first)
        assert late == {**whole, "history": [event.seen_by(seat) for event in game.history[first:]]}
        assert whole["history"] == [event.seen_by(seat) for event in game.history]


def test_no_history_begins_before_the_first_event() -> None:
    with pytest.raises(ValueError, match="history_from -1"):
        Game("usa", players=2, seed=1).view(0, history_from=-1)


@law
@given(games)
def test_a_view_is_the_callers_own(game: Game) -> None:
    """Events are shared between games, so nothing of them may leak into what callers change."""
    before = [json.dumps(game.view(seat)) for seat in range(game.players)]
    for seat in range(game.players):
        view = game.view(seat)
        view["legal_actions"].clear()
        view["seats"].clear()
        for event in view["history"]:
            event.clear()
    assert [json.dumps(game.view(seat)) for seat in range(game.players)] == before


@pytest.mark.parametrize("name", sorted({name for name, _ in TABLES}))
def test_an_action_known_by_its_text_is_the_one_that_reading_the_text_gives(name: str) -> None:
    board = load_board(name)
    assert len(board.actions_by_text) == len(board.action_ids)
    for text, action in board.actions_by_text.items():
        assert parse_action(text, board) == action
        assert str(action) == text


def test_a_replayed_outcome_may_come_as_a_list() -> None:
    game, again = played("usa", 2, 1, 30), Game("usa", players=2, seed=1)
    for move in read_record(game.record()).moves:
        again.replay(Move(move.seat, move.action, list(move.outcome)))
    assert again.position() == game.position()


def test_a_game_takes_little_memory() -> None:
    """A server holds thousands of games. Measured: 36 KB, 13 of them the state; copies of events would make it 96."""
    for seed in range(11):
        played("usa", 2, seed, 80)  # what is made once, for all games
    gc.collect()
    tracemalloc.start()
    try:
        tables = [played("usa", 2, seed, 80) for seed in range(1, 11)]
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] / len(tables) < 45_000
    finally:
        tracemalloc.stop()
