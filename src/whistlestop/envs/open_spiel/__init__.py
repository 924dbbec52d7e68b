"""The game `python_whistlestop` for OpenSpiel: importing this registers it, with all that OpenSpiel's algorithms ask.

>>> import pyspiel
>>> import whistlestop.envs.open_spiel
>>> game = pyspiel.load_game("python_whistlestop(map=san-francisco,players=2,deals=100)")
>>> state = game.new_initial_state()
>>> state.apply_action(7)  # chance deals game 7 of the series
>>> [state.action_to_string(action) for action in state.legal_actions()][-1]
'keep golden-gate-park/lombard-street alcatraz/painted-ladies'

| parameter | |
|---|---|
| `map` | a built-in map's name or the path of a .toml file, without `,`, `=` and brackets, which OpenSpiel reads |
| `players` | as many as the map is for |
| `reward` | `win`, `rank`, `margin` or `score`, all given at the end; `score` is the total |
| `deals` | how many different deals chance chooses from; 0: endless (below) |
| `seed` | of the series of deals: outcome n is `Game(map, players, seed, number=n)` |

**Utilities**: `win` and `margin` sum to zero with two players, `rank` with any number. All else is general-sum.

**Chance** has one node, at the root. After it the order of the deck is in the state, hidden from the seats but fixed:
the same actions lead to the same cards. An algorithm that plays on from a state as it is, as plain MCTS does, therefore
sees through the backs of the cards. `state.resample_from_infostate(player, sampler)` deals anew all that a player can't
know; `open_spiel.python.algorithms.ismcts` calls it, and so searches honestly. Algorithms that learn from whole games,
like MCCFR, tell states apart by what players know and need no care. With few deals they may learn these by heart.

Take the bots of `open_spiel.python.algorithms`, not those in C++: `pyspiel.ISMCTSBot` can't resample a game written in
Python, and `pyspiel.MCTSBot.step` crashes the interpreter with such games, OpenSpiel's own tic-tac-toe as well (2.0.2).

With `deals=0` the game is sampled-stochastic: chance has a single outcome, and every time it comes, another game of the
series is drawn. States and games can be pickled; `pyspiel.serialize_game_and_state` can't write such games in Python.

**What a player knows**: the observation is that of all environments (`whistlestop.envs.layout`), as a tensor, in parts
by name, or as text. The information state as text adds all that the player has seen happen and has perfect recall. As a
tensor it adds the player's seat and sums over the past: `chosen`, how often each seat passed, drew tickets, drew from
the deck and took each colour, and `paid`, what each seat has paid; not in which order, which would make it huge.
"""

from whistlestop.envs.open_spiel.game import WhistlestopGame, WhistlestopState, register

__all__ = ["WhistlestopGame", "WhistlestopState"]

register()
