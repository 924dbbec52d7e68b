"""The rows of many games in blocks, so that a thread can step each: rows have nothing in common but the board."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import NamedTuple

from whistlestop.envs.kernels import step as kernels
from whistlestop.envs.kernels.episodes import Games, StepBuffers
from whistlestop.kernels.structs import IntArray


class Block(NamedTuple):
    """Rows that follow each other: parts of the arrays of all rows."""

    rows: slice
    games: Games
    planners: kernels.Planners | None
    buffers: StepBuffers

    def begin(self) -> None:
        """Deal the game of every row."""
        if self.planners is None:
            kernels.begin(self.games, self.buffers)
        else:
            kernels.begin_against_planners(self.games, self.planners, self.buffers)

    def step(self, reward: int, actions: IntArray) -> None:
        """One choice in every game; `actions` has those of all blocks."""
        if self.planners is None:
            kernels.step(self.games, reward, actions[self.rows], self.buffers)
        else:
            kernels.step_against_planners(self.games, reward, actions[self.rows], self.planners, self.buffers)


def block_of(rows: slice, games: Games, planners: kernels.Planners | None, buffers: StepBuffers) -> Block:
    """The part of the arrays that some rows are."""
    players = buffers.rewards.shape[1]
    memories = slice(rows.start * players, rows.stop * players)
    return Block(
        rows,
        games._replace(states=games.states[rows], episodes=games.episodes[rows]),
        planners._replace(memories=planners.memories[memories]) if planners else None,
        StepBuffers._make(array[rows] for array in buffers),
    )


class Threads:
    """Several threads, this one among them, for blocks of rows."""

    def __init__(self, rows: int, count: int) -> None:
        count = min(rows, count)
        self.blocks = [slice(start, end) for start, end in pairwise(rows * n // count for n in range(count + 1))]
        self._others = ThreadPoolExecutor(count - 1) if count > 1 else None

    def run(self, work: Callable[[Block], None], blocks: list[Block]) -> None:
        """Do this to all blocks at the same time: kernels release the GIL."""
        first, *others = blocks
        running = [self._others.submit(work, block) for block in others] if self._others else []
        work(first)
        for other in running:
            other.result()
