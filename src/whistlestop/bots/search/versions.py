"""Experts that have shipped, by name: `expert-1`, `expert-2`, … Each keeps the settings and weights of its day, so that
a new one can be measured against all before it; `trial-…` are what may become the next."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from whistlestop.board import Board
from whistlestop.bots.planner.weights import WeightSets
from whistlestop.bots.policy.net import Policy
from whistlestop.bots.policy.weights import shipped_policy
from whistlestop.bots.search.searcher import STANDARD, Cut, Searcher
from whistlestop.bots.search.tree import Belief
from whistlestop.bots.value.weights import shipped_net

HERE = Path(__file__).parent


class ShortPlayouts(NamedTuple):
    """Playouts on a map that end after some turns, where a value net says how they would end (two players)."""

    net: str
    turns: int
    noise: float
    spread: float
    """Both as in `Belief`: values differ less than after whole playouts."""


class Version(NamedTuple):
    """What makes one search play unlike another."""

    belief: Belief = STANDARD
    weights: WeightSets | None = None
    """Of the planners in its playouts; None for today's."""
    short_playouts: Mapping[str, ShortPlayouts] | None = None
    """By map; on others they are played to the end."""
    infers: frozenset[tuple[str, int]] = frozenset()
    """Tables (map, players) at which it deals others the tickets that their choices speak for (inference.py)."""

    policies: Mapping[str, str] | None = None
    """Policies that put right what planners choose, by map."""
    policy_belief: Belief = STANDARD
    """In place of `belief` where there is a policy."""

    ticket_times: int = 1
    """How many times the budget of a move there is for keeping tickets, which decides most (decision 47)."""

    def searcher(self, board: Board, is_open: bool = False) -> Searcher:
        """A search with these settings on one core."""
        policy, cut = self.policy_for(board), self.cut_for(board)
        return Searcher(board, self.belief_for(board), is_open, weights=self.weights, cut=cut, policy=policy)

    def belief_for(self, board: Board) -> Belief:
        """What it believes of candidates on a board: a policy's scores say more than a planner's."""
        return self.belief if self.policy_for(board) is None else self.policy_belief

    def policy_for(self, board: Board) -> Policy | None:
        """The policy for a board, if it has one."""
        name = (self.policies or {}).get(board.source)
        return shipped_policy(name, board) if name else None

    def cut_for(self, board: Board) -> Cut | None:
        """How playouts on a board end early; None if they don't."""
        short = (self.short_playouts or {}).get(board.source)
        net = shipped_net(short.net, board) if short else None
        if short is None or net is None:
            return None
        return Cut(net, short.turns, self.belief._replace(noise=short.noise, spread=short.spread))


@cache
def version_names() -> list[str]:
    """All that have shipped, the first one first.

    >>> version_names()
    ['expert-1', 'expert-2', 'expert-3', 'expert-4']
    """
    return sorted((file.stem for file in HERE.glob("expert-*.toml")), key=lambda name: int(name.rpartition("-")[2]))


@cache
def trial_names() -> list[str]:
    """All that have not proved better yet.

    >>> trial_names()
    ['trial-value']
    """
    return sorted(file.stem for file in HERE.glob("trial-*.toml"))


@cache
def read_version(name: str) -> Version:
    """The settings of today's search, of an expert that has shipped, or of a trial."""
    content = tomllib.loads((HERE / f"{name}.toml").read_text(encoding="utf-8"))
    short = content.pop("short_playouts", {})
    infers = content.pop("infers", {})
    return Version(
        belief=Belief(**content.pop("belief")),
        ticket_times=content.pop("ticket_times", 1),
        policies=content.pop("policies", {}),
        policy_belief=Belief(**content.pop("policy_belief", {})),
        short_playouts={map_name: ShortPlayouts(**keys) for map_name, keys in short.items()},
        infers=frozenset((map_name, players) for map_name, tables in infers.items() for players in tables),
        weights=content or None,
    )


PRESENT = read_version("search")
