"""Maps of the studio played for their balance: within limits, one at a time for a visitor, stopped when they leave."""

import asyncio
import json
import os
import signal
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.arena.test_balance_run import bad_map
from tests.maps.sample import changed, tiny_map
from tests.server import schema
from tests.server.at_table import Table, ask, code_of
from tests.server.forked import ForkedServer
from tests.server.running import RunningServer
from tests.server.test_uploads import programs_below
from whistlestop import load_board
from whistlestop.arena.balance_run import BalanceRun
from whistlestop.maps.limits import MAX_LOCATIONS, MAX_TICKETS, MAX_TRACKS
from whistlestop.maps.mapfile import read_map_toml
from whistlestop.server.play import balance_jobs
from whistlestop.server.play.balance_jobs import BalanceJobs, BalanceProgress
from whistlestop.server.play.refusal import Invalid, Refusal, TooOften, Unavailable

PATIENCE = 300.0
"""Seconds for the next line: a job has the lowest priority, and this machine may be busy."""
TINY = json.dumps(tomllib.loads(tiny_map()))
USA = json.dumps(tomllib.loads(read_map_toml("usa")[0]))
ENDLESS: dict[str, Any] = {"map_json": USA, "games": 10_000}
"""A minute of CPU time."""


def balance(server: RunningServer, body: dict[str, Any]) -> httpx.Response:
    return httpx.post(f"{server.url}/api/studio/balance", json=body, timeout=PATIENCE, trust_env=False)


def lines_of(answer: httpx.Response) -> list[dict[str, Any]]:
    assert answer.status_code == 200, answer.text
    lines = [json.loads(line) for line in answer.text.splitlines()]
    for line in lines:
        schema.check("BalanceProgress", line)
    return lines


def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def is_at_work(server: RunningServer) -> bool:
    assert isinstance(server, ForkedServer)
    assert server.pid
    return "balance_process" in programs_below(server.pid)


@pytest.fixture
def idle_server(server: RunningServer) -> RunningServer:
    """Whatever a test before has left is over."""
    until(lambda: not is_at_work(server))
    return server


def test_the_page_is_told_what_the_command_says(idle_server: RunningServer, tmp_path: Path) -> None:
    file = bad_map(tmp_path)
    map_json = json.dumps(tomllib.loads(file.read_text(encoding="utf-8")))
    lines = lines_of(balance(idle_server, {"map_json": map_json, "games": 150, "seed": 7}))
    run = BalanceRun(load_board(file), games=150, seed=7)
    run.play(PATIENCE)
    assert (lines[-1]["state"], lines[-1]["played"], lines[-1]["seconds_left"]) == ("done", 150, 0)
    assert lines[-1]["balances"] == run.balances()
    assert run.balances()[0]["findings"]
    played = [line["played"] for line in lines]
    assert played == sorted(played)


def test_who_leaves_stops_the_games_and_can_begin_again(idle_server: RunningServer) -> None:
    with httpx.stream(
        "POST", f"{idle_server.url}/api/studio/balance", json=ENDLESS, timeout=PATIENCE, trust_env=False
    ) as answer:
        lines = answer.iter_lines()  # whoever drops it hangs up
        first = json.loads(next(lines))
        assert (first["played"], first["total"]) == (0, 40_000)
        assert is_at_work(idle_server)
        assert code_of(balance(idle_server, ENDLESS)) == (429, "balance-running")
    until(lambda: not is_at_work(idle_server))
    assert lines_of(balance(idle_server, {"map_json": TINY, "games": 2}))[-1]["state"] == "done"


@pytest.mark.parametrize(
    ("map_json", "status", "code"),
    [
        ("[]", 422, "bad-map"),
        ("{", 422, "bad-map"),
        (json.dumps(tomllib.loads(changed(tiny_map(), '"red", "blue"]', '"reed", "blue"]'))), 422, "bad-map"),
        (json.dumps({"name": "x" * 200_000}), 413, "map-too-large"),
    ],
)
def test_what_can_not_be_played_is_refused(idle_server: RunningServer, map_json: str, status: int, code: str) -> None:
    answer = balance(idle_server, {"map_json": map_json})
    assert code_of(answer) == (status, code)
    until(lambda: not is_at_work(idle_server))


def test_more_games_than_anybody_needs_are_refused(server: RunningServer) -> None:
    assert balance(server, {"map_json": TINY, "games": 10_001}).status_code == 422


