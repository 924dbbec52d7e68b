"""Masked PPO by self-play on San Francisco, in one file: one network plays both seats and learns from both.

    python examples/ppo_san_francisco.py --minutes 30 --out policies

It needs torch (`pip install whistlestop[rl,torch]`). What it learns plays as the bot `examples.trained_bot:Trained`.
"""

import argparse
import csv
import math
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.distributions import Categorical

from whistlestop.envs.vector import VectorEnv

MAP, PLAYERS = "san-francisco", 2
POINTS = 20.0
"""So many points more than the opponent make a reward of 1."""
IMPOSSIBLE = -1e9


def read_options() -> argparse.Namespace:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    options.add_argument("--minutes", type=float, default=30, help="when to stop")
    options.add_argument("--updates", type=int, default=0, help="stop after so many instead")
    options.add_argument("--out", type=Path, default=Path("policies"), help="folder for the policy and its curve")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--games", type=int, default=512, help="games side by side")
    options.add_argument("--steps", type=int, default=48, help="of each game between two updates")
    options.add_argument("--width", type=int, default=320, help="of the hidden layers")
    options.add_argument("--rate", type=float, default=6e-4, help="of learning, at the start")
    options.add_argument("--epochs", type=int, default=2, help="how often each step is learned from")
    options.add_argument("--batch", type=int, default=4096)
    options.add_argument("--discount", type=float, default=1.0)
    options.add_argument("--trace", type=float, default=0.95, help="lambda of the advantages")
    options.add_argument("--clip", type=float, default=0.2)
    options.add_argument("--entropy", type=float, default=0.02, help="bonus for variety, at the start")
    options.add_argument("--every", type=float, default=2.0, help="minutes between two evaluations")
    options.add_argument("--judged", type=int, default=400, help="games of an evaluation against each bot")
    return options.parse_args()


