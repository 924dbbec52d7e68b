"""Random self-play in the vector environment: thousands of games in one compiled call.

python examples/vector_random.py --map usa --players 2 --games 256 --steps 2000
"""

import argparse
import time

import numpy as np

from whistlestop.envs.vector import VectorEnv


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--map", default="usa")
    options.add_argument("--players", type=int, default=2)
    options.add_argument("--games", type=int, default=256, help="side by side")
    options.add_argument("--steps", type=int, default=2000, help="of each of them")
    given = options.parse_args()

    env = VectorEnv(given.map, given.players, given.games, seed=1)
    wins, start = np.zeros(given.players), time.perf_counter()
    for _ in range(given.steps):
        _observations, _masks, rewards, ended = env.step(env.sample())
        wins += (rewards[ended] > 0).sum(axis=0)
    speed = given.games * given.steps / (time.perf_counter() - start)
    print(f"{speed:,.0f} steps a second; wins by seat: {wins.astype(int).tolist()}")


if __name__ == "__main__":
    main()
