"""`python -m whistlestop.kernels.compiler GROUP…`: compile kernels at low priority, on all cores, none of them twice.

Kernels are translated one after the other in this process, so that entry points share them, and optimised in others
that are forked off it. Run by `compilation.py`, which follows the files that appear and says so to whoever waits.
"""

import os
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from importlib import import_module
from pathlib import Path

from whistlestop.kernels import cache
from whistlestop.kernels.decorators import IS_COMPILER
from whistlestop.kernels.groups import GROUPS
from whistlestop.kernels.numba_code import (
    check_negative_indices,
    compile_to,
    optimise_entry_points_only,
    translate,
)
from whistlestop.kernels.plan import Plan, Sample, core_count, write_plan

NICENESS = 19
PATIENCE = 5.0
"""Seconds to wait for the lock: others hold it for a moment to see whether somebody compiles."""


def main(groups: list[str]) -> int:
    """Compile what groups of kernels lack, in processes of their own; the exit code."""
    assert IS_COMPILER, "start me by `whistlestop compile`"
    with ExitStack() as stack:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                stack.enter_context(cache.only_one_compiles())
                break
            except cache.LockHeld:
                if time.monotonic() > deadline:
                    return cache.ALREADY_COMPILING
                time.sleep(0.05)
        if hasattr(os, "nice"):
            os.nice(NICENESS)
        samples = {group: _samples(group) for group in groups if not cache.is_complete(group)}
        is_done = compile_all(samples)
        cache.delete_old_versions()
    return 0 if is_done else 1


def _samples(group: str) -> list[Sample]:
    made: list[Sample] = import_module(GROUPS[group].samples).SAMPLES[group]()
    return made


def compile_all(samples: dict[str, list[Sample]]) -> bool:
    """Compile one entry point after the other, those of the first group first; whether all went well."""
    todo = [(group, one) for group in samples for one in samples[group] if not file_of(group, one).exists()]
    can_fork = sys.platform == "linux"
    processes = Processes(core_count() if can_fork else 0)
    write_plan(Plan.of([(file_of(group, one), one.seconds) for group, one in todo], max(processes.most, 1)))
    check_negative_indices()
    is_shared = optimise_entry_points_only()
    for group, one in todo:
        if is_shared and can_fork:
            translate(one.entry.function, one.arguments)
        processes.run(partial(compile_to, file_of(group, one), one.entry.function, one.arguments))
        mark_complete_groups(samples)
    processes.wait_for_all()
    mark_complete_groups(samples)
    return all(map(cache.is_complete, samples))


def file_of(group: str, sample: Sample) -> Path:
    """Where a compiled sample is kept."""
    return cache.file_of(group, sample.entry.__name__)


def mark_complete_groups(samples: dict[str, list[Sample]]) -> None:
    """Mark the groups of which every sample is compiled."""
    for group in samples:
        if all(file_of(group, one).exists() for one in samples[group]):
            cache.mark_complete(group)


class Processes:
    """Runs jobs in forked processes, as many at a time as there are cores; 0 of them: in this one."""

    def __init__(self, most: int) -> None:
        self.most, self.running = most, 0

    def run(self, job: Callable[[], None]) -> None:
        """Run a job in a process of its own, as soon as one is free."""
        if not self.most:
            job()
            return
        if self.running == self.most:
            self._wait_for_one()
        if os.fork() == 0:
            try:
                job()
            except BaseException:
                traceback.print_exc()
                os._exit(1)
            os._exit(0)
        self.running += 1

    def wait_for_all(self) -> None:
        """Return when no job is running any more."""
        while self.running:
            self._wait_for_one()

    def _wait_for_one(self) -> None:
        os.wait()
        self.running -= 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
