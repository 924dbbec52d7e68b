"""sb3-contrib's MaskablePPO against a bot on San Francisco: it asks the environment for `action_masks()` by itself.

pip install "whistlestop[rl]" sb3-contrib
python examples/sb3_maskable_ppo.py --minutes 1
"""

import argparse
import time

from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_vec_env

import whistlestop.envs.gymnasium  # noqa: F401  # registers the environments


class Progress(BaseCallback):
    """Tells the points of a game after every rollout, and stops when the time is up."""

    def __init__(self, minutes: float) -> None:
        super().__init__()
        self.end = time.process_time() + 60 * minutes

    def _on_step(self) -> bool:
        return time.process_time() < self.end

    def _on_rollout_end(self) -> None:
        games = [episode["r"] for episode in self.model.ep_info_buffer or []]
        if games:
            print(f"{self.num_timesteps} steps: {sum(games) / len(games):.1f} points a game", flush=True)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--minutes", type=float, default=1.0, help="of CPU time, however busy the machine is")
    options.add_argument("--steps", type=int, default=10**9, help="stop after so many, if that comes first")
    options.add_argument("--opponent", default="random", help="a bot's name, or module:Class of your own")
    given = options.parse_args()

    # The rewards are points, so that those of a game add up to its total.
    settings = {"opponents": given.opponent, "reward": "score"}
    envs = make_vec_env("Whistlestop-SanFrancisco-v0", n_envs=8, seed=1, env_kwargs=settings)
    model = MaskablePPO(
        "MultiInputPolicy", envs, n_steps=128, batch_size=256, n_epochs=4, gamma=1.0, device="cpu", seed=1
    )
    model.learn(given.steps, callback=Progress(given.minutes))


if __name__ == "__main__":
    main()
