"""What more time is worth where opening tickets are kept, the choice of a game that decides most.

    python bench/opening_keeps.py usa --seconds 0.1 --games 100

The search chooses within some CPU seconds and within five times as many. Then every way to keep is played to the end by
planners on other deals: nothing hidden is known yet, so imagined deals are as good a judge as real ones. Prints by how
much the choices beat the planner's, in values of playouts (a won game is 1), with standard errors over games.
"""

import argparse
import time

import numpy as np

from whistlestop import kernels
from whistlestop.board import Board, load_board
from whistlestop.bots.complete_state import complete_state
from whistlestop.bots.outcomes import Alternatives
from whistlestop.bots.search.grow import MARGIN_SCALE
from whistlestop.bots.search.searcher import SEARCH_KERNELS, Budget
from whistlestop.bots.search.versions import PRESENT
from whistlestop.engine.rng import seed_base
from whistlestop.game import Game

REPORT_EVERY = 10


def judge_keep(board: Board, seed: int, number: int, deals: int, budgets: list[Budget]) -> list[tuple[float, float]]:
    """For each budget: by how much the choice beats the planner's, and the CPU seconds that it took."""
    game = Game(board, 2, seed, number)
    assert game.to_play is not None
    state, searcher = complete_state(board, game.view(game.to_play)), PRESENT.searcher(board)
    chosen, spent = [], []
    for budget in budgets:
        start = time.thread_time()
        found = searcher.search(state, seed_base("search 0", number), budget)
        spent.append(time.thread_time() - start)
        chosen.append(int(found.estimate(searcher.belief).argmax()))
    judged = Alternatives(board).play(state, found.action.tolist(), seed_base("keep", number), 0, deals)
    values = (judged.shares[:, :, game.to_play] + 0.5 + 0.5 * np.tanh(judged.leads / MARGIN_SCALE)).mean(axis=1) / 2
    return [(float(values[way] - values[0]), seconds) for way, seconds in zip(chosen, spent, strict=True)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("map", nargs="?", default="usa")
    parser.add_argument("--seconds", type=float, default=0.1, help="of CPU for a move [default: 0.1]")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--deals", type=int, default=400, help="that judge each way to keep [default: 400]")
    parser.add_argument("--seed", type=int, default=4701)
    options = parser.parse_args()
    kernels.require(*SEARCH_KERNELS)
    board, rows = load_board(options.map), []
    budgets = [Budget(times * options.seconds, clock=time.thread_time) for times in (1, PRESENT.ticket_times)]
    for number in range(options.games):
        rows.append(judge_keep(board, options.seed, number, options.deals, budgets))
        if len(rows) % REPORT_EVERY == 0 or len(rows) == options.games:
            gains, spent = np.moveaxis(np.array(rows), 2, 0)
            columns = np.column_stack([gains, gains[:, 1] - gains[:, 0]])
            errors = columns.std(axis=0) / len(rows) ** 0.5
            usual, more, apart = (f"{m:+.4f} ± {e:.4f}" for m, e in zip(columns.mean(axis=0), errors, strict=True))
            took = "{:.3f} and {:.3f}".format(*spent.mean(axis=0))
            print(f"{len(rows)} games: {usual}, with more time {more}, by {apart}; took {took} CPU s", flush=True)


if __name__ == "__main__":
    main()
