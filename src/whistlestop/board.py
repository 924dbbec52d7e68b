"""A board: a map loaded, checked and compiled to the tables that the kernels read.

    >>> board = load_board("usa")
    >>> board.route_ids[board.route_index("denver/omaha")], len(board.route_ids), board.action_count
    ('denver/omaha', 100, 1079)

Routes are numbered by kind (colour, length, ferries), because routes of a kind cost the same; one number per track.
Actions are numbered verb by verb (actions/verbs.py): pass, tickets, draw deck, draw each colour and wild, keep each
choice of tickets, place each symbol on each location, take each symbol, then every payment of every route.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import accumulate
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Annotated, NamedTuple, cast

import numpy as np

from whistlestop.actions.action import WILD, Action
from whistlestop.actions.verbs import VERBS, VERBS_OF_PHASE, Keep
from whistlestop.ids import location_id, track_id
from whistlestop.kernels.structs import IntArray, Records, record_dtype
from whistlestop.maps.limits import (
    MAX_ACTIONS,
    MAX_COLOURS,
    MAX_KINDS,
    MAX_LENGTH,
    MAX_PHASES,
    MAX_SEATS,
    MAX_SYMBOLS,
    MAX_TICKETS,
    MAX_TRACKS,
)
from whistlestop.maps.mapfile import Map, Route, read_map
from whistlestop.maps.sweep import sweep_order
from whistlestop.whole_number import whole_number

if TYPE_CHECKING:
    from whistlestop.draw import BoardPicture

GREY = -1

# Ids of the actions that every board has; the ranges that follow are in its arrays.
PASS, TICKETS, DRAW_DECK, FIRST_DRAW = range(4)


class BoardArrays:
    """All fields of a board's record. Colours run from 0 to `wild`; arrays are filled from the front."""

    location_count: int
    route_count: int
    ticket_count: int
    symbol_count: int
    spot_count: int
    wild: int

    pieces: int
    opening_hand: int
    row_size: int
    reset_at: int
    reset_limit: int
    opening_dealt: int
    opening_keep: int
    action_dealt: int
    action_keep: int
    both_tracks_from: int
    final_round_at: int
    longest_path: int

    first_keep: int
    first_place: int
    first_take: int
    first_claim: int
    action_count: int

    cards: Annotated[IntArray, (MAX_COLOURS + 1,)]
    points: Annotated[IntArray, (MAX_LENGTH + 1,)]

    route_a: Annotated[IntArray, (MAX_TRACKS,)]
    route_b: Annotated[IntArray, (MAX_TRACKS,)]
    route_length: Annotated[IntArray, (MAX_TRACKS,)]
    route_colour: Annotated[IntArray, (MAX_TRACKS,)]
    route_ferries: Annotated[IntArray, (MAX_TRACKS,)]
    route_twin: Annotated[IntArray, (MAX_TRACKS,)]
    route_kind: Annotated[IntArray, (MAX_TRACKS,)]
    route_first_claim: Annotated[IntArray, (MAX_TRACKS,)]
    sweep: Annotated[IntArray, (MAX_TRACKS,)]
    """The routes in an order that keeps few locations half done (see longest_path.py)."""

    colour_start: Annotated[IntArray, (MAX_COLOURS + 2,)]
    """The first kind of each colour, at colour + 1 (grey comes first); shorter kinds of a colour come first."""
    kind_start: Annotated[IntArray, (MAX_KINDS + 1,)]
    kind_length: Annotated[IntArray, (MAX_KINDS,)]
    kind_colour: Annotated[IntArray, (MAX_KINDS,)]
    kind_ferries: Annotated[IntArray, (MAX_KINDS,)]

    choice_first: Annotated[IntArray, (MAX_PHASES,)]
    """The ids that a phase lets choose from, but for the phases of a turn: from here, and before `choice_end`."""
    choice_end: Annotated[IntArray, (MAX_PHASES,)]
    place_symbol: Annotated[IntArray, (MAX_ACTIONS,)]
    place_location: Annotated[IntArray, (MAX_ACTIONS,)]
    claim_route: Annotated[IntArray, (MAX_ACTIONS,)]
    claim_colour: Annotated[IntArray, (MAX_ACTIONS,)]
    claim_wilds: Annotated[IntArray, (MAX_ACTIONS,)]

    ticket_a: Annotated[IntArray, (MAX_TICKETS,)]
    ticket_b: Annotated[IntArray, (MAX_TICKETS,)]
    ticket_points: Annotated[IntArray, (MAX_TICKETS,)]

    spot: Annotated[IntArray, (MAX_SYMBOLS,)]
    stack_size: Annotated[IntArray, (MAX_SEATS + 1,)]
    placed_size: Annotated[IntArray, (MAX_SEATS + 1,)]
    token_points: Annotated[IntArray, (MAX_SYMBOLS + 1,)]


