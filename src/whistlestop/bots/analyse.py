"""What each action of a seat is worth, with a word about why: for hints, reviews and the curious.

>>> from whistlestop.game import Game
>>> view = Game("san-francisco", players=2, seed=7).view(0)
>>> best = analyse(view, playouts=50)[0]
>>> 0 <= best.win_chance <= 1, bool(best.reason)
(True, True)
"""

import time
from dataclasses import dataclass

import numpy as np

from whistlestop import kernels
from whistlestop.actions.action import Action
from whistlestop.board import Board, load_board
from whistlestop.bots.calibration import calibration_for
from whistlestop.bots.complete_state import complete_state
from whistlestop.bots.outcomes import Alternatives
from whistlestop.bots.plan_reader import PlanReader
from whistlestop.bots.reasons import Reason
from whistlestop.bots.search.searcher import BATCH, SEARCH_KERNELS, Budget, Floats, SearchResult
from whistlestop.bots.search.tree import MAX_DEALS, Belief
from whistlestop.bots.search.versions import PRESENT
from whistlestop.engine.rng import seed_base
from whistlestop.game.view import View
from whistlestop.kernels.structs import Records

__all__ = ["Judgement", "Reason", "analyse"]

SPREAD, EXPLORATION = 0.06, 6.0
"""A bot need only know which action is best; here several are to be judged, so each gets its playouts."""
SEARCHED = 0.6
"""The part of the budget that finds out which actions are best; the rest measures how good these are."""
MOST_JUDGED = 5


@dataclass(frozen=True)
class Judgement:
    """What is to be thought of an action."""

    action: Action
    win_chance: float
    """If everybody goes on as playouts do (`outcomes.py`); of hidden cards dealt anew, what came true of it
    (`calibration.py`). What hardly differs is taken to be much like the best."""
    standard_error: float
    """Of the win chance."""
    margin: float
    """The lead over the best other at the end of playouts, in points. It flatters who chooses, as their wins do."""
    reasons: tuple[Reason, ...]
    """For the best action none that speaks against it."""
    plan: tuple[str, ...]
    """The routes still to be claimed by the plan that the reasons speak of."""
    playouts: int

    @property
    def reason(self) -> str:
        """All reasons in one line."""
        return "; ".join(map(str, self.reasons))


def analyse(
    view: View, seconds: float | None = None, board: Board | None = None, *, playouts: int | None = None, seed: int = 0
) -> list[Judgement]:
    """The best actions for the seat to play, with what that seat knows, the best first.

    Searches for `seconds` (default 1) or `playouts`. Needs the board only where the view's map is neither a built-in
    one nor a file that is still there.
    """
    seat = view["seat"]
    if seat is None or seat != view["to_play"]:
        raise ValueError("Only the seat whose turn it is to choose can be advised.")
    kernels.require(*SEARCH_KERNELS)
    if seconds is None and playouts is None:
        seconds = 1.0
    board = load_board(view["map"]) if board is None else board
    state, budget = complete_state(board, view), Budget(seconds, playouts)
    belief = flat_belief(board)
    exploring = belief._replace(spread=SPREAD, exploration=EXPLORATION)
    result = explore(board, exploring, state, seed, budget.part(SEARCHED))
    leads = result.estimate(exploring)
    best = np.argsort(-leads, kind="stable")[:MOST_JUDGED]
    ids: list[int] = result.action[best].tolist()
    outcomes = Alternatives(board).play_within(state, ids, seed_base("judge", seed), budget.part(1 - SEARCHED))
    edges = [outcomes.difference(i, 0, seat) for i in range(len(ids))]
    believed = posterior_means(belief, leads[best] - leads[best[0]], *map(np.array, zip(*edges, strict=True)))
    top, reader = outcomes.chance(0, seat).mean, PlanReader(board, view)
    calibration, judgements = calibration_for(board), list[Judgement]()
    for i in np.argsort(-believed, kind="stable").tolist():
        action = board.action(ids[i], view["offered"])
        judgements.append(
            Judgement(
                action,
                win_chance=calibration.chance(float(np.clip(top + believed[i], 0, 1))),
                standard_error=calibration.estimate(outcomes.chance(i, seat)).error,
                margin=outcomes.lead(i),
                reasons=tuple(reader.reasons(action) if judgements else reader.reasons_for(action)),
                plan=tuple(reader.plan_for(action)),
                playouts=int(result.visits[best[i]]) + outcomes.deals,
            )
        )
    return judgements


def flat_belief(board: Board) -> Belief:
    """Of today's search without a tree below the candidates: they are ranked by what their numbers will say, everybody
    playing like the playouts afterwards."""
    return PRESENT.belief_for(board)._replace(visits_to_expand=MAX_DEALS + 1)


def posterior_means(belief: Belief, prior: Floats, edges: Floats, errors: Floats) -> Floats:
    """How much better than the first each action is believed to be: what the search believes, with how it did since.

    Playouts are noisy and most choices differ little (decision 7), so what they show counts by how sure it is.
    """
    known, shown = 1 / belief.spread**2, 1 / errors**2
    believed: Floats = (prior * known + edges * shown) / (known + shown)
    believed[0] = 0.0  # the others are measured against it
    return believed


def explore(board: Board, belief: Belief, state: Records, seed: int, budget: Budget) -> SearchResult:
    """Search with the whole budget, also where a bot would have made up its mind."""
    searcher = PRESENT.searcher(board, belief=belief)
    base = seed_base("analyse", seed)
    if searcher.begin(state, base) < 2:
        return searcher.result()
    start, done, left = time.perf_counter(), 0, BATCH
    while left > 0:
        grown = searcher.grow(base, min(BATCH, left))
        done += grown
        left = budget.left(done, time.perf_counter() - start) if grown else 0
    return searcher.result()
