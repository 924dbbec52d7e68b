"""Random games in OpenSpiel.

python examples/open_spiel_random.py --map san-francisco --players 3 --games 5
"""

import argparse
import random

import pyspiel

import whistlestop.envs.open_spiel  # noqa: F401 (registers the game)

parser = argparse.ArgumentParser(description="Random games in OpenSpiel.")
parser.add_argument("--map", default="usa")
parser.add_argument("--players", type=int, default=2)
parser.add_argument("--games", type=int, default=3)
parser.add_argument("--seed", type=int, default=0)
options = parser.parse_args()

game = pyspiel.load_game(
    "python_whistlestop", {"map": options.map, "players": options.players, "reward": "score", "seed": options.seed}
)
rng = random.Random(options.seed)
for number in range(options.games):
    state = game.new_initial_state()
    state.apply_action(number)  # chance: which of the deals
    while not state.is_terminal():
        action = rng.choice(state.legal_actions())
        last = state.action_to_string(action)
        state.apply_action(action)
    points = ", ".join(f"{total:.0f}" for total in state.returns())
    print(f"Game {number}: {state.move_number() - 1} moves, the last one {last!r}; points {points}")
