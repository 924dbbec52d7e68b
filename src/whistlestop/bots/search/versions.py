"""Experts that have shipped, by name: `expert-1`, `expert-2`, … Each keeps the settings and weights of its day, so that
a new one can be measured against all before it."""

import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from whistlestop.bots.planner.weights import WeightSets
from whistlestop.bots.search.searcher import STANDARD
from whistlestop.bots.search.tree import Belief

HERE = Path(__file__).parent


class Version(NamedTuple):
    """What makes one search play unlike another."""

    belief: Belief = STANDARD
    weights: WeightSets | None = None
    """Of the planners in its playouts; None for today's."""


PRESENT = Version()


@cache
def version_names() -> list[str]:
    """All that have shipped, the first one first.

    >>> version_names()
    ['expert-1']
    """
    return sorted((file.stem for file in HERE.glob("expert-*.toml")), key=lambda name: int(name.rpartition("-")[2]))


@cache
def shipped_version(name: str) -> Version:
    """The settings of an expert that has shipped."""
    content = tomllib.loads((HERE / f"{name}.toml").read_text(encoding="utf-8"))
    return Version(Belief(**content.pop("belief")), content)
