"""The game `python_whistlestop`, by OpenSpiel's own tests and ours."""

import importlib
import pickle
import random
import unittest
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms.sample_some_states import sample_some_states
from open_spiel.python.tests import games_sim_test

import whistlestop.envs.open_spiel
from tests.envs.open_spiel_states import load, played
from tests.tables import TABLES
from whistlestop import Game
from whistlestop.board import load_board
from whistlestop.engine.state import NOBODY
from whistlestop.envs.open_spiel.bounds import longest_game
from whistlestop.envs.open_spiel.play import Play
from whistlestop.envs.vector import VectorEnv

STATES_PER_TABLE = 30
ENOUGH = 1000


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_game_passes_openspiels_random_simulation(name: str, players: int) -> None:
    pyspiel.random_sim_test(load(name, players), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("reward", ["rank", "margin", "score"])
def test_every_reward_keeps_within_its_bounds(reward: str) -> None:
    pyspiel.random_sim_test(load("san-francisco", 3, reward=reward), num_sims=2, serialize=False, verbose=False)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_game_passes_openspiels_simulation_with_pickles(name: str, players: int) -> None:
    games_sim_test.GamesSimTest().sim_game(load(name, players))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_game_passes_openspiels_api_test(name: str, players: int) -> None:
    class OnThisTable(api_test.EnforceAPIOnPartialTreeBase):
        game, game_name = load(name, players), "python_whistlestop"

        @classmethod
        def setUpClass(cls) -> None:
            cls.some_states = sample_some_states(cls.game, max_states=STATES_PER_TABLE)
            cls.game_type = cls.game.get_type()

    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(OnThisTable).run(result)
    assert result.testsRun > 3
    assert [message for _, message in result.failures + result.errors] == []


@pytest.mark.parametrize("name", ["usa", "san-francisco"])
def test_endless_deals_are_sampled_anew_each_time(name: str) -> None:
    game = load(name, 2, deals=0)
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
    assert game.new_initial_state().chance_outcomes() == [(0, 1.0)]
    assert len({str(played(game, 0, 0)) for _ in range(5)}) == 5
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_states_of_endless_deals_can_be_serialized_and_pickled() -> None:
    game = load("san-francisco", 2, deals=0)
    for state in (game.new_initial_state(), played(game, 0, 20), played(game, 0, ENOUGH)):
        for other in (game.deserialize_state(state.serialize()), pickle.loads(pickle.dumps(state))):
            assert (str(other), other.history()) == (str(state), state.history())
    assert str(pickle.loads(pickle.dumps(game))) == str(game)


def test_a_state_from_a_pickle_plays_on_like_the_original() -> None:
    state = played(load("san-francisco", 3), 5, 25)
    other = pickle.loads(pickle.dumps(state))
    choices = random.Random(0)
    while not state.is_terminal():
        assert other.information_state_string() == state.information_state_string()
        action = choices.choice(state.legal_actions())
        state.apply_action(action)
        other.apply_action(action)
    assert (str(other), other.returns()) == (str(state), state.returns())


def test_chance_chooses_from_so_many_deals_with_equal_probability() -> None:
    outcomes = load("usa", 2, deals=50).new_initial_state().chance_outcomes()
    assert outcomes == [(number, 1 / 50) for number in range(50)]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_deal_is_the_game_of_that_number_in_the_series(name: str, players: int) -> None:
    state = played(load(name, players, seed=4), 17, 0)
    game = Game(name, players, seed=4, number=17)
    choices = random.Random(1)
    while not game.is_over:
        assert state.current_player() == game.to_play
        texts = [state.action_to_string(action) for action in state.legal_actions()]
        assert sorted(texts) == sorted(action.text for action in game.legal_actions())
        action = choices.choice(state.legal_actions())
        game.apply(state.action_to_string(action))
        state.apply_action(action)
    assert state.play.state.tobytes() == game.state.tobytes()


@pytest.mark.parametrize("reward", ["win", "rank", "margin", "score"])
def test_utilities_are_those_of_other_environments(reward: str) -> None:
    env = VectorEnv("san-francisco", players=3, games=1, seed=0, reward=reward)  # type: ignore[arg-type]
    game = load("san-francisco", 3, reward=reward)
    for number in range(8):
        state, sums = played(game, number, 0), np.zeros(3)
        choices = random.Random(number)
        while not state.is_terminal():
            assert state.returns() == [0, 0, 0]
            action = choices.choice(state.legal_actions())
            state.apply_action(action)
            env.step(np.array([action]))
            sums += env.rewards[0]
        assert state.returns() == pytest.approx(sums.tolist())


def test_the_type_says_when_what_one_wins_others_lose() -> None:
    zero, general = pyspiel.GameType.Utility.ZERO_SUM, pyspiel.GameType.Utility.GENERAL_SUM
    utilities = {
        (r, n): load("usa", n, reward=r).get_type().utility for r in ("win", "rank", "margin", "score") for n in (2, 3)
    }
    assert {key for key, utility in utilities.items() if utility == zero} == {
        ("win", 2),
        ("rank", 2),
        ("rank", 3),
        ("margin", 2),
    }
    assert set(utilities.values()) == {zero, general}


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_even_who_hoards_ends_within_the_longest_game(name: str, players: int) -> None:
    """The lowest action is to draw tickets, else cards; routes are claimed when there is nothing else."""
    board = load_board(name)
    least = 100 if players == 2 and name != "usa" else 120
    for number in range(3):
        play, length = Play.deal(board, players, 0, number), 0
        while play.seat != NOBODY:
            play.apply(play.legal_ids()[0])
            length += 1
        assert least < length <= longest_game(board, players)


def test_a_clone_goes_its_own_way() -> None:
    state = played(load("san-francisco", 2), 3, 30)
    before = str(state), state.information_state_string(0), state.history()
    other = state.clone()
    assert (str(other), other.information_state_string(0), other.history()) == before
    other.apply_action(other.legal_actions()[-1])
    assert other.information_state_string(0) != before[1]
    assert (str(state), state.information_state_string(0), state.history()) == before


def test_a_keep_names_the_tickets_offered() -> None:
    state = played(load("usa", 2, seed=1), 0, 0)
    offered = Game("usa", 2, seed=1).view(0)["offered"]
    assert [state.action_to_string(action) for action in state.legal_actions()][-1] == f"keep {' '.join(offered)}"


def test_a_map_may_be_a_file(tmp_path: Path) -> None:
    built_in = Path(whistlestop.__file__).parent / "maps" / "san-francisco.toml"
    path = tmp_path / "mine.toml"
    path.write_text(built_in.read_text(encoding="utf-8"), encoding="utf-8")
    state = played(load(str(path), 2), 0, 10)
    assert str(pickle.loads(pickle.dumps(state))) == str(state)


def test_importing_twice_does_no_harm() -> None:
    state = played(load("usa", 2), 0, 3)
    importlib.reload(whistlestop.envs.open_spiel)
    assert str(played(load("usa", 2), 0, 3)) == str(state.clone())


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"map": "utopia"}, "utopia: there is no such file"),
        ({"players": 6}, "USA is for 2 to 5 players, not 6"),
        ({"reward": "glory"}, "no reward 'glory'; there is win, rank, margin, score"),
        ({"deals": -1}, "deals -1: say how many"),
    ],
)
def test_what_can_not_be_is_named(parameters: dict[str, str | int], message: str) -> None:
    with pytest.raises((ValueError, FileNotFoundError), match=message):
        pyspiel.load_game("python_whistlestop", parameters)


def test_an_illegal_action_is_named_and_changes_nothing() -> None:
    state = played(load("usa", 2), 0, 0)
    before = str(state)
    with pytest.raises(ValueError, match=r"action 2 \(draw deck\) is not legal here"):
        state.apply_action(2)
    with pytest.raises(ValueError, match=r"action 99999 \(none of the 1079 there are\) is not legal here"):
        state.child(99999)
    with pytest.raises(ValueError, match="no deal 1000; there are 1000"):
        load("usa", 2).new_initial_state().apply_action(1000)
    assert (str(state), len(state.history())) == (before, 1)
