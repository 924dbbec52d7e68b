"""What searches gain by a choice, judged with the real cards: `python bench/choice_gains.py usa --bots search@200`.

Experts play whole games against each other. In some positions of each game every bot chooses by its view. What it
chooses is then played to the end from the real position, hidden cards and tickets as they are, by experts on the same
orders of the piles. Prints by how much that beats what the expert chose, in values of playouts (a won game is 1), and
the difference to the first bot, with standard errors over games. That is dearer than asking imagined deals, but these
flatter who asks them (decision 42), and much cheaper than games.
"""

import argparse
import random
import sys
import time

import numpy as np

from whistlestop import kernels
from whistlestop.arena.play_games import play_bot_game
from whistlestop.board import Board, load_board
from whistlestop.bots import make_bot
from whistlestop.bots.outcomes import Alternatives
from whistlestop.bots.search.grow import MARGIN_SCALE
from whistlestop.bots.search.searcher import SEARCH_KERNELS
from whistlestop.engine.rng import seed_base
from whistlestop.game import Game
from whistlestop.game.position import read_position

REPORT_EVERY = 20


def gains_of(
    board: Board, bots: list[str], players: int, seed: int, number: int, choices: int, deals: int
) -> list[float]:
    """The mean gain of each bot over some choices of a game."""
    finished, game = play_bot_game(board, ["expert"] * players, seed, number), Game(board, players, seed, number)
    wanted = set(random.Random(f"{seed} {number}").sample(range(finished.version), min(choices, finished.version)))
    judge, gains = Alternatives(board, is_open=True), []
    for version, action in enumerate(finished.actions):
        seat = game.to_play
        assert seat is not None
        if version in wanted:
            view = game.view(seat)
            found = [make_bot(bot, board, seed + version).choose(view) for bot in ("expert", *bots)]
            ids = [board.action_id(one, view["offered"]) for one in found]
            asked = sorted({one for one in ids if one is not None}, key=ids.index)
            values = dict.fromkeys(asked, 0.0)
            if len(asked) > 1:
                true = read_position(board, game.position(), seed_base("true", version))
                ends = judge.play(true, asked, seed_base(f"judge {number}", version), 0, deals)
                all_values = (ends.shares[:, :, seat] + 0.5 + 0.5 * np.tanh(ends.leads / MARGIN_SCALE)).mean(axis=1) / 2
                values = dict(zip(asked, (all_values - all_values[0]).tolist(), strict=True))
            gains.append([values[one] for one in ids[1:] if one is not None])
        game.apply(action)
    mean: list[float] = np.mean(gains, axis=0).tolist()
    return mean


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("map", nargs="?", default="san-francisco")
    parser.add_argument("--bots", default="search@200,search@800")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--choices", type=int, default=4, help="of each game [default: 4]")
    parser.add_argument("--deals", type=int, default=200, help="that judge each of them [default: 200]")
    parser.add_argument("--seed", type=int, default=5801)
    options = parser.parse_args()
    kernels.require("mixed", *SEARCH_KERNELS)
    board, bots, rows, start = load_board(options.map), options.bots.split(","), [], time.monotonic()
    for number in range(options.games):
        rows.append(gains_of(board, bots, options.players, options.seed, number, options.choices, options.deals))
        if len(rows) % REPORT_EVERY == 0 or len(rows) == options.games:
            left = (time.monotonic() - start) / len(rows) * (options.games - len(rows))
            gains = np.array(rows)
            columns = np.column_stack([gains, gains[:, 1:] - gains[:, :1]])
            errors = columns.std(axis=0) / len(rows) ** 0.5
            said = [f"{mean:+.4f} ± {error:.4f}" for mean, error in zip(columns.mean(axis=0), errors, strict=True)]
            print(f"{len(rows)} games, {left:.0f} s left", file=sys.stderr, flush=True)
            for i, bot in enumerate(bots):
                more = f", than the first {said[len(bots) + i - 1]}" if i else ""
                print(f"  {bot}: {said[i]} a choice{more}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
