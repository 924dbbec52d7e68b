"""A look back at a choice: what it was worth beside the best one, with what its seat knew or with all cards open."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from whistlestop import kernels
from whistlestop.actions.verbs import parse_action
from whistlestop.board import Board
from whistlestop.bots.analyse import Judgement, flat_belief
from whistlestop.bots.calibration import calibration_for
from whistlestop.bots.complete_state import complete_state
from whistlestop.bots.outcomes import Alternatives, Estimate, Outcomes
from whistlestop.bots.plan_reader import PlanReader
from whistlestop.bots.search.searcher import SEARCH_KERNELS, Budget
from whistlestop.bots.search.versions import PRESENT
from whistlestop.engine import calls
from whistlestop.engine.rng import seed_base
from whistlestop.engine.state import OVER
from whistlestop.game.decided import decided_shares
from whistlestop.game.position import read_position
from whistlestop.game.view import View
from whistlestop.kernels.structs import Records

CERTAINTY = 3.0
"""A loss this many times its standard error is no accident: noise alone gives one in 740 choices."""
WORTHLESS = 0.1
"""A player who gives away so much of the win chance with every choice has an accuracy of 0."""
SEARCHED = 0.4
"""The part of the playouts that looks for a better action; the rest compares it with the chosen one on fresh deals."""
MOST_SECONDS = 4.0
"""A review is for pleasure: on a large map or a busy machine it has fewer playouts rather than take longer."""


@dataclass(frozen=True)
class ReviewedChoice:
    """A choice, and the best that was found."""

    chosen: Judgement
    best: Judgement
    loss: Estimate
    """What part of the win chance was given away; by noise it may be below 0."""
    chances: tuple[float, ...]
    """Every seat's chance to win after the action; together 1."""
    is_exact: bool
    """Whether nothing can change any more: then the chances are the result."""

    @property
    def is_mistake(self) -> bool:
        """Whether the loss is more than the noise of the estimate can explain."""
        return self.loss.mean > CERTAINTY * self.loss.error

    @property
    def accuracy(self) -> float:
        """1 for the best choice, 0 where WORTHLESS was given away. A player's accuracy in a game is the mean over all
        choices, from 0 to 1: it is linear, so that the noise of single choices cancels out."""
        return 1 - self.loss.mean / WORTHLESS


def review_choice(
    board: Board,
    view: View,
    position: dict[str, Any],
    action: str,
    *,
    is_open: bool,
    playouts: int,
    seed: int = 0,
) -> ReviewedChoice:
    """Judge what the seat to play did in a position of a finished game, of which it saw `view`."""
    kernels.require(*SEARCH_KERNELS)
    seat = view["seat"]
    assert seat is not None
    chosen = board.action_id(parse_action(action, board), view["offered"])
    assert chosen is not None
    true = read_position(board, position, seed_base("review", seed))
    state = true if is_open else complete_state(board, view)
    best = chosen
    if len(view["legal_actions"]) > 1:
        best = _best(board, state, is_open, Budget(MOST_SECONDS, playouts).part(SEARCHED), seed)
    ids = [chosen] if best == chosen else [chosen, best]
    rest = Budget(MOST_SECONDS, playouts).part(1 - SEARCHED)
    outcomes = Alternatives(board, is_open).play_within(state, ids, seed_base("compare", seed), rest)
    calibration = calibration_for(board, is_open)
    played = Estimate(0.0, 0.0) if best == chosen else outcomes.difference(1, 0, seat)
    measured = [outcomes.chance(i, seat) for i in range(len(ids))]
    loss = calibration.loss(measured[-1].mean, played)
    chances = calibration.chances(outcomes.chances(0), seat)
    measured = [calibration.estimate(one) for one in (measured if loss.mean > 0 else measured[:1])]
    judged = _judgements(board, view, ids, measured, outcomes)
    calls.act(board.arrays, true, chosen)
    shares = decided_shares(board, true) if is_open or int(true["phase"][0]) == OVER else None
    return ReviewedChoice(judged[0], judged[-1], loss, tuple(shares or chances), shares is not None)


def _best(board: Board, state: Records, is_open: bool, budget: Budget, seed: int) -> int:
    belief = flat_belief(board)
    result = PRESENT.searcher(board, is_open, belief).search(state, seed_base("look back", seed), budget)
    return int(result.action[np.argmax(result.estimate(belief))])


def _judgements(
    board: Board, view: View, ids: list[int], chances: list[Estimate], outcomes: Outcomes
) -> list[Judgement]:
    """Of the chosen action and the best, which is the last one with a chance: no reason speaks against that."""
    reader = PlanReader(board, view)
    judgements = []
    for i, chance in enumerate(chances):
        action = board.action(ids[i], view["offered"])
        reasons = reader.reasons_for(action) if i == len(chances) - 1 else reader.reasons(action)
        plan = tuple(reader.plan_for(action))
        judgements.append(
            Judgement(action, chance.mean, chance.error, outcomes.lead(i), tuple(reasons), plan, outcomes.deals)
        )
    return judgements
