"""Are win chances true? `python bench/calibration.py san-francisco --games 400`.

Bots play whole games; of each some choices are reviewed as the page does it, with what their seat knew. Of the choices
that are said to win 70 of 100 games, 70 should have been won. Prints that by tenths of the chance, with 95 % intervals
by games, and the mean squared error (Brier's score) beside that of a judge who says the same of all.
"""

import argparse
import random
from typing import NamedTuple

import numpy as np
from rich.progress import track

from whistlestop import kernels
from whistlestop.arena.estimates import BlockSums, Estimate
from whistlestop.arena.play_games import play_bot_game
from whistlestop.board import Board, load_board
from whistlestop.bots.review import review_choice
from whistlestop.bots.search.searcher import SEARCH_KERNELS
from whistlestop.engine.scoring import score_rows, win_shares
from whistlestop.game import Game
from whistlestop.server.play.advice import REVIEW_PLAYOUTS


class Asked(NamedTuple):
    game: int
    chance: float
    won: float
    """1, 0, or the share of a win that several have."""


def ask(board: Board, bots: list[str], seed: int, number: int, choices: int) -> list[Asked]:
    """Some choices of one game."""
    finished, game = play_bot_game(board, bots, seed, number), Game(board, len(bots), seed, number)
    shares = win_shares(score_rows(finished.scores()))
    rng = random.Random(f"{seed} {number}")
    wanted = set(rng.sample(range(finished.version), min(choices, finished.version)))
    asked = []
    for version, action in enumerate(finished.actions):
        seat = game.to_play
        assert seat is not None
        if version in wanted:
            found = review_choice(
                board, game.view(seat), game.position(), action.text,
                is_open=False, playouts=REVIEW_PLAYOUTS // len(bots), seed=number,
            )  # fmt: skip
            asked.append(Asked(number, found.chances[seat], float(shares[seat])))
        game.apply(action)
    return asked


def missed_by(asked: list[Asked]) -> Estimate:
    """The share that was won less what was said, with the interval that games give: their choices end alike."""
    games, game = np.unique([one.game for one in asked], return_inverse=True)
    sums, first = BlockSums(1, blocks=len(games)), np.zeros_like(game)
    sums.add("count", game, first)
    sums.add("missed", game, first, np.array([one.won - one.chance for one in asked]))
    return sums.mean("missed")[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("map", nargs="?", default="san-francisco")
    parser.add_argument("--bots", default="expert,expert", help="one for each seat [default: expert,expert]")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--choices", type=int, default=8, help="of each game")
    parser.add_argument("--seed", type=int, default=5)
    chosen = parser.parse_args()
    kernels.require("mixed", *SEARCH_KERNELS)
    board, bots = load_board(chosen.map), chosen.bots.split(",")
    asked: list[Asked] = []
    for number in track(range(chosen.games), "games"):
        asked += ask(board, bots, chosen.seed, number, chosen.choices)
    print("| chance | choices | said | won | won less said |\n|---|---|---|---|---|")
    for tenth in range(10):
        some = [one for one in asked if min(9, int(10 * one.chance)) == tenth]
        if some:
            said, won = np.mean([one.chance for one in some]), np.mean([one.won for one in some])
            missed = missed_by(some)
            cells = (f"{tenth}0–{tenth + 1}0 %", f"{len(some):,}", f"{100 * said:.1f} %", f"{100 * won:.1f} %")
            print(f"| {' | '.join(cells)} | {100 * missed.value:+.1f} ± {50 * (missed.high - missed.low):.1f} |")
    won = np.array([one.won for one in asked])
    error = np.mean([(one.won - one.chance) ** 2 for one in asked])
    print(f"Mean squared error {error:.4f}; of who always says {won.mean():.1%}: {np.var(won):.4f}")


if __name__ == "__main__":
    main()