def test_a_server_that_is_told_to_end_does_not_wait_for_games(tmp_path: Path) -> None:
    server = ForkedServer(tmp_path, drain_seconds=200, balance_niceness=10)
    server.start()
    try:
        with httpx.stream(
            "POST", f"{server.url}/api/studio/balance", json=ENDLESS, timeout=PATIENCE, trust_env=False
        ) as answer:
            lines = answer.iter_lines()
            next(lines)
            assert server.pid
            os.kill(server.pid, signal.SIGTERM)
            last = [json.loads(line) for line in lines][-1]
        assert last["error"]["code"] == "draining"
        until(lambda: not server.is_running())
    finally:
        server.end()


def test_an_address_has_so_many_in_an_hour(tmp_path: Path) -> None:
    server = ForkedServer(tmp_path, max_balance_runs_per_address=1, balance_niceness=10)
    server.start()
    try:
        assert lines_of(balance(server, {"map_json": TINY, "games": 1}))
        until(lambda: not is_at_work(server))
        answer = balance(server, {"map_json": TINY, "games": 1})
        assert code_of(answer) == (429, "too-often")
        assert int(answer.headers["Retry-After"]) > 3000
    finally:
        server.end()


def test_tables_go_on_beside_it(idle_server: RunningServer) -> None:
    with httpx.stream(
        "POST", f"{idle_server.url}/api/studio/balance", json=ENDLESS, timeout=PATIENCE, trust_env=False
    ) as answer:
        lines = answer.iter_lines()
        next(lines)
        table = Table(idle_server, "pb")
        (chair,) = table.all_sit()
        assert chair.table["status"] == "running"
        assert ask(idle_server, "GET", "/maps").status_code == 200
        assert json.loads(next(lines))["state"] == "playing"


