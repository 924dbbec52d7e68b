"""`whistlestop compile`: what would otherwise be compiled on first use."""

from typing import Annotated

import typer

from whistlestop.kernels.__main__ import compile_ahead
from whistlestop.kernels.groups import GROUPS


def compile_command(
    groups: Annotated[list[str] | None, typer.Argument(help=f"Some of {', '.join(GROUPS)} [default: all]")] = None,
) -> None:
    """Compile the kernels ahead of time: for images and packages, or to see why it fails.

    NUMBA_CACHE_DIR says where they are kept. With NUMBA_CPU_NAME=generic, here and later, they fit every processor of
    this kind and may be moved to another machine.
    """
    print(compile_ahead(groups or []))
