"""Many games side by side are the games that `Game` plays, one by one."""

import re
from typing import Any

import numpy as np
import pytest

from tests.envs.marks import needs_torch
from whistlestop import Game
from whistlestop.board import load_board
from whistlestop.engine.scoring import SCORE_PARTS
from whistlestop.envs.blocks import Threads
from whistlestop.envs.kernels.observe import observe_seat
from whistlestop.envs.layout import Layout
from whistlestop.envs.vector import VectorEnv
from whistlestop.kernels.structs import SmallIntArray

TABLES = [("usa", 2), ("usa", 3), ("usa", 5), ("san-francisco", 2), ("san-francisco", 4)]


def first_legal(_observations: SmallIntArray, masks: Any, _seats: Any) -> Any:
    """A policy that takes the first action that is legal."""
    return masks.argmax(axis=1)


def observed(game: Game, layout: Layout) -> SmallIntArray:
    """What the seat to play knows, worked out from nothing but the state."""
    row: SmallIntArray = np.zeros(layout.size, np.int16)
    observe_seat(game.board.arrays, game.state, int(game.state["to_play"][0]), layout.offsets, row)
    return row


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_rows_play_the_games_of_their_numbers(name: str, players: int) -> None:
    env = VectorEnv(name, players, games=3, seed=5, reward="win")
    games = [Game(name, players, seed=5, number=n) for n in range(3)]
    finished = 0
    while finished < 5:
        for i, game in enumerate(games):
            assert env.seats[i] == game.to_play
            assert env.numbers[i] == game.number
            assert env.lengths[i] == game.version
            assert np.flatnonzero(env.masks[i]).tolist() == game.legal_ids()
            assert (env.observations[i] == observed(game, env.layout)).all()
        actions = env.sample()
        for game, action in zip(games, actions.tolist(), strict=True):
            game.apply(game.board.action(action, game.view(game.to_play)["offered"]))
        env.step(actions)
        for i, game in enumerate(games):
            assert env.ended[i] == game.is_over
            if game.is_over:
                finished += 1
                assert env.final_scores[i].tolist() == [[score[p] for p in SCORE_PARTS] for score in game.scores()]
                assert [seat for seat in range(players) if env.rewards[i, seat] > 0] == game.winners()
                games[i] = Game(name, players, seed=5, number=game.number + 3)


def test_bits_say_the_same_as_bools() -> None:
    bools, bits = (VectorEnv("usa", 2, games=16, seed=2, mask=mask) for mask in ("bools", "bits"))
    for _ in range(60):
        unpacked = np.unpackbits(bits.masks, axis=1, bitorder="little", count=bits.action_count)
        assert (unpacked == bools.masks).all()
        actions = bools.sample()
        bools.step(actions)
        bits.step(actions)


def test_the_same_seed_gives_the_same_steps_and_reset_goes_on_with_the_series_or_begins_one() -> None:
    first, second = (VectorEnv("san-francisco", 3, games=8, seed=4, opponents="random") for _ in range(2))
    beginning = first.observations.copy()
    for _ in range(100):
        assert (first.step(first.sample()).observations == second.step(second.sample()).observations).all()
    numbers = first.numbers.copy()
    assert (first.reset().observations != beginning).any()
    assert (first.numbers == numbers + 8).all()
    assert not first.ended.any()
    assert (first.reset(seed=4).observations == beginning).all()
    assert first.numbers.tolist() == list(range(8))
    assert (first.reset(seed=5).observations != beginning).any()


