"""A game as OpenSpiel needs it: copied often, and mostly played without anybody reading its history."""

import copy
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from whistlestop.board import Board, load_board
from whistlestop.engine import calls
from whistlestop.engine import state as engine
from whistlestop.engine.rng import seed_base
from whistlestop.engine.scoring import SCORE_PARTS
from whistlestop.engine.words import words_of
from whistlestop.game.events import Event, events_of, read_log
from whistlestop.game.state_parts import offered_to, row_of
from whistlestop.kernels.structs import IntArray, Records


class EventText(NamedTuple):
    """An event as text: as its seat saw it, and as all others did."""

    seat: int | None
    by_seat: str
    by_others: str

    def text_for(self, viewer: int) -> str:
        """What a seat is told of the event."""
        return self.by_seat if viewer == self.seat else self.by_others


class Play:
    """The state of a game and its past.

    A state is never written to again, so copies share it. The past is put into words only when somebody asks: random
    playouts never do, which saves them a third of their time.
    """

    __slots__ = ("_ids", "_past", "_unrecorded", "board", "seat", "state")

    def __init__(self, board: Board, state: Records, past: list[EventText]) -> None:
        self.board = board
        self._past = past
        self._unrecorded: list[Records] = []
        self._set_state(state)

    def _set_state(self, state: Records) -> None:
        self.state = state
        self.seat = int(state["to_play"][0])
        """The seat that has to choose; NOBODY when the game is over."""
        self._ids: list[int] | None = None

    @classmethod
    def deal(cls, board: Board, players: int, seed: int, number: int) -> "Play":
        """Begin game `number` of the series, as `Game` does."""
        state = np.zeros(1, engine.STATE)
        calls.deal(board.arrays, state, players, seed_base("deal", seed), number)
        return cls(board, state, list(opening(board, state)))

    def __deepcopy__(self, memo: dict[int, Any]) -> "Play":
        """OpenSpiel copies a state by its parts."""
        other = copy.copy(self)
        other._past, other._unrecorded = self._past.copy(), self._unrecorded.copy()
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.board.source, self.state.tobytes(), self.past())

    def legal_ids(self) -> list[int]:
        """The ids of the legal actions, the lowest first."""
        if self._ids is None:
            ids = np.empty(self.board.action_count, np.int64)
            self._ids = sorted(ids[: calls.options(self.board.arrays, self.state, ids)].tolist())
        return self._ids

    def apply(self, action_id: int) -> None:
        """Carry out a legal action; ValueError names any other."""
        if action_id not in self.legal_ids():
            raise ValueError(f"action {action_id} ({self.text_of(action_id, self.seat)}) is not legal here")
        after = engine.copy_states(self.state)
        calls.act(self.board.arrays, after, action_id)
        self._unrecorded.append(self.state)
        self._set_state(after)

    def text_of(self, action_id: int, seat: int) -> str:
        """An action in words; a `keep` names those of the tickets that the seat is offered."""
        if not 0 <= action_id < self.board.action_count:
            return f"none of the {self.board.action_count} there are"
        offered = offered_to(words_of(self.state), seat) if seat != engine.NOBODY else []
        return self.board.action(action_id, [self.board.ticket_ids[t] for t in offered]).text

    def past(self) -> list[EventText]:
        """What happened since the deal. That turns ended is left out: it follows from the rest."""
        for before, after in pairwise(words_of(state) for state in (*self._unrecorded, self.state)):
            events = events_of(self.board, read_log(after), before, after)
            self._past.extend(_describe_event(event) for event in events if event.name != "end-turn")
        self._unrecorded.clear()
        return self._past

    def redealt(self, seat: int, seed: int) -> "Play":
        """A game that the seat can't tell from this one. What others alone saw in the past is in nobody's past."""
        state = engine.copy_states(self.state)
        calls.redeal(self.board.arrays, state, seat, seed_base("determinize", seed), 0)
        return Play(self.board, state, [_as_seen_by(seat, text) for text in self.past()])

    def scores(self) -> list[dict[str, int]]:
        """The score of every seat by its parts, as if the game ended here."""
        rows: IntArray = np.zeros((int(self.state["seats"][0]), len(SCORE_PARTS)), np.int64)
        calls.score(self.board.arrays, self.state, rows)
        return [dict(zip(SCORE_PARTS, row, strict=True)) for row in rows.tolist()]


def _restore(source: str, state: bytes, past: list[EventText]) -> Play:
    """What was pickled; in memory that may be written to, for which kernels are compiled."""
    return Play(load_board(source), np.frombuffer(bytearray(state), engine.STATE), past)


def opening(board: Board, state: Records) -> Iterator[EventText]:
    """What a player would forget otherwise: the first row, and the order of the opening tickets."""
    row = f"row {_word(row_of(board, words_of(state)))}"
    yield EventText(None, row, row)
    for seat in range(int(state["seats"][0])):
        offered = [board.ticket_ids[t] for t in offered_to(words_of(state), seat)]
        yield EventText(seat, f"{seat} dealt {_word(offered)}", f"{seat} dealt {len(offered)}")


def _as_seen_by(viewer: int, text: EventText) -> EventText:
    return text if text.seat == viewer else text._replace(by_seat=text.by_others)


def _describe_event(event: Event) -> EventText:
    by_others = _event_words(event, dict.fromkeys(event.secret))
    return EventText(event.seat, _event_words(event, event.secret) if event.secret else by_others, by_others)


def _event_words(event: Event, secret: Mapping[str, Any]) -> str:
    """Short, because OpenSpiel's tables are keyed by it: `1 draw deck red`; what is hidden reads `?`."""
    who = [] if event.seat is None else [event.seat]
    return " ".join(_word(value) for value in (*who, event.name, *event.public.values(), *secret.values()))


def _word(value: object) -> str:
    if isinstance(value, Mapping):
        return ",".join(f"{key}:{count}" for key, count in value.items())
    if isinstance(value, Iterable) and not isinstance(value, str):
        return ",".join(str(item) for item in value) or "-"
    return "?" if value is None else str(value)
