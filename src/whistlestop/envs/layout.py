"""What an observation consists of: named parts of one row of small integers, the same in every environment.

>>> from whistlestop.board import load_board
>>> layout = Layout(load_board("usa"), players=2)
>>> hand = layout["hand"]
>>> hand.shape, hand.slice, layout.size
((9,), slice(9, 18, None), 458)
"""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from math import prod

import numpy as np
from numpy.typing import NDArray

from whistlestop.board import Board
from whistlestop.engine.state import PHASES
from whistlestop.envs.kernels.hidden import HIDDEN_OFFSETS
from whistlestop.envs.kernels.observe import OFFSETS
from whistlestop.kernels.structs import SmallIntArray


@dataclass(frozen=True)
class Part:
    """One part of an observation: `row[part.slice].reshape(part.shape)`. Every value is from 0 to `most`."""

    name: str
    shape: tuple[int, ...]
    start: int
    most: int
    meaning: str

    @property
    def slice(self) -> slice:
        """Where in the row it lies."""
        return slice(self.start, self.start + prod(self.shape))


Description = tuple[str, tuple[int, ...], int, str]
"""Name, shape, highest value and meaning of a part."""


class Spec(tuple[Part, ...]):
    """The parts of an observation in their order, which a notebook shows as a table."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{name}</th>" for name in ("part", "shape", "slice", "at most", "meaning"))
        rows = (
            f"<tr><td><code>{escape(part.name)}</code></td><td>{' × '.join(map(str, part.shape))}</td>"
            f"<td>{part.slice.start}:{part.slice.stop}</td><td>{part.most}</td><td>{escape(part.meaning)}</td></tr>"
            for part in self
        )
        return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


class Layout:
    """The parts of every observation on a board with this number of players, in their order in the row.

    Seats are counted from the one that looks: 0 is itself, 1 the next one, and so on.
    """

    def __init__(self, board: Board, players: int) -> None:
        self.board, self.players = board, players
        self.parts = Spec(_lay_out(self._describe(board, players)))
        self.offsets = np.array([tuple(part.start for part in self.parts)], self._offsets)
        self.size = self.parts[-1].slice.stop
        self._by_name = {part.name: part for part in self.parts}

    _offsets = OFFSETS

    def _describe(self, board: Board, players: int) -> Iterator[Description]:
        return _part_descriptions(board, players)

    def __getitem__(self, name: str) -> Part:
        return self._by_name[name]

    def __iter__(self) -> Iterator[Part]:
        return iter(self.parts)

    def _repr_html_(self) -> str:
        return self.parts._repr_html_()

    def highest(self) -> SmallIntArray:
        """The most that every value of a row can be."""
        return np.repeat([part.most for part in self.parts], [prod(part.shape) for part in self.parts]).astype(np.int16)

    def named(self, observation: NDArray[np.generic]) -> dict[str, NDArray[np.generic]]:
        """Views of one observation, or of many with a row each, by the names of the parts."""
        before = observation.shape[:-1]
        return {part.name: observation[..., part.slice].reshape(*before, *part.shape) for part in self.parts}


class HiddenLayout(Layout):
    """The parts of a row with all that is hidden from one seat or another: for critics, never for a policy.

    None of its names is that of a part of an observation, so that what a policy is given can be told by names.
    """

    _offsets = HIDDEN_OFFSETS

    def _describe(self, board: Board, players: int) -> Iterator[Description]:
        return _hidden_descriptions(board, players)


def _lay_out(descriptions: Iterator[Description]) -> Iterator[Part]:
    start = 0
    for name, shape, most, meaning in descriptions:
        part = Part(name, shape, start, most, meaning)
        yield part
        start = part.slice.stop


def _card_count(board: Board) -> int:
    return sum(board.map.rules.cards.colors.values()) + board.map.rules.cards.wild


def _hidden_descriptions(board: Board, players: int) -> Iterator[Description]:
    """In the order of `HiddenOffsets` (kernels/hidden.py)."""
    colours, tickets, cards = len(board.colours), len(board.ticket_ids), _card_count(board)
    yield "hands", (players, colours), cards, "everybody's cards by seat and colour, the wild last"
    yield "all_tickets", (players, tickets), 1, "1 for a ticket kept, by seat"
    yield "all_completed", (players, tickets), 1, "1 for a ticket kept that the seat's routes complete"
    yield "all_offered", (players, tickets), 1, "1 for a ticket that the seat may choose now"
    yield "deck", (colours,), cards, "cards in the deck by colour"
    yield "deck_order", (cards,), colours, "the deck from its top: colour, from 1; 0 below its last card"
    yield "pile_order", (tickets,), tickets, "tickets in the pile: place from the top, from 1"


def _part_descriptions(board: Board, players: int) -> Iterator[Description]:
    """In the order of `Offsets` (kernels/observe.py)."""
    rules = board.map.rules
    colours, tickets, symbols = len(board.colours), len(board.ticket_ids), len(board.symbols)
    routes, locations = len(board.route_ids), len(board.location_ids)
    cards = _card_count(board)
    offered = int(max(board.arrays["opening_dealt"][0], board.arrays["action_dealt"][0]))
    tokens = max(int(board.arrays["stack_size"][0].max()), int(board.arrays["placed_size"][0].max()))
    points = int(board.arrays["points"][0].max()) * rules.pieces

    yield "phase", (len(PHASES),), 1, f"1 at the phase: {', '.join(PHASES)}"
    yield "to_play", (players,), 1, "1 at the seat that has to choose; none when the game is over"
    yield "is_opening", (1,), 1, "1 while the opening tickets are chosen (R1.2)"
    yield "hand", (colours,), cards, "own cards by colour, the wild last"
    yield "row", (colours,), cards, "face-up cards by colour"
    yield "discards", (colours,), cards, "discarded cards by colour"
    yield (
        "deck_at_most",
        (colours,),
        cards,
        "how many the deck can hold at most, from counting what was seen",
    )
    yield "deck_count", (1,), cards, "cards in the deck"
    yield "pile_count", (1,), tickets, "tickets in the pile"
    yield "is_final_round", (1,), 1, "1 once the final round is triggered (R6.1)"
    yield "turns_left", (1,), players, "turns until the end, in the final round"
    yield "passes", (1,), players, "passes in a row (R5.2)"
    yield "scores", (players,), points, "route points by seat"
    yield "pieces", (players,), rules.pieces, "pieces left by seat"
    yield "card_counts", (players,), cards, "cards in hand by seat"
    yield "ticket_counts", (players,), tickets, "tickets kept by seat"
    yield "offered_counts", (players,), offered, "tickets to choose from by seat"
    yield (
        "known_cards",
        (players, colours),
        cards,
        "cards everybody saw a seat take and not pay since",
    )
    yield "tokens", (players, symbols), 1, "1 for a token collected, by seat and symbol"
    yield "owners", (players, routes), 1, "1 for a route claimed, by seat and route"
    yield "tickets", (tickets,), 1, "1 for an own ticket"
    yield "completed", (tickets,), 1, "1 for an own ticket that own routes complete"
    yield (
        "offered",
        (offered, tickets),
        1,
        "1 for the ticket in a place of the own offer; bit i of a `keep` is place i",
    )
    yield (
        "returned",
        (tickets,),
        tickets,
        "own tickets put under the pile: place from the top, from 1",
    )
    yield "stacks", (symbols, locations), tokens, "tokens of a stack on the board, by symbol and location"
    yield "set_aside", (symbols,), tokens, "tokens of a stack still to be placed, by symbol"
    yield "token_choice", (symbols,), 1, "1 for each of the two tokens that may be taken now"
