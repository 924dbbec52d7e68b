"""A map: the TOML file that describes a board and its rule parameters, as typed values.

    >>> usa = read_map("usa")
    >>> usa.name, len(usa.locations), usa.rules.pieces
    ('USA', 36, 45)

The models here say what a map file may contain; `maps/check` finds everything that can be wrong with one.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from whistlestop.ids import location_id, pair_id
from whistlestop.maps import limits
from whistlestop.maps.messages import NO_VALUES, Values, english

Severity = Literal["error", "warning"]
Point = tuple[float, float]
Count = Annotated[int, Field(ge=0, le=1_000_000)]
Positive = Annotated[int, Field(ge=1, le=1_000_000)]
Name = Annotated[str, Field(min_length=1, max_length=limits.MAX_NAME)]
Side = Literal["n", "ne", "e", "se", "s", "sw", "w", "nw"]


class Change(NamedTuple):
    """Another value for a key; None removes it, from a table or out of a list."""

    key: str
    value: Any = None


Fix = tuple[Change, ...]
"""Changes that set one problem right, to be made in this order."""


class Problem(NamedTuple):
    """One thing wrong with a map file: an error keeps it from being played, a warning does not."""

    severity: Severity
    file: str
    key: str
    id: str
    """Of what is wrong (`messages.py`)."""
    values: Values = NO_VALUES
    fix: Fix = ()

    @property
    def message(self) -> str:
        """In English."""
        return english(self.id, self.values)

    def __str__(self) -> str:
        """The problem as one line, in the order file, key, what is wrong, what to do.

        >>> print(Problem("error", "my.toml", "rules.pieces", "too-small", {"value": "0", "least": 1}))
        my.toml: rules.pieces = 0 is too small. Write at least 1.
        """
        return " ".join(f"{self.file}: {self.key} {self.message}".split())


class MapError(ValueError):
    """A map file that can't be played; `problems` has every error found, not only the first."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = list(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


class Part(BaseModel):
    """What all parts of a map have in common: frozen, no unknown keys, no silent conversions."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)


class Words(Part):
    """What this map's players call things, in English; for texts only."""

    piece: Name = "piece"
    wild: Name = "wild"
    location: Name = "location"
    card: Name = "card"


class Players(Part):
    min: Annotated[int, Field(ge=2, le=limits.MAX_SEATS)]
    max: Annotated[int, Field(ge=2, le=limits.MAX_SEATS)]


class Cards(Part):
    """The deck and the row (R1.1, R2). The order of `colors` is the canonical order of colours."""

    colors: Annotated[dict[str, Positive], Field(min_length=1, max_length=limits.MAX_COLOURS)]
    wild: Count
    opening_hand: Count
    face_up: Annotated[int, Field(ge=1, le=limits.MAX_ROW)]
    reset_at: Positive
    reset_limit: Annotated[int, Field(ge=0, le=limits.MAX_RESETS)]


class Offer(Part):
    """How many tickets are dealt, and how many of them must be kept at least (R1.2, R4.1)."""

    dealt: Annotated[int, Field(ge=1, le=limits.MAX_OFFERED)]
    keep: Annotated[int, Field(ge=1, le=limits.MAX_OFFERED)]


class TicketRules(Part):
    opening: Offer
    action: Offer


class Tokens(Part):
    """Tourist tokens (R1.4, R1.5, R3.6, R6.4). `stack` and `placed` are keyed by player count."""

    symbols: Annotated[tuple[Name, ...], Field(min_length=1, max_length=limits.MAX_SYMBOLS)]
    spots: tuple[Name, ...]
    stack: dict[int, Positive]
    placed: dict[int, Positive]
    points: tuple[Count, ...]


class Rules(Part):
    """Every number of the rules that differs from map to map."""

    players: Players
    pieces: Positive
    final_round_at: Count
    both_tracks_from: Annotated[int, Field(ge=2)]
    route_points: Annotated[tuple[Count, ...], Field(min_length=1)]
    longest_path: Count = 0
    cards: Cards
    tickets: TicketRules
    tokens: Tokens | None = None


class Outline(Part):
    """A soft shape of the drawing's background: a closed curve through its points, or a line if it is a long thing."""

    kind: Literal["land", "water", "park", "fog", "ridge", "river", "tramway", "bridge"]
    points: Annotated[tuple[Point, ...], Field(min_length=3)]


class BoardDesign(Part):
    """The `[board]` table: how large the drawing is and what lies under the routes. No rule looks at it.

    The name of the map, a table of route points and a compass are drawn where the file gives them a place.
    """

    width: Annotated[float, Field(ge=100, le=10_000)]
    height: Annotated[float, Field(ge=100, le=10_000)]
    theme: Literal["paper", "bay"] = "paper"
    title: Point | None = None
    legend: Point | None = None
    compass: Point | None = None
    outlines: tuple[Outline, ...] = ()


