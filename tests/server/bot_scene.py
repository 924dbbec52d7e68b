"""Scenes for worker processes of bots: workers that are listened to, views to choose in, and odd bots' marks."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.server import odd_bots
from tests.tables import played
from whistlestop.game.view import View
from whistlestop.server.bots.bot_process import Question, greedy_choice
from whistlestop.server.bots.bot_workers import BOTS_BY_LEVEL, BotWorkers

ODD = {name: f"tests.server.odd_bots:{name}" for name in vars(odd_bots) if name[0].isupper()}
TIMEOUT = 120.0


@dataclass
class Reports:
    """What the workers tell the log and the metrics."""

    lines: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    choices: list[tuple[str, float]] = field(default_factory=list)
    stand_ins: list[str] = field(default_factory=list)

    def log(self, event: str, **details: object) -> None:
        self.lines.append(f"{event} {details}")


def workers_with(reports: Reports, timeout: float = TIMEOUT, **bots: str) -> BotWorkers:
    workers = BotWorkers(1, reports.log, {**BOTS_BY_LEVEL, **ODD, **bots}, timeout)
    listen(workers, reports)
    return workers


def listen(workers: BotWorkers, reports: Reports) -> None:
    workers.log = reports.log
    workers.on_failure = reports.failures.append
    workers.on_choice = lambda *choice: reports.choices.append(choice)
    workers.on_stand_in = reports.stand_ins.append


@asynccontextmanager
async def running(workers: BotWorkers) -> AsyncIterator[BotWorkers]:
    await workers.start()
    try:
        yield workers
    finally:
        await workers.close()


def view_on(source: str = "usa", actions: int = 40) -> View:
    game = played(source, players=2, seed=5, actions=actions)
    assert game.to_play is not None
    return game.view(game.to_play)


def greedy(view: View) -> str:
    """What is chosen when a bot fails."""
    question: Question = {"bot": "", "source": view["map"], "map_source": None, "view": view, "seed": 1}
    choice = greedy_choice(question)
    assert choice != view["legal_actions"][-1]  # which is what odd bots choose
    return choice


def choose(workers: BotWorkers, level: str, view: View) -> Coroutine[Any, Any, str]:
    return workers.choose(view["map"], None, view, level, seed=1)


def marks(folder: Path, bot: str) -> list[int]:
    """The processes in which a bot has chosen."""
    return [int(mark.name.partition("-")[2]) for mark in folder.glob(f"{bot}-*")]


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that is dead and not yet buried doesn't."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


async def until(is_true: Callable[[], object]) -> None:
    async with asyncio.timeout(TIMEOUT):
        while not is_true():
            await asyncio.sleep(0.01)
