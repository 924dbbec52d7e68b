"""Rewards of single games are those of `VectorEnv`, and say what their names promise."""

from typing import get_args

import numpy as np
import pytest

from tests.tables import TABLES, played
from whistlestop import Game
from whistlestop.board import load_board
from whistlestop.engine.scoring import DECIDING_PARTS, SCORE_PARTS
from whistlestop.envs.rewards import Rewards, Scores, check_reward, outcome, worst
from whistlestop.envs.single_game import legal_action
from whistlestop.envs.vector import RewardName, VectorEnv

REWARDS = get_args(RewardName)
SEED, ROWS, STEPS = 5, 3, 400


@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_same_actions_bring_the_same_rewards_as_in_many_games(name: str, players: int, reward: RewardName) -> None:
    env = VectorEnv(name, players, games=ROWS, seed=SEED, reward=reward)
    games = [Game(name, players, SEED, number) for number in range(ROWS)]
    givers = [Rewards(reward, game) for game in games]
    ended = 0
    for _ in range(STEPS):
        actions = env.sample().copy()
        rewards, is_ended = env.step(actions).rewards, env.ended
        for row, action in enumerate(actions.tolist()):
            games[row].apply(legal_action(games[row], action))
            assert np.array_equal(rewards[row], np.float32(givers[row].give()))
            assert is_ended[row] == games[row].is_over
            if games[row].is_over:
                games[row] = Game(name, players, SEED, int(env.numbers[row]))
                givers[row] = Rewards(reward, games[row])
                ended += 1
    assert ended >= 1


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_score_rewards_add_up_to_the_total(name: str, players: int) -> None:
    game = Game(name, players, seed=2)
    rewards, sums = Rewards("score", game), np.zeros(players)
    while not game.is_over:
        game.apply(game.legal_actions()[-1])
        sums += rewards.give()
    assert sums.tolist() == [score["total"] for score in game.scores()]


def scores_of(*rows: tuple[int, int, int]) -> Scores:
    nothing = dict.fromkeys(SCORE_PARTS, 0)
    return [nothing | dict(zip(DECIDING_PARTS, row, strict=True)) for row in rows]


@pytest.mark.parametrize(
    ("reward", "expected"),
    [("win", [-1, 1, 1]), ("rank", [-1, 0.5, 0.5]), ("margin", [-20, 0, 0])],
)
def test_two_of_three_share_the_win(reward: RewardName, expected: list[float]) -> None:
    scores = scores_of((80, 9, 10), (100, 3, 0), (100, 3, 0))
    assert [outcome(reward, scores, seat) for seat in range(3)] == expected


@pytest.mark.parametrize("reward", ["win", "rank", "margin"])
def test_nobody_gets_anything_when_all_share_the_win(reward: RewardName) -> None:
    scores = scores_of((50, 2, 0), (50, 2, 0))
    assert [outcome(reward, scores, seat) for seat in range(2)] == [0, 0]


def test_r6_5_ties_are_broken_by_completed_tickets_and_then_the_longest_path() -> None:
    assert outcome("win", scores_of((50, 3, 0), (50, 2, 10)), 0) == 1
    assert outcome("win", scores_of((50, 3, 0), (50, 3, 10)), 0) == -1
    assert outcome("margin", scores_of((50, 3, 0), (50, 2, 10)), 0) == 0


@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_no_game_is_worse_than_the_worst(name: str, players: int, reward: RewardName) -> None:
    least = worst(load_board(name), reward)
    for seed in range(3):
        scores = played(name, players, seed, 1000).scores()
        for seat in range(players):
            got = scores[seat]["total"] if reward == "score" else outcome(reward, scores, seat)
            assert got >= least


def test_an_unknown_reward_is_named_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="no reward 'glory'; there is win, rank, margin, score"):
        check_reward("glory")
