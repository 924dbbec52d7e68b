"""The PettingZoo environment: its own tests, whole games, rewards, seeds and illegal actions."""

import importlib
import logging
import pickle
import random
from functools import partial
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils import wrappers

from tests.tables import TABLES
from whistlestop import Game
from whistlestop.board import load_board
from whistlestop.envs import pettingzoo as whistlestop_v0
from whistlestop.envs.layout import HiddenLayout, Layout
from whistlestop.envs.render import draw_game
from whistlestop.envs.rewards import Rewards, worst
from whistlestop.envs.single_game import hidden_row, legal_action, observe, observe_row

NAME = "whistlestop_v0"
CYCLES = 12


@pytest.fixture
def listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """PettingZoo's own test warns of observations with masks, and of the empty mask of a seat whose game is over,
    unless it finds the environment's name in its lists of those that have them on purpose."""
    module = importlib.import_module("pettingzoo.test.api_test")
    for names in ("env_obs_dicts", "env_obs_space", "env_all_zeros_obs"):
        monkeypatch.setattr(module, names, [*getattr(module, names), NAME])


@pytest.mark.usefixtures("listed")
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_pettingzoo_s_api_test_passes(name: str, players: int) -> None:
    api_test(whistlestop_v0.env(map=name, players=players), num_cycles=CYCLES)
    api_test(whistlestop_v0.raw_env(map=name, players=players, reward="score"), num_cycles=CYCLES)


@pytest.mark.usefixtures("listed")
@pytest.mark.parametrize("reward", ["win", "rank", "margin", "score"])
def test_pettingzoo_s_api_test_passes_to_the_end_of_a_game(reward: str) -> None:
    env = whistlestop_v0.env(map="san-francisco", players=3, reward=reward)
    api_test(env, num_cycles=1000)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_pettingzoo_s_seed_test_passes(name: str, players: int) -> None:
    seed_test(lambda: whistlestop_v0.env(map=name, players=players), num_cycles=CYCLES)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_pettingzoo_s_render_test_passes(name: str, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whistlestop_v0, "draw_game", partial(draw_game, width=90))  # small ones are drawn sooner
    render_test(lambda render_mode: whistlestop_v0.env(map=name, players=players, render_mode=render_mode))


@pytest.mark.skipif(not hasattr(pettingzoo, "aec_registry"), reason="PettingZoo has a registry from 1.27 on")
@pytest.mark.parametrize(("id", "name"), whistlestop_v0.IDS.items())
def test_pettingzoo_s_registry_makes_it(id: str, name: str) -> None:
    most = load_board(name).player_counts[-1]
    env = pettingzoo.make("aec", id, players=most, reward="rank")
    env.reset(seed=1)
    assert env.unwrapped.board is load_board(name)
    assert (len(env.agents), env.unwrapped.reward) == (most, "rank")


def play(env: Any, seed: int | None = None) -> tuple[dict[str, float], list[dict[str, Any]]]:
    """A random game: what each agent got in all, and its last info."""
    choices = random.Random(1)
    env.reset(seed=seed)
    sums, infos = dict.fromkeys(env.agents, 0.0), []
    for agent in env.agent_iter():
        observation, reward, is_terminated, is_truncated, info = env.last()
        sums[agent] += reward
        assert not is_truncated
        if is_terminated:
            infos.append(info)
            env.step(None)
        else:
            assert agent == f"seat_{env.game.to_play}"
            env.step(choices.choice(np.flatnonzero(observation["action_mask"])))
    return sums, infos


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_what_agents_get_in_all_is_what_the_game_says(name: str, players: int) -> None:
    env = whistlestop_v0.env(map=name, players=players, reward="score")
    sums, infos = play(env, seed=3)
    totals = [score["total"] for score in env.game.scores()]
    assert env.agents == []
    assert list(sums.values()) == totals
    assert infos == [{"scores": env.game.scores(), "winners": env.game.winners()}] * players
    wins, _ = play(whistlestop_v0.env(map=name, players=players), seed=3)
    assert [seat for seat in range(players) if wins[f"seat_{seat}"] == 1] == env.game.winners()


