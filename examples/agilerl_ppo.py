"""AgileRL's PPO against a bot on San Francisco, on Gymnasium's vector environment: one compiled call steps all games.

pip install "whistlestop[rl]" agilerl
python examples/agilerl_ppo.py --minutes 1
"""

import argparse
import time

import gymnasium
import numpy as np
from agilerl.algorithms.ppo import PPO
from agilerl.rollouts import collect_rollouts

import whistlestop.envs.gymnasium  # noqa: F401  # registers the environments


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--minutes", type=float, default=1.0, help="of CPU time, however busy the machine is")
    options.add_argument("--updates", type=int, default=10**9, help="stop after so many, if that comes first")
    options.add_argument("--games", type=int, default=32, help="side by side")
    options.add_argument("--opponent", default="random", help="or easy, medium, hard")
    given = options.parse_args()

    # The rewards are points, so that those of a game add up to its total.
    envs = gymnasium.make_vec(
        "Whistlestop-SanFrancisco-v0", num_envs=given.games, opponents=given.opponent, reward="score"
    )
    envs.reset(seed=1)
    agent = PPO(
        envs.single_observation_space,
        envs.single_action_space,
        num_envs=given.games,
        learn_step=64 * given.games,
        batch_size=256,
        lr=3e-4,
        gamma=1.0,
    )
    start, updates, points = time.process_time(), 0, []
    now = (None, None, None, None)
    while updates < given.updates and time.process_time() - start < 60 * given.minutes:
        ended, *now = collect_rollouts(
            agent, envs, last_obs=now[0], last_done=now[1], last_scores=now[2], last_info=now[3]
        )
        agent.learn()
        updates += 1
        points = (points + ended)[-100:]
        steps = updates * 64 * given.games
        print(f"{steps} steps: {np.mean(points) if points else np.nan:.1f} points a game", flush=True)


if __name__ == "__main__":
    main()
