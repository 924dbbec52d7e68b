"""Tune the planner's weights by self-play: change a few, play the incumbent on the same deals, keep what is better.

    python bench/tune_planner.py usa --minutes 30 --out weights.toml

Every trial plays each deal twice, with seats exchanged. A change that looks better is played again on new deals before
it is kept, because the best of many trials is mostly the luckiest. Ctrl-C stops; what was found is in the file.
"""

import argparse
import math
import time
import tomllib
from pathlib import Path

import numpy as np

from whistlestop.board import Board, load_board
from whistlestop.bots.planner.games import planner_games
from whistlestop.bots.planner.memory import MEMORY
from whistlestop.bots.planner.weights import weights_for, weights_of
from whistlestop.engine.playout import blank_playouts
from whistlestop.engine.rng import seed_base
from whistlestop.engine.scoring import TOTAL

TRIAL_DEALS, CHECK_DEALS = 300, 1500
FIXED = {"is_short_sighted"}
Values = dict[str, int]


def margins(board: Board, a: Values, b: Values, players: int, seed: int, first: int, deals: int) -> np.ndarray:
    """For each deal, by how much `a` beats the best of the `b`s, over all seats that `a` can have; squeezed, so that a
    landslide does not count for more than a clear win."""
    memories, total = np.zeros(players, MEMORY), np.zeros(deals)
    for seat in range(players):
        weights = np.concatenate([weights_of(a if i == seat else b) for i in range(players)])
        playouts = blank_playouts(deals, players)
        planner_games(board.arrays, weights, memories, seed_base("deal", seed), first, playouts)
        totals = playouts.scores[:, :, TOTAL]
        others = np.delete(totals, seat, axis=1).max(axis=1)
        total += np.tanh((totals[:, seat] - others) / 40)
    return total / players


def z_score(values: np.ndarray) -> float:
    """How many standard errors the mean lies above 0."""
    return float(values.mean() / (values.std() / math.sqrt(len(values)) + 1e-12))


def changed(values: Values, rng: np.random.Generator) -> Values:
    """A few weights moved by up to half of their size, or a few hundredths of a point if they are small."""
    names = [name for name in values if name not in FIXED]
    new = dict(values)
    for name in rng.choice(names, size=rng.integers(1, 5), replace=False):
        scale = max(abs(values[name]), 2 if name.startswith("ticket_") else 20)
        new[name] = round(values[name] + scale * float(rng.normal(0, 0.35)))
    return new


def tune(board: Board, values: Values, players: int, minutes: float, seed: int, out: Path) -> None:
    """Improve `values` until time is up; the file always holds the best so far."""
    rng = np.random.default_rng(seed)
    end, deal, trials = time.monotonic() + 60 * minutes, 0, 0
    while time.monotonic() < end:
        candidate = changed(values, rng)
        trials += 1
        deal += TRIAL_DEALS
        if z_score(margins(board, candidate, values, players, seed, deal, TRIAL_DEALS)) < 1:
            continue
        deal += CHECK_DEALS
        check = margins(board, candidate, values, players, seed, deal, CHECK_DEALS)
        if z_score(check) > 1.5:
            moved = {name: (values[name], candidate[name]) for name in values if values[name] != candidate[name]}
            values = candidate
            out.write_text("".join(f"{name} = {value}\n" for name, value in values.items()), encoding="utf-8")
            left = (end - time.monotonic()) / 60
            print(f"{trials} trials, {left:.0f} min left: {check.mean():+.3f} by {moved}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("map", default="usa", nargs="?")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, help="weights to begin with, as written by an earlier run")
    parser.add_argument("--out", type=Path, default=Path("weights.toml"))
    options = parser.parse_args()
    chosen = load_board(options.map)
    first = tomllib.loads(options.start.read_text(encoding="utf-8")) if options.start else weights_for(chosen)
    try:
        tune(chosen, first, options.players, options.minutes, options.seed, options.out)
    except KeyboardInterrupt:
        print("stopped")
