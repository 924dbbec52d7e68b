"""Bots in worker processes: legal choices from all levels, whatever happens to the processes."""

import asyncio
import json
import os
import signal
import subprocess
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from shutil import copytree
from subprocess import PIPE
from typing import Any

import pytest

import whistlestop
from tests.maps.sample import with_tokens
from tests.server import odd_bots
from tests.server.bot_scene import (
    ODD,
    Reports,
    choose,
    greedy,
    is_alive,
    listen,
    marks,
    running,
    until,
    view_on,
    workers_with,
)
from tests.server.forked import ForkedServer, forked_workers
from whistlestop import Game, load_board
from whistlestop.bots import make_bot
from whistlestop.bots.levels import LEVELS
from whistlestop.bots.search.searcher import SEARCH_KERNELS
from whistlestop.game.view import View
from whistlestop.kernels.cache import directory_of, only_one_compiles
from whistlestop.server.bots import bot_workers
from whistlestop.server.bots.bot_process import Answer, JudgedAction, Question, board_of, greedy_choice
from whistlestop.server.bots.bot_workers import (
    ADVICE_SECONDS,
    BOTS_BY_LEVEL,
    MAX_PENDING_PER_WORKER,
    BotsClosed,
    BotWorkers,
    NoAdvice,
    thinking_seconds,
)
from whistlestop.server.running.workers import NICENESS, READY, Worker

SOURCES = [str(Path(__file__).parents[2]), str(Path(whistlestop.__file__).parents[1])]


@dataclass
class Crew:
    """Workers that most tests share, because a process takes a second to start."""

    workers: BotWorkers
    run: Callable[[Coroutine[Any, Any, Any]], Any]
    folder: Path
    reports: Reports = field(default_factory=Reports)

    def marks(self, bot: str) -> list[int]:
        return marks(self.folder, bot)


@pytest.fixture(scope="module")
def long_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("marks")
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setenv(odd_bots.FOLDER, str(folder))
        monkeypatch.setenv("PYTHONPATH", os.pathsep.join(SOURCES))
        yield folder


@pytest.fixture(scope="module")
def long_crew(long_folder: Path) -> Iterator[Crew]:
    with asyncio.Runner() as runner:
        workers = runner.run(_make_workers())
        runner.run(workers.start())
        yield Crew(workers, runner.run, long_folder)
        runner.run(workers.close())


async def _make_workers() -> BotWorkers:
    return workers_with(Reports())


@pytest.fixture
def folder(long_folder: Path) -> Path:
    """Where odd bots leave marks."""
    for mark in long_folder.iterdir():
        mark.unlink()
    return long_folder


