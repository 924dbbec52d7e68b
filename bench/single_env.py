"""How fast one game at a time is stepped, in steps a second of CPU time, the policy's own time taken off.

    python bench/single_env.py [ROUNDS]

Gymnasium as `gymnasium.make` gives it and unwrapped, against opponents that kernels play and, for comparison, the same
bot by views; PettingZoo as `raw_env` and `env`. All are measured in turns in one process; episodes' resets count.
"""

import random
import sys
import time
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np

import whistlestop.envs.gymnasium  # noqa: F401  # registers the ids
from whistlestop.envs import pettingzoo as whistlestop_v0

BY_VIEWS = "whistlestop.bots.random_bot:RandomBot"
STEPS = 2000
IDS = {"usa": "Whistlestop-USA-v0", "san-francisco": "Whistlestop-SanFrancisco-v0"}
Run = Callable[[int], float]


def pick(mask: Any, rng: random.Random) -> int:
    """The policy: any legal action."""
    legal = mask.nonzero()[0]
    return int(legal[int(rng.random() * len(legal))])


def gymnasium_run(name: str, opponent: str, is_wrapped: bool) -> Run:
    env: Any = gymnasium.make(IDS[name], opponents=opponent)
    env = env if is_wrapped else env.unwrapped
    env.reset(seed=1)

    def run(steps: int) -> float:
        rng, (_, info) = random.Random(1), env.reset()
        began = time.process_time()
        for _ in range(steps):
            _, _, is_terminated, _, info = env.step(pick(info["action_mask"], rng))
            if is_terminated:
                _, info = env.reset()
        spent = time.process_time() - began
        return steps / (spent - policy_seconds(info["action_mask"], steps))

    return run


def pettingzoo_run(name: str, is_wrapped: bool) -> Run:
    env = (whistlestop_v0.env if is_wrapped else whistlestop_v0.raw_env)(map=name, players=2)
    env.reset(seed=1)

    def run(steps: int) -> float:
        rng, taken = random.Random(1), 0
        began = time.process_time()
        while taken < steps:
            env.reset()
            for _ in env.agent_iter():
                observation, _, is_terminated, _, _ = env.last()
                env.step(None if is_terminated else pick(observation["action_mask"], rng))
                taken += not is_terminated
        spent = time.process_time() - began
        env.reset()
        return taken / (spent - policy_seconds(env.observe(env.agent_selection)["action_mask"], taken))

    return run


def policy_seconds(mask: Any, steps: int) -> float:
    """What the policy itself takes for as many choices."""
    rng, mask = random.Random(1), mask.copy()
    mask[:10] = 1
    began = time.process_time()
    for _ in range(steps):
        pick(mask, rng)
    return time.process_time() - began


def main(rounds: int) -> None:
    runs: dict[str, Run] = {}
    for name in IDS:
        for opponent in ("random", BY_VIEWS, "easy", "hard"):
            label = "random by views" if opponent == BY_VIEWS else opponent
            runs[f"gymnasium.make, {name}, {label}"] = gymnasium_run(name, opponent, is_wrapped=True)
            runs[f"unwrapped, {name}, {label}"] = gymnasium_run(name, opponent, is_wrapped=False)
        runs[f"PettingZoo raw_env, {name}"] = pettingzoo_run(name, is_wrapped=False)
        runs[f"PettingZoo env, {name}"] = pettingzoo_run(name, is_wrapped=True)
    results: dict[str, list[float]] = {label: [] for label in runs}
    for _ in range(rounds):
        for label, run in runs.items():
            results[label].append(run(STEPS // 10 if "views" in label else STEPS))
    print(f"{rounds} rounds of {STEPS} steps; steps a second of CPU time: best, median")
    for label, speeds in results.items():
        print(f"| {label} | {max(speeds):,.0f} | {np.median(speeds):,.0f} |")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 7)
