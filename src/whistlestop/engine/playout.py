"""Whole games played compiled, and what is written down of them."""

from typing import NamedTuple

import numpy as np

from whistlestop.board import BoardArrays
from whistlestop.engine.actions import apply, count_actions, nth_action
from whistlestop.engine.network import find_groups, is_completed, list_routes
from whistlestop.engine.rng import below, seed_words
from whistlestop.engine.scoring import SCORE_PARTS, score_game
from whistlestop.engine.setup import new_game
from whistlestop.engine.state import OVER, STATE, State, board_of, state_at
from whistlestop.kernels import entry_point, hot_kernel, kernel
from whistlestop.kernels.structs import IntArray, Records, SmallIntArray

MAX_TURNS = 512
"""How many turns of a game `Playouts.progress` can hold; later ones are not written down."""


class Playouts(NamedTuple):
    """What playouts write down of their games, a row for each. Columns that nobody wants have width 0."""

    states: Records
    """Game i ends in state i; a single state is used for all games in turn."""
    scores: IntArray
    """[game, seat, part]"""
    turns: IntArray
    actions: IntArray
    """How many of them a game took."""
    progress: SmallIntArray
    """[game, turn]: route points, after that turn, of the seat whose turn it was: `turn % seats`."""
    taken: SmallIntArray
    """[game, n]: the id of the n-th action."""


def blank_playouts(games: int, seats: int, is_detailed: bool = False, longest: int = 0) -> Playouts:
    """Arrays for `games` games: with their last states and progress if detailed, and with `longest` actions."""
    return Playouts(
        states=np.zeros(games if is_detailed else 1, STATE),
        scores=np.zeros((games, seats, len(SCORE_PARTS)), np.int64),
        turns=np.zeros(games, np.int64),
        actions=np.zeros(games, np.int64),
        progress=np.zeros((games, MAX_TURNS if is_detailed else 0), np.int16),
        taken=np.zeros((games, longest), np.int16),
    )


@entry_point("playouts")
def random_games(
    boards: Records, seats: int, deal_base: IntArray, choice_base: IntArray, first: int, playouts: Playouts
) -> None:
    """Play games first, first+1, …, every legal action equally likely."""
    board = board_of(boards)
    words = np.empty(4, np.int64)
    for i in range(playouts.turns.shape[0]):
        s = state_at(playouts.states, i % playouts.states.shape[0])
        new_game(board, s, seats, deal_base, first + i)
        seed_words(words, choice_base, first + i)
        while s.phase != OVER:
            take(board, s, nth_action(board, s, below(words, count_actions(board, s))), playouts, i)
        finish(board, s, playouts, i)


@hot_kernel
def take(board: BoardArrays, s: State, action: int, playouts: Playouts, i: int) -> None:
    """Apply an action of game i and write it down."""
    if playouts.actions[i] < playouts.taken.shape[1]:
        playouts.taken[i, playouts.actions[i]] = action
    playouts.actions[i] += 1
    seat, turn = s.to_play, s.turn_count
    apply(board, s, action)
    if s.turn_count > turn and turn < playouts.progress.shape[1]:
        playouts.progress[i, turn] = s.score[seat]


@kernel
def finish(board: BoardArrays, s: State, playouts: Playouts, i: int) -> None:
    """Write down how game i ended."""
    score_game(board, s, playouts.scores[i])
    playouts.turns[i] = s.turn_count


@entry_point("game")
def mark_completed(boards: Records, states: Records, completed: SmallIntArray) -> None:
    """R6.2: `completed[game, k]` becomes 1 if the ticket that was the k-th to be kept is complete, else 0."""
    board = board_of(boards)
    routes = np.empty(board.route_count, np.int64)
    group = np.empty(board.location_count, np.int64)
    for i in range(states.shape[0]):
        s = state_at(states, i)
        for seat in range(s.seats):
            count = list_routes(board, s, seat, routes)
            find_groups(board, routes[:count], group)
            for k in range(s.kept_count):
                if s.kept_by[k] == seat:
                    completed[i, k] = 1 if is_completed(board, group, s.kept[k]) else 0
