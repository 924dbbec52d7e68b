"""The Gymnasium environment: Gymnasium's own check, opponents, seeds, rewards and illegal actions."""

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from tests.tables import TABLES
from whistlestop import Game
from whistlestop.arena.play_games import play_bot_game
from whistlestop.board import Board, load_board
from whistlestop.bots import make_bot
from whistlestop.engine.rng import seed_base
from whistlestop.envs.gymnasium import IDS, WhistlestopEnv
from whistlestop.envs.kernels.rewards import RewardName
from whistlestop.game.view import View


class Watcher:
    """An opponent that takes the last legal action and remembers what it was shown."""

    seen: list[View] = []  # noqa: RUF012

    def __init__(self, board: Board, seed: int | None = None) -> None: ...

    def choose(self, view: View) -> str:
        Watcher.seen.append(view)
        return view["legal_actions"][-1]


class Cheat(Watcher):
    def choose(self, view: View) -> str:
        return "pass"


WATCHER, CHEAT = f"{__name__}:Watcher", f"{__name__}:Cheat"


@pytest.mark.parametrize("name", IDS)
def test_gymnasium_s_check_passes(name: str) -> None:
    """It takes actions without looking at the mask, so any legal one has to stand in for those."""
    check_env(gymnasium.make(name, disable_env_checker=True).unwrapped)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_what_is_shown_and_done_stays_in_its_spaces(name: str, players: int) -> None:
    env = WhistlestopEnv(name, players, "random")
    for step in steps(env, seed=4):
        assert env.observation_space.contains(step["observation"])
        assert np.array_equal(step["observation"]["action_mask"], step["info"]["action_mask"])


def steps(env: Any, seed: int | None = None) -> list[dict[str, Any]]:
    """An episode in which the learner takes the last legal action every other time, and else the first."""
    observation, info = env.reset(seed=seed)
    taken = [{"observation": observation, "info": info, "reward": 0.0, "is_terminated": False, "is_truncated": False}]
    while not (taken[-1]["is_terminated"] or taken[-1]["is_truncated"]):
        legal = np.flatnonzero(taken[-1]["info"]["action_mask"])
        step = env.step(legal[-(len(taken) % 2)])
        taken.append(dict(zip(("observation", "reward", "is_terminated", "is_truncated", "info"), step, strict=True)))
    return taken


def same(one: list[dict[str, Any]], other: list[dict[str, Any]]) -> bool:
    return len(one) == len(other) and all(
        np.array_equal(a["observation"]["observation"], b["observation"]["observation"]) and a["reward"] == b["reward"]
        for a, b in zip(one, other, strict=True)
    )


def test_an_id_makes_its_map_and_takes_options() -> None:
    env = gymnasium.make("Whistlestop-SanFrancisco-v0", players=4, opponents="random", reward="rank")
    assert env.unwrapped.board.source == "san-francisco"  # type: ignore[attr-defined]
    assert gymnasium.make("Whistlestop-USA-v0").unwrapped.board.source == "usa"  # type: ignore[attr-defined]
    assert steps(env, seed=1)[-1]["is_terminated"]


def test_an_id_with_its_module_needs_no_import() -> None:
    program = "import gymnasium; print(gymnasium.make('whistlestop.envs.gymnasium:Whistlestop-USA-v0').spec.id)"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert result.stdout == "Whistlestop-USA-v0\n"


@pytest.mark.parametrize("opponent", ["random", "greedy", "planner"])
def test_the_same_seed_gives_the_same_episodes(opponent: str) -> None:
    envs = [WhistlestopEnv("san-francisco", 3, opponent) for _ in range(2)]
    first, second = ([steps(env, seed=7), steps(env), steps(env)] for env in envs)
    assert all(same(one, other) for one, other in zip(first, second, strict=True))
    assert not same(first[0], first[1])
    assert not same(first[0], steps(envs[0], seed=8))


