"""What the environments of one game at a time have in common: spaces, which game comes next, reading a choice."""

from typing import NamedTuple, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from whistlestop.extras import needs_extra

with needs_extra("rl"):
    from gymnasium import spaces

from whistlestop.actions.action import Action
from whistlestop.engine.words import AT
from whistlestop.envs.kernels.observe import observe_seat
from whistlestop.envs.layout import Layout
from whistlestop.game import Game
from whistlestop.game.state_parts import offered_to
from whistlestop.whole_number import whole_number

Mask = NDArray[np.int8]
Observation = dict[str, NDArray[np.signedinteger]]


class Deal(NamedTuple):
    """Which game is dealt: `Game(map, players, seed, number)`."""

    seed: int
    number: int = 0

    def following(self) -> "Deal":
        """The next game of the series."""
        return Deal(self.seed, self.number + 1)


def observation_space(layout: Layout) -> spaces.Dict:
    """Rows as the layout has them, and which actions are legal."""
    highest = layout.highest()
    return spaces.Dict(
        {
            "observation": spaces.Box(np.zeros_like(highest), highest, dtype=np.int16),
            "action_mask": spaces.Box(0, 1, (layout.board.action_count,), np.int8),
        }
    )


def observe(game: Game, layout: Layout, seat: int) -> Observation:
    """What a seat knows, and which actions it may choose."""
    row = np.zeros(layout.size, np.int16)
    observe_seat(game.board.arrays, game.state, seat, layout.offsets, row)
    return {"observation": row, "action_mask": legal_mask(game, seat)}


def legal_mask(game: Game, seat: int) -> Mask:
    """1 for each action that the seat may choose now: none if it is not its turn."""
    mask = np.zeros(game.board.action_count, np.int8)
    if seat == game.to_play:
        mask[game.legal_ids()] = 1
    return mask


class NotLegalNow(ValueError):
    """An action of the board that the seat to play may not choose."""


def legal_action(game: Game, action: SupportsIndex) -> Action:
    """The action of a number; NotLegalNow, or ValueError for what is no action at all, names it."""
    number = whole_number("An action", action)
    if game.is_over:
        raise ValueError(f"Action {number}: the game is over; reset the environment.")
    if not 0 <= number < game.board.action_count:
        raise ValueError(f"There is no action {number}; they run from 0 to {game.board.action_count - 1}.")
    if number not in game.legal_ids():
        text = game.board.actions[number].text
        raise NotLegalNow(f"Action {number} ({text}) is not legal now; choose one whose action_mask is 1.")
    offered = offered_to(game.words, game.words[AT.to_play])
    return game.board.action(number, [game.board.ticket_ids[ticket] for ticket in offered])