BOARD = record_dtype(BoardArrays)


class Track(NamedTuple):
    """One track of a route as the map has it; the order of the fields is the order of the engine's numbers."""

    colour: int
    length: int
    ferries: int
    route: int
    track: int

    @property
    def is_grey(self) -> bool:
        """Whether any one colour pays for it."""
        return self.colour == GREY


@dataclass(frozen=True, eq=False, repr=False)
class Board:
    """A playable board. `source` is what a position names as its map: a built-in name or a path."""

    map: Map
    source: str
    arrays: Records = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "arrays", _freeze(self))

    def __reduce__(self) -> tuple[type["Board"], tuple[Map, str]]:
        """Workers make the arrays anew: it is small to send that way, and as read-only as kernels were compiled for."""
        return Board, (self.map, self.source)

    def __repr__(self) -> str:
        counts = f"{len(self.location_ids)} locations, {len(self.route_ids)} routes, {len(self.ticket_ids)} tickets"
        return f"<Board {self.source}: {counts}, {self.player_counts[0]} to {self.player_counts[-1]} players>"

    def _repr_svg_(self) -> str:
        """How a notebook shows the board."""
        return self.picture()._repr_svg_()

    def picture(self, fills: Mapping[str, str] | None = None) -> "BoardPicture":
        """The board drawn by notebooks, with routes (by id) in colours of their own: owners, or a heat map.

        >>> load_board("usa").picture({"denver/omaha": "#00aaff"})
        <BoardPicture of USA>
        """
        from whistlestop.draw import BoardPicture  # only who looks at boards needs it

        return BoardPicture(self.map, fills or {})

    @cached_property
    def colours(self) -> tuple[str, ...]:
        """The colours of the cards, then the wild."""
        return (*self.map.rules.cards.colors, WILD)

    @cached_property
    def symbols(self) -> tuple[str, ...]:
        """The tokens of the map by name; none where it has no tokens."""
        return self.map.rules.tokens.symbols if self.map.rules.tokens else ()

    @cached_property
    def location_ids(self) -> tuple[str, ...]:
        """In the map's order."""
        return self.map.location_ids

    @cached_property
    def ticket_ids(self) -> tuple[str, ...]:
        """In the map's order."""
        return tuple(ticket.id for ticket in self.map.tickets)

    @cached_property
    def tracks(self) -> tuple[Track, ...]:
        """Every track in the order of its number in the engine."""
        colour_index = {name: i for i, name in enumerate(self.colours)}
        return tuple(
            sorted(
                Track(colour_index.get(colour, GREY), route.length, route.ferries, i, track)
                for i, route in enumerate(self.map.routes)
                for track, colour in enumerate(route.colors)
            )
        )

    @cached_property
    def route_ids(self) -> tuple[str, ...]:
        """One for each track, in the order of the engine's numbers."""
        return tuple(track_id(self.map.routes[t.route].id, t.track) for t in self.tracks)

    @cached_property
    def _indices(self) -> dict[tuple[str, str], int]:
        named = {
            "colour": self.colours,
            "symbol": self.symbols,
            "location": self.location_ids,
            "route": self.route_ids,
            "ticket": self.ticket_ids,
        }
        return {(kind, name): i for kind, names in named.items() for i, name in enumerate(names)}

    def index(self, kind: str, name: str) -> int:
        """The engine's number of a colour, symbol, location, route or ticket; KeyError names what is unknown."""
        try:
            return self._indices[kind, name]
        except KeyError:
            raise KeyError(f"{self.map.name} has no {kind} {name!r}") from None

    def route_index(self, route_id: str) -> int:
        """The engine's number of a route; KeyError for one that the board has not."""
        return self.index("route", route_id)

    @cached_property
    def claims(self) -> tuple[tuple[int, int, int], ...]:
        """Every payment of every track: (route, colour, wilds), the all-wild one last; none that breaks R3.3."""
        colour_count = len(self.colours) - 1
        mixed = [
            (route, colour, wilds)
            for route, track in enumerate(self.tracks)
            for colour in (range(colour_count) if track.is_grey else [track.colour])
            for wilds in range(track.ferries, track.length)
        ]
        all_wild = [(route, colour_count, track.length) for route, track in enumerate(self.tracks)]
        return tuple(sorted(mixed + all_wild, key=lambda claim: claim[0]))

    @cached_property
    def first_ids(self) -> dict[str, int]:
        """Where the ids of each verb begin; at last, by the name "", how many there are."""
        starts = accumulate((verb.count(self) for verb in VERBS), initial=0)
        return dict(zip([*(verb.name for verb in VERBS), ""], starts, strict=True))

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """Every action by its id. Which tickets a `keep` means depends on what is offered, so those are left open."""
        return tuple(action for verb in VERBS for action in verb.actions(self))

    @cached_property
    def action_ids(self) -> dict[Action, int]:
        """The id of every action but `keep`."""
        return {action: i for i, action in enumerate(self.actions) if action.verb != "keep"}

    @cached_property
    def action_texts(self) -> tuple[str, ...]:
        """The text of every action by its id, of use for all but `keep`."""
        return tuple(action.text for action in self.actions)

    @cached_property
    def ids_by_text(self) -> dict[str, int]:
        """The id of every action but `keep` by its text."""
        return {action.text: action_id for action, action_id in self.action_ids.items()}

    @cached_property
    def actions_by_text(self) -> dict[str, Action]:
        """Every action but `keep` by its text."""
        return {action.text: action for action in self.action_ids}

    @cached_property
    def record(self) -> BoardArrays:
        """The arrays for kernels that run as plain Python: lists, of which they read a number ten times as fast."""
        return cast(BoardArrays, SimpleNamespace(**{name: self.arrays[name][0].tolist() for name in BOARD.names or ()}))

    @property
    def first_keep(self) -> int:
        """The id of the first `keep`; those for other choices follow."""
        return self.first_ids["keep"]

    def action(self, action_id: int, offered: Sequence[str]) -> Action:
        """The action of an id while these tickets are offered."""
        action = self.actions[action_id]
        if action.verb != "keep":
            return action
        return Keep.nth(offered, action_id - self.first_keep)

    def action_id(self, action: Action, offered: Sequence[str]) -> int | None:
        """The id of an action while these tickets are offered; None for one that no position allows."""
        if action.verb != "keep":
            return self.action_ids.get(action)
        number = Keep.number(offered, action)
        return None if number is None else self.first_keep + number

    @property
    def card_count(self) -> int:
        """Cards of the whole deck, wilds included."""
        return sum(self.map.rules.cards.colors.values()) + self.map.rules.cards.wild

    @cached_property
    def action_count(self) -> int:
        """Ids run from 0 to one less."""
        return int(self.arrays["action_count"][0])

    @property
    def player_counts(self) -> range:
        """From the fewest players to the most."""
        return range(self.map.rules.players.min, self.map.rules.players.max + 1)

    def checked_players(self, players: int) -> int:
        """A number of players; ValueError for one that the board is not for."""
        counts, players = self.player_counts, whole_number("The number of players", players)
        if players not in counts:
            raise ValueError(f"{self.map.name} is for {counts[0]} to {counts[-1]} players, not {players}.")
        return players