@pytest.fixture
def crew(long_crew: Crew, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Crew:
    long_crew.folder, long_crew.reports = folder, Reports()
    listen(long_crew.workers, long_crew.reports)
    monkeypatch.setattr(long_crew.workers, "bots", {**BOTS_BY_LEVEL, **ODD})
    return long_crew


def test_every_level_chooses_a_legal_action_on_every_map(crew: Crew) -> None:
    own = with_tokens()
    tables: list[tuple[str, str | None, View]] = [("usa", None, view_on("usa", n)) for n in (0, 41)]
    tables += [("san-francisco", None, view_on("san-francisco", n)) for n in (0, 21)]
    as_json = board_of("my map", own).map.model_dump_json(exclude_none=True)
    tables += [("my map", text, Game(board_of("my map", text), players=2, seed=3).view(0)) for text in (own, as_json)]
    jobs = [(*table, level, 1) for table in tables for level in LEVELS]

    async def scene() -> list[str]:
        return await asyncio.gather(*(crew.workers.choose(*job) for job in jobs))

    chosen = crew.run(scene())
    assert all(action in job[2]["legal_actions"] for action, job in zip(chosen, jobs, strict=True))
    assert crew.workers.pending == {"quick": 0, "deep": 0}
    assert not crew.reports.lines
    assert sorted(level for level, seconds in crew.reports.choices if seconds > 0) == sorted([*LEVELS] * 6)


def test_the_seed_and_the_version_are_a_bots_dice(crew: Crew) -> None:
    crew.workers.bots = {"easy": "random"}
    view = view_on()
    later: View = {**view, "version": view["version"] + 1}

    async def choices(view: View) -> list[str]:
        return [await crew.workers.choose("usa", None, view, "easy", seed) for seed in range(1, 12)]

    chosen = crew.run(choices(view))
    assert crew.run(choices(view)) == chosen
    assert len(set(chosen)) > 2
    assert crew.run(choices(later)) != chosen  # else a bot would get the same random numbers at every choice


def test_only_levels_can_be_asked_for() -> None:
    async def scene() -> None:
        workers = BotWorkers(1)  # not even started: nothing reaches a process
        for level in ("greedy", "os:system", "search@9s", "tests.server.odd_bots:Hangs"):
            with pytest.raises(ValueError, match="There is no level"):
                await choose(workers, level, view_on())
        with pytest.raises(ValueError, match="nothing to choose"):
            await choose(workers, "easy", {**view_on(), "legal_actions": []})

    asyncio.run(scene())


def test_a_map_is_a_built_in_one_or_a_text_and_never_a_path(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(with_tokens(), encoding="utf-8")
    with pytest.raises(ValueError, match="no built-in map"):
        board_of(str(path), None)
    assert board_of("usa", with_tokens()).map.name != board_of("usa", None).map.name


def test_a_bot_that_fails_is_replaced_by_greedy_and_its_cards_stay_out_of_the_log(crew: Crew) -> None:
    view = view_on(actions=0)

    async def scene() -> list[str]:
        return [await choose(crew.workers, level, view) for level in ("Raises", "Exits", "TalksNonsense", "easy")]

    chosen = crew.run(scene())
    assert chosen[:3] == [greedy(view)] * 3
    assert chosen[3] in view["legal_actions"]
    assert crew.reports.failures == ["bot failed"] * 3
    raised, exited, nonsense = crew.reports.lines
    assert "KeyError" in raised
    assert "odd_bots.py" in raised
    assert "SystemExit" in exited
    assert "not legal" in nonsense
    assert view["offered"]
    assert not any(ticket in line for ticket in view["offered"] for line in crew.reports.lines)


def test_where_even_greedy_fails_the_first_legal_action_is_taken() -> None:
    view = view_on()
    question: Question = {"bot": "easy", "source": "usa", "map_source": "no map", "view": view, "seed": 1}
    assert greedy_choice(question) == view["legal_actions"][0]


def test_a_worker_that_dies_is_replaced_and_asked_again(crew: Crew) -> None:
    view, workers = view_on(), crew.workers

    async def scene() -> None:
        assert await choose(workers, "DiesOnce", view) == view["legal_actions"][-1]
        assert crew.reports.failures == ["worker died"]
        (worker,) = workers.quick.workers
        os.kill(worker.process.pid, signal.SIGKILL)  # while it has nothing to do
        assert await choose(workers, "OddBot", view) == view["legal_actions"][-1]
        assert crew.marks("OddBot") != [worker.process.pid]
        assert crew.reports.failures == ["worker died"] * 2

    crew.run(scene())


def test_a_bot_that_always_dies_is_given_up(crew: Crew, monkeypatch: pytest.MonkeyPatch) -> None:
    view = view_on()
    monkeypatch.setattr(bot_workers, "RETRIES", 1)
    assert crew.run(choose(crew.workers, "AlwaysDies", view)) == greedy(view)
    assert len(crew.marks("AlwaysDies")) == 2


def test_a_bot_that_hangs_costs_its_process_and_greedy_answers(crew: Crew, monkeypatch: pytest.MonkeyPatch) -> None:
    view, workers = view_on(), crew.workers
    assert crew.run(choose(workers, "OddBot", view)) == view["legal_actions"][-1]
    with monkeypatch.context() as patch:
        patch.setattr(workers.quick, "hang_seconds", 0.3)
        assert crew.run(choose(workers, "Hangs", view)) == greedy(view)
    assert crew.reports.failures == ["worker hung"]
    assert crew.run(choose(workers, "OddBot", view)) == view["legal_actions"][-1]
    assert len(crew.marks("OddBot")) == 2  # in two processes
    assert crew.marks("Hangs")
    assert not any(map(is_alive, crew.marks("Hangs")))


@pytest.mark.usefixtures("workers_as_programs")
def test_without_any_worker_greedy_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    view, reports = view_on(), Reports()
    monkeypatch.setattr(bot_workers, "COMMAND", ["/no/such/program"])

    async def scene() -> None:
        async with running(workers_with(reports, timeout=0.2)) as workers:
            assert await choose(workers, "hard", view) == greedy(view)
            assert workers.pending == {"quick": 0, "deep": 0}

    asyncio.run(scene())
    assert set(reports.failures) == {"worker lost", "no answer in time"}


def test_a_thinking_expert_delays_nobody(crew: Crew) -> None:
    view, answered = view_on(), []
    crew.workers.bots = {**BOTS_BY_LEVEL, "expert": ODD["Waits"]}

    async def ask(level: str) -> None:
        await choose(crew.workers, level, view)
        answered.append(level)

    async def scene() -> None:
        thinking = asyncio.create_task(ask("expert"))
        await until(lambda: crew.marks("Waits"))
        assert crew.workers.pending == {"quick": 0, "deep": 1}
        for level in ("easy", "medium", "hard"):
            await ask(level)
        (crew.folder / "go").touch()
        await thinking

    crew.run(scene())
    assert answered == ["easy", "medium", "hard", "expert"]


def test_a_choice_nobody_waits_for_any_more_leaves_the_worker_usable(crew: Crew) -> None:
    view = view_on()

    async def scene() -> None:
        given_up = [asyncio.create_task(choose(crew.workers, "Waits", view)) for _ in range(2)]
        await until(lambda: crew.marks("Waits"))
        for task in given_up:
            task.cancel()
        await asyncio.wait(given_up)
        assert crew.workers.pending["quick"] == 0
        (crew.folder / "go").touch()
        assert await choose(crew.workers, "OddBot", view) == view["legal_actions"][-1]

    crew.run(scene())
    assert crew.marks("OddBot") == crew.marks("Waits")  # the same process
    assert not crew.reports.failures


def test_searches_are_shorter_the_more_tables_ask() -> None:
    assert thinking_seconds(3.0, deep=2, pending=1) == thinking_seconds(3.0, deep=2, pending=2) == 3.0
    assert thinking_seconds(1.2, deep=2, pending=6) == pytest.approx(0.4)
    assert thinking_seconds(3.0, deep=2, pending=9999) == 0.1


def test_the_time_a_search_gets_is_in_the_name_of_its_bot(crew: Crew, monkeypatch: pytest.MonkeyPatch) -> None:
    view, names = view_on(), []

    async def answer_at_once(_: Worker, question: Question) -> Answer:
        names.append(question["bot"])
        action = view["legal_actions"][0]
        judged: JudgedAction = {
            "action": action,
            "win_chance": 0.5,
            "standard_error": 0.1,
            "margin": 0.0,
            "reasons": [],
            "plan": [],
            "playouts": 1,
        }
        return {"action": action, "failure": None, "is_stand_in": False, "judged_actions": [judged]}

    async def scene() -> None:
        await asyncio.gather(*(choose(crew.workers, "master", view) for _ in range(4)))
        await choose(crew.workers, "expert", view)
        await crew.workers.analyse("usa", None, view)

    monkeypatch.setattr(Worker, "ask", answer_at_once)
    crew.run(scene())
    assert names[:4] == ["search@0.750s", "search@1.000s", "search@1.500s", "search@3.000s"]
    assert names[4:] == ["expert", f"analyse@{ADVICE_SECONDS:.3f}s"]


def test_in_a_crowd_an_expert_plays_like_hard(crew: Crew) -> None:
    crew.workers.bots = {"hard": ODD["OddBot"], "expert": ODD["Waits"]}
    view = view_on()

    async def scene() -> None:
        crowd = [asyncio.create_task(choose(crew.workers, "expert", view)) for _ in range(MAX_PENDING_PER_WORKER)]
        await until(lambda: crew.workers.pending["deep"] == MAX_PENDING_PER_WORKER)
        await choose(crew.workers, "expert", view)  # is answered though nobody else is
        assert crew.marks("OddBot")
        (crew.folder / "go").touch()
        await asyncio.gather(*crowd)

    crew.run(scene())


@pytest.mark.usefixtures("workers_as_programs")
def test_signals_to_the_server_leave_its_workers_alone(folder: Path) -> None:
    view = view_on()
    question: Question = {"bot": ODD["Waits"], "source": "usa", "map_source": None, "view": view, "seed": 1}

    async def scene() -> Answer:
        worker = await Worker.start(bot_workers.COMMAND)
        try:
            await worker.wait_until_ready()
            thinking = asyncio.create_task(worker.ask(question))
            await until(lambda: marks(folder, "Waits"))
            (pid,) = marks(folder, "Waits")
            assert pid == worker.process.pid
            os.kill(pid, signal.SIGTERM)
            os.kill(pid, signal.SIGINT)
            assert os.getpgid(pid) != os.getpgid(0)  # Ctrl-C at the terminal does not get there
            assert os.getpriority(os.PRIO_PROCESS, pid) == min(19, os.getpriority(os.PRIO_PROCESS, 0) + NICENESS)
            (folder / "go").touch()
            answer: Answer = await thinking
            return answer
        finally:
            await worker.end()

    answer = asyncio.run(scene())
    assert (answer["action"], answer["failure"]) == (view["legal_actions"][-1], None)


@pytest.mark.usefixtures("folder")
def test_hard_stands_in_for_an_expert_while_kernels_are_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    view, reports = view_on(), Reports()

    async def scene() -> None:
        async with running(workers_with(reports)) as workers:
            assert await choose(workers, "expert", view) == str(make_bot("hard", load_board("usa")).choose(view))
            assert await choose(workers, "hard", view)
            with pytest.raises(NoAdvice) as refused:
                await workers.analyse("usa", None, view)
            assert refused.value.is_early
            for directory in map(directory_of, SEARCH_KERNELS):  # now they are there, but the worker has not looked yet
                copytree(directory, tmp_path / "unfinished").rename(tmp_path / directory.name)
            assert await workers.analyse("usa", None, view, playouts=10)

    # Somebody compiles and will go on, so that the workers begin nothing.
    with only_one_compiles(tmp_path), forked_workers(is_cold=True):
        asyncio.run(scene())
    assert reports.stand_ins == ["expert", "analyst"]
    assert not reports.failures


def test_closing_ends_the_processes_and_tells_who_waits(folder: Path) -> None:
    view = view_on()

    async def scene() -> None:
        async with running(workers_with(Reports())) as workers:
            waiting = [asyncio.create_task(choose(workers, "Hangs", view)) for _ in range(2)]
            await until(lambda: marks(folder, "Hangs"))
        for task in waiting:
            with pytest.raises(BotsClosed):
                await task
        with pytest.raises(BotsClosed):
            await choose(workers, "easy", view)
        assert not any(map(is_alive, marks(folder, "Hangs")))

    asyncio.run(scene())


PROGRAM = """
import asyncio
from tests.server.bot_scene import *

async def scene():
    async with running(workers_with(Reports(), expert=ODD["Hangs"])) as workers:
        await asyncio.gather(choose(workers, "expert", view_on()), choose(workers, "Waits", view_on()))

asyncio.run(scene())
"""


class ServerOfBots(ForkedServer):
    """No server at all, but a process that has workers."""

    first = PROGRAM


def test_processes_end_when_the_server_is_killed(folder: Path, tmp_path: Path) -> None:
    server = ServerOfBots(tmp_path)
    server.begin()
    asyncio.run(until(lambda: marks(folder, "Hangs") and marks(folder, "Waits")))
    assert server.is_running()
    server.end()
    asyncio.run(until(lambda: not any(map(is_alive, marks(folder, "Hangs") + marks(folder, "Waits")))))


@pytest.mark.parametrize("is_whole", [True, False], ids=["while it is answered", "while it asks"])
def test_a_process_ends_quietly_when_the_server_goes_away(is_whole: bool) -> None:
    """Which pipe breaks first is up to the system, so either alone must do."""
    question: Question = {"bot": "easy", "source": "usa", "map_source": None, "view": view_on(), "seed": 1}
    with subprocess.Popen(bot_workers.COMMAND, stdin=PIPE, stdout=PIPE, stderr=PIPE, bufsize=0) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline() == READY
        process.stdin.write(json.dumps(question).encode())
        if is_whole:
            process.stdout.close()
            process.stdin.write(b"\n")
        else:
            process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0
