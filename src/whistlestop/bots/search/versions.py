"""Experts that have shipped, by name: `expert-1`, `expert-2`, … Each keeps the settings and weights of its day, so that
a new one can be measured against all before it."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from whistlestop.board import Board
from whistlestop.bots.planner.weights import WeightSets
from whistlestop.bots.policy.net import Policy
from whistlestop.bots.policy.weights import shipped_critic, shipped_policy
from whistlestop.bots.search.searcher import STANDARD, Cut, Searcher
from whistlestop.bots.search.tree import Belief
from whistlestop.bots.suspicion.net import TicketNet
from whistlestop.bots.suspicion.weights import shipped_ticket_net
from whistlestop.maps.limits import MAX_SEATS

HERE = Path(__file__).parent


class ShortPlayouts(NamedTuple):
    """Playouts of a table that end after some turns, where a critic says what they have come to."""

    critic: str
    turns: int
    longest: float
    """Seconds for a choice from which on they are played to the end."""
    noise: float
    bias: float
    """Both as in `Belief`: values differ less than after whole playouts, and are wrong by as much as the critic is."""


class Version(NamedTuple):
    """What makes one search play unlike another."""

    belief: Belief = STANDARD
    weights: WeightSets | None = None
    """Of the planners in its playouts; None for today's."""
    short_playouts: Mapping[tuple[str, int], ShortPlayouts] | None = None
    """By table (map, players); at others they are played to the end."""
    infers: frozenset[tuple[str, int]] = frozenset()
    """Tables (map, players) at which it deals others the tickets that their choices speak for (inference.py)."""

    policies: Mapping[tuple[str, int], str] | None = None
    """Policies that put right what planners choose, by table (map, players)."""
    policy_belief: Belief = STANDARD
    """In place of `belief` where there is a policy."""

    ticket_nets: Mapping[str, str] | None = None
    """Nets that say which tickets others hold, by map."""
    ticket_times: int = 1
    """How many times the budget of a move there is for keeping tickets, which decides most (decision 47)."""

    def searcher(self, board: Board, is_open: bool = False, belief: Belief | None = None) -> Searcher:
        """A search with these settings on one core; one that believes otherwise plays all playouts to the end."""
        return Searcher(
            board,
            belief or self.belief_for(board),
            is_open,
            weights=self.weights,
            cuts={} if belief else self.cuts_for(board),
            policies=self.policies_for(board),
            ticket_net=self.ticket_net_for(board),
        )

    def belief_for(self, board: Board) -> Belief:
        """What it believes of candidates on a board: a policy's scores say more than a planner's."""
        return self.policy_belief if self.policies_for(board) else self.belief

    def policies_for(self, board: Board) -> dict[int, Policy]:
        """The policies of a board by the number of players; none if it has none."""
        policies = {}
        for (map_name, players), name in (self.policies or {}).items():
            policy = shipped_policy(name, board) if map_name == board.source else None
            if policy is not None:
                policies[players] = policy
        return policies

    def ticket_net_for(self, board: Board) -> TicketNet | None:
        """The ticket net for a board, if it has one."""
        name = (self.ticket_nets or {}).get(board.source)
        return shipped_ticket_net(name, board) if name else None

    def cuts_for(self, board: Board) -> dict[int, Cut]:
        """How playouts on a board end early, by the number of players."""
        cuts = {}
        for (map_name, players), short in (self.short_playouts or {}).items():
            critic = shipped_critic(short.critic, board) if map_name == board.source else None
            if critic is not None:
                belief = self.belief_for(board)._replace(noise=short.noise, bias=short.bias)
                cuts[players] = Cut(critic, short.turns, short.longest, belief)
        return cuts


@cache
def version_names() -> list[str]:
    """All that have shipped, the first one first.

    >>> version_names()
    ['expert-1', 'expert-2', 'expert-3', 'expert-4', 'expert-5']
    """
    return sorted((file.stem for file in HERE.glob("expert-*.toml")), key=lambda name: int(name.rpartition("-")[2]))


@cache
def read_version(name: str) -> Version:
    """The settings of today's search, or of an expert that has shipped."""
    content = tomllib.loads((HERE / f"{name}.toml").read_text(encoding="utf-8"))
    short = content.pop("short_playouts", {})
    infers = content.pop("infers", {})
    return Version(
        belief=Belief(**content.pop("belief")),
        ticket_times=content.pop("ticket_times", 1),
        policies=_by_table(content.pop("policies", {})),
        ticket_nets=content.pop("ticket_nets", {}),
        policy_belief=Belief(**content.pop("policy_belief", {})),
        short_playouts={
            (map_name, int(players)): ShortPlayouts(**keys)
            for map_name, tables in short.items()
            for players, keys in tables.items()
        },
        infers=frozenset((map_name, players) for map_name, tables in infers.items() for players in tables),
        weights=content or None,
    )


def _by_table(policies: dict[str, str | dict[str, str]]) -> dict[tuple[str, int], str]:
    """One for all tables of a map, or one for each number of players."""
    found = {}
    for map_name, named in policies.items():
        for players in range(2, MAX_SEATS + 1):
            name = named if isinstance(named, str) else named.get(str(players))
            if name:
                found[map_name, players] = name
    return found


PRESENT = read_version("search")
