"""What a bare install has not comes with extras; where something is missing, one line says which extra brings it.

| extra | what it is for |
|---|---|
| `play` | the page, the server, the client, PNG drawings, print; the command line |
| `arena` | series of games, tournaments and reports; the commands for them |
| `rl` | the environments for PettingZoo, Gymnasium and OpenSpiel (the vector environment needs no extra) |
| `cluster` | `--executor ray` |
| `models` | `whistlestop rate`: a language model against our levels (prompts and answers need no extra) |
| `mcp` | `whistlestop mcp`: tables as tools of the Model Context Protocol |
| `torch` | `VectorEnv.torch`, and an example that learns with it |
"""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec


class MissingExtra(ModuleNotFoundError):
    """A package is missing that an extra would bring."""

    def __init__(self, module: str, extra: str) -> None:
        super().__init__(f'this needs {module}: pip install "whistlestop[{extra}]"', name=module)


@contextmanager
def needs_extra(extra: str) -> Iterator[None]:
    """Around imports of packages that only an extra brings.

    >>> with needs_extra("arena"):
    ...     import no_such_package
    Traceback (most recent call last):
    ...
    whistlestop.extras.MissingExtra: this needs no_such_package: pip install "whistlestop[arena]"
    """
    try:
        yield
    except MissingExtra:
        raise
    except ModuleNotFoundError as error:
        raise MissingExtra((error.name or "").partition(".")[0], extra) from None


def require(module: str, extra: str) -> None:
    """Find out early, and without importing it, that a package is missing which others import later."""
    if find_spec(module) is None:
        raise MissingExtra(module, extra)
