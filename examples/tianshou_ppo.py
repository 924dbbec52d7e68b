"""Tianshou's PPO against a bot on San Francisco: an actor that looks at the mask of the observation.

pip install "whistlestop[rl]" tianshou
python examples/tianshou_ppo.py --minutes 1
"""

import argparse
import time
from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium.wrappers import RecordEpisodeStatistics
from tianshou.algorithm import PPO
from tianshou.algorithm.modelfree.reinforce import ProbabilisticActorPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OnPolicyTrainerParams
from torch import Tensor, nn
from torch.distributions import Categorical

import whistlestop.envs.gymnasium  # noqa: F401  # registers the environments

GAMES, STEPS, IMPOSSIBLE = 8, 2048, -1e9


class Network(nn.Module):
    """Two hidden layers; as an actor, what is not legal can't be chosen."""

    def __init__(self, size: int, out: int, is_actor: bool) -> None:
        super().__init__()
        self.is_actor = is_actor
        self.layers = nn.Sequential(
            nn.Linear(size, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU(), nn.Linear(256, out)
        )

    def forward(self, observation: Any, state: Any = None, info: Any = None) -> Any:
        values: Tensor = self.layers(torch.as_tensor(np.sqrt(observation.obs), dtype=torch.float32))
        if not self.is_actor:
            return values
        return values.masked_fill(torch.as_tensor(observation.mask) == 0, IMPOSSIBLE), state


class WithoutInfos(gymnasium.Wrapper):
    """Tianshou stacks what games say of themselves to arrays, where one winner and two who share the win don't fit."""

    def reset(self, **options: Any) -> Any:
        return self.env.reset(**options)[0], {}

    def step(self, action: Any) -> Any:
        return *self.env.step(action)[:4], {}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--minutes", type=float, default=1.0, help="of CPU time, however busy the machine is")
    options.add_argument("--updates", type=int, default=10**9, help="stop after so many, if that comes first")
    options.add_argument("--opponent", default="random", help="a bot's name, or module:Class of your own")
    given = options.parse_args()
    torch.manual_seed(1)

    # Tianshou looks for these names. The rewards are points, so that those of a game add up to its total.
    settings = {"keys": ("obs", "mask"), "opponents": given.opponent, "reward": "score"}
    games = [
        RecordEpisodeStatistics(gymnasium.make("Whistlestop-SanFrancisco-v0", **settings), buffer_length=20)
        for _ in range(GAMES)
    ]
    envs = DummyVectorEnv([lambda game=game: WithoutInfos(game) for game in games])
    envs.seed(1)
    size, actions = games[0].observation_space["obs"].shape[0], games[0].action_space.n
    policy = ProbabilisticActorPolicy(
        actor=Network(size, actions, is_actor=True),
        dist_fn=lambda logits: Categorical(logits=logits),
        action_space=games[0].action_space,
        action_scaling=False,
    )
    critic = Network(size, 1, is_actor=False)
    algorithm = PPO(policy=policy, critic=critic, optim=AdamOptimizerFactory(lr=3e-4), gamma=1.0)
    collector = Collector(algorithm, envs, VectorReplayBuffer(STEPS, GAMES))
    params = OnPolicyTrainerParams(
        training_collector=collector,
        max_epochs=1,
        epoch_num_steps=STEPS,
        collection_step_num_env_steps=STEPS,
        batch_size=256,
        update_step_num_repetitions=4,
        verbose=False,
        show_progress=False,
    )
    start, updates = time.process_time(), 0
    while updates < given.updates and time.process_time() - start < 60 * given.minutes:
        algorithm.run_training(params)
        updates += 1
        points = [total for game in games for total in game.return_queue]
        print(f"{updates * STEPS} steps: {np.mean(points) if points else np.nan:.1f} points a game", flush=True)


if __name__ == "__main__":
    main()