def largest_map() -> dict[str, Any]:
    """As many places, tracks, cards, tickets and tokens as a map may have, for the largest table."""
    names = [f"Place {i}" for i in range(MAX_LOCATIONS)]
    pairs = [(i, i + step) for step in (6, 1) for i in range(MAX_LOCATIONS - step) if step != 1 or i % 6 != 5]
    colours = [f"c{i}" for i in range(11)]
    return {
        "format": 1,
        "name": "Largest",
        "locations": [{"name": name, "x": 40 + 60 * (i % 6), "y": 40 + 60 * (i // 6)} for i, name in enumerate(names)],
        "routes": [
            {"a": names[a], "b": names[b], "length": 1 + (a + b) % 2, "colors": [colours[(a * b) % 11]]}
            for a, b in pairs
        ][:MAX_TRACKS],
        "tickets": [{"a": names[i], "b": names[(i + 40) % MAX_LOCATIONS], "points": 20} for i in range(MAX_TICKETS)],
        "rules": {
            "players": {"min": 2, "max": 5},
            "pieces": 60,
            "final_round_at": 0,
            "both_tracks_from": 4,
            "route_points": [1, 2],
            "longest_path": 10,
            "cards": {
                "colors": dict.fromkeys(colours, 13),
                "wild": 17,
                "opening_hand": 4,
                "face_up": 8,
                "reset_at": 8,
                "reset_limit": 4,
            },
            "tickets": {"opening": {"dealt": 5, "keep": 1}, "action": {"dealt": 5, "keep": 1}},
        },
        "board": {"width": 500, "height": 1040},
    }


def test_the_largest_map_stays_within_the_limits(idle_server: RunningServer) -> None:
    """Its games take more than any; a few are played, and the process needs no more memory than it may."""
    last = lines_of(balance(idle_server, {"map_json": json.dumps(largest_map()), "games": 5}))[-1]
    assert (last["state"], last["played"]) == ("done", 20)
    assert ask(idle_server, "GET", "/maps").status_code == 200


# --- without a server: processes that no job should have


ODD_PROCESS = """
import sys, time
from whistlestop.arena import balance_run
from whistlestop.server.play import balance_process

WHAT = sys.argv[1]
if WHAT == "slow":
    balance_process.CPU_SECONDS = 1
    balance_run.BalanceRun._play_chunk = lambda self, table: (burn(0.1), table.play(1, self.seed))
elif WHAT == "endless":
    balance_process.CPU_SECONDS, balance_process.GRACE_SECONDS = 1000, -998  # 2 s until it is ended
    balance_run.BalanceRun._play_chunk = lambda self, table: burn(1e9)
elif WHAT == "greedy":
    balance_run.BalanceRun._play_chunk = lambda self, table: bytearray(2**31)
elif WHAT == "cold":
    left = [2]
    def load(*groups):
        left[0] -= 1
        return left[0] < 0
    balance_process.kernels.load = load
elif WHAT == "starved":
    balance_run.BalanceRun._play_chunk = lambda self, table: time.sleep(1e9)
elif WHAT == "broken":
    balance_run.BalanceRun._play_chunk = lambda self, table: 1 / 0

def burn(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass

balance_process.answer_questions(balance_process.BalanceTask().answer, balance_process._get_ready)
"""


@pytest.fixture
def odd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    file = tmp_path / "odd_process.py"
    file.write_text(ODD_PROCESS, encoding="utf-8")

    def use(what: str) -> None:
        monkeypatch.setattr(balance_jobs, "COMMAND", [balance_jobs.COMMAND[0], str(file), what])

    return use


async def read(jobs: BalanceJobs, address: str = "a", games: int = 3, map_json: str = TINY) -> list[BalanceProgress]:
    async with jobs.begin(address, map_json, games, 1) as job:
        return [progress async for progress in job]


def test_a_job_whose_time_is_up_tells_what_it_has_found(odd: Callable[[str], None]) -> None:
    odd("slow")
    last = asyncio.run(read(BalanceJobs(1), games=1000))[-1]
    assert last["state"] == "cut"
    assert 0 < last["played"] < 1000
    assert last["balances"]


@pytest.mark.parametrize(("what", "code"), [("endless", "too-much-work"), ("greedy", "too-much-memory")])
def test_a_job_that_wants_too_much_is_ended_and_told(odd: Callable[[str], None], what: str, code: str) -> None:
    odd(what)
    jobs = BalanceJobs(1)
    with pytest.raises(Invalid) as refused:
        asyncio.run(read(jobs))
    assert refused.value.code == code
    assert not jobs.addresses
    assert not jobs.workers


def test_a_job_that_gets_no_time_blames_the_server_and_not_the_map(
    odd: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    odd("starved")
    monkeypatch.setattr(balance_jobs, "MOST_SECONDS", 1.0)
    jobs = BalanceJobs(1)
    with pytest.raises(Unavailable) as refused:
        asyncio.run(read(jobs))
    assert refused.value.code == "busy"
    assert not jobs.workers


def test_a_mistake_of_ours_is_logged_without_the_map(odd: Callable[[str], None]) -> None:
    odd("broken")
    logged: list[str] = []
    with pytest.raises(balance_jobs.BalanceFailed):
        asyncio.run(read(BalanceJobs(1, log=lambda event, **more: logged.append(f"{event} {more}"))))
    assert "ZeroDivisionError" in logged[0]
    assert "Ashford" not in logged[0]


def test_it_waits_for_compiled_kernels_and_says_so(odd: Callable[[str], None]) -> None:
    odd("cold")
    states = [progress["state"] for progress in asyncio.run(read(BalanceJobs(1)))]
    assert states[:2] == ["compiling", "compiling"]
    assert states[-1] == "done"


def test_one_for_each_address_and_a_few_in_all() -> None:
    async def scene() -> None:
        jobs = BalanceJobs(most=2)
        async with jobs.begin("a", USA, 10_000, 1):
            assert await refusal(jobs, "a") == (TooOften, "balance-running")
            async with jobs.begin("b", USA, 10_000, 1):
                assert await refusal(jobs, "c") == (Unavailable, "busy")
        assert not jobs.addresses
        await jobs.close()
        assert await refusal(jobs, "a") == (Unavailable, "draining")

    asyncio.run(scene())


async def refusal(jobs: BalanceJobs, address: str) -> tuple[type[Refusal], str]:
    with pytest.raises(Refusal) as refused:
        await read(jobs, address)
    return type(refused.value), refused.value.code


def test_who_is_cancelled_leaves_no_process() -> None:
    async def scene() -> None:
        jobs = BalanceJobs(1)
        task = asyncio.create_task(read(jobs, games=10_000, map_json=USA))
        while not jobs.workers:
            await asyncio.sleep(0.01)
        (worker,) = jobs.workers
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await worker.process.wait() == -signal.SIGKILL
        assert not jobs.addresses

    asyncio.run(scene())
