"""One example for each framework. They run where its packages are; `make frameworks` has environments for all of them.

There `WHISTLESTOP_FRAMEWORKS` names those that must be, and `WHISTLESTOP_MINUTES` gives them time to get better.
"""

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
MUST_BE = os.environ.get("WHISTLESTOP_FRAMEWORKS", "").split()
MINUTES = float(os.environ.get("WHISTLESTOP_MINUTES", "0"))
EXAMPLES = {
    "sb3_contrib": ("sb3_maskable_ppo.py", ["--steps", "2048"]),
    "torchrl": ("torchrl_ppo.py", ["--updates", "1"]),
    "tianshou": ("tianshou_ppo.py", ["--updates", "1"]),
    "ray.rllib": ("rllib_ppo.py", ["--updates", "2", "--batch", "1024"]),
    "agilerl": ("agilerl_ppo.py", ["--updates", "2"]),
    "pufferlib": ("puffer_actor_critic.py", ["--updates", "10"]),
}


def is_there(framework: str) -> bool:
    package = framework.partition(".")[0]
    if package != framework:  # Ray is here for the arena; RLlib needs more
        return find_spec(package) is not None and find_spec("torch") is not None and find_spec("tree") is not None
    return find_spec(package) is not None


def needs(framework: str) -> None:
    if framework not in MUST_BE and not is_there(framework):
        pytest.skip(f"{framework} is not installed here; `make frameworks` has it in an environment of its own")


@pytest.mark.parametrize("framework", EXAMPLES)
def test_its_example_learns(framework: str) -> None:
    needs(framework)
    name, budget = EXAMPLES[framework]
    words = ["--minutes", str(MINUTES)] if MINUTES else budget
    # One thread each: they would be in each other's way.
    environment = os.environ | {"OMP_NUM_THREADS": "1", "RAY_AUTH_MODE": "disabled"}
    command = [sys.executable, str(ROOT / "examples" / name), *words]
    result = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert result.returncode == 0, result.stderr
    print(framework, result.stdout, sep="\n")
    points = [float(found) for found in re.findall(r"^\d+ steps: (-?[\d.]+|nan) points a game$", result.stdout, re.M)]
    assert points
    if MINUTES:
        told = [value for value in points if not np.isnan(value)]
        assert told[-1] > told[0] + 5


def test_pufferlib_s_own_vectors_take_the_environment() -> None:
    """Rows, rewards and endings are those of our vector environment, written into PufferLib's own arrays."""
    needs("pufferlib")
    import pufferlib.vector

    from whistlestop.envs.puffer import WhistlestopPuffer
    from whistlestop.envs.vector import VectorEnv

    settings = {"map": "san-francisco", "num_agents": 4, "opponents": "random", "reward": "score", "reward_scale": 0.5}
    native = pufferlib.vector.make(WhistlestopPuffer, env_kwargs=settings)
    serial = pufferlib.vector.make(
        WhistlestopPuffer, env_kwargs=settings, backend=pufferlib.vector.Serial, num_envs=2, seed=7
    )
    ours = VectorEnv("san-francisco", 2, 4, seed=7, opponents="random", reward="score")
    native.reset(seed=7)
    serial.reset(seed=7)
    finished, rng = 0, np.random.default_rng(7)  # `sample` would draw from what opponents at random draw from
    for _ in range(200):
        observations, masks = native.split(native.observations)
        assert (observations == ours.observations).all()
        assert (masks == ours.masks).all()
        assert (serial.observations[:4] == native.observations).all()
        assert native.single_observation_space.contains(native.observations[0])
        learners, actions = ours.learners.copy(), (masks * rng.random(masks.shape)).argmax(axis=1)
        _, rewards, ended, truncated, infos = native.step(actions)
        others = native.split(serial.observations[4:])[1].argmax(axis=1)
        serial.step(np.concatenate([actions, others]))
        ours.step(actions)
        assert (rewards == 0.5 * ours.rewards[np.arange(4), learners]).all()
        assert (ended == ours.ended).all()
        assert not truncated.any()
        assert len(infos) == ended.sum()
        finished += len(infos)
    assert finished
