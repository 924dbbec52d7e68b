"""What the environments of one game at a time have in common: spaces, which game comes next, reading a choice."""

from typing import Any, Literal, NamedTuple, SupportsIndex, get_args

import numpy as np
from numpy.typing import NDArray

from whistlestop.extras import needs_extra

with needs_extra("rl"):
    from gymnasium import spaces

from whistlestop.actions.action import Action
from whistlestop.board import Board
from whistlestop.engine.words import AT
from whistlestop.envs.kernels.hidden import observe_hidden
from whistlestop.envs.kernels.observe import observe_seat
from whistlestop.envs.layout import HiddenLayout, Layout
from whistlestop.game import Game
from whistlestop.game.state_parts import offered_to
from whistlestop.kernels.structs import Records, SmallIntArray
from whistlestop.whole_number import whole_number

Mask = NDArray[np.int8]
Observation = dict[str, NDArray[np.number]]

Keys = tuple[str, str]
KEYS: Keys = ("observation", "action_mask")
"""What the row and the mask are called in an observation."""
RowType = Literal["int16", "float32"]


class Deal(NamedTuple):
    """Which game is dealt: `Game(map, players, seed, number)`."""

    seed: int
    number: int = 0

    def following(self) -> "Deal":
        """The next game of the series."""
        return Deal(self.seed, self.number + 1)


def row_space(layout: Layout, dtype: RowType = "int16") -> "spaces.Box[Any]":
    """Rows as the layout has them."""
    highest = layout.highest().astype(dtype)
    return spaces.Box(np.zeros_like(highest), highest, dtype=np.dtype(dtype).type)


def observation_space(
    layout: Layout, hidden: HiddenLayout | None = None, keys: Keys = KEYS, dtype: RowType = "int16"
) -> spaces.Dict:
    """Rows as the layout has them, and which actions are legal; for critics also what is `hidden`."""
    parts: dict[str, spaces.Space[Any]] = {
        keys[0]: row_space(layout, dtype),
        keys[1]: spaces.Box(0, 1, (layout.board.action_count,), np.int8),
    }
    if hidden:
        parts["hidden"] = row_space(hidden, dtype)
    return spaces.Dict(parts)


def observe(game: Game, layout: Layout, seat: int) -> Observation:
    """What a seat knows, and which actions it may choose."""
    return {"observation": observe_row(game.state, layout, seat), "action_mask": legal_mask(game, seat)}


def observe_row(state: Records, layout: Layout, seat: int) -> SmallIntArray:
    """What a seat knows."""
    row = np.zeros(layout.size, np.int16)
    observe_seat(layout.board.arrays, state, seat, layout.offsets, row)
    return row


def hidden_row(state: Records, layout: HiddenLayout, seat: int) -> SmallIntArray:
    """What is hidden from one seat or another, the seats counted from this one: for critics."""
    row: SmallIntArray = np.zeros(layout.size, np.int16)
    observe_hidden(layout.board.arrays, state, np.array([seat]), layout.offsets, row[None])
    return row


def legal_mask(game: Game, seat: int) -> Mask:
    """1 for each action that the seat may choose now: none if it is not its turn."""
    mask = np.zeros(game.board.action_count, np.int8)
    if seat == game.to_play:
        mask[game.legal_ids()] = 1
    return mask


def check_row_type(dtype: str) -> None:
    """ValueError for what rows can't be."""
    if dtype not in get_args(RowType):
        raise ValueError(f"There are no rows of {dtype!r}; there is {', '.join(get_args(RowType))}.")


class NotLegalNow(ValueError):
    """An action of the board that the seat to play may not choose."""


def not_legal(board: Board, number: int) -> NotLegalNow:
    """The error that names the action of a number."""
    text = board.actions[number].text
    return NotLegalNow(f"Action {number} ({text}) is not legal now; choose one whose action_mask is 1.")


def checked_number(board: Board, action: SupportsIndex, is_over: bool) -> int:
    """The number of an action of the board; ValueError for what is none, or when nobody chooses any more."""
    number = whole_number("An action", action)
    if is_over:
        raise ValueError(f"Action {number}: the game is over; reset the environment.")
    if not 0 <= number < board.action_count:
        raise ValueError(f"There is no action {number}; they run from 0 to {board.action_count - 1}.")
    return number


def legal_action(game: Game, action: SupportsIndex) -> Action:
    """The action of a number; NotLegalNow, or ValueError for what is no action at all, names it."""
    number = checked_number(game.board, action, game.is_over)
    if number not in game.legal_ids():
        raise not_legal(game.board, number)
    offered = offered_to(game.words, game.words[AT.to_play])
    return game.board.action(number, [game.board.ticket_ids[ticket] for ticket in offered])
