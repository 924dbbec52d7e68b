"""What strangers send is looked at in processes with limits: they end, the server goes on, and all get their turn."""

import asyncio
import itertools
import os
import signal
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.engine.test_longest_path import board_of
from tests.maps.sample import tiny_map
from tests.server.at_table import ask, code_of, tiny_table
from tests.server.forked import ForkedServer
from tests.server.running import RunningServer
from whistlestop.game import Game
from whistlestop.game.record import Record, write_record
from whistlestop.server.play import uploads as uploads_module
from whistlestop.server.play.refusal import Invalid, TooOften, Unavailable
from whistlestop.server.play.uploads import WAITING_PER_ADDRESS, UploadFailed, Uploads

ODD_PROCESS = '''
"""An upload process with tasks that no upload process should have."""

import os, time

from whistlestop.server.play import upload_process
from whistlestop.server.running.workers import answer_questions

def burn():
    while True:
        pass

def fill():
    return len(bytearray(2**31))

def fail():
    raise RuntimeError("hidden")

def wait_for(path):
    while not os.path.exists(path):
        time.sleep(0.005)
    return os.getpid()

upload_process.TASKS = {task.__name__: task for task in (burn, fill, fail, wait_for)} | {"check": upload_process.check}
answer_questions(upload_process.answer, upload_process._get_ready)
'''


@pytest.fixture
def odd_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "odd_process.py"
    file.write_text(ODD_PROCESS, encoding="utf-8")
    monkeypatch.setattr(uploads_module, "COMMAND", [uploads_module.COMMAND[0], str(file)])


@asynccontextmanager
async def running(processes: int = 1, **options: Any) -> AsyncIterator[Uploads]:
    uploads = Uploads(processes=processes, **options)
    await uploads.start()
    try:
        yield uploads
    finally:
        await uploads.close()


def run(scene: Callable[[Uploads], Awaitable[None]], processes: int = 1, **options: Any) -> None:
    async def play() -> None:
        async with running(processes, **options) as uploads:
            await scene(uploads)

    asyncio.run(play())


@pytest.mark.usefixtures("odd_process")
def test_whatever_ends_a_process_is_told_and_the_next_question_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    # One to two seconds of computing, of which a polite process gets little beside others: the clock must not be first.
    monkeypatch.setattr(uploads_module, "TIMEOUT_FACTOR", 300)
    logged: list[str] = []

    async def scene(uploads: Uploads) -> None:
        with pytest.raises(Invalid, match="took longer than 1 s") as too_long:
            await uploads.ask("a", "burn", seconds=1)
        assert too_long.value.code == "too-much-work"
        with pytest.raises(Invalid, match="more memory"):
            await uploads.ask("a", "fill")
        with pytest.raises(UploadFailed) as failed:
            await uploads.ask("a", "fail")
        assert "hidden" not in str(failed.value)
        (worker,) = uploads.workers
        os.kill(worker.process.pid, signal.SIGKILL)  # while it has nothing to do
        assert await uploads.ask("a", "check", tiny_map()) == []

    run(scene, log=lambda event, **_: logged.append(event))
    assert logged == ["upload took too long", "upload process died"]


@pytest.mark.usefixtures("odd_process")
def test_an_address_has_a_few_in_line_others_go_first_and_at_the_end_all_are_told(tmp_path: Path) -> None:
    async def scene(uploads: Uploads) -> None:
        gate, answered = tmp_path / "gate", []

        async def wait(address: str, gate: Path = gate) -> None:
            await uploads.ask(address, "wait_for", str(gate))
            answered.append(address)

        greedy = [asyncio.create_task(wait("greedy"))]
        while not uploads._at_work:
            await asyncio.sleep(0.01)
        greedy += [asyncio.create_task(wait("greedy")) for _ in range(WAITING_PER_ADDRESS)]
        await asyncio.sleep(0)
        with pytest.raises(TooOften, match="still being checked"):
            await uploads.ask("greedy", "wait_for", str(gate))
        modest = asyncio.create_task(wait("modest"))
        await asyncio.sleep(0)
        gate.touch()
        await asyncio.gather(*greedy, modest)
        assert answered.index("modest") <= 2
        late = [asyncio.create_task(wait(name, tmp_path / "never")) for name in "abc"]
        while not uploads._at_work:
            await asyncio.sleep(0.01)
        await uploads.close()
        for task in late:
            with pytest.raises(Unavailable, match="shut down"):
                await task
        with pytest.raises(Unavailable, match="shut down"):
            await uploads.ask("a", "check", "")

    run(scene)


