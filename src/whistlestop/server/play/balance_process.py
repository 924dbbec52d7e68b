"""What a process does that plays one map for its balance: a moment at a time, when asked.

`python -m whistlestop.server.play.balance_process` is a worker process (`running/workers.py`) with limits of time and
memory that runs only where a core is idle. `balance_jobs.py` starts one for each job and ends it.
"""

from __future__ import annotations

import time
from typing import Any

from whistlestop import kernels
from whistlestop.arena.balance import Balance
from whistlestop.arena.balance_run import BalanceRun
from whistlestop.board import Board
from whistlestop.bots.search.searcher import SEARCH_KERNELS
from whistlestop.json_types import TypedDict
from whistlestop.maps.check import examine_tables
from whistlestop.server.play.refusal import Refusal, about_map
from whistlestop.server.running.process_limits import allow_memory, allow_seconds, yield_to_others
from whistlestop.server.running.workers import answer_questions, describe_error
from whistlestop.studio.opening import read_tables

MEMORY = 512 * 2**20
"""Bytes that a job may need beyond what the process has when it is ready. The largest boards take a tenth of it."""
CPU_SECONDS = 120
"""Of CPU time, for a job; then it is counted what was played. USA with 2,000 games at each table size takes 12."""
GRACE_SECONDS = 30
"""More until the system ends the process: for one game, and to count."""
ENOUGH = 100
"""Games at each table before anything is said about them, unless there will be no more: chance misleads."""
SOURCE = "studio"


class Played(TypedDict):
    """How far a job is."""

    is_compiled: bool
    """Whether it has begun: it waits for compiled kernels."""
    played: int
    total: int
    is_over: bool
    is_cut: bool
    """Whether its time was up before all games were played."""
    balances: list[Balance] | None
    """What stands out so far, if it was asked for or the job is over."""


class BalanceTask:
    """The one job of this process."""

    def __init__(self) -> None:
        self.run: BalanceRun | None = None

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        """The first question begins, all others ask for what there is so far."""
        try:
            if "map_json" in question:
                yield_to_others(question["niceness"])
                return self.begin(question["map_json"], question["games"], question["seed"])
            return {"result": self.go_on(question["seconds"], question["counts"])}
        except Refusal as refusal:
            return {"refused": [refusal.message, refusal.problem]}
        except MemoryError:
            return {"out_of_memory": True}
        except Exception as error:
            return {"failure": describe_error(error)}

    def begin(self, map_json: str, games: int, seed: int) -> dict[str, Any]:
        """Read a map and get ready to play it, within a limit of CPU time."""
        allow_seconds(CPU_SECONDS + GRACE_SECONDS)
        board_map, problems = examine_tables(read_tables(map_json), SOURCE)
        if board_map is None:
            raise about_map("bad-map", problems[0])
        self.began = time.process_time()
        self.run = BalanceRun(Board(board_map, SOURCE), games, seed)
        return {"result": self.go_on(0, False)}

    def go_on(self, seconds: float, counts: bool) -> Played:
        """Play for a while. `counts`: what stands out is wanted too, if enough is known."""
        assert self.run
        is_compiled = kernels.load(*SEARCH_KERNELS)
        if is_compiled:
            self.run.play(seconds)
        is_cut = time.process_time() - self.began > CPU_SECONDS and not self.run.is_over
        is_over = is_cut or self.run.is_over
        return {
            "is_compiled": is_compiled,
            "played": self.run.played,
            "total": self.run.total,
            "is_over": is_over,
            "is_cut": is_cut,
            "balances": self.run.balances() if is_over or (counts and self.run.fewest >= ENOUGH) else None,
        }


def _get_ready() -> None:
    kernels.leave_compiling_to_others()
    kernels.start(*SEARCH_KERNELS)
    allow_memory(MEMORY)


if __name__ == "__main__":
    answer_questions(BalanceTask().answer, _get_ready)