@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.parametrize("reward", ["rank", "score"])
def test_kernels_step_the_game_that_game_plays(name: str, players: int, reward: Any) -> None:
    """Every agent's observation, rewards, infos and the state, to the byte, as a `Game` beside it has them."""
    env = whistlestop_v0.raw_env(map=name, players=players, reward=reward, full_information=True)
    layout, hidden_layout = Layout(env.board, players), HiddenLayout(env.board, players)
    choices = random.Random(2)
    for number in range(2):
        env.reset(seed=6 if number == 0 else None)
        game = Game(name, players, seed=6, number=number)
        rewards, sums = Rewards(reward, game), [0.0] * players
        while True:
            for seat, agent in enumerate(env.possible_agents):
                shown, expected = env.observe(agent), observe(game, layout, seat)
                assert list(shown) == list(expected)
                assert all(shown[key].dtype == expected[key].dtype for key in shown)
                assert all(shown[key].tobytes() == expected[key].tobytes() for key in shown)
            state = np.concatenate([observe_row(game.state, layout, 0), hidden_row(game.state, hidden_layout, 0)])
            assert env.state().tobytes() == state.tobytes()
            if game.is_over:
                break
            assert env.agent_selection == f"seat_{game.to_play}"
            assert env.last()[1] == sums[game.to_play or 0]
            action = choices.choice(game.legal_ids())
            sums[game.to_play or 0] = 0.0
            game.apply(legal_action(game, action))
            env.step(action)
            given = rewards.give()
            sums = [before + now for before, now in zip(sums, given, strict=True)]
            assert env.rewards == dict(zip(env.possible_agents, given, strict=True))
            assert all(type(one) is float for one in env.rewards.values())
        assert all(env.terminations.values())
        assert env.infos == {agent: {"scores": game.scores(), "winners": game.winners()} for agent in env.agents}
        assert env.game.record() == game.record()


def test_a_game_that_is_looked_at_now_and_then_is_the_one_that_is_played() -> None:
    env = whistlestop_v0.raw_env(map="san-francisco", players=3)
    env.reset(seed=4)
    for step in range(40):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[-(step % 2)]))
        if step % 7 == 0:
            assert env.game.version == step + 1
            assert env.game.state.tobytes() == env._played.state.tobytes()


def test_the_wrappers_do_and_say_what_pettingzoo_s_own_do() -> None:
    ours = whistlestop_v0.env(map="san-francisco", players=3)
    raw = whistlestop_v0.raw_env(map="san-francisco", players=3)
    theirs = wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1.0))
    )
    assert str(ours) == str(theirs)
    assert isinstance(ours, wrappers.OrderEnforcingWrapper)
    looked_at = ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos", "num_agents")
    for name in looked_at:
        said = []
        for env in (ours, theirs):
            with pytest.raises(AttributeError) as error:
                getattr(env, name)
            said.append(str(error.value))
        assert said[0] == said[1] == f"{name} cannot be accessed before reset"
    with pytest.raises(AttributeError, match="private attribute '_played' is prohibited"):
        _ = ours._played
    for env in (ours, theirs):
        env.reset(seed=3)
    for step in range(30):
        assert all(getattr(ours, name) == getattr(theirs, name) for name in (*looked_at, "_cumulative_rewards"))
        one, other = ours.last(), theirs.last()
        assert (one[0]["action_mask"] == other[0]["action_mask"]).all()
        assert one[1:] == other[1:]
        if not ours.agents:
            break
        action = int(np.flatnonzero(one[0]["action_mask"])[0]) if step < 20 else 0  # to pass, which is illegal
        for env in (ours, theirs):
            env.step(None if one[2] else action)
        if not ours.agents:
            break
    assert ours.agents == theirs.agents == []


def test_a_seed_deals_its_game_and_then_the_next_ones_of_the_series() -> None:
    env = whistlestop_v0.env(map="san-francisco", players=2)
    env.reset(seed=9)
    for number in range(3):
        assert env.game.position() == Game("san-francisco", 2, seed=9, number=number).position()
        env.reset()
    env.reset(seed=9)
    assert env.game.number == 0


