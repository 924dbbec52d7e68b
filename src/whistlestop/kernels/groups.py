"""The kernels by what they are compiled for: who needs some of a group needs all of it.

A group is compiled anew when one of its sources changes. The process that compiles finds the entry points of a group,
with arguments to compile them for, in the list `SAMPLES[group]` of the module `samples`.
"""

from typing import NamedTuple

KERNEL_SOURCES = ("kernels/decorators.py", "kernels/fetching.py", "kernels/numba_code.py", "kernels/structs.py")
ENGINE_SOURCES = ("maps/limits.py", "board.py", *KERNEL_SOURCES, "engine/*.py")
BOT_SOURCES = (*ENGINE_SOURCES, "bots/*/*.py")
"""Bots have kernels in packages of their own. They call the engine's, but not the other way round."""
ENV_SOURCES = (*BOT_SOURCES, "envs/kernels/*.py")


class Group(NamedTuple):
    sources: tuple[str, ...]
    """The files that its kernels may be made of."""
    samples: str
    """The module that says what there is to compile."""


GROUPS = {
    "game": Group(ENGINE_SOURCES, "whistlestop.engine.samples"),
    "playouts": Group(ENGINE_SOURCES, "whistlestop.engine.samples"),
    "bots": Group(BOT_SOURCES, "whistlestop.bots.samples"),
    "mixed": Group(BOT_SOURCES, "whistlestop.bots.samples"),
    "training": Group(BOT_SOURCES, "whistlestop.bots.samples"),
    "observations": Group(ENV_SOURCES, "whistlestop.envs.samples"),
    "vector": Group(ENV_SOURCES, "whistlestop.envs.samples"),
    "planners": Group(ENV_SOURCES, "whistlestop.envs.samples"),
    "hidden": Group(ENV_SOURCES, "whistlestop.envs.samples"),
}