@cache
def _builtin_board(name: str) -> Board:
    return Board(read_map(name), name)


def load_board(source: "str | Path | Board") -> Board:
    """A board from a built-in map's name, the path of a .toml file, or a board itself."""
    if isinstance(source, Board):
        return source
    if not isinstance(source, str | Path):
        raise ValueError(f"A map is a built-in map's name, the path of a .toml file or a Board, not {source!r}.")
    if isinstance(source, str) and "/" not in source and not source.endswith(".toml"):
        return _builtin_board(source)
    return Board(read_map(source), str(source))


def _freeze(board: Board) -> Records:
    """The board as one record of integers."""
    arrays = np.zeros(1, BOARD)
    _freeze_rules(board, arrays)
    _freeze_routes(board, arrays)
    _freeze_places(board, arrays)
    _freeze_actions(board, arrays)
    arrays.flags.writeable = False
    return arrays


def _freeze_rules(board: Board, arrays: Records) -> None:
    rules = board.map.rules
    arrays["wild"] = len(rules.cards.colors)
    arrays["pieces"] = rules.pieces
    arrays["opening_hand"] = rules.cards.opening_hand
    arrays["row_size"] = rules.cards.face_up
    arrays["reset_at"] = rules.cards.reset_at
    arrays["reset_limit"] = rules.cards.reset_limit
    arrays["opening_dealt"], arrays["opening_keep"] = rules.tickets.opening.dealt, rules.tickets.opening.keep
    arrays["action_dealt"], arrays["action_keep"] = rules.tickets.action.dealt, rules.tickets.action.keep
    arrays["both_tracks_from"] = rules.both_tracks_from
    arrays["final_round_at"] = rules.final_round_at
    arrays["longest_path"] = rules.longest_path
    _fill(arrays, "cards", [*rules.cards.colors.values(), rules.cards.wild])
    _fill(arrays, "points", [0, *rules.route_points[:MAX_LENGTH]])