@pytest.mark.parametrize("options", [{}, {"opponents": "easy", "reward": "score"}, {"opponents": first_legal}])
def test_any_number_of_threads_steps_the_same_games(options: dict[str, Any]) -> None:
    envs = [VectorEnv("san-francisco", 3, games=7, seed=9, threads=threads, **options) for threads in (1, 2, 5, 9)]
    names = ("observations", "masks", "rewards", "seats", "ended", "final_scores", "final_observations", "numbers")
    for _ in range(250):
        actions = [env.sample().copy() for env in envs]
        steps = [env.step(action) for env, action in zip(envs, actions, strict=True)]
        for env, action, step in zip(envs[1:], actions[1:], steps[1:], strict=True):
            assert (action == actions[0]).all()
            assert all((got == wanted).all() for got, wanted in zip(step, steps[0], strict=True))
            assert all((getattr(env, name) == getattr(envs[0], name)).all() for name in names)
    assert (envs[0].numbers >= 7).any()  # games have ended, and others begun


def test_what_goes_wrong_in_a_thread_is_raised() -> None:
    threads = Threads(4, 2)

    def fail_in_others(block: Any) -> None:
        if block == "second":
            raise RuntimeError("in a thread")

    with pytest.raises(RuntimeError, match="in a thread"):
        threads.run(fail_in_others, ["first", "second"])  # type: ignore[list-item]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"seed": "abc"}, "A seed is a whole number, not 'abc'."),
        ({"seed": 1.0}, "A seed is a whole number, not 1.0."),
        ({"games": 2.5}, "The number of games is a whole number, not 2.5."),
        ({"games": 0}, "games 0: at least one is needed."),
        ({"players": "2"}, "The number of players is a whole number, not '2'."),
        ({"players": 9}, "San Francisco is for 2 to 4 players, not 9."),
        ({"map": None}, "A map is a built-in map's name, the path of a .toml file or a Board, not None."),
        ({"mask": "ints"}, "There is no mask of 'ints'; there is bools, bits."),
    ],
)
def test_what_can_not_be_is_refused_in_words(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        VectorEnv(**{"map": "san-francisco", "players": 2, "games": 2} | arguments)


@pytest.mark.parametrize("opponents", ["random", "easy", ["easy", "expert"]])
def test_a_learner_is_asked_for_its_own_seat_only(opponents: str | list[str]) -> None:
    players = 3
    env = VectorEnv("san-francisco", players, games=9, seed=1, opponents=opponents)
    seats_before = env.seats.copy()
    learned: set[int] = set()
    for _ in range(250):
        assert (env.seats == env.numbers % players).all()
        assert (env.layout.named(env.observations)["to_play"][:, 0] == 1).all()
        env.step(env.sample())
        assert (env.seats == seats_before)[~env.ended].all()
        learned |= set(env.seats[env.ended].tolist())
        seats_before = env.seats.copy()
    assert learned == {0, 1, 2}


@pytest.mark.parametrize("opponents", ["hard", "expert"])
def test_planners_beat_a_learner_who_plays_at_random(opponents: str) -> None:
    env = VectorEnv("san-francisco", 2, games=50, seed=3, opponents=opponents, reward="win")
    won = []
    for _ in range(200):
        seats = env.seats.copy()
        env.step(env.sample())
        won += (env.rewards[np.arange(50), seats] > 0)[env.ended].tolist()
    assert len(won) > 50
    assert np.mean(won) < 0.1


def test_points_as_rewards_sum_up_to_the_final_scores() -> None:
    env = VectorEnv("san-francisco", 3, games=20, seed=6, reward="score")
    sums = np.zeros((20, 3))
    finished = 0
    while finished < 40:
        env.step(env.sample())
        sums += env.rewards
        assert (sums[env.ended] == env.final_scores[env.ended, :, 0]).all()
        finished += int(env.ended.sum())
        sums[env.ended] = 0


def test_points_of_opponents_before_the_first_choice_are_not_lost() -> None:
    """They keep tickets, which counts against them, before a learner on a later seat is asked."""
    env = VectorEnv("usa", 2, games=4, seed=6, opponents="random", reward="score")
    sums = np.zeros((4, 2))
    for _ in range(300):
        env.step(env.sample())
        sums += env.rewards
        assert (sums[env.ended] == env.final_scores[env.ended, :, 0]).all()
        sums[env.ended] = 0


@pytest.mark.parametrize("reward", ["win", "rank", "margin"])
def test_rewards_for_the_outcome_come_at_the_end(reward: str) -> None:
    env = VectorEnv("usa", 4, games=16, seed=8, reward=reward)  # type: ignore[arg-type]
    finished = 0
    while finished < 10:
        env.step(env.sample())
        assert (env.rewards[~env.ended] == 0).all()
        finished += int(env.ended.sum())
        for i in np.flatnonzero(env.ended):
            totals = env.final_scores[i, :, 0].tolist()
            rewards = env.rewards[i].tolist()
            if reward == "margin":
                assert rewards == [t - max(o for j, o in enumerate(totals) if j != s) for s, t in enumerate(totals)]
            else:
                assert max(rewards) == rewards[totals.index(max(totals))] > 0
                assert -1 <= min(rewards) < 0
            if reward == "rank":
                assert sum(rewards) == pytest.approx(0, abs=1e-6)
                assert sorted(range(4), key=rewards.__getitem__)[-1] in np.flatnonzero(np.array(totals) == max(totals))


def test_steps_write_into_the_same_arrays() -> None:
    env = VectorEnv("usa", 2, games=4)
    before = [id(array) for array in env.step(env.sample())]
    addresses = [array.ctypes.data for array in env.step(env.sample())]
    assert [id(array) for array in env.step(env.sample())] == before
    assert [array.ctypes.data for array in env.reset()] == addresses


def test_illegal_actions_are_named_and_change_nothing() -> None:
    env = VectorEnv("usa", 2, games=4, seed=1)
    before = env.observations.copy()
    actions = env.sample().copy()
    actions[2] = 0
    with pytest.raises(ValueError, match=re.escape("Game 2: action 0 (pass) is not legal now; see masks[2].")):
        env.step(actions)
    actions[2] = 5000
    with pytest.raises(ValueError, match=r"Game 2: action 5000, which does not exist \(0 to 1078\)"):
        env.step(actions)
    with pytest.raises(ValueError, match="step takes 4 whole numbers, not float64"):
        env.step(np.zeros(4))
    assert (env.observations == before).all()
    assert env.lengths.tolist() == [0] * 4


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 6}, "for 2 to 5 players, not 6"),
        ({"games": 0}, "at least one"),
        ({"reward": "fame"}, "There is no reward 'fame'; there is win, rank, margin, score"),
        ({"mask": "text"}, "There is no mask of 'text'; there is bools, bits"),
        (
            {"map": "amber-lake", "opponents": "expert"},
            "expert can't play compiled: random, planner, easy, medium, hard or",
        ),
        ({"opponents": "greedy"}, r"greedy can't play compiled.*whistlestop\.envs\.gymnasium"),
        ({"opponents": ["easy", "easy"]}, "name 1 opponents, or one for all; not 2"),
    ],
)
def test_what_can_not_be_is_said(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        VectorEnv(**({"map": "usa", "players": 2, "games": 2} | options))  # type: ignore[arg-type]


def test_parts_follow_each_other_and_hold_what_they_say() -> None:
    env = VectorEnv("san-francisco", 4, games=32, seed=9)
    ends = [0] + [part.slice.stop for part in env.observation_spec]
    assert [part.slice.start for part in env.observation_spec] == ends[:-1]
    assert ends[-1] == env.layout.size == env.observations.shape[1]
    highest = env.layout.highest()
    for _ in range(150):
        env.step(env.sample())
        assert (env.observations >= 0).all()
        assert (env.observations <= highest).all()


@needs_torch
def test_tensors_share_the_memory() -> None:
    import torch

    env = VectorEnv("usa", 2, games=4)
    tensors = env.torch()
    env.step(env.sample())
    assert torch.equal(tensors["observations"], torch.from_numpy(env.observations.copy()))
    assert tensors["masks"].dtype == torch.bool


def test_a_board_of_one_s_own() -> None:
    board = load_board("san-francisco")
    assert VectorEnv(board, 2, games=1).board is board
