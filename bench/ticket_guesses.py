"""How well a seat guesses the others' tickets, turn by turn: `python bench/ticket_guesses.py san-francisco --deals 50`.

Bots play; whenever a seat is to begin a turn, it is asked how likely it thinks the tickets that another really holds.
Prints the mean logarithm of that chance (0 is certainty) and how often no other set is as likely: by lot, by how far
routes serve each ticket (`guess.py`), and by all that the other did (`inference.py`); and the CPU time of the last.
"""

import argparse
import math
import time
from collections import defaultdict
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np
from rich.progress import track

from whistlestop import kernels
from whistlestop.arena.play_games import play_bot_game
from whistlestop.board import Board, load_board
from whistlestop.bots.complete_state import complete_state, unseen_tickets
from whistlestop.bots.search.inference import Inference
from whistlestop.bots.search.searcher import SEARCH_KERNELS, Searcher
from whistlestop.game import Game
from whistlestop.kernels.structs import IntArray

LEAST = 1e-6
"""A chance below it counts as this."""
MOST_SETS = 1000
"""Where more sets of tickets are possible than this, the other's are not asked for."""


class Answer(NamedTuple):
    chance: float
    is_first: bool
    """Whether every other set is thought to be less likely."""


def weighed_answer(weights: IntArray, pool: list[int], held: frozenset[int]) -> Answer:
    """Of tickets that are drawn one by one by their weights."""
    chances = {frozenset(found): 0.0 for found in combinations(pool, len(held))}
    for order in permutations(pool, len(held)):
        chance, total = 1.0, int(weights[pool].sum())
        for ticket in order:
            chance *= weights[ticket] / total
            total -= int(weights[ticket])
        chances[frozenset(order)] += chance
    return answer_of(chances, held)


def answer_of(chances: dict[frozenset[int], float], held: frozenset[int]) -> Answer:
    true = chances.pop(held, 0.0)
    return Answer(true, true > max(chances.values(), default=0.0))


def inferred_answer(inference: Inference, seat: int, held: frozenset[int]) -> Answer:
    suspicion = inference.suspicions[seat]
    chances: defaultdict[frozenset[int], float] = defaultdict(float)
    for found, share in zip(suspicion.sets.tolist(), suspicion.shares(), strict=True):
        chances[frozenset(found)] += share
    return answer_of(chances, held)


class Asked(NamedTuple):
    turn: int
    by_lot: Answer
    by_routes: Answer
    by_choices: Answer
    seconds: float


def ask(board: Board, bots: list[str], seed: int, number: int) -> list[Asked]:
    """All answers in one game."""
    asked = []
    finished, game = play_bot_game(board, bots, seed, number), Game(board, len(bots), seed, number)
    inferences = [Inference(board, Searcher(board).weights) for _ in bots]
    searcher = Searcher(board)
    for action in finished.actions:
        seat = game.to_play
        assert seat is not None
        if game.phase == "turn":
            view, rng = game.view(seat), np.random.default_rng(number)
            state = complete_state(board, view)
            start = time.process_time()
            is_told = inferences[seat].update(view, state, rng)
            seconds = time.process_time() - start
            searcher.begin(state)
            pool = [board.index("ticket", ticket) for ticket in unseen_tickets(board, view)]
            for other, shown in enumerate(game.position()["seats"]):
                held = frozenset(board.index("ticket", ticket) for ticket in shown["tickets"])
                sets = math.comb(len(pool), len(held))
                if other != seat and is_told and sets <= MOST_SETS:
                    by_routes = weighed_answer(searcher.ticket_weights[other], pool, held)
                    by_choices = inferred_answer(inferences[seat], other, held)
                    turn = game.turn_count // len(bots)
                    asked.append(Asked(turn, Answer(1 / sets, False), by_routes, by_choices, seconds))
        game.apply(action)
    return asked


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("map", nargs="?", default="san-francisco")
    parser.add_argument("--bots", default="planner,planner", help="one for each seat [default: planner,planner]")
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--seed", type=int, default=5)
    chosen = parser.parse_args()
    kernels.require(*SEARCH_KERNELS)
    board = load_board(chosen.map)
    asked: list[Asked] = []
    for number in track(range(chosen.deals), "games"):
        asked += ask(board, chosen.bots.split(","), chosen.seed, number)
    print("| turns | asked | by lot | by routes | first | by choices | first | ms |\n|---|---|---|---|---|---|---|---|")
    for first in range(0, max(one.turn for one in asked) + 1, 5):
        some = [one for one in asked if first <= one.turn < first + 5]
        if some:
            cells: list[object] = [f"{first}–{first + 4}", len(some), f"{mean_log([one.by_lot for one in some]):.2f}"]
            for answers in ([one.by_routes for one in some], [one.by_choices for one in some]):
                share = np.mean([answer.is_first for answer in answers])
                cells += [f"{mean_log(answers):.2f}", f"{100 * share:.0f} %"]
            cells.append(f"{1000 * np.mean([one.seconds for one in some]):.1f}")
            print(f"| {' | '.join(map(str, cells))} |")


def mean_log(answers: list[Answer]) -> float:
    return float(np.mean([math.log(max(LEAST, answer.chance)) for answer in answers]))


if __name__ == "__main__":
    main()
