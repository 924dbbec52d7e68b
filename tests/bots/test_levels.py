"""Levels for people: they play by the rules, in time, and nobody waits for their compilation."""

from typing import cast

import pytest

from whistlestop import kernels
from whistlestop.actions.action import Action
from whistlestop.board import load_board
from whistlestop.bots import bot_names, make_bot, make_ready_bot
from whistlestop.bots.base import Bot
from whistlestop.bots.complete_state import complete_state
from whistlestop.bots.greedy import GreedyBot
from whistlestop.bots.levels import EXPERT_PLAYOUTS, LEVELS, StandIn
from whistlestop.bots.planner.bot import PlannerBot, blank_memories
from whistlestop.bots.planner.memory import memory_at, weights_at
from whistlestop.bots.planner.weights import weights_for, weights_of
from whistlestop.bots.policy.net import choose_corrected
from whistlestop.bots.search.bot import SearchBot
from whistlestop.bots.search.searcher import Budget
from whistlestop.bots.search.versions import PRESENT
from whistlestop.engine.state import state_at
from whistlestop.game import Game
from whistlestop.game.view import View


class LastBot:
    """Takes the last of the legal actions."""

    def choose(self, view: View) -> Action | str:
        return view["legal_actions"][-1]


def quick_level(level: str, map_name: str) -> Bot:
    """A level that does not look at the clock."""
    bot = LEVELS[level](load_board(map_name), 1)
    if isinstance(bot, SearchBot):
        bot.budget = Budget(playouts=8)
    return bot


@pytest.mark.parametrize("map_name", ["usa", "san-francisco", "amber-lake"])
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_a_whole_game_by_the_rules(level: str, map_name: str) -> None:
    assert level in bot_names()
    game, bot = Game(map_name, players=2, seed=4), quick_level(level, map_name)
    while (seat := game.to_play) is not None:
        game.apply(bot.choose(game.view(seat)) if seat == 0 else game.legal_actions()[0])
    assert game.is_over


@pytest.mark.parametrize("map_name", ["usa", "san-francisco"])
def test_the_expert_plays_by_the_policy_of_its_map_and_nothing_else(map_name: str) -> None:
    game = Game(map_name, players=2, seed=8)
    expert, planner = make_bot("expert", game.board, 1), make_bot("planner", game.board)
    policy = PRESENT.policies_for(game.board)[2]
    w, memories, differs = weights_of(weights_for(game.board)), blank_memories(), 0
    while (seat := game.to_play) is not None:
        view = game.view(seat)
        state, m = state_at(complete_state(game.board, view), 0), memory_at(memories, seat)
        action = choose_corrected(game.board.record, state, weights_at(w, 0), m, policy)
        chosen = expert.choose(view)
        assert chosen == game.board.action(int(action), view["offered"])
        differs += chosen != planner.choose(view)
        game.apply(chosen)
    assert differs > 5


def test_on_a_map_without_a_policy_the_expert_searches() -> None:
    bot = cast(SearchBot, make_bot("expert", load_board("amber-lake"), 1))
    assert bot.budget.playouts == EXPERT_PLAYOUTS


@pytest.mark.parametrize(("level", "map_name", "most"), [("expert", "amber-lake", 1.5), ("master", "usa", 3.0)])
def test_levels_that_search_keep_nobody_waiting_for_long(level: str, map_name: str, most: float) -> None:
    """That a search keeps to its budget by the clock is tested in test_search.py."""
    bot = cast(SearchBot, make_bot(level, load_board(map_name), 1))
    for budget in (bot.budget, bot.ticket_budget):
        assert budget.seconds is not None
        assert budget.seconds <= most


def test_a_master_can_be_given_another_time_as_the_search_it_is() -> None:
    game = Game("san-francisco", players=2, seed=4)
    view = game.view(0)
    assert make_bot("master@40", game.board, 3).choose(view) == make_bot("search@40", game.board, 3).choose(view)


def test_hard_plays_until_the_kernels_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[bool] = []
    monkeypatch.setattr(kernels, "is_compiled", lambda *_: False)

    def make() -> Bot:
        made.append(True)
        return LastBot()

    game = Game("usa", players=2, seed=4)
    bot = StandIn(make, game.board, seed=9)
    view = game.view(0)
    assert bot.is_standing_in
    assert bot.choose(view) == make_bot("hard", game.board).choose(view)
    assert not made
    monkeypatch.setattr(kernels, "is_compiled", lambda *_: True)
    assert not bot.is_standing_in
    assert [bot.choose(view) for _ in range(3)] == [view["legal_actions"][-1]] * 3
    assert made == [True]


def test_only_bots_that_search_have_a_stand_in() -> None:
    board = load_board("usa")
    assert isinstance(make_ready_bot("expert", board), StandIn)
    assert isinstance(make_ready_bot("search@0.5s", board), StandIn)
    assert isinstance(make_ready_bot("hard", board), PlannerBot)
    assert isinstance(make_ready_bot("greedy", board), GreedyBot)
    with pytest.raises(ValueError, match="no bot 'exprt'"):
        make_ready_bot("exprt", board)


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_chooses_opening_tickets_while_others_choose_too(level: str) -> None:
    """R1.2: at a table a seat chooses before those ahead of it have."""
    game = Game("san-francisco", players=3, seed=5)
    game.apply(game.legal_actions(0)[0], seat=0)
    chosen = make_bot(level, game.board, seed=1).choose(game.view(2))
    assert str(chosen) in map(str, game.legal_actions(2))
