"""Levels for people: they play by the rules, in time, and nobody waits for their compilation."""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from whistlestop.action import Action
from whistlestop.board import load_board
from whistlestop.bots import bot_names, levels, make_bot, make_ready_bot, warm_up
from whistlestop.bots.analyse import analyse
from whistlestop.bots.base import Bot
from whistlestop.bots.greedy import GreedyBot
from whistlestop.bots.levels import LEVELS, StandIn
from whistlestop.bots.planner.games import look
from whistlestop.bots.search.bot import SearchBot
from whistlestop.bots.search.grow import grow
from whistlestop.bots.search.thinker import Budget
from whistlestop.bots.warm_up import Compilation
from whistlestop.engine.kernel import IS_COMPILED
from whistlestop.game import Game
from whistlestop.view import View

PATIENCE = 30.0


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


@pytest.mark.parametrize("map_name", ["usa", "san-francisco"])
@pytest.mark.parametrize("level", ["easy", "medium", "hard", "expert"])
def test_every_level_plays_a_whole_game_by_the_rules(level: str, map_name: str) -> None:
    assert level in bot_names()
    game, bot = Game(map_name, players=2, seed=4), quick_level(level, map_name)
    while (seat := game.to_play) is not None:
        game.apply(bot.choose(game.view(seat)) if seat == 0 else game.legal_actions()[0])
    assert game.is_over


def test_nothing_is_compiled_in_the_middle_of_a_move() -> None:
    if not IS_COMPILED:
        pytest.skip("plain Python compiles nothing")
    for map_name in ("usa", "san-francisco"):
        view = Game(map_name, players=2, seed=4).view(0)
        for level in ("hard", "expert"):
            quick_level(level, map_name).choose(view)
        analyse(view, playouts=8)
    warm_up.call_every_kernel()
    for kernel in (look, grow):  # all that call them do so with the same types
        assert len(kernel.signatures) == 1  # type: ignore[attr-defined]


def test_the_expert_thinks_well_under_two_seconds() -> None:
    """That a search keeps to its budget by the clock is tested in test_search.py."""
    bot = cast(SearchBot, make_bot("expert", load_board("usa"), 1))
    assert bot.budget.seconds is not None
    assert bot.budget.seconds <= 1.5


def test_greedy_plays_until_the_kernels_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    compilation, made = Compilation(), []
    monkeypatch.setattr(levels, "compile_in_background", lambda: compilation)

    def make() -> Bot:
        made.append(True)
        return LastBot()

    game = Game("usa", players=2, seed=4)
    bot = StandIn(make, game.board, seed=9)
    view = game.view(0)
    assert bot.is_standing_in
    assert bot.choose(view) == GreedyBot(game.board, 9).choose(view)
    compilation.has_failed = True
    assert bot.is_standing_in
    bot.choose(view)
    assert not made
    compilation.is_done = True
    assert not bot.is_standing_in
    assert [bot.choose(view) for _ in range(3)] == [view["legal_actions"][-1]] * 3
    assert made == [True]


def test_only_bots_with_kernels_have_a_stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "compile_in_background", Compilation)
    board = load_board("usa")
    assert isinstance(make_ready_bot("expert", board), StandIn)
    assert isinstance(make_ready_bot("search@0.5s", board), StandIn)
    assert isinstance(make_ready_bot("greedy", board), GreedyBot)
    with pytest.raises(ValueError, match="no bot 'exprt'"):
        make_ready_bot("exprt", board)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which nothing is compiled yet; compiling is done by whoever a test says."""
    monkeypatch.setattr(warm_up, "IS_COMPILED", True)
    monkeypatch.setattr(warm_up, "cache_directory", lambda sources: tmp_path)  # noqa: ARG005
    monkeypatch.setattr(warm_up, "warm_up", lambda: None)
    monkeypatch.setattr(warm_up, "call_every_kernel", lambda: None)
    monkeypatch.setattr(warm_up, "COMMAND", [sys.executable, "-c", "raise SystemExit(1)"])
    return tmp_path


def begin() -> Compilation:
    return cast(Callable[[], Compilation], warm_up.compile_in_background.__wrapped__)()


def wait_for(is_true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_true():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.01)


def test_kernels_on_disk_are_loaded_at_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = []
    monkeypatch.setattr(warm_up, "call_every_kernel", lambda: loaded.append(True))
    (folder / "complete").touch()
    compilation = begin()
    assert compilation.is_done
    assert compilation.process is None
    assert loaded == [True]


def test_another_process_compiles_and_this_one_loads(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = f"import pathlib; pathlib.Path({str(folder / 'complete')!r}).touch()"
    monkeypatch.setattr(warm_up, "COMMAND", [sys.executable, "-c", program])
    compilation = begin()
    assert compilation.process is not None
    wait_for(lambda: compilation.is_done)
    assert not compilation.has_failed


def test_a_compilation_that_fails_says_so(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compilation = begin()
    wait_for(lambda: compilation.has_failed)
    assert not compilation.is_done
    monkeypatch.setattr(warm_up, "COMMAND", [str(folder / "no-python-here")])
    (folder / "compiling").unlink()
    assert begin().has_failed


def test_nobody_starts_a_second_one_while_one_is_at_work(folder: Path) -> None:
    (folder / "compiling").touch()
    compilation = begin()
    assert compilation.process is None
    assert not compilation.is_done
    (folder / "complete").touch()
    (folder / "compiling").unlink()
    wait_for(lambda: compilation.is_done)


def test_one_that_died_long_ago_does_not_block(folder: Path) -> None:
    mark = folder / "compiling"
    mark.touch()
    long_ago = time.time() - 10 * warm_up.SILENCE
    os.utime(mark, (long_ago, long_ago))
    compilation = begin()
    assert compilation.process is not None
    wait_for(lambda: compilation.has_failed)


def test_who_compiles_gives_signs_of_life_and_leaves_a_mark(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark, compiled = folder / "compiling", []
    monkeypatch.setattr(warm_up, "BEAT", 0.01)

    def compile_slowly() -> None:
        os.utime(mark, (1, 1))
        wait_for(lambda: mark.stat().st_mtime > 1)
        compiled.append(True)

    monkeypatch.setattr(warm_up, "call_every_kernel", compile_slowly)
    for _ in range(2):  # the second time there is nothing to do
        warm_up.compile_bots.__wrapped__()
    assert compiled == [True]
    assert warm_up.is_ready()
    assert not mark.exists()


def test_what_was_not_compiled_is_not_ready(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise MemoryError

    monkeypatch.setattr(warm_up, "call_every_kernel", fail)
    with pytest.raises(MemoryError):
        warm_up.compile_bots.__wrapped__()
    assert not warm_up.is_ready()
    assert not (folder / "compiling").exists()


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_chooses_opening_tickets_while_others_choose_too(level: str) -> None:
    """R1.2: at a table a seat chooses before those ahead of it have; in the engine they take turns."""
    game = Game("san-francisco", players=3, seed=5).for_opening_choice(2)
    chosen = make_bot(level, game.board, seed=1).choose(game.view(2))
    assert str(chosen) in map(str, game.legal_actions())
