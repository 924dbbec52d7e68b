"""RLlib's PPO with its own action masking against a bot on San Francisco.

pip install "whistlestop[rl]" "ray[rllib]" torch
python examples/rllib_ppo.py --minutes 1
"""

import argparse
import time

from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--minutes", type=float, default=1.0, help="of CPU time, however busy the machine is")
    options.add_argument("--updates", type=int, default=10**9, help="stop after so many, if that comes first")
    options.add_argument("--batch", type=int, default=2048, help="steps between two updates")
    options.add_argument("--opponent", default="random", help="a bot's name, or module:Class of your own")
    given = options.parse_args()

    # RLlib's masking looks for these names and for floats.
    settings = {"keys": ("observations", "action_mask"), "dtype": "float32"}
    # The rewards are points, so that those of a game add up to its total.
    settings |= {"opponents": given.opponent, "reward": "score"}
    config = (
        PPOConfig()
        .environment("whistlestop.envs.gymnasium:Whistlestop-SanFrancisco-v0", env_config=settings)
        .env_runners(num_env_runners=0, num_envs_per_env_runner=8)
        .learners(num_learners=0)
        .rl_module(rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule))
        .training(train_batch_size_per_learner=given.batch, minibatch_size=256, num_epochs=4, lr=3e-4, gamma=1.0)
        .debugging(seed=1)
    )
    algorithm = config.build_algo()
    start, updates, steps = time.process_time(), 0, 0
    while updates < given.updates and time.process_time() - start < 60 * given.minutes:
        result = algorithm.train()["env_runners"]
        updates, steps = updates + 1, int(result["num_env_steps_sampled_lifetime"])
        print(f"{steps} steps: {result.get('episode_return_mean', float('nan')):.1f} points a game", flush=True)
    algorithm.stop()


if __name__ == "__main__":
    main()
