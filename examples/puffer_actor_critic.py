"""A short actor-critic on PufferLib's native environment, against a bot on San Francisco.

    pip install "whistlestop[rl]" pufferlib-core torch
    python examples/puffer_actor_critic.py --minutes 1

PufferLib's own trainer, PuffeRL, takes the same environment and `Policy` where its compiled part loads; the wheels of
pufferlib-core want CUDA for that.
"""

import argparse
import time
from typing import Any

import numpy as np
import pufferlib.vector
import torch
from torch import Tensor, nn
from torch.distributions import Categorical

from whistlestop.envs.puffer import WhistlestopPuffer

STEPS, TRACE, IMPOSSIBLE = 32, 0.95, -1e9


class Policy(nn.Module):
    """The mask is the last part of a row: what is not legal can't be chosen."""

    def __init__(self, env: WhistlestopPuffer) -> None:
        super().__init__()
        self.split = env.split
        self.body = nn.Sequential(nn.Linear(env.layout.size, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU())
        self.actor, self.critic = nn.Linear(256, env.games.action_count), nn.Linear(256, 1)

    def forward(self, rows: Tensor, state: Any = None) -> tuple[Tensor, Tensor]:
        observations, masks = self.split(rows)
        hidden = self.body(observations.float().sqrt())
        return self.actor(hidden).masked_fill(masks == 0, IMPOSSIBLE), self.critic(hidden)

    forward_eval = forward  # as PuffeRL calls it


def learn(policy: Policy, optimizer: torch.optim.Optimizer, env: WhistlestopPuffer) -> list[float]:
    """Play some steps of every game and learn from them; the points of the games that ended."""
    points: list[float] = []
    played: list[tuple[Tensor, Tensor, Tensor, Tensor, Tensor]] = []
    for _ in range(STEPS):
        logits, values = policy(torch.from_numpy(env.observations.copy()))
        choice = Categorical(logits=logits)
        actions = choice.sample()
        _, rewards, ended, _, infos = env.step(actions.numpy())
        goes_on = 1 - torch.from_numpy(ended).float()
        chances = choice.log_prob(actions)
        played.append((values.squeeze(1), chances, choice.entropy(), torch.from_numpy(rewards.copy()), goes_on))
        points += [info["points"] for info in infos]
    with torch.no_grad():
        following = policy(torch.from_numpy(env.observations.copy()))[1].squeeze(1)
    advantage, losses = torch.zeros_like(following), []
    for values, chances, entropy, rewards, goes_on in reversed(played):
        surprise = rewards + goes_on * following - values.detach()
        advantage = surprise + TRACE * goes_on * advantage
        following = values.detach()
        error = (advantage + values.detach() - values).square()
        losses.append((0.5 * error - chances * advantage - 0.01 * entropy).mean())
    optimizer.zero_grad()
    torch.stack(losses).mean().backward()
    nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
    optimizer.step()
    return points


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--minutes", type=float, default=1.0, help="of CPU time, however busy the machine is")
    options.add_argument("--updates", type=int, default=10**9, help="stop after so many, if that comes first")
    options.add_argument("--opponent", default="random", help="or easy, medium, hard")
    given = options.parse_args()
    torch.manual_seed(1)

    # Rewards are points, scaled to what a network likes.
    settings = {"map": "san-francisco", "opponents": given.opponent, "reward": "score", "reward_scale": 0.05}
    env = pufferlib.vector.make(WhistlestopPuffer, env_kwargs=settings | {"num_agents": 128})
    env.reset(seed=1)
    policy = Policy(env)
    optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)
    start, updates, points = time.process_time(), 0, [float("nan")]
    while updates < given.updates and time.process_time() - start < 60 * given.minutes:
        points = learn(policy, optimizer, env) or points
        updates += 1
        if updates % 10 == 0 or updates == given.updates:
            print(f"{updates * STEPS * env.num_agents} steps: {np.mean(points):.1f} points a game", flush=True)


if __name__ == "__main__":
    main()