def _freeze_routes(board: Board, arrays: Records) -> None:
    tracks = board.tracks
    location = {name: i for i, name in enumerate(board.location_ids)}
    number = {(t.route, t.track): i for i, t in enumerate(tracks)}
    ends = [_ends(board.map.routes[t.route], location) for t in tracks]
    kinds = sorted({t[:3] for t in tracks})
    arrays["route_count"] = len(tracks)
    _fill(arrays, "route_a", [a for a, _ in ends])
    _fill(arrays, "route_b", [b for _, b in ends])
    _fill(arrays, "route_colour", [t.colour for t in tracks])
    _fill(arrays, "route_length", [t.length for t in tracks])
    _fill(arrays, "route_ferries", [t.ferries for t in tracks])
    _fill(arrays, "route_twin", [number.get((t.route, 1 - t.track), -1) for t in tracks])
    _fill(arrays, "route_kind", [kinds.index(t[:3]) for t in tracks])
    _fill(arrays, "kind_start", [sum(t[:3] < kind for t in tracks) for kind in kinds] + [len(tracks)])
    starts = [sum(colour < c for colour, _, _ in kinds) for c in range(GREY, len(board.colours))]
    _fill(arrays, "colour_start", starts)
    _fill(arrays, "kind_colour", [colour for colour, _, _ in kinds])
    _fill(arrays, "kind_length", [length for _, length, _ in kinds])
    _fill(arrays, "kind_ferries", [ferries for _, _, ferries in kinds])
    _fill(arrays, "sweep", sweep_order(len(location), ends))


def _ends(route: Route, location: dict[str, int]) -> tuple[int, int]:
    """A route's ends in the order of its id, which is the order in which tokens are offered."""
    first, second = sorted((location_id(route.a), location_id(route.b)))
    return location[first], location[second]


def _freeze_places(board: Board, arrays: Records) -> None:
    location = {name: i for i, name in enumerate(board.location_ids)}
    tickets = board.map.tickets
    arrays["location_count"], arrays["ticket_count"] = len(location), len(tickets)
    _fill(arrays, "ticket_a", [location[location_id(t.a)] for t in tickets])
    _fill(arrays, "ticket_b", [location[location_id(t.b)] for t in tickets])
    _fill(arrays, "ticket_points", [t.points for t in tickets])
    tokens = board.map.rules.tokens
    if tokens:
        arrays["symbol_count"], arrays["spot_count"] = len(tokens.symbols), len(tokens.spots)
        _fill(arrays, "spot", [location[location_id(spot)] for spot in tokens.spots])
        _fill(arrays, "stack_size", [tokens.stack.get(n, 0) for n in range(MAX_SEATS + 1)])
        _fill(arrays, "placed_size", [tokens.placed.get(n, 0) for n in range(MAX_SEATS + 1)])
        _fill(arrays, "token_points", tokens.points[: MAX_SYMBOLS + 1])


def _freeze_actions(board: Board, arrays: Records) -> None:
    """Number the actions."""
    first = board.first_ids
    for verb in ("keep", "place", "take", "claim"):
        arrays[f"first_{verb}"] = first[verb]
    arrays["action_count"] = first[""]
    ids = {verb.name: range(first[verb.name], first[verb.name] + verb.count(board)) for verb in VERBS}
    for phase, verbs in enumerate(VERBS_OF_PHASE.values()):
        arrays["choice_first"][0, phase] = min((ids[verb].start for verb in verbs), default=0)
        arrays["choice_end"][0, phase] = max((ids[verb].stop for verb in verbs), default=0)
    for i, action in enumerate(ids["place"]):
        arrays["place_symbol"][0, action], arrays["place_location"][0, action] = divmod(i, len(board.location_ids))
    columns = zip(*board.claims, strict=True)
    for name, column in zip(("claim_route", "claim_colour", "claim_wilds"), columns, strict=True):
        _fill(arrays, name, [0] * first["claim"] + list(column))
    routes_of_claims = [route for route, _, _ in board.claims]
    _fill(arrays, "route_first_claim", [first["claim"] + routes_of_claims.index(r) for r in range(len(board.tracks))])


def _fill(arrays: Records, name: str, values: "list[int] | tuple[int, ...]") -> None:
    arrays[name][0, : len(values)] = values
