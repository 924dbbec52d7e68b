"""The observation of a view: how a trained policy plays as a bot, which gets nothing else.

>>> from whistlestop import Game
>>> game = Game("san-francisco", players=2, seed=1)
>>> observation, legal = observe_view(game.board, game.view(0))
>>> observation.shape, legal.tolist() == game.legal_ids()
((470,), True)
"""

import numpy as np

from whistlestop.board import Board
from whistlestop.bots.complete_state import complete_state
from whistlestop.engine import calls
from whistlestop.envs.kernels.observe import observe_seat
from whistlestop.envs.layout import Layout
from whistlestop.game.view import View
from whistlestop.kernels import require
from whistlestop.kernels.structs import IntArray, SmallIntArray


def observe_view(board: Board, view: View) -> tuple[SmallIntArray, IntArray]:
    """What environments show to the seat of a view that has to choose, and the ids of its legal actions."""
    require("game", "observations")
    state = complete_state(board, view)
    layout = Layout(board, view["players"])
    observation: SmallIntArray = np.zeros(layout.size, np.int16)
    observe_seat(board.arrays, state, int(state["to_play"][0]), layout.offsets, observation)
    ids: IntArray = np.empty(board.action_count, np.int64)
    return observation, ids[: calls.options(board.arrays, state, ids)]
