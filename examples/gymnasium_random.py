"""A learner that plays at random against a bot, in Gymnasium's API.

    python examples/gymnasium_random.py --opponent greedy --games 10

It needs Gymnasium (`pip install whistlestop[rl]`).
"""

import argparse

import gymnasium

import whistlestop.envs.gymnasium  # noqa: F401  # registers the environments


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--env", default="Whistlestop-SanFrancisco-v0", help="or Whistlestop-USA-v0")
    options.add_argument("--opponent", default="greedy", help="a bot's name, or module:Class of your own")
    options.add_argument("--games", type=int, default=10)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()

    env = gymnasium.make(given.env, opponents=given.opponent, reward="margin")
    env.action_space.seed(given.seed)
    for number in range(given.games):
        _, info = env.reset(seed=given.seed if number == 0 else None)  # the next game of the same series
        is_over, points = False, 0.0
        while not is_over:
            action = env.action_space.sample(info["action_mask"])
            _, reward, is_terminated, is_truncated, info = env.step(action)
            is_over = is_terminated or is_truncated
            points += float(reward)
        print(f"game {number}: seat {info['seat']} came out {points:+.0f} points, won by {info['winners']}")


if __name__ == "__main__":
    main()
