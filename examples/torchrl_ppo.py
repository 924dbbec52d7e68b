"""TorchRL's PPO against a bot on San Francisco: a masked categorical takes the mask from the observation.

pip install "whistlestop[rl]" torchrl
python examples/torchrl_ppo.py --minutes 1
"""

import argparse
import time

import torch
from tensordict.nn import TensorDictModule
from torch import Tensor, nn
from torchrl.collectors import Collector
from torchrl.envs import DTypeCastTransform, GymEnv, RewardSum, SerialEnv, TransformedEnv
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

import whistlestop.envs.gymnasium  # noqa: F401  # registers the environments

GAMES, STEPS, BATCH, EPOCHS = 8, 2048, 256, 4


class Network(nn.Module):
    """Two hidden layers."""

    def __init__(self, size: int, out: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(size, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU(), nn.Linear(256, out)
        )

    def forward(self, rows: Tensor) -> Tensor:
        values: Tensor = self.layers(rows.float().sqrt())
        return values


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--minutes", type=float, default=1.0, help="of CPU time, however busy the machine is")
    options.add_argument("--updates", type=int, default=10**9, help="stop after so many, if that comes first")
    options.add_argument("--opponent", default="random", help="a bot's name, or module:Class of your own")
    given = options.parse_args()
    torch.manual_seed(1)

    def make() -> GymEnv:
        # The rewards are points, so that those of a game add up to its total.
        settings = {"opponents": given.opponent, "reward": "score"}
        return GymEnv("Whistlestop-SanFrancisco-v0", categorical_action_encoding=True, **settings)

    cast = DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"])
    envs = TransformedEnv(SerialEnv(GAMES, make), cast)
    envs.append_transform(RewardSum())
    size, actions = (envs.observation_spec[key].shape[-1] for key in ("observation", "action_mask"))
    actor = ProbabilisticActor(
        TensorDictModule(Network(size, actions), in_keys=["observation"], out_keys=["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"},
        spec=envs.action_spec,
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    critic = ValueOperator(Network(size, 1), in_keys=["observation"])
    advantages = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
    loss = ClipPPOLoss(actor, critic, entropy_coeff=0.01, critic_coeff=0.5, normalize_advantage=True)
    optimizer = torch.optim.Adam(loss.parameters(), lr=3e-4)
    start = time.process_time()
    for updates, played in enumerate(Collector(envs, actor, frames_per_batch=STEPS, total_frames=-1), start=1):
        ended = played["next", "done"].squeeze(-1)
        points = played["next", "episode_reward"].squeeze(-1)[ended]
        print(f"{updates * STEPS} steps: {points.mean():.1f} points a game", flush=True)
        with torch.no_grad():
            advantages(played)
        rows = played.reshape(-1)
        for _ in range(EPOCHS):
            for part in torch.randperm(len(rows)).split(BATCH):
                losses = loss(rows[part])
                total = losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]
                optimizer.zero_grad()
                total.backward()
                nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
                optimizer.step()
        if updates >= given.updates or time.process_time() - start > 60 * given.minutes:
            break


if __name__ == "__main__":
    main()
