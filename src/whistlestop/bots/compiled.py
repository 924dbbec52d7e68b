"""Bots that play whole games compiled."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from whistlestop.board import Board
from whistlestop.bots.hungry import need_order
from whistlestop.bots.levels import PLANNERS, has_policy, is_planner
from whistlestop.bots.planner.bot import blank_memories
from whistlestop.bots.planner.games import planner_games
from whistlestop.bots.planner.weights import weights_for, weights_of
from whistlestop.bots.policy.net import no_policy
from whistlestop.bots.published import games as mixed
from whistlestop.bots.published.memory import AGENT_MEMORY, ORDERS
from whistlestop.bots.registry import bot_seed
from whistlestop.bots.route_bot import RouteOptions
from whistlestop.bots.search.versions import PRESENT
from whistlestop.engine.playout import Playouts, random_games
from whistlestop.engine.rng import seed_base
from whistlestop.engine.twister import blank_twisters
from whistlestop.kernels import require
from whistlestop.kernels.structs import Records
from whistlestop.maps.limits import MAX_SEATS

OTHERS = {
    "random": mixed.RANDOM_BOT,
    "hungry": mixed.HUNGRY_BOT,
    "path": mixed.PATH_BOT,
    "one-step": mixed.ONE_STEP_BOT,
    "long-route": mixed.LONG_ROUTE_BOT,
}
"""All bots but planners that kernels can play."""


def plays_compiled(board: Board, bots: Sequence[str]) -> bool:
    """Whether games between these bots are played by kernels alone."""
    return all(bot in OTHERS or is_planner(bot, board) for bot in bots)


def kernels_of(bots: Sequence[str]) -> str:
    """The group of kernels that plays games between these bots.

    >>> kernels_of(["random", "random"]), kernels_of(["easy", "hard"]), kernels_of(["hungry", "hard"])
    ('playouts', 'bots', 'mixed')
    """
    if set(bots) == {"random"}:
        return "playouts"
    return "bots" if set(bots) <= PLANNERS.keys() else "mixed"


def play_compiled(board: Board, bots: Sequence[str], seed: int, first: int, playouts: Playouts) -> None:
    """Games first, first+1, … of a series between compiled bots, one for each seat; as many as `playouts` has rows."""
    group, deal = kernels_of(bots), seed_base("deal", seed)
    require(group)
    if group == "playouts":
        random_games(board.arrays, len(bots), deal, seed_base("bots", seed), first, playouts)
    elif group == "bots":
        planner_games(board.arrays, _weights(board, bots), blank_memories(), deal, first, playouts)
    else:
        agents = seat_agents(board, bots, seed, first, len(playouts.turns))
        mixed.mixed_games(board.arrays, agents, deal, first, playouts)


def seat_agents(board: Board, bots: Sequence[str], seed: int, first: int, games: int) -> mixed.Agents:
    """What kernels need of bots of any kinds."""
    seeds = [[bot_seed(seat, seed, first + i) for seat in range(len(bots))] for i in range(games)]
    return mixed.Agents(
        kinds=np.array([_kind(bot, board) for bot in bots]),
        seeds=np.array(seeds, np.int64).reshape(games, len(bots)),
        twisters=blank_twisters(len(bots)),
        orders=write_orders(board),
        memories=np.zeros(MAX_SEATS, AGENT_MEMORY),
        weights=_weights(board, bots),
        plans=blank_memories(),
        policy=PRESENT.policies_for(board).get(len(bots), no_policy()),
    )


def _kind(bot: str, board: Board) -> int:
    return OTHERS.get(bot, mixed.POLICY_BOT if has_policy(bot, board) else mixed.PLANNER)


def _weights(board: Board, bots: Sequence[str]) -> Records:
    """Of each planner; of others they are of no use."""
    return np.concatenate([weights_of(weights_for(board, PLANNERS.get(bot))) for bot in bots])


@lru_cache(maxsize=8)
def write_orders(board: Board) -> Records:
    """The orders in which published bots look at a board."""
    routes, orders = RouteOptions(board), np.zeros(1, ORDERS)
    numbers = [route.number for route in routes.all]
    orders["route"][0, : len(numbers)] = numbers
    orders["place"][0, numbers] = range(len(numbers))
    for name, colours in (("colour", routes.colours), ("need", need_order(routes))):
        orders[name][0, : len(colours)] = [board.colours.index(colour) for colour in colours]
    alphabet = sorted(board.location_ids)
    orders["rank"][0, : len(alphabet)] = [alphabet.index(location) for location in board.location_ids]
    for ticket, (start, end) in routes.ends.items():
        orders["start"][0, board.index("ticket", ticket)] = board.index("location", start)
        orders["end"][0, board.index("ticket", ticket)] = board.index("location", end)
    return orders
