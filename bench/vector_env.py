"""The vector environment against a classic PettingZoo game, in turns in one process.

Usage: python bench/vector_env.py [ROUNDS]
Prints steps a second of CPU time with observations and masks, random policy: the best and the median of the rounds.
Last comes what two threads gain, by the clock on the wall: on busy cores it means nothing.
The classic game, Connect Four, needs pygame; without it that line is left out.
"""

import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pettingzoo
from pettingzoo.env_registry.exceptions import FailedToImport

from whistlestop.envs.vector import VectorEnv

GAMES = 256
DEFAULT_GAMES = 1024
STEPS = 128_000
STEPS_BY_THE_CLOCK = 2_048_000
"""A core that was idle takes a while to come to speed."""


def vector_steps(
    map: str,
    players: int,
    games: int = GAMES,
    steps: int = STEPS,
    clock: Callable[[], float] = time.process_time,
    **options: Any,
) -> Callable[[], float]:
    """Some tenths of a second of random play; how many steps a second."""
    env = VectorEnv(map, players, games, seed=1, **options)
    calls = steps // games

    def measure() -> float:
        start = clock()
        for _ in range(calls):
            env.step(env.sample())
        return calls * games / (clock() - start)

    measure()
    return measure


def classic_steps() -> Callable[[], float] | None:
    """PettingZoo's Connect Four stepped one by one at random; how many steps a second."""
    try:
        env = pettingzoo.make("aec", "classic/connect_four_v3")
    except FailedToImport:
        return None
    rng = np.random.default_rng(1)

    def measure() -> float:
        steps, start = 0, time.process_time()
        while time.process_time() - start < 0.3:
            env.reset()
            for _agent in env.agent_iter():
                observation, _, is_over, is_cut, _ = env.last()
                over = is_over or is_cut
                env.step(None if over else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
                steps += 1
        return steps / (time.process_time() - start)

    return measure


def main(rounds: int) -> None:
    measures = {
        "USA, 2 players": vector_steps("usa", 2),
        "USA, 2 players, 1,024 games": vector_steps("usa", 2, DEFAULT_GAMES),
        "USA, 2 players, masks as bits": vector_steps("usa", 2, mask="bits"),
        "USA, 5 players": vector_steps("usa", 5),
        "San Francisco, 2 players": vector_steps("san-francisco", 2),
        "San Francisco, 2 players, against easy planners": vector_steps("san-francisco", 2, opponents="easy"),
    }
    for threads in (1, 2):
        label = f"USA, 2 players, 1,024 games, threads={threads}, by the clock on the wall"
        measures[label] = vector_steps("usa", 2, DEFAULT_GAMES, STEPS_BY_THE_CLOCK, time.perf_counter, threads=threads)
    if classic := classic_steps():
        measures["PettingZoo's Connect Four"] = classic
    speeds: dict[str, list[float]] = {name: [] for name in measures}
    for _ in range(rounds):
        for name, measure in measures.items():
            speeds[name].append(measure())
    first = statistics.median(speeds["USA, 2 players"])
    for name, speed in speeds.items():
        middle = statistics.median(speed)
        ratio = f"USA, 2 players: {first / middle:.2f} times that"
        print(f"{name:70} best {max(speed):11,.0f}  median {middle:11,.0f}  {ratio}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10)
