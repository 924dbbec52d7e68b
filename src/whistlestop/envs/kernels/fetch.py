"""Fetching a game into the processor's cache while the one before it is being stepped.

A thousand games are more than a cache holds: half of a step was waiting for memory (decision 49).
"""

from typing import Any

from whistlestop.board import BoardArrays
from whistlestop.engine.state import COLOURS, STATE
from whistlestop.envs.kernels.episodes import EPISODE, Games, StepBuffers
from whistlestop.kernels import hot_kernel
from whistlestop.kernels.prefetch import prefetch
from whistlestop.maps.limits import MAX_KINDS, MAX_LOCATIONS


def _starts(dtype: Any, *names: str) -> list[int]:
    return [dtype.fields[name][1] for name in names]


HAND, KNOWN, BLIND, OWNER, OPEN_COUNT = _starts(STATE, "hand", "known", "blind", "owner", "open_count")
PILE, RETURNED_BY, KEPT, KEPT_BY = _starts(STATE, "pile", "returned_by", "kept", "kept_by")
(GROUP,) = _starts(EPISODE, "group")
LEGAL = 128
"""Bytes of as many actions as are legal as a rule."""


@hot_kernel
def fetch_game(board: BoardArrays, games: Games, buffers: StepBuffers, i: int) -> None:
    """What a step reads of every game."""
    seats = buffers.rewards.shape[1]
    cards, tickets = 8 * seats * COLOURS, 8 * board.ticket_count
    prefetch(games.states, i, 0, HAND + cards)
    prefetch(games.states, i, KNOWN, KNOWN + cards)
    prefetch(games.states, i, BLIND, BLIND + cards)
    prefetch(games.states, i, OWNER, OWNER + 8 * board.route_count)
    prefetch(games.states, i, OPEN_COUNT, OPEN_COUNT + 8 * seats * MAX_KINDS)
    prefetch(games.states, i, PILE, PILE + tickets)
    prefetch(games.states, i, RETURNED_BY, RETURNED_BY + tickets)
    prefetch(games.states, i, KEPT, KEPT + tickets)
    prefetch(games.states, i, KEPT_BY, KEPT_BY + tickets)
    prefetch(games.episodes, i, 0, GROUP + 2 * seats * MAX_LOCATIONS)
    prefetch(buffers.legal, i, 0, LEGAL)
