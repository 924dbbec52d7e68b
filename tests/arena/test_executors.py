"""Jobs on threads and in processes: in order, few ahead, and nothing lost or left over."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import partial
from itertools import count
from pathlib import Path
from typing import Literal

import pytest

import whistlestop
from tests.arena.jobs import Trouble, die, fail, fail_in_two_parts, mark_and_sleep, slowly
from tests.arena.marks import marks, wait_for
from whistlestop import load_board
from whistlestop.arena.executors import AHEAD, RETRIES, ExecutorError, job_name, run_in_order
from whistlestop.arena.play_games import play_games

SOURCES = [str(Path(__file__).parents[2]), str(Path(whistlestop.__file__).parents[1])]
Local = Literal["threads", "processes"]
both = pytest.mark.parametrize("executor", ["threads", "processes"])


@both
def test_results_come_in_the_order_of_the_jobs(executor: Local) -> None:
    jobs = [partial(slowly, 0.2 if i % 3 == 0 else 0, i) for i in range(9)]
    assert list(run_in_order(jobs, executor=executor, workers=2)) == list(range(9))


@both
def test_only_a_few_jobs_are_taken_ahead_of_their_time(executor: Local) -> None:
    taken: list[int] = []

    def jobs() -> Iterator[Callable[[], int]]:
        for i in count():
            taken.append(i)
            yield partial(abs, i)

    with closing(run_in_order(jobs(), executor=executor, workers=2)) as results:
        assert [next(results) for _ in range(5)] == [0, 1, 2, 3, 4]
        assert len(taken) == 2 * AHEAD + 4


def test_games_in_processes_are_the_same_to_the_byte() -> None:
    board = load_board("san-francisco")
    jobs = [partial(play_games, board, ["random", "greedy"], 5, first, 2) for first in (0, 2, 4)]
    in_processes = run_in_order(jobs, executor="processes", workers=2)
    assert [played.scores.tobytes() for played in in_processes] == [job().scores.tobytes() for job in jobs]


@both
def test_an_error_inside_a_job_arrives_as_it_is_and_is_not_tried_again(executor: Local, tmp_path: Path) -> None:
    jobs = [partial(fail, tmp_path, Trouble("the bot broke a rule"))]
    with pytest.raises(Trouble) as caught:
        list(run_in_order(jobs, executor=executor, workers=1))
    assert str(caught.value) == "the bot broke a rule"
    assert len(marks(tmp_path, 0)) == 1


def test_an_error_that_cannot_travel_is_told_by_name() -> None:
    with pytest.raises(RuntimeError, match="WithTwoParts: left right"):
        list(run_in_order([fail_in_two_parts], executor="processes", workers=1))


def test_a_worker_that_dies_costs_only_its_job_which_runs_again(tmp_path: Path) -> None:
    jobs = [partial(die, tmp_path, job, RETRIES if job == 2 else 0) for job in range(5)]
    assert list(run_in_order(jobs, executor="processes", workers=2)) == list(range(5))
    assert [len(marks(tmp_path, job)) for job in range(5)] == [1, 1, 1 + RETRIES, 1, 1]


def test_a_job_whose_workers_always_die_is_named(tmp_path: Path) -> None:
    with pytest.raises(ExecutorError, match=r"die\(.*, 3, 99\): .* died 4 times.* exit code -9"):
        list(run_in_order([partial(die, tmp_path, 3, 99)], executor="processes", workers=1))
    assert len(marks(tmp_path, 3)) == 1 + RETRIES


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_closing_ends_the_workers_in_the_middle_of_their_jobs(tmp_path: Path) -> None:
    results = run_in_order((partial(mark_and_sleep, tmp_path, i) for i in range(9)), executor="processes", workers=2)
    next(results)
    wait_for(lambda: bool(marks(tmp_path, 1) and marks(tmp_path, 2)))
    results.close()
    workers = {mark.pid for mark in marks(tmp_path)}
    assert len(workers) == 2
    assert not any(map(is_alive, workers))


PROGRAM = """
import sys
import time
from functools import partial
from pathlib import Path
from tests.arena.jobs import mark_and_sleep
from tests.arena.marks import leave_mark

if __name__ == "__mp_main__":  # what worker processes do first of all
    leave_mark(Path(sys.argv[1]), 100)
    time.sleep(1)
if __name__ == "__main__":
    from whistlestop.arena.executors import run_in_order

    jobs = [partial(mark_and_sleep, Path(sys.argv[1]), i) for i in range(9)]
    print("ready", flush=True)
    try:
        list(run_in_order(jobs, executor="processes", workers=2))
    except KeyboardInterrupt:
        print("stopped")
"""


@pytest.fixture
def program(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A program that gives jobs to two workers; a session of its own gets what a terminal would send to all of them."""
    script = tmp_path / "program.py"
    script.write_text(PROGRAM, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, str(script), str(tmp_path)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(SOURCES)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
        yield process
        with suppress(ProcessLookupError):  # if nobody is left, as it should be
            os.killpg(process.pid, signal.SIGKILL)


@pytest.mark.parametrize("jobs", [(100, 100), (1, 2)], ids=["when workers begin", "when they work"])
def test_ctrl_c_stops_quietly(program: subprocess.Popen[str], tmp_path: Path, jobs: tuple[int, int]) -> None:
    wait_for(lambda: sum(mark.job in jobs for mark in marks(tmp_path)) == 2)
    workers = {mark.pid for mark in marks(tmp_path)}
    for worker in workers:
        os.kill(worker, signal.SIGINT)
    time.sleep(0.3)  # the workers may be the first to notice
    os.killpg(program.pid, signal.SIGINT)
    stdout, stderr = program.communicate(timeout=60)
    assert (stdout, stderr, program.returncode) == ("stopped\n", "", 0)
    wait_for(lambda: not any(map(is_alive, workers)))


def test_workers_end_when_their_parent_is_killed(program: subprocess.Popen[str], tmp_path: Path) -> None:
    wait_for(lambda: bool(marks(tmp_path, 1) and marks(tmp_path, 2)))
    workers = {mark.pid for mark in marks(tmp_path)}
    program.kill()
    program.wait()
    wait_for(lambda: not any(map(is_alive, workers)))


def test_a_job_is_named_without_its_whole_board() -> None:
    job = partial(play_games, load_board("san-francisco"), ["random", "greedy"], 5, first=10, count=2)
    assert job_name(job) == "play_games(san-francisco, ['random', 'greedy'], 5, first=10, count=2)"
