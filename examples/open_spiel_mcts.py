"""OpenSpiel's search against random play: IS-MCTS, which looks at no hidden card, or MCTS, which sees them all.

python examples/open_spiel_mcts.py --games 2 --simulations 30
"""

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.bots.uniform_random import UniformRandomBot

import whistlestop.envs.open_spiel  # noqa: F401 (registers the game)

parser = argparse.ArgumentParser(description="OpenSpiel's search against random play.")
parser.add_argument("--map", default="san-francisco")
parser.add_argument("--games", type=int, default=2)
parser.add_argument("--simulations", type=int, default=30)
parser.add_argument("--sees-all", action="store_true", help="plain MCTS, which sees hidden cards")
options = parser.parse_args()

game = pyspiel.load_game("python_whistlestop", {"map": options.map, "players": 2})
rng = np.random.RandomState(0)
playout = mcts.RandomRolloutEvaluator(1, rng)
if options.sees_all:
    search = mcts.MCTSBot(game, 1.4, options.simulations, playout, random_state=rng)
else:
    search = ismcts.ISMCTSBot(game, playout, 1.4, options.simulations, random_state=rng)

won = 0.0
for number in range(options.games):
    seat = number % 2
    bots = {seat: search, 1 - seat: UniformRandomBot(1 - seat, rng)}
    state = game.new_initial_state()
    state.apply_action(number)  # chance: which of the deals
    while not state.is_terminal():
        state.apply_action(bots[state.current_player()].step(state))
    won += (state.returns()[seat] + 1) / 2
    print(f"Game {number}: the search, in seat {seat}, gets {state.returns()[seat]:+.0f}", flush=True)
print(f"The search won {won:g} of {options.games} games.")
