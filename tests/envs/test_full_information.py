"""What critics may see is all there, in rows of its own; without the flag nothing of it is anywhere."""

import gymnasium
import numpy as np
import pytest

from tests.envs.test_observation import moments
from whistlestop import Game
from whistlestop.envs.gymnasium import WhistlestopEnv
from whistlestop.envs.layout import HiddenLayout, Layout
from whistlestop.envs.pettingzoo import RawEnv
from whistlestop.envs.single_game import hidden_row, observe
from whistlestop.envs.vector import VectorEnv
from whistlestop.kernels import require

TABLES = [("usa", 3), ("san-francisco", 2)]


@pytest.fixture(autouse=True)
def _kernels() -> None:
    require("game", "observations", "hidden")


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_hidden_part_is_that_of_the_position(name: str, players: int) -> None:
    for game in moments(name, players):
        board, layout = game.board, HiddenLayout(game.board, players)
        position = game.position()
        for seat in range(players):
            row = hidden_row(game.state, layout, seat)
            assert ((row >= 0) & (row <= layout.highest())).all()
            parts = layout.named(row)
            for other, held in enumerate(position["seats"]):
                place = (other - seat) % players
                hand = {board.colours[i]: int(n) for i, n in enumerate(parts["hands"][place]) if n}
                assert hand == {card: count for card, count in held["hand"].items() if count}
                for part, ids in (("all_tickets", held["tickets"]), ("all_offered", held["offered"])):
                    shown = {board.ticket_ids[i] for i in np.flatnonzero(parts[part][place])}
                    assert shown == set(ids)
                complete = {board.ticket_ids[i] for i in np.flatnonzero(parts["all_completed"][place])}
                assert complete == {ticket["id"] for ticket in game.view(other)["tickets"] if ticket["is_complete"]}
            order = [board.colours[i - 1] for i in parts["deck_order"] if i]
            assert order == position["deck"]
            assert parts["deck"].tolist() == [order.count(colour) for colour in board.colours]
            pile = sorted(np.flatnonzero(parts["pile_order"]), key=lambda i: int(parts["pile_order"][i]))
            assert [board.ticket_ids[i] for i in pile] == position["ticket_deck"]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_what_is_dealt_anew_shows_in_the_hidden_row_and_nowhere_else(name: str, players: int) -> None:
    """With and without the flag the seat's own observation is the same, whatever is hidden from it."""
    count = changed = 0
    plain, full = (WhistlestopEnv(name, players, "random", seat=0, full_information=flag) for flag in (False, True))
    for env in (plain, full):
        env.reset(seed=1)
    for game in moments(name, players):
        other = game.determinize(0, seed=game.version)
        shown = []
        for env, played in ((plain, game), (full, game), (plain, other), (full, other)):
            env.game = played
            shown.append(env._observe())
        own = [one["observation"].tobytes() + one["action_mask"].tobytes() for one in shown]
        assert len(set(own)) == 1
        assert own[0] == b"".join(observe(game, plain.layout, 0)[key].tobytes() for key in plain.keys)
        count, changed = count + 1, changed + (shown[1]["hidden"].tobytes() != shown[3]["hidden"].tobytes())
    assert changed > count / 2


def test_without_the_flag_nothing_hidden_is_there() -> None:
    single, raw = WhistlestopEnv("san-francisco", 2, "random"), RawEnv("san-francisco")
    vector = VectorEnv("san-francisco", 2, games=2)
    observation, info = single.reset(seed=1)
    assert observation.keys() == {"observation", "action_mask"}
    assert info.keys() == {"action_mask", "seat"}
    assert vector.hidden is None
    for env in (single, vector, raw):
        assert env.hidden_spec == ()
    raw.reset(seed=1)
    with pytest.raises(NotImplementedError, match="full_information"):
        raw.state()
    own, hidden = (layout(single.board, 2) for layout in (Layout, HiddenLayout))
    assert {part.name for part in own}.isdisjoint(part.name for part in hidden)  # never mixed up


def test_the_vector_environment_shows_the_same_rows_and_leaves_its_others_alone() -> None:
    plain, full = (VectorEnv("san-francisco", 2, games=3, seed=5, full_information=flag) for flag in (False, True))
    games = [Game("san-francisco", 2, seed=5, number=n) for n in range(3)]
    assert full.hidden is not None
    assert full.hidden_layout is not None
    for _ in range(40):
        for i, game in enumerate(games):
            seat = game.to_play
            assert seat is not None
            assert (full.hidden[i] == hidden_row(game.state, full.hidden_layout, seat)).all()
        assert (plain.observations == full.observations).all()
        actions = plain.sample()
        for game, action in zip(games, actions.tolist(), strict=True):
            game.apply(game.board.action(action, game.view(game.to_play)["offered"]))
        plain.step(actions)
        full.step(actions)
        if plain.ended.any():
            break


def test_gymnasium_and_pettingzoo_show_it_in_their_own_ways() -> None:
    envs = gymnasium.make_vec("Whistlestop-SanFrancisco-v0", num_envs=2, opponents="random", full_information=True)
    shown, _ = envs.reset(seed=1)
    assert envs.observation_space.contains(shown)
    assert shown["hidden"].any()
    raw = RawEnv("san-francisco", full_information=True)
    raw.reset(seed=1)
    state = raw.state()
    assert raw.state_space.contains(state)
    assert (state[: raw.layout.size] == raw.observe("seat_0")["observation"]).all()
    assert (state[raw.layout.size :] == hidden_row(raw.game.state, HiddenLayout(raw.board, 2), 0)).all()
