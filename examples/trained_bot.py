"""A policy that `ppo_san_francisco.py` has trained, as a bot of the arena and of the page. Needs numpy only.

    whistlestop tournament --map san-francisco --bots examples.trained_bot:Trained,greedy,random --games 200
    whistlestop bot --join LINK --bot examples.trained_bot:Trained        # a seat at a table of the page

The policy is the file that WHISTLESTOP_POLICY names, by default `san_francisco_policy.npz` beside this one.
"""

import os
from pathlib import Path

import numpy as np

from whistlestop.board import Board
from whistlestop.envs.from_view import observe_view
from whistlestop.game.view import View

POLICY = Path(__file__).with_name("san_francisco_policy.npz")


class Trained:
    """Takes the legal action that the policy likes best."""

    def __init__(self, board: Board, seed: int | None = None) -> None:
        self.board = board
        with np.load(os.environ.get("WHISTLESTOP_POLICY", POLICY)) as arrays:
            self.layers = [(arrays[f"w{i}"].astype(np.float32), arrays[f"b{i}"]) for i in range(len(arrays) // 2)]
        if len(self.layers[-1][1]) != board.action_count:
            raise ValueError(f"This policy was trained on another map than {board.map.name}, or for other rules.")

    def choose(self, view: View) -> str:
        values, legal = observe_view(self.board, view)
        for weights, bias in self.layers[:-1]:
            values = np.maximum(weights @ values + bias, 0)
        weights, bias = self.layers[-1]
        best = legal[np.argmax((weights @ values + bias)[legal])]
        return self.board.action(int(best), view["offered"]).text
