"""Random games in PettingZoo's API, in which every seat is an agent.

    python examples/pettingzoo_random.py --map usa --players 3 --games 10

It needs PettingZoo (`pip install whistlestop[rl]`).
"""

import argparse

from whistlestop.envs import pettingzoo as whistlestop_v0


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--map", default="san-francisco")
    options.add_argument("--players", type=int, default=2)
    options.add_argument("--games", type=int, default=10)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()

    env = whistlestop_v0.env(map=given.map, players=given.players)
    for seat, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(given.seed + seat)
    for number in range(given.games):
        env.reset(seed=given.seed if number == 0 else None)  # the next game of the same series
        rewards = dict.fromkeys(env.agents, 0.0)
        for agent in env.agent_iter():
            observation, reward, is_terminated, is_truncated, info = env.last()
            rewards[agent] += reward
            if is_terminated or is_truncated:
                totals = [score["total"] for score in info["scores"]]
                env.step(None)
            else:
                env.step(env.action_space(agent).sample(observation["action_mask"]))
        print(f"game {number}: totals {totals}, rewards {list(rewards.values())}")


if __name__ == "__main__":
    main()
