"""Whether nothing can change any more who wins, by trying all that is left to do."""

from collections.abc import Iterator

import numpy as np

from whistlestop.board import PASS, TICKETS, Board
from whistlestop.engine import calls
from whistlestop.engine.scoring import SCORE_PARTS, win_shares
from whistlestop.engine.state import NOT_TRIGGERED, OVER, copy_states
from whistlestop.kernels.structs import Records

MOST_TRIED = 1000
"""Positions; with compiled kernels some 50 ms."""


def decided_shares(board: Board, state: Records) -> list[float] | None:
    """R6.5: each seat's share of the win, if it is the same whatever is done from here; None if it is not, or unknown.

    All cards lie open for it, but for the order of the piles. Before the final round nothing is said to be decided.

    >>> from whistlestop.game import Game
    >>> game = Game("san-francisco", players=2, seed=7)
    >>> decided_shares(game.board, game.state)
    >>> while not game.is_over:
    ...     events = game.apply(game.legal_actions()[0])
    >>> decided_shares(game.board, game.state) == [float(seat in game.winners()) for seat in range(2)]
    True
    """
    if int(state["phase"][0]) != OVER and int(state["turns_left"][0]) == NOT_TRIGGERED:
        return None
    found: list[float] | None = None
    for tried, end in enumerate(_ends(board, state)):
        shares = _shares(board, end)
        if tried == MOST_TRIED or shares != (found or shares):
            return None
        found = shares
    return found


def _shares(board: Board, state: Records) -> list[float]:
    scores = np.zeros((int(state["seats"][0]), len(SCORE_PARTS)), np.int64)
    calls.score(board.arrays, state, scores)
    shares: list[float] = win_shares(scores).tolist()
    return shares


def _ends(board: Board, state: Records) -> Iterator[Records]:
    """The positions in which a final round can end, and some that are further apart (see `_with_tickets`)."""
    if int(state["phase"][0]) == OVER:
        yield state
        return
    for after in _choices(board, state):
        yield from _ends(board, after)


def _choices(board: Board, state: Records) -> Iterator[Records]:
    """What the seat to play can make of it. R6.1: everybody has one turn, so that no card drawn now can be played, and
    it does not matter what a claim is paid with."""
    ids = np.empty(board.action_count, np.int64)
    legal: list[int] = ids[: calls.options(board.arrays, state, ids)].tolist()
    verbs = {action: board.actions[action].verb for action in legal}
    if {"draw", "pass", "tickets"}.intersection(verbs.values()):
        yield _idle(board, state)
    if TICKETS in legal:
        yield from _with_tickets(board, state)
    routes: set[str | None] = set()
    for action, verb in verbs.items():
        if verb in ("draw", "pass", "tickets"):
            continue
        if verb == "claim":
            route = board.actions[action].route
            if route in routes:
                continue
            routes.add(route)
        after = copy_states(state)
        calls.act(board.arrays, after, action)
        yield after


def _idle(board: Board, state: Records) -> Records:
    """The turn goes by without anything that counts."""
    after = copy_states(state)
    after["passes"] = 0  # whoever draws does not pass: the round goes on
    calls.act(board.arrays, after, PASS)
    after["passes"] = 0
    return after


def _with_tickets(board: Board, state: Records) -> Iterator[Records]:
    """Drawing tickets, at its best and at its worst: one point beyond what any of those in the pile could bring.

    The point outweighs the completed tickets, which decide only between equal totals (R6.5).
    """
    seat, first, count = (int(state[name][0]) for name in ("to_play", "pile_top", "pile_count"))
    pile = state["pile"][0].take(range(first, first + count), mode="wrap")
    points = np.sort(board.arrays["ticket_points"][0, pile])[-int(board.arrays["action_dealt"][0]) :]
    for sign in (1, -1):
        after = copy_states(state)
        after["score"][0, seat] += sign * (int(points.sum()) + 1)
        yield _idle(board, after)
