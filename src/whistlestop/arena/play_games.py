"""Games played to their end, in chunks of deals.

A game is known by (seed, number) and the bots in its seats, so what comes of it does not depend on how the numbers are
split among workers, and any one of them can be played again alone.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whistlestop.actions.illegal import IllegalAction
from whistlestop.board import Board
from whistlestop.bots import Bot, make_bot
from whistlestop.bots.compiled import play_compiled, plays_compiled
from whistlestop.bots.registry import bot_seed
from whistlestop.engine.playout import Playouts, blank_playouts, mark_completed
from whistlestop.engine.scoring import score_rows
from whistlestop.engine.state import NOBODY
from whistlestop.game import Game
from whistlestop.kernels.structs import IntArray, SmallIntArray

BotFactory = Callable[[str, Board, int], Bot]
"""Makes the bot of a name for one seat of one game, with a seed."""
GamePlayer = Callable[[Board, Sequence[str], int, int], Game]
"""Plays game `number` of the series `seed` between bots by name; picklable, to be sent to other processes."""


class BotError(ValueError):
    """A bot did what it may not do; the text names the bot, the game and the rule."""


@dataclass(frozen=True)
class Details:
    """What a row of a series says beyond the scores, one row per game."""

    owner: SmallIntArray
    """[game, track]: the seat that claimed it."""
    kept: SmallIntArray
    """[game, k]: the k-th ticket to be kept by anybody; `kept_by` says by whom, NOBODY after the last one."""
    kept_by: SmallIntArray
    completed: SmallIntArray
    """[game, k]: 1 if that ticket is complete."""
    progress: SmallIntArray
    """[game, turn]: route points, after that turn, of the seat whose turn it was."""


@dataclass(frozen=True)
class GameResults:
    """The games of one chunk: `scores[game, seat, part]`, `turns[game]`, `actions[game]`."""

    scores: IntArray
    turns: IntArray
    actions: IntArray
    details: Details | None = None


def seated(line_up: Sequence[str], seating: int) -> list[str]:
    """The bots of a line-up by seat, rotated: each of them sits once in every seat.

    >>> seated(["a", "b", "c"], 1)
    ['b', 'c', 'a']
    """
    return [*line_up[seating:], *line_up[:seating]]


def play_deals(
    board: Board,
    line_up: Sequence[str],
    seatings: int,
    seed: int,
    first: int,
    count: int,
    is_detailed: bool = False,
    play_game: GamePlayer | None = None,
) -> GameResults:
    """Deals `first` to `first + count - 1` of a series in each of `seatings`; the games of a deal lie together."""
    parts = [play_games(board, seated(line_up, k), seed, first, count, is_detailed, play_game) for k in range(seatings)]
    if seatings == 1:
        return parts[0]
    details = [part.details for part in parts if part.details]
    return GameResults(
        scores=_interleave([part.scores for part in parts]),
        turns=_interleave([part.turns for part in parts]),
        actions=_interleave([part.actions for part in parts]),
        details=Details(
            **{field.name: _interleave([getattr(d, field.name) for d in details]) for field in fields(Details)}
        )
        if details
        else None,
    )


def _interleave(arrays: list[NDArray[Any]]) -> NDArray[Any]:
    """Row 0 of every array, then row 1 of every array, …"""
    return np.stack(arrays, axis=1).reshape(-1, *arrays[0].shape[1:])


def play_games(
    board: Board,
    bots: Sequence[str],
    seed: int,
    first: int,
    count: int,
    is_detailed: bool = False,
    play_game: GamePlayer | None = None,
) -> GameResults:
    """Games `first` to `first + count - 1` of a series between bots by name, one for each seat.

    `play_game` plays them where it is not ours to make the bots.
    """
    playouts = blank_playouts(count, len(bots), is_detailed)
    if play_game is None and plays_compiled(board, bots):
        play_compiled(board, bots, seed, first, playouts)
    else:
        for i in range(count):
            _record_game((play_game or play_bot_game)(board, bots, seed, first + i), playouts, i)
    details = _details(board, playouts) if is_detailed else None
    return GameResults(playouts.scores, playouts.turns, playouts.actions, details)


def play_bot_game(board: Board, bots: Sequence[str], seed: int, number: int) -> Game:
    """One game between bots, played to its end; the same seed and number give the same game."""
    if not plays_compiled(board, bots):
        return play_by_views(board, bots, seed, number, make_bot)
    game = Game(board, len(bots), seed, number)
    _replay_compiled(game, bots, seed, number)
    return game


def play_by_views(board: Board, bots: Sequence[str], seed: int, number: int, make: BotFactory) -> Game:
    """The same between bots that `make` makes, each of which gets the views of its seat."""
    game = Game(board, len(bots), seed, number)
    seats = [make(name, board, bot_seed(seat, seed, number)) for seat, name in enumerate(bots)]
    while (seat := game.to_play) is not None:
        try:
            game.apply(seats[seat].choose(game.view(seat)))
        except IllegalAction as error:
            raise BotError(f"The bot {bots[seat]!r} in seat {seat} of game {number} broke a rule: {error}") from error
    return game


def _replay_compiled(game: Game, bots: Sequence[str], seed: int, number: int) -> None:
    """Let the kernels play the game and take down its actions, then do them here."""
    longest = 0
    while True:
        playouts = blank_playouts(1, len(bots), longest=longest)
        play_compiled(game.board, bots, seed, number, playouts)
        if longest:
            break
        longest = int(playouts.actions[0])  # now it is known how much room they take
    for action in playouts.taken[0].tolist():
        game.apply(game.legal_actions()[game.legal_ids().index(action)])


def _record_game(game: Game, playouts: Playouts, i: int) -> None:
    """What the kernels write down of their games, for one that was played in Python."""
    playouts.scores[i] = score_rows(game.scores())
    playouts.turns[i] = game.turn_count
    playouts.actions[i] = game.version
    if playouts.progress.shape[1]:
        playouts.states[i] = game.state[0]
        points = route_points_by_turn(game)[: playouts.progress.shape[1]]
        playouts.progress[i, : len(points)] = points


def route_points_by_turn(game: Game) -> list[int]:
    """After each turn, the route points of the seat that played it."""
    points = [0] * game.players
    by_turn = []
    for event in game.history:
        if event.seat is not None and event.name == "claim":
            points[event.seat] += event.public["points"]
        elif event.seat is not None and event.name == "end-turn":
            by_turn.append(points[event.seat])
    return by_turn


def _details(board: Board, playouts: Playouts) -> Details:
    states = playouts.states
    tickets = len(board.ticket_ids)
    completed = np.zeros((len(states), tickets), np.int16)
    mark_completed(board.arrays, states, completed)
    is_kept = np.arange(tickets) < states["kept_count"][:, None]
    return Details(
        owner=states["owner"][:, : len(board.route_ids)].astype(np.int16),
        kept=states["kept"][:, :tickets].astype(np.int16),
        kept_by=np.where(is_kept, states["kept_by"][:, :tickets], NOBODY).astype(np.int16),
        completed=completed,
        progress=playouts.progress,
    )