def test_without_a_seed_every_environment_deals_otherwise() -> None:
    envs = [whistlestop_v0.env(map="san-francisco") for _ in range(2)]
    for env in envs:
        env.reset()
    assert envs[0].game.position() != envs[1].game.position()


def test_a_raw_environment_names_an_illegal_action_and_changes_nothing() -> None:
    env = whistlestop_v0.raw_env(map="usa", players=2)
    env.reset(seed=1)
    before, legal = env.game.position(), env.observe("seat_0")["action_mask"]
    draw = env.board.actions.index(next(action for action in env.board.actions if action.text == "draw deck"))
    assert not legal[draw]
    for action, said in (
        (draw, rf"Action {draw} \(draw deck\) is not legal now"),
        (env.board.action_count, f"There is no action {env.board.action_count}"),
        (-1, "There is no action -1"),
        (2.5, "whole number, not 2.5"),
        (None, "seat_0 has to choose"),
    ):
        with pytest.raises(ValueError, match=said):
            env.step(action)
    assert env.game.position() == before
    assert env.agent_selection == "seat_0"
    env.step(int(np.flatnonzero(legal)[0]))
    assert env.agent_selection == "seat_1"


@pytest.mark.parametrize("reward", ["win", "margin"])
def test_an_illegal_action_ends_the_game_with_the_worst_reward(reward: str, caplog: pytest.LogCaptureFixture) -> None:
    env = whistlestop_v0.env(map="usa", players=3, reward=reward)
    env.reset(seed=1)
    with caplog.at_level(logging.WARNING):
        env.step(0)  # to pass
    assert "Illegal move" in caplog.text
    assert all(env.terminations.values())
    assert env.rewards == {"seat_0": worst(load_board("usa"), reward), "seat_1": 0, "seat_2": 0}  # type: ignore[arg-type]
    while env.agents:
        env.step(None)
    env.reset(seed=1)
    assert not any(env.terminations.values())


def test_an_action_that_does_not_exist_is_out_of_bounds() -> None:
    env = whistlestop_v0.env(map="usa", players=2)
    env.reset(seed=1)
    with pytest.raises(AssertionError, match="action is not in action space"):
        env.step(env.board.action_count)


def test_a_game_left_halfway_through_its_end_leaves_no_trace_in_the_next() -> None:
    env = whistlestop_v0.env(map="san-francisco", players=3)
    env.reset(seed=1)
    env.step(0)
    env.step(None)
    assert len(env.agents) == 2
    _, infos = play(env, seed=1)
    assert len(infos) == 3


def test_human_mode_prints_the_table_after_every_step(capsys: pytest.CaptureFixture[str]) -> None:
    env = whistlestop_v0.env(map="usa", players=2, render_mode="human")
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.observe("seat_0")["action_mask"])[0]))
    printed = capsys.readouterr().out
    assert printed.startswith("USA, 2 players: seat 1 has to choose")
    assert "hand of seat 1" in printed
    assert "hand of seat 0" not in printed


def test_rendering_without_a_mode_warns() -> None:
    env = whistlestop_v0.env()
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="Nothing to render"):
        assert env.render() is None


def test_it_travels_as_it_was_made() -> None:
    env = pickle.loads(pickle.dumps(whistlestop_v0.raw_env(map="san-francisco", players=4, reward="rank")))
    assert (env.board.source, env.players, env.reward) == ("san-francisco", 4, "rank")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"players": 6}, "2 to 5 players, not 6"),
        ({"reward": "glory"}, "no reward 'glory'"),
        ({"render_mode": "hologram"}, "no render mode 'hologram'"),
    ],
)
def test_options_that_can_t_be_are_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        whistlestop_v0.env(**options)


def test_the_spec_names_the_parts_of_an_observation() -> None:
    env = whistlestop_v0.env(map="usa", players=2)
    env.reset(seed=1)
    hand = env.observe("seat_1")["observation"][next(p.slice for p in env.observation_spec if p.name == "hand")]
    assert hand.sum() == 4