@pytest.mark.usefixtures("odd_process")
def test_two_processes_serve_two_addresses_and_never_one_address_twice(tmp_path: Path) -> None:
    async def scene(uploads: Uploads) -> None:
        gate, other_gate = tmp_path / "gate", tmp_path / "other"
        held = [asyncio.create_task(uploads.ask("a", "wait_for", str(gate))) for _ in range(2)]
        while not uploads._at_work:
            await asyncio.sleep(0.01)
        other_gate.touch()
        pid = await uploads.ask("b", "wait_for", str(other_gate))  # though both of a's are held up
        assert not any(task.done() for task in held)
        gate.touch()
        assert pid not in await asyncio.gather(*held)

    run(scene, processes=2)


def too_wide_record() -> str:
    """What stopped a server: a map of its own, on which one seat has everything, and the game is over."""
    edges = list(itertools.combinations(range(12), 2))
    board = board_of(edges, [1] * len(edges))
    position = Game(board, players=2, seed=1).position()
    position |= {"phase": "over", "to_play": None, "claimed": dict.fromkeys(board.route_ids[:-3], 0)}
    for seat in position["seats"]:
        seat["pieces"] = 0
        position["ticket_deck"] += seat["offered"]
        seat["offered"] = []
    return write_record(Record(board, position))


def test_the_record_that_froze_the_server_is_refused_with_the_reason(server: RunningServer) -> None:
    answer = ask(server, "POST", "/records", {"record": too_wide_record()})
    assert code_of(answer) == (422, "bad-record")
    assert "too interwoven to find the longest path" in answer.json()["error"]["message"]


def test_a_record_with_more_actions_than_any_game_has_is_refused(server: RunningServer) -> None:
    text = Game("san-francisco", 2, seed=1).record() + "0 draw deck\n" * 3000
    answer = ask(server, "POST", "/records", {"record": text})
    assert code_of(answer) == (422, "bad-record")
    assert "lines" in answer.json()["error"]["message"]


def programs_below(pid: int) -> list[str]:
    """What runs in a process's children and theirs, by name."""
    children = list(map(int, said_of(pid, f"task/{pid}/children").split()))
    return [name for child in children for name in (said_of(child, "comm"), *programs_below(child)) if name]


def said_of(pid: int, what: str) -> str:
    """What the system says of a process; nothing if it has ended meanwhile."""
    try:
        return Path(f"/proc/{pid}/{what}").read_text(encoding="ascii").strip()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def test_uploads_are_not_looked_at_by_the_server_itself(server: RunningServer) -> None:
    """A table on an uploaded map is opened and drawn; the process that looked at the map is another."""
    table = tiny_table(server)
    assert isinstance(server, ForkedServer)
    assert server.pid
    assert "upload_process" in programs_below(server.pid)
    assert ask(server, "GET", f"{table.path}/drawing").json()["title"]
    assert ask(server, "GET", f"{table.path}/scenery.svg").text.startswith("<svg")


def test_one_address_asking_much_at_once_is_told_to_wait(server: RunningServer) -> None:
    codes: list[int] = []

    def check() -> None:
        codes.append(ask(server, "POST", "/maps/check", {"map_text": tiny_map()}).status_code)

    threads = [threading.Thread(target=check) for _ in range(30)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(codes) <= {200, 429}
    assert codes.count(200) >= 1 + WAITING_PER_ADDRESS