def test_without_a_seed_every_environment_deals_otherwise() -> None:
    first, second = (WhistlestopEnv("san-francisco").reset()[0]["observation"] for _ in range(2))
    assert not np.array_equal(first, second)


def test_a_bot_as_learner_plays_the_game_of_a_simulated_series() -> None:
    """The same deal and the same seeds for the opponents: the arena's games can be entered in the learner's chair."""
    board, bots = load_board("san-francisco"), ["greedy", "random", "hungry"]
    for number in range(3):
        game = play_bot_game(board, bots, seed=11, number=number)
        env = WhistlestopEnv(board, 3, [*bots, *bots][number + 1 : number + 3])
        env.reset(seed=11)
        for _ in range(number):
            env.reset()
        bot = make_bot(bots[env.seat], board, int(seed_base(f"bot {env.seat} of game {number}", 11)[0]))
        is_over = False
        while not is_over:
            texts = [action.text for action in env.game.legal_actions()]
            chosen = env.game.legal_ids()[texts.index(str(bot.choose(env.game.view(env.seat))))]
            is_over = env.step(chosen)[2]
        assert env.seat == number
        assert env.game.record() == game.record()


def test_opponents_sit_after_the_learner_and_are_shown_their_views() -> None:
    Watcher.seen = []
    env = WhistlestopEnv("usa", 3, ["random", WATCHER], seat=1)
    taken = steps(env, seed=2)
    assert {view["seat"] for view in Watcher.seen} == {0}  # the second seat after the learner's
    assert all(step["info"]["seat"] == 1 for step in taken)
    hands = [view["hand"] for view in Watcher.seen]
    assert all(
        sum(hand.values()) == view["seats"][0]["card_count"] for hand, view in zip(hands, Watcher.seen, strict=True)
    )
    assert all(seat["tickets"] is None for view in Watcher.seen for seat in view["seats"])


def test_the_learner_sits_in_another_seat_in_every_episode() -> None:
    env = WhistlestopEnv("san-francisco", 4, "random")
    assert [env.reset(seed=1)[1]["seat"], *(env.reset()[1]["seat"] for _ in range(4))] == [0, 1, 2, 3, 0]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_rewards_add_up_and_the_end_is_told(name: str, players: int) -> None:
    env = WhistlestopEnv(name, players, "random", reward="score", seat=players - 1)
    taken = steps(env, seed=5)
    end = taken[-1]["info"]
    assert env.game.is_over
    assert sum(step["reward"] for step in taken) == end["scores"][env.seat]["total"]
    assert end["scores"] == env.game.scores()
    assert end["winners"] == env.game.winners()
    assert not end["action_mask"].any()
    assert all(step["info"].keys() == {"action_mask", "seat"} for step in taken[:-1])
    env = WhistlestopEnv(name, players, "random", seat=players - 1)
    assert [step["reward"] for step in steps(env, seed=5)][:-1] == [0] * (len(taken) - 1)


def test_max_steps_truncates_but_not_a_game_that_ends_there() -> None:
    length = len(steps(WhistlestopEnv("san-francisco", 2, "random"), seed=3)) - 1
    cut = steps(WhistlestopEnv("san-francisco", 2, "random", max_steps=length - 1), seed=3)
    assert (len(cut) - 1, cut[-1]["is_terminated"], cut[-1]["is_truncated"]) == (length - 1, False, True)
    assert "scores" not in cut[-1]["info"]
    whole = steps(WhistlestopEnv("san-francisco", 2, "random", max_steps=length), seed=3)
    assert (len(whole) - 1, whole[-1]["is_terminated"], whole[-1]["is_truncated"]) == (length, True, False)


