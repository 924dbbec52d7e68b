"""The built-in maps as they were while matches did not keep theirs (revision 0001)."""

import json
from functools import cache
from importlib import resources


def name_of(settings: str) -> str | None:
    """The name of the map in a match's settings; None if they can't be read.

    >>> name_of('{"map":"usa"}'), name_of("{"), name_of("[]")
    ('usa', None, None)
    """
    try:
        name = json.loads(settings)["map"]
    except (ValueError, KeyError, TypeError):
        return None
    return name if isinstance(name, str) else None


def builtin_text(name: str | None) -> str | None:
    """The map of that name then, as JSON; None if there was none."""
    return _texts().get(name) if name else None


@cache
def _texts() -> dict[str, str]:
    files = resources.files("whistlestop.server.store.migrations").joinpath("maps_of_0001").iterdir()
    return {file.name.removesuffix(".json"): file.read_text(encoding="utf-8") for file in files}