class Location(Part):
    """A place on the board. `label` is the side of the dot its name stands on, where the drawing chooses badly."""

    name: Name
    x: float
    y: float
    label: Side | None = None

    @property
    def id(self) -> str:
        """Its name in kebab-case ASCII."""
        return location_id(self.name)


class Route(Part):
    """One or two tracks of equal length between two places: one colour per track (R3.4)."""

    a: Name
    b: Name
    length: Annotated[int, Field(ge=1, le=limits.MAX_LENGTH)]
    colors: Annotated[tuple[Name, ...], Field(min_length=1, max_length=2)]
    ferries: Count = 0
    bend: tuple[Point, ...] = ()

    @property
    def id(self) -> str:
        """The id of the first track."""
        return pair_id(self.a, self.b)


class Ticket(Part):
    a: Name
    b: Name
    points: Positive

    @property
    def id(self) -> str:
        """Both location ids in alphabetical order."""
        return pair_id(self.a, self.b)


class Map(Part):
    """A whole map file."""

    format: Literal[1]
    name: Name
    note: str = ""
    words: Words = Words()
    rules: Rules
    board: BoardDesign
    locations: Annotated[tuple[Location, ...], Field(min_length=2, max_length=limits.MAX_LOCATIONS)]
    routes: Annotated[tuple[Route, ...], Field(min_length=1)]
    tickets: Annotated[tuple[Ticket, ...], Field(min_length=1, max_length=limits.MAX_TICKETS)]

    @property
    def location_ids(self) -> tuple[str, ...]:
        """In the order of the file."""
        return tuple(location.id for location in self.locations)


EXAMPLES = ("amber-lake",)
"""Built-in maps that show how one is made (docs/maps.md)."""


@cache  # asked for at every move of a bot, when a server may have no file descriptor left to list a folder with
def builtin_maps() -> tuple[str, ...]:
    """The names of the maps that come with the package.

    >>> builtin_maps()
    ('amber-lake', 'san-francisco', 'usa')
    """
    files = resources.files("whistlestop").joinpath("maps").iterdir()
    return tuple(sorted(file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml")))


@cache
def earlier_maps(name: str) -> tuple[str, ...]:
    """The fingerprints (game/record.py) of what earlier versions had under the name of a built-in map.

    A record names such a map by its fingerprint only, so the files stay for good.

    >>> earlier_maps("san-francisco"), earlier_maps("usa")
    (('4a2efa145f1c1640',), ())
    """
    folder = resources.files("whistlestop").joinpath("maps", "earlier")
    stems = sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml"))
    return tuple(mark for found, _, mark in (stem.rpartition("-") for stem in stems) if found == name)


def read_earlier_map_toml(name: str, fingerprint: str) -> str:
    """The text of one of `earlier_maps`."""
    file = resources.files("whistlestop").joinpath("maps", "earlier", f"{name}-{fingerprint}.toml")
    return file.read_text(encoding="utf-8")


def read_earlier_map(name: str, fingerprint: str) -> Map:
    """One of `earlier_maps`."""
    return parse_map(read_earlier_map_toml(name, fingerprint), f"{name}-{fingerprint}.toml")


def read_map_toml(source: str | Path) -> tuple[str, str]:
    """The text of a map and the file name to use in messages; `source` as in `read_map`."""
    if isinstance(source, str) and source in builtin_maps():
        file = resources.files("whistlestop").joinpath("maps", f"{source}.toml")
        return file.read_text(encoding="utf-8"), f"{source}.toml"
    path = Path(source)
    if not path.is_file():
        known = ", ".join(builtin_maps())
        raise FileNotFoundError(f"{path}: there is no such file, and no built-in map of that name ({known}).")
    try:
        return path.read_text(encoding="utf-8"), str(path)
    except UnicodeDecodeError as error:
        problem = Problem("error", str(path), f"byte {error.start}", "not-utf-8")
        raise MapError([problem]) from error


def parse_map(text: str, file: str) -> Map:
    """The map that `text` describes; `file` is its name in messages. Raises `MapError` with all errors."""
    from whistlestop.maps.check import examine  # it is built on the models above

    board_map, errors = examine(text, file)
    if board_map is None:
        raise MapError(errors)
    return board_map


def read_map(source: str | Path) -> Map:
    """A built-in map by its name, or any map by the path of its .toml file."""
    text, file = read_map_toml(source)
    return parse_map(text, file)