def test_an_illegal_action_is_named_and_changes_nothing() -> None:
    env = WhistlestopEnv("usa", 2, "random", illegal="raise")
    env.reset(seed=1)
    before = env.game.record()
    for action, said in (
        (0, r"Action 0 \(pass\) is not legal now; choose one whose action_mask is 1"),
        (env.board.action_count, f"There is no action {env.board.action_count}; they run from 0"),
        (2.5, "whole number, not 2.5"),
    ):
        with pytest.raises(ValueError, match=said):
            env.step(action)  # type: ignore[arg-type]
    assert env.game.record() == before
    steps(env)
    with pytest.raises(ValueError, match="the game is over; reset the environment"):
        env.step(0)


def test_a_keep_of_more_tickets_than_are_offered_is_illegal() -> None:
    """Its number has bits for places of the offer that are empty; without them it would be another, legal one."""
    env = WhistlestopEnv("usa", 2, WATCHER, seat=0, illegal="raise")
    env.reset(seed=1)
    position = env.game.position()
    position["ticket_deck"], spare = position["ticket_deck"][:2], position["ticket_deck"][2:]
    position["seats"][1]["offered"], position["seats"][0]["offered"] = [], []
    position["seats"][0]["tickets"], position["seats"][1]["tickets"] = spare, [position["ticket_deck"].pop()]
    position["phase"] = "turn"
    env.game = Game.from_position(position, seed=1)
    env.step(env.game.legal_ids()[[a.text for a in env.game.legal_actions()].index("tickets")])
    assert len(env.game.view(0)["offered"]) == 1
    for mask in (0b11, 0b101, 0b111):
        with pytest.raises(ValueError, match="is not legal now"):
            env.step(env.board.first_keep + mask - 1)
    env.step(env.board.first_keep)


@pytest.mark.parametrize(("reward", "least"), [("win", -1), ("margin", -300)])
def test_an_illegal_action_ends_the_episode_as_badly_as_can_be(reward: RewardName, least: float) -> None:
    env = WhistlestopEnv("usa", 2, "random", reward=reward)
    env.reset(seed=1)
    before = env.game.record()
    _, got, is_terminated, is_truncated, info = env.step(0)
    assert (is_terminated, is_truncated) == (True, False)
    assert got <= least
    assert "Action 0 (pass) is not legal now" in info["illegal"]
    assert env.game.record() == before
    with pytest.raises(ValueError, match="ended with an illegal action; reset the environment"):
        env.step(env.game.legal_ids()[0])
    env.reset(seed=1)
    assert not env.step(env.game.legal_ids()[0])[2]


def test_an_opponent_that_breaks_a_rule_is_named() -> None:
    with pytest.raises(RuntimeError, match=f"The opponent '{CHEAT}' in seat 0 broke a rule: R1.2"):
        WhistlestopEnv("usa", 2, CHEAT, seat=1).reset(seed=1)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"players": 6}, "2 to 5 players, not 6"),
        ({"reward": "glory"}, "no reward 'glory'"),
        ({"render_mode": "human"}, "no render mode 'human'; there is rgb_array, ansi"),
        ({"opponents": "gredy"}, "no bot 'gredy'.*Did you mean 'greedy'"),
        ({"opponents": ["greedy"], "players": 3}, "3 players: name 2 opponents, or one for all; not 1"),
        ({"seat": 2}, "seat 2: this table has seats 0 to 1"),
        ({"illegal": "lose"}, "illegal='lose': it is one of end, raise"),
        ({"max_steps": 0}, "max_steps 0: at least one"),
    ],
)
def test_options_that_can_t_be_are_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        WhistlestopEnv(**options)


def test_the_learner_s_table_is_shown_as_text_and_as_a_picture() -> None:
    env = WhistlestopEnv("san-francisco", 2, "random", seat=1, render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert isinstance(text, str)
    assert "hand of seat 1" in text
    env.render_mode = "rgb_array"
    picture = env.render()
    assert isinstance(picture, np.ndarray)
    env.render_mode = None
    with pytest.warns(UserWarning, match="Nothing to render"):
        assert env.render() is None
