"""Many games side by side: what is remembered of each beside its state, and what every step writes of it."""

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from whistlestop.board import Board
from whistlestop.engine.scoring import SCORE_PARTS
from whistlestop.kernels import hot_kernel, record_reader
from whistlestop.kernels.structs import Bytes, IntArray, Records, SmallIntArray, TinyIntArray, record_dtype
from whistlestop.maps.limits import MAX_LOCATIONS, MAX_SEATS, MAX_TICKETS, MAX_TRACKS

Floats = NDArray[np.float32]

SELF_PLAY = -1
NO_MORE = 255
MAX_TICKET_VALUES = 2 * MAX_TICKETS
"""A kept ticket has two, one that is offered or was returned one."""
AT_RANDOM, BY_PLAN, FROM_OUTSIDE, LIKE_THE_BOT = range(4)
"""How an opponent chooses; like the bot: at random, but what the bot `random` with the same seed chooses."""


class Episode:
    """What is remembered of a game beside its state.

    There are many routes and tickets, and an action changes few. So what steps show of them is kept here from action to
    action, in bytes: a state has eight for each, and much of a step is waiting for memory.
    """

    number: int
    """Which game of the series it is."""
    learner: int
    """The seat whose choices come from outside; SELF_PLAY: all of them."""
    is_followed: int
    """1 where a game that ends is followed by the next one of the series at once, in which another seat learns."""
    counts_points: int
    """1 where rewards are given for points, so that `standing` is kept up to date."""
    length: int
    """How many actions it has had."""
    rng: Annotated[IntArray, (4,)]
    """For random choices."""
    opponents: Annotated[TinyIntArray, (MAX_SEATS,)]
    """How the seats after the learner's choose, the next one first."""
    routes: Annotated[Bytes, (MAX_TRACKS,)]
    """Bit `seat` of a route is 1 where that seat may claim it (R3.4). A claimed one is `claimed_by(seat)` instead."""
    open_routes: Annotated[Bytes, (MAX_TRACKS,)]
    """The routes that anybody may claim: those of a kind from its `kind_start` on, in order, then NO_MORE."""
    ticket_value_count: Annotated[SmallIntArray, (MAX_SEATS,)]
    ticket_values: Annotated[SmallIntArray, (MAX_SEATS, MAX_TICKET_VALUES, 2)]
    """What an observation of a seat has of tickets, where it is not 0: the place, counted from the part `tickets` on,
    and the value. Kept tickets come first: each, then whether it is completed, which may be 0."""
    group: Annotated[TinyIntArray, (MAX_SEATS, MAX_LOCATIONS)]
    """The same number for locations that the seat's routes join."""
    standing: Annotated[IntArray, (MAX_SEATS,)]
    """The points of a seat without the longest path, open tickets against it."""
    rewarded: Annotated[IntArray, (MAX_SEATS,)]
    """Those of them that rewards were given for."""


EPISODE = record_dtype(Episode)

episode_at = record_reader(Episode)
"""What is remembered of a game, as kernels see it."""


@hot_kernel
def claimed_by(seat: int) -> int:
    """What `Episode.routes` has of the routes that a seat has claimed."""
    return (seat + 1) << MAX_SEATS


class Games(NamedTuple):
    """The games of all rows, on one board."""

    boards: Records
    states: Records
    episodes: Records
    offsets: Records
    """Where the parts of an observation are."""
    deal_base: IntArray
    stride: int
    """How many games are side by side, those of other threads included: a row's next game is that many later."""
    twisters: IntArray
    """[seat, word]: the generators of opponents that choose like the bot `random`, in a single game; else none."""


class StepBuffers(NamedTuple):
    """The arrays that a step writes, one row for each game."""

    observations: SmallIntArray
    """[game, value]: what the seat to play knows."""
    masks: Bytes
    """[game, action]: 1 for a legal one; or eight actions a byte, the first in the lowest bit."""
    legal: SmallIntArray
    """[game, n]: the ids of the legal actions, the lowest first; `legal_counts` of them."""
    legal_counts: IntArray
    """[game]: how many actions are legal."""
    rewards: Floats
    """[game, seat]: for what happened since the last step."""
    seats: IntArray
    """[game]: who has to choose."""
    ended: Bytes
    """[game]: 1 where a game came to its end in this step; the rest shows the next game already."""
    final_scores: IntArray
    """[game, seat, part]: of the last game that ended in this row."""
    final_observations: SmallIntArray
    """[game, value]: how that game ended, as seen by the learner, or in self-play by whoever ended it."""


def blank_buffers(board: Board, players: int, games: int, size: int, is_packed: bool) -> StepBuffers:
    """Arrays for `games` games, with observations of `size` values."""
    actions = board.action_count
    return StepBuffers(
        observations=np.zeros((games, size), np.int16),
        masks=np.zeros((games, (actions + 7) // 8 if is_packed else actions), np.uint8),
        legal=np.zeros((games, actions), np.int16),
        legal_counts=np.zeros(games, np.int64),
        rewards=np.zeros((games, players), np.float32),
        seats=np.zeros(games, np.int64),
        ended=np.zeros(games, np.uint8),
        final_scores=np.zeros((games, players, len(SCORE_PARTS)), np.int64),
        final_observations=np.zeros((games, size), np.int16),
    )
