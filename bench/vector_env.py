"""The vector environment against a classic PettingZoo game, in turns in one process.

Usage: python bench/vector_env.py [ROUNDS]
Prints steps a second on one core with observations and masks, random policy: the best and the median of the rounds.
The classic game, Connect Four, needs pygame; without it that line is left out.
"""

import statistics
import sys
import time
from collections.abc import Callable

import numpy as np
import pettingzoo
from pettingzoo.env_registry.exceptions import FailedToImport

from whistlestop.envs.vector import VectorEnv

GAMES = 256


def vector_steps(map: str, players: int, **options: str) -> Callable[[], float]:
    """A second or so of random play; how many steps a second."""
    env = VectorEnv(map, players, GAMES, seed=1, **options)  # type: ignore[arg-type]

    def measure() -> float:
        start = time.perf_counter()
        for _ in range(500):
            env.step(env.sample())
        return 500 * GAMES / (time.perf_counter() - start)

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
        steps, start = 0, time.perf_counter()
        while time.perf_counter() - start < 0.3:
            env.reset()
            for _agent in env.agent_iter():
                observation, _, is_over, is_cut, _ = env.last()
                over = is_over or is_cut
                env.step(None if over else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
                steps += 1
        return steps / (time.perf_counter() - start)

    return measure


def main(rounds: int) -> None:
    measures = {
        "USA, 2 players": vector_steps("usa", 2),
        "USA, 2 players, masks as bits": vector_steps("usa", 2, mask="bits"),
        "USA, 5 players": vector_steps("usa", 5),
        "San Francisco, 2 players": vector_steps("san-francisco", 2),
        "San Francisco, 2 players, against easy planners": vector_steps("san-francisco", 2, opponents="easy"),
    }
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
        print(f"{name:50} best {max(speed):11,.0f}  median {middle:11,.0f}  {ratio}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10)
