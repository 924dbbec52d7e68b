"""What a player knows, the way OpenSpiel asks for it: a tensor, its parts by name, and a text."""

from itertools import product
from math import prod
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from whistlestop.engine.state import PHASES
from whistlestop.envs.kernels.observe import observe_seat
from whistlestop.envs.layout import Layout
from whistlestop.kernels.structs import SmallIntArray

if TYPE_CHECKING:
    from whistlestop.envs.open_spiel.game import WhistlestopState

NOT_DEALT = "not dealt yet"


class Observer:
    """OpenSpiel's observer of one kind: of the moment, or with `recall` of the past as well."""

    def __init__(self, layout: Layout, recall: bool) -> None:
        self._layout, self._recall = layout, recall
        self._labels = [_label(layout, player) for player in range(layout.players)]
        self._row: SmallIntArray = np.zeros(layout.size, np.int16)
        shapes = {part.name: part.shape for part in layout}
        if recall:
            shapes |= _shapes_of_past(layout)
        self.tensor: NDArray[np.float32] = np.zeros(sum(map(prod, shapes.values())), np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {}
        start = 0
        for name, shape in shapes.items():
            self.dict[name] = self.tensor[start : start + prod(shape)].reshape(shape)
            start += prod(shape)

    def set_from(self, state: "WhistlestopState", player: int) -> None:
        """Write what the player knows into `tensor`, of which the parts in `dict` are views."""
        self.tensor.fill(0)
        if state.play is None:
            return
        self._observe(state, player)
        self.tensor[: self._layout.size] = self._row
        if self._recall:
            self.dict["seat"][player] = 1
            self._sum_up(state, player)

    def string_from(self, state: "WhistlestopState", player: int) -> str:
        """What the player knows in words: the same words exactly when it is the same knowledge."""
        if state.play is None:
            return NOT_DEALT
        self._observe(state, player)
        known = self._describe(player)
        if not self._recall:
            return known
        return "\n".join([known, *(text.text_for(player) for text in state.play.past())])

    def _observe(self, state: "WhistlestopState", player: int) -> None:
        assert state.play is not None
        observe_seat(self._layout.board.arrays, state.play.state, player, self._layout.offsets, self._row)

    def _sum_up(self, state: "WhistlestopState", player: int) -> None:
        """Public actions by seat, counted from the player's, and the cards paid with them."""
        board, players = self._layout.board, self._layout.players
        chosen, paid = self.dict["chosen"], self.dict["paid"]
        for seat, action in _choices(state):
            place = (seat - player) % players
            if action < board.first_keep:
                chosen[place, action] += 1
            for colour, count in board.actions[action].payment:
                paid[place, board.index("colour", colour)] += count

    def _describe(self, player: int) -> str:
        labels, row = self._labels[player], self._row.tolist()
        parts = [f"seat {player}"]
        for part in self._layout:
            values = range(part.slice.start, part.slice.stop)
            words = [labels[i] if part.most == 1 else f"{labels[i]} {row[i]}".lstrip() for i in values if row[i]]
            if words:
                parts.append(f"{part.name}: {', '.join(words)}")
        return "; ".join(parts)


def _choices(state: "WhistlestopState") -> list[tuple[int, int]]:
    """Every seat's actions so far, without chance's."""
    return [(item.player, item.action) for item in state.full_history() if item.player >= 0]


def _shapes_of_past(layout: Layout) -> dict[str, tuple[int, ...]]:
    board, players = layout.board, layout.players
    return {"seat": (players,), "chosen": (players, board.first_keep), "paid": (players, len(board.colours))}


def _label(layout: Layout, player: int) -> list[str]:
    """A name for every value of an observation."""
    axes = _axes(layout, player)
    return [" ".join(names) for part in layout for names in product(*axes[part.name])]


def _axes(layout: Layout, player: int) -> dict[str, tuple[tuple[str, ...], ...]]:
    """What the indices of each part stand for."""
    board, players = layout.board, layout.players
    seats = tuple(f"seat {(player + place) % players}" for place in range(players))
    places = tuple(f"place {i}" for i in range(layout["offered"].shape[0]))
    return {
        "phase": (PHASES,),
        "to_play": (seats,),
        **dict.fromkeys(("is_opening", "is_final_round"), (("yes",),)),
        **dict.fromkeys(("hand", "row", "discards", "deck_at_most"), (board.colours,)),
        **dict.fromkeys(("deck_count", "pile_count", "turns_left", "passes"), (("",),)),
        **dict.fromkeys(("scores", "pieces", "card_counts", "ticket_counts", "offered_counts"), (seats,)),
        "known_cards": (seats, board.colours),
        "tokens": (seats, board.symbols),
        "owners": (seats, board.route_ids),
        **dict.fromkeys(("tickets", "completed", "returned"), (board.ticket_ids,)),
        "offered": (places, board.ticket_ids),
        "stacks": (board.symbols, board.location_ids),
        **dict.fromkeys(("set_aside", "token_choice"), (board.symbols,)),
    }