class Policy(nn.Module):
    """From an observation to the logits of all actions, and to the margin that the seat can expect."""

    def __init__(self, env: VectorEnv, width: int) -> None:
        super().__init__()
        size = env.layout.size
        self.mean, self.scale = torch.zeros(size), torch.ones(size)
        self.body = nn.Sequential(nn.Linear(size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.actor, self.critic = nn.Linear(width, env.action_count), nn.Linear(width, 1)
        nn.init.orthogonal_(self.actor.weight, 0.01)

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        hidden = self.body((observations.float() - self.mean) * self.scale)
        return self.actor(hidden).masked_fill(~masks, IMPOSSIBLE), self.critic(hidden).squeeze(-1)

    def look_around(self, env: VectorEnv) -> None:
        """Scale the inputs by what random play shows."""
        seen = torch.from_numpy(np.concatenate([env.step(env.sample()).observations[::8] for _ in range(100)])).float()
        self.mean, self.scale = seen.mean(0), 1 / seen.std(0).clamp(min=0.1)

    @torch.no_grad()
    def save(self, path: Path) -> None:
        """As plain arrays, the scaling worked into the first layer: a bot needs nothing but numpy."""
        first, second = self.body[0], self.body[2]
        weights = first.weight * self.scale
        layers = [(weights, first.bias - weights @ self.mean), (second.weight, second.bias)]
        layers.append((self.actor.weight, self.actor.bias))
        arrays = {
            f"{kind}{i}": array for i, layer in enumerate(layers) for kind, array in zip("wb", layer, strict=True)
        }
        np.savez_compressed(path, **{name: array.numpy().astype(np.float16) for name, array in arrays.items()})


class Rollout:
    """What happened in so many steps of every game, and how much better it went than expected."""

    def __init__(self, env: VectorEnv, steps: int) -> None:
        games = env.games
        self.observations = torch.zeros((steps, games, env.layout.size), dtype=torch.int16)
        self.masks = torch.zeros((steps, games, env.action_count), dtype=torch.bool)
        self.seats = torch.zeros((steps + 1, games), dtype=torch.int64)
        self.actions = torch.zeros((steps, games), dtype=torch.int64)
        self.log_chances, self.rewards, self.values = torch.zeros((3, steps + 1, games))
        self.ended = torch.zeros((steps, games), dtype=torch.bool)

    @torch.no_grad()
    def play(self, env: VectorEnv, policy: Policy) -> None:
        shown = env.torch()  # shares the environment's memory
        for t in range(len(self.actions)):
            self.observations[t], self.masks[t], self.seats[t] = shown["observations"], shown["masks"], shown["seats"]
            logits, self.values[t] = policy(self.observations[t], self.masks[t])
            choice = Categorical(logits=logits)
            self.actions[t] = choice.sample()
            self.log_chances[t] = choice.log_prob(self.actions[t])
            env.step(self.actions[t].numpy())
            own = shown["rewards"].gather(1, self.seats[t][:, None]).squeeze(1)
            self.rewards[t] = (2 * own - shown["rewards"].sum(1)) / POINTS  # own points less the opponent's
            self.ended[t] = shown["ended"]
        self.seats[-1] = shown["seats"]
        self.values[-1] = policy(shown["observations"], shown["masks"])[1]

    def advantages(self, discount: float, trace: float) -> Tensor:
        """Generalised advantages. What is good for the seat that chooses next is bad for the other one."""
        advantages, following = torch.zeros_like(self.values), torch.zeros_like(self.values[0])
        for t in reversed(range(len(self.actions))):
            sign = torch.where(self.seats[t] == self.seats[t + 1], 1.0, -1.0) * ~self.ended[t]
            surprise = self.rewards[t] + discount * sign * self.values[t + 1] - self.values[t]
            following = surprise + discount * trace * sign * following
            advantages[t] = following
        return advantages[:-1]


def learn(
    policy: Policy, optimizer: torch.optim.Optimizer, rollout: Rollout, o: argparse.Namespace, left: float
) -> None:
    """Some epochs of clipped policy gradients over one rollout; `left` is the share of the training that is left."""
    advantages = rollout.advantages(o.discount, o.trace).flatten()
    returns = advantages + rollout.values[:-1].flatten()
    observations, masks = rollout.observations.flatten(0, 1), rollout.masks.flatten(0, 1)
    actions, before = rollout.actions.flatten(), rollout.log_chances[:-1].flatten()
    for group in optimizer.param_groups:
        group["lr"] = o.rate * max(left, 0.02)
    for _ in range(o.epochs):
        for rows in torch.randperm(len(actions)).split(o.batch):
            logits, values = policy(observations[rows], masks[rows])
            choice = Categorical(logits=logits)
            ratio = (choice.log_prob(actions[rows]) - before[rows]).exp()
            gain = (advantages[rows] - advantages[rows].mean()) / (advantages[rows].std() + 1e-8)
            gained = torch.min(ratio * gain, ratio.clamp(1 - o.clip, 1 + o.clip) * gain).mean()
            loss = (
                -gained
                + 0.5 * (values - returns[rows]).square().mean()
                - o.entropy * max(left, 0.1) * choice.entropy().mean()
            )
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimizer.step()


class Judge:
    """Plays the same games against a compiled bot each time, choosing what the policy likes best."""

    def __init__(self, opponent: str, games: int) -> None:
        self.name = f"beats {opponent}"
        self.env = VectorEnv(MAP, PLAYERS, games, seed=10**6, opponents=opponent)

    @torch.no_grad()
    def win_rate(self, policy: Policy) -> float:
        self.env.reset(self.env.seed)
        shown, results = self.env.torch(), torch.full((self.env.games,), math.nan)
        while results.isnan().any():
            seats = shown["seats"].clone()
            self.env.step(policy(shown["observations"], shown["masks"])[0].argmax(1).numpy())
            first = shown["ended"] & results.isnan()
            results[first] = shown["rewards"].gather(1, seats[:, None]).squeeze(1)[first]
        return ((results + 1) / 2).mean().item()


def train(o: argparse.Namespace) -> Iterator[dict[str, float]]:
    """Learn until the time is up; from time to time, tell how well it goes and save the policy."""
    torch.manual_seed(o.seed)
    env = VectorEnv(MAP, PLAYERS, o.games, o.seed, reward="score")
    judges = [Judge(bot, o.judged) for bot in ("random", "easy")]
    policy, rollout = Policy(env, o.width), Rollout(env, o.steps)
    policy.look_around(env)
    optimizer = torch.optim.Adam(policy.parameters(), eps=1e-5)
    start, updates, looks = time.monotonic(), 0, 0
    while True:
        minutes = (time.monotonic() - start) / 60
        done = updates / o.updates if o.updates else minutes / o.minutes
        is_over = done >= 1
        if minutes >= looks * o.every or is_over:
            policy.save(o.out / ("policy.npz" if is_over else f"policy-{looks:02}.npz"))
            looks += 1
            points = float(env.final_scores[:, :, 0].mean())
            steps = updates * rollout.actions.numel()
            yield {"minutes": minutes, "steps": steps, "points": points} | {j.name: j.win_rate(policy) for j in judges}
        if is_over:
            return
        rollout.play(env, policy)
        learn(policy, optimizer, rollout, o, left=1 - done)
        updates += 1


def told(row: dict[str, float], minutes: float) -> str:
    """A line for the one who waits."""
    rates = ", ".join(f"{name} {value:.1%}" for name, value in row.items() if name.startswith("beats"))
    speed = row["steps"] / max(60 * row["minutes"], 1)
    return (
        f"{row['minutes']:5.1f} min, {row['steps'] / 1e6:.2f} M steps ({speed:,.0f}/s): {rates},"
        f" {row['points']:.0f} points in self-play; {max(0.0, minutes - row['minutes']):.1f} min left"
    )


def main() -> None:
    o = read_options()
    o.out.mkdir(parents=True, exist_ok=True)
    with (o.out / "curve.csv").open("w", newline="", encoding="utf-8") as file:
        names = ["minutes", "steps", "points", "beats random", "beats easy"]
        curve = csv.DictWriter(file, names)
        curve.writeheader()
        for row in train(o):
            curve.writerow({name: round(value, 3) for name, value in row.items()})
            file.flush()
            print(told(row, o.minutes), flush=True)
    print(f"The policy is in {o.out / 'policy.npz'}, its curve in {o.out / 'curve.csv'}.")


if __name__ == "__main__":
    main()
