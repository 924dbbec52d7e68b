"""Who plays the seats after the learner's."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from whistlestop.board import Board
from whistlestop.bots.levels import LEVELS, PLANNERS, has_policy, is_planner
from whistlestop.bots.planner.memory import MEMORY
from whistlestop.bots.planner.weights import weights_for, weights_of
from whistlestop.bots.policy.net import no_policy
from whistlestop.bots.search.versions import PRESENT
from whistlestop.envs.kernels.episodes import AT_RANDOM, BY_PLAN, FROM_OUTSIDE
from whistlestop.envs.kernels.step import Planners
from whistlestop.kernels.structs import IntArray, SmallIntArray

Masks = NDArray[np.bool_] | NDArray[np.uint8]
Policy = Callable[[SmallIntArray, Masks, IntArray], "NDArray[np.integer[Any]]"]
"""Observations, masks and seats of the games in which it has to choose, a row each; an action for every row."""
Opponent = str | Policy
One = TypeVar("One", str, Opponent)


def one_for_each(opponents: One | Sequence[One], players: int) -> list[One]:
    """The opponents by seat, the one after the learner first; a single one is for all.

    >>> one_for_each("greedy", 3)
    ['greedy', 'greedy']
    """
    given: Any = opponents
    is_list = isinstance(given, Sequence) and not isinstance(given, str)
    listed: list[One] = list(given) if is_list else [given] * (players - 1)
    if len(listed) != players - 1:
        raise ValueError(f"{players} players: name {players - 1} opponents, or one for all; not {len(listed)}.")
    return listed


def are_compiled(board: Board, opponents: Sequence[str]) -> bool:
    """Whether kernels can play all of these."""
    return all(name == "random" or is_planner(name, board) for name in opponents)


class Opponents(NamedTuple):
    """The opponents of many games side by side, by seat after the learner's: each of them may be of another kind."""

    kinds: list[int]
    """How each chooses; empty in self-play."""
    planners: Planners | None
    policies: dict[Policy, IntArray]
    """Those that have to be asked, each with its places after the learner."""


def seat_opponents(
    board: Board, opponents: Opponent | Sequence[Opponent] | None, players: int, games: int
) -> Opponents:
    """What the kernels need of opponents; ValueError for those that can't play in many games at once."""
    named: list[Opponent] = [] if opponents is None else one_for_each(opponents, players)
    kinds = [_kind(board, opponent) for opponent in named]
    policies: dict[Policy, list[int]] = {}
    for place, opponent in enumerate(named):
        if not isinstance(opponent, str):
            policies.setdefault(opponent, []).append(place)
    return Opponents(
        kinds,
        _planners(board, named, games, players) if BY_PLAN in kinds else None,
        {policy: np.array(places, np.int64) for policy, places in policies.items()},
    )


def _kind(board: Board, opponent: Opponent) -> int:
    if not isinstance(opponent, str):
        if not callable(opponent):
            raise ValueError(f"An opponent is a name or a function of observations, masks and seats, not {opponent!r}.")
        return FROM_OUTSIDE
    if not are_compiled(board, [opponent]):
        planners = [name for name in LEVELS if is_planner(name, board)]
        raise ValueError(
            f"{opponent} can't play compiled: random, planner, {', '.join(planners)} or a function of your own can."
            " Every other bot plays in whistlestop.envs.gymnasium."
        )
    return AT_RANDOM if opponent == "random" else BY_PLAN


def _planners(board: Board, named: list[Opponent], games: int, players: int) -> Planners:
    """The weights of every opponent, of use for those that plan, and a memory for every seat of every game."""
    names = [name if isinstance(name, str) else "" for name in named]
    weights = np.concatenate([weights_of(weights_for(board, PLANNERS.get(name))) for name in names])
    by_policy = np.array([has_policy(name, board) for name in names], np.int64)
    policy = PRESENT.policies_for(board).get(players, no_policy())
    return Planners(weights, np.zeros(games * players, MEMORY), by_policy, policy)
