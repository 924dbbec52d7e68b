"""Fetching what the step of a row will need while that of another is made: much of a step was waiting for memory."""

from typing import Any

import numpy as np

from whistlestop.engine.state import COLOURS, STATE, State
from whistlestop.envs.kernels.episodes import EPISODE, Games, StepBuffers
from whistlestop.kernels import fetch, row_kernel
from whistlestop.kernels.structs import Records, SmallIntArray
from whistlestop.maps.limits import MAX_SEATS


def _place(record: np.dtype[Any], name: str) -> int:
    assert record.fields is not None
    return int(record.fields[name][1])


HAND, KNOWN, BLIND, DECK, LOG = (_place(STATE, name) for name in ("hand", "known", "blind", "deck", "log"))
CARD_SIZE = STATE["deck"].base.itemsize
HAND_SIZE = COLOURS * STATE["hand"].base.itemsize
OPEN_ROUTES, TICKETS = (_place(EPISODE, name) for name in ("open_routes", "ticket_values"))
TICKETS_SIZE = EPISODE["ticket_values"].itemsize // MAX_SEATS
FEW = 64
"""Bytes of lists that are mostly short."""


@row_kernel
def fetch_row(games: Games, buffers: StepBuffers, route_count: int, i: int) -> None:
    """What nearly every step reads or writes of a row."""
    seats = buffers.rewards.shape[1]
    fetch(games.states, i, 0, HAND + seats * HAND_SIZE)
    fetch(games.states, i, KNOWN, KNOWN + seats * HAND_SIZE)
    fetch(games.states, i, BLIND, BLIND + seats * HAND_SIZE)
    fetch(games.states, i, LOG, LOG + FEW)
    fetch(games.episodes, i, 0, OPEN_ROUTES + route_count)
    for seat in range(seats):
        fetch(games.episodes, i, TICKETS + seat * TICKETS_SIZE, TICKETS + seat * TICKETS_SIZE + FEW)
    fetch(buffers.legal, i, 0, FEW)
    fetch(buffers.observations, i, 0, 2 * buffers.observations.shape[1])


@row_kernel
def fetch_deck(games: Games, s: State, i: int) -> None:
    """The next cards of a row's deck: where they are stands in the state, so that has to be there already."""
    fetch(games.states, i, DECK + (s.deck_count - 2) * CARD_SIZE, DECK + s.deck_count * CARD_SIZE)


@row_kernel
def fetch_choice(episodes: Records, legal: SmallIntArray, i: int) -> None:
    """What a random choice reads of a row."""
    fetch(episodes, i, 0, FEW)
    fetch(legal, i, 0, FEW)
