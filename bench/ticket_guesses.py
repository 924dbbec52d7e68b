"""How well a seat guesses the others' tickets, turn by turn: `python bench/ticket_guesses.py san-francisco --deals 50`.

Bots play; whenever a seat is to begin a turn, it is asked how likely it thinks the tickets that another really holds.
Prints the mean logarithm of that chance (0 is certainty) and how often no other set is as likely: by lot, by how far
routes serve each ticket (`guess.py`), by all that the other did (`inference.py`), and by the net (`bots/suspicion`);
and the CPU time of the last two.
"""

import argparse
import math
import time
from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np
from rich.progress import track

from whistlestop import kernels
from whistlestop.arena.play_games import play_bot_game
from whistlestop.board import Board, load_board
from whistlestop.bots.complete_state import complete_state, unseen_tickets
from whistlestop.bots.policy.net import WIDTH
from whistlestop.bots.search.inference import Inference
from whistlestop.bots.search.searcher import DEALS, SEARCH_KERNELS, Searcher
from whistlestop.bots.search.versions import PRESENT
from whistlestop.bots.suspicion.inputs import named_row
from whistlestop.bots.suspicion.net import TicketNet, deals_for, mark_unknown, no_ticket_net, see, weigh_next
from whistlestop.engine.rng import seed_base
from whistlestop.engine.state import state_at
from whistlestop.game import Game
from whistlestop.kernels.structs import IntArray, Records
from whistlestop.maps.limits import MAX_TICKETS

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


def named_answer(board: Board, state: Records, net: TicketNet, seat: int, held: frozenset[int]) -> Answer:
    """By the net, which names them one by one in any order."""
    s, is_free = state_at(state, 0), np.zeros(MAX_TICKETS, np.int64)
    seen, weights = np.zeros(WIDTH, np.float32), np.zeros(len(board.ticket_ids), np.float32)
    see(board.record, s, seat, net, seen)
    mark_unknown(s, int(state["to_play"][0]), is_free)
    pool = np.flatnonzero(is_free).tolist()
    chances = {frozenset[int](): 1.0}
    for size in range(len(held)):
        for named in [found for found in chances if len(found) == size]:
            is_left = is_free.copy()
            is_left[list(named)] = 0
            rows = [named_row(board.record, ticket) for ticket in named]
            total = weigh_next(net, seen + net.places[rows].sum(axis=0), is_left, weights)
            for ticket in set(pool) - named:
                more = chances[named] * float(weights[ticket]) / total
                chances[named | {ticket}] = chances.get(named | {ticket}, 0.0) + more
    return answer_of({found: chance for found, chance in chances.items() if len(found) == len(held)}, held)


class Asked(NamedTuple):
    turn: int
    by_lot: Answer
    by_routes: Answer
    by_choices: Answer
    by_net: Answer
    inference_seconds: float
    net_seconds: float


def ask(board: Board, bots: list[str], seed: int, number: int) -> list[Asked]:
    """All answers in one game."""
    asked = []
    finished, game = play_bot_game(board, bots, seed, number), Game(board, len(bots), seed, number)
    inferences = [Inference(board, Searcher(board).weights) for _ in bots]
    searcher, net = Searcher(board), PRESENT.ticket_net_for(board) or no_ticket_net()
    for action in finished.actions:
        seat = game.to_play
        assert seat is not None
        if game.phase == "turn":
            view, rng = game.view(seat), np.random.default_rng(number)
            state = complete_state(board, view)
            start = time.process_time()
            is_told = inferences[seat].update(view, state, rng)
            seconds = time.process_time() - start
            searcher.begin(state, base := seed_base("guesses", number))
            start = time.process_time()
            deals_for(board, state, net, base, 0, DEALS)
            net_seconds = time.process_time() - start
            pool = [board.index("ticket", ticket) for ticket in unseen_tickets(board, view)]
            for other, shown in enumerate(game.position()["seats"]):
                held = frozenset(board.index("ticket", ticket) for ticket in shown["tickets"])
                sets = math.comb(len(pool), len(held))
                if other != seat and is_told and sets <= MOST_SETS:
                    by_routes = weighed_answer(searcher.ticket_weights[other], pool, held)
                    by_choices = inferred_answer(inferences[seat], other, held)
                    turn = game.turn_count // len(bots)
                    by_net = named_answer(board, state, net, other, held)
                    answers = Answer(1 / sets, False), by_routes, by_choices, by_net
                    asked.append(Asked(turn, *answers, seconds, net_seconds))
        game.apply(action)
    return asked


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("map", nargs="?", default="san-francisco")
    parser.add_argument("--bots", default="planner,planner", help="one for each seat [default: planner,planner]")
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--seed", type=int, default=5)
    chosen = parser.parse_args()
    kernels.require("mixed", *SEARCH_KERNELS)
    board = load_board(chosen.map)
    asked: list[Asked] = []
    for number in track(range(chosen.deals), "games"):
        asked += ask(board, chosen.bots.split(","), chosen.seed, number)
    print("| turns | asked | by lot | by routes | first | by choices | first | ms | by net | first | ms |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    for first in range(0, max(one.turn for one in asked) + 1, 5):
        some = [one for one in asked if first <= one.turn < first + 5]
        if some:
            cells: list[object] = [f"{first}–{first + 4}", len(some), f"{mean_log([one.by_lot for one in some]):.2f}"]
            cells += cells_of([one.by_routes for one in some])
            cells += cells_of([one.by_choices for one in some], [one.inference_seconds for one in some])
            cells += cells_of([one.by_net for one in some], [one.net_seconds for one in some])
            print(f"| {' | '.join(map(str, cells))} |")


def cells_of(answers: list[Answer], seconds: Sequence[float] = ()) -> list[str]:
    firsts = np.mean([answer.is_first for answer in answers])
    return [
        f"{mean_log(answers):.2f}",
        f"{100 * firsts:.0f} %",
        *([f"{1000 * np.mean(seconds):.1f}"] if seconds else []),
    ]


def mean_log(answers: list[Answer]) -> float:
    return float(np.mean([math.log(max(LEAST, answer.chance)) for answer in answers]))


if __name__ == "__main__":
    main()
