"""Game: one play-through, checked at every step.

>>> game = Game("san-francisco", players=2, seed=7)
>>> game.phase, game.to_play
('keep-tickets', 0)
>>> events = game.apply(game.legal_actions()[0])
>>> game.to_play
1
"""

import secrets
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from whistlestop.actions.action import Action
from whistlestop.actions.illegal import IllegalAction
from whistlestop.actions.notation import NotAnAction
from whistlestop.actions.verbs import explain, parse_action
from whistlestop.board import FIRST_DRAW, Board, load_board
from whistlestop.engine import calls
from whistlestop.engine import state as engine
from whistlestop.engine.rng import seed_base
from whistlestop.engine.scoring import SCORE_PARTS, score_rows, win_shares
from whistlestop.engine.words import AT, words_of
from whistlestop.game.events import Event, EventView, cards_from_deck, events_of, read_log, told_by_draw
from whistlestop.game.position import BadPosition, PositionWriter, read_fitting, write_position
from whistlestop.game.record import (
    BadRecord,
    Move,
    Record,
    RecordedSeat,
    earlier_boards,
    is_builtin,
    read_record,
    write_record,
)
from whistlestop.game.state_parts import awaited_seats, claims_of, offered_to, own_part, public_part
from whistlestop.game.view import View, choice_part, history_part, make_view, turn_part
from whistlestop.kernels import start
from whistlestop.kernels.structs import IntArray, Records
from whistlestop.whole_number import whole_number

if TYPE_CHECKING:
    from whistlestop.game.picture import Picture

RULES = 2
"""The version of the rules, raised when a game that was legal before no longer is, or when a match may say what servers
of the version before can't read (2: bots of the level `master`). It is stored with every match."""

# Most moves are draws, and there are few different ones. Games share them, which saves a tenth of their memory.
_shared_move = lru_cache(maxsize=2048)(Move)


class Game:
    """A game at a table of `players` seats on a map: a built-in one's name, a path to a .toml file, or a Board.

    The same map, players, seed and number give the same deal, everywhere. `number` counts the games of a series, as
    `whistlestop simulate` plays them.
    """

    def __init__(self, map: str | Path | Board, players: int, seed: int | None = None, number: int = 0) -> None:
        board = load_board(map)
        players = board.checked_players(players)
        self.seed: int | None = secrets.randbits(128) if seed is None else whole_number("A seed", seed)
        self.number = whole_number("A game's number", number)
        state = np.zeros(1, engine.STATE)
        start("game", prints_notice=True)
        calls.deal(board.arrays, state, players, seed_base("deal", self.seed), self.number)
        self._begin(board, state)

    def _begin(self, board: Board, state: Records) -> None:
        self.board = board
        self.state = state
        self.words = words_of(state)
        """The integers of the state, for who reads them from Python."""
        self.history: list[Event] = []
        self._moves: list[Move] = []
        self._last: Move | None = None
        self._start = write_position(board, state)
        self._writer: PositionWriter | None = None
        self._ids: list[int] | None = None
        self._final_scores: list[dict[str, int]] | None = None

    @classmethod
    def from_position(
        cls, position: dict[str, Any], map: str | Path | Board | None = None, seed: int | None = None
    ) -> "Game":
        """A game that goes on from a position. `map` is needed only where the position's own name can't be loaded.

        A position that does not fit a built-in map, but fits what an earlier version had by that name, is one of then.

        >>> game = Game("usa", players=2, seed=1)
        >>> Game.from_position(game.position()).position() == game.position()
        True
        """
        if not isinstance(position, dict) or not isinstance(position.get("map"), str):
            raise BadPosition('map: a position is an object whose "map" names a built-in map or a .toml file')
        try:
            board = load_board(position["map"] if map is None else map)
        except FileNotFoundError as error:
            raise BadPosition(f"map: {error}") from None
        if position["map"] != board.source:
            raise BadPosition(f"map: the position is of {position['map']!r}, the board of {board.source!r}")
        start("game", prints_notice=True)
        game = cls.__new__(cls)
        game.seed, game.number = None, 0  # no seed has dealt this position
        base = seed_base("position", secrets.randbits(128) if seed is None else seed)
        earlier = earlier_boards(board.source).values() if map is None and is_builtin(board) else ()
        game._begin(*read_fitting((board, *earlier), position, base))
        return game

    @classmethod
    def from_record(cls, text: str, board: Board | None = None) -> "Game":
        """The game that a record tells, replayed to its last action. BadRecord names the line that can't be.

        `board` is the record's, for who has it already.
        """
        record = read_record(text, board)
        game = cls.at_start_of(record)
        for move in record.moves:
            game.replay(move)
        for move in record.choices:
            game.replay(move, move.seat)
        totals = [score["total"] for score in game.scores()]
        if record.result is not None and (not game.is_over or record.result != totals):
            raise BadRecord(f"result: the record says {record.result}, replayed it is {totals}")
        return game

    @classmethod
    def at_start_of(cls, record: Record) -> "Game":
        """The game of a record before its first action, with the generator of its seed if it gives this very deal."""
        players = record.start.get("players")
        if record.seed is not None and type(players) is int and players in record.board.player_counts:
            game = cls(record.board, players, record.seed, record.number)
            if game.position() == record.start:
                return game
        try:
            return cls.from_position(record.start, record.board)
        except BadPosition as error:
            raise BadRecord(f"start: {error}") from None

    def replay(self, move: Move, seat: int | None = None) -> list[Event]:
        """Apply an action of a record, with the cards that came then; for a `seat`, see `apply`."""
        if seat is None and move.seat != self.to_play:
            raise BadRecord(f"line {move.line}: seat {move.seat} can't play, it is the turn of seat {self.to_play}")
        due = [self.board.colours.index(card) for card in move.outcome]
        if len(due) > engine.DUE_SIZE:
            raise BadRecord(f"line {move.line}: {len(due)} cards can't leave the deck in one action")
        self.state["due"][0, : len(due)] = due
        self.state["due_count"], self.state["due_next"] = len(due), 0
        try:
            events = self.apply(move.action, seat)
        except IllegalAction as error:
            raise BadRecord(f"line {move.line}: {error}") from None
        finally:
            self.state["due_count"] = self.state["due_next"] = 0
        if self.last_move.outcome != tuple(move.outcome):
            raise BadRecord(f"line {move.line}: these cards can't have come from the deck: {' '.join(move.outcome)}")
        return events

    def copy(self) -> "Game":
        """An independent game in the same position with the same past."""
        other = Game.__new__(Game)
        other.__dict__.update(self.__dict__)
        other.state = engine.copy_states(self.state)
        other.words = words_of(other.state)
        other._writer = None
        other.history = self.history.copy()
        other._moves = self._moves.copy()
        return other

    def __getstate__(self) -> dict[str, Any]:
        """Pickles and deep copies: words only show the memory of a state, a writer what it has written of it."""
        return {name: value for name, value in self.__dict__.items() if name not in ("words", "_writer")}

    def __setstate__(self, attributes: dict[str, Any]) -> None:
        self.__dict__.update(attributes)
        self.words = words_of(self.state)
        self._writer = None

    def __repr__(self) -> str:
        over = f"over, won by {' and '.join(f'seat {seat}' for seat in self.winners())}"
        state = over if self.is_over else f"seat {self.to_play} has to choose ({self.phase})"
        return f"<Game {self.board.source}, {self.players} players, action {self.version}: {state}>"

    def _repr_html_(self) -> str:
        """How a notebook shows the game: what everybody may see of it."""
        return self.picture()._repr_html_()

    def picture(self, seat: int | None = None) -> "Picture":
        """The table as a seat sees it, or a spectator (None), drawn by notebooks: board, seats, row, own hand.

        >>> Game("usa", players=2, seed=1).picture(seat=0)
        <Picture of usa for seat 0>
        """
        from whistlestop.game.picture import Picture  # only who looks at games needs it

        return Picture(self.board, self.view(seat, history_from=len(self.history)))

    @property
    def players(self) -> int:
        """How many seats the table has."""
        return int(self.words[AT.seats])

    @property
    def phase(self) -> str:
        """keep-tickets, place-tokens, turn, second-card, take-token or over."""
        return engine.PHASES[int(self.words[AT.phase])]

    @property
    def to_play(self) -> int | None:
        """The seat that has to choose; None when the game is over."""
        return None if self.is_over else self.words[AT.to_play]

    @property
    def is_over(self) -> bool:
        """Whether the last turn has been played (R6.1)."""
        return bool(self.words[AT.phase] == engine.OVER)

    @property
    def is_opening(self) -> bool:
        """R1.2: opening tickets are being chosen."""
        return bool(self.words[AT.is_opening])

    @property
    def version(self) -> int:
        """How many actions have been applied."""
        return len(self._moves)

    @property
    def turn_count(self) -> int:
        """How many turns have been finished, all seats together."""
        return int(self.words[AT.turn_count])

    @property
    def actions(self) -> list[Action]:
        """All actions so far."""
        return [move.action for move in self._moves]

    @property
    def last_move(self) -> Move:
        """What was applied last, with the cards that it made leave the deck."""
        assert self._last is not None
        return self._last

    @property
    def awaited(self) -> list[int]:
        """The seats that have to choose: the one to play, and in the opening all that have not chosen (R1.2)."""
        return awaited_seats(self.words)

    def choice(self, seat: int) -> Action | None:
        """R1.2: the opening tickets that a seat has chosen while others still choose."""
        mask = self.words[AT.chosen][seat]
        return self.board.action(self.board.first_keep + mask - 1, self._offered(seat)) if mask else None

    def take_back(self, seat: int) -> None:
        """R1.2: let a seat choose its opening tickets again, while others still choose."""
        if self.choice(seat) is None:
            raise ValueError(f"seat {seat} has no choice to take back")
        calls.choose(self.state, seat, 0)
        self._ids = None

    def legal_ids(self, seat: int | None = None) -> list[int]:
        """The engine's ids of the legal actions."""
        self._check_seat(seat, "the one to play")
        if seat is not None and seat != self.to_play:
            if seat not in self.awaited:
                return []
            return self._listed(lambda ids: calls.opening_options(self.board.arrays, self.state, seat, ids))
        if self._ids is None:
            self._ids = self._listed(lambda ids: calls.options(self.board.arrays, self.state, ids))
        return self._ids

    def _listed(self, write: Callable[[IntArray], int]) -> list[int]:
        ids = np.empty(self.board.action_count, np.int64)
        listed: list[int] = ids[: write(ids)].tolist()
        return listed

    def legal_actions(self, seat: int | None = None) -> list[Action]:
        """Every action that the seat to play may choose, or another `seat`: of those that have to wait, none.

        R1.2: opening tickets may be chosen by all seats at the same time.
        """
        legal = self.legal_ids(seat)
        if self.phase == "keep-tickets":
            offered = self._offered(seat)
            return [self.board.action(action_id, offered) for action_id in legal]
        actions = self.board.actions
        return [actions[action_id] for action_id in legal]

    def _check_seat(self, seat: int | None, nobody: str) -> None:
        if seat is not None and not 0 <= whole_number("A seat", seat) < self.players:
            raise ValueError(f"seat {seat}: this table has seats 0 to {self.players - 1} (None for {nobody})")

    def _offered(self, seat: int | None = None) -> list[str]:
        """The tickets that a seat, else the one to play, has to choose from."""
        chooser = self.words[AT.to_play] if seat is None else seat
        return [self.board.ticket_ids[t] for t in offered_to(self.words, chooser)]

    def apply(self, action: Action | str, seat: int | None = None) -> list[Event]:
        """Carry out a legal action and tell what happened. Anything else raises IllegalAction and changes nothing.

        It is that of the seat to play. Where all choose opening tickets at the same time (R1.2), name the `seat`: its
        choice stays secret until all have chosen, and then they are carried out in seat order.

        >>> game = Game("usa", players=2, seed=1)
        >>> game.apply(game.legal_actions(1)[0], seat=1)
        []
        >>> game.awaited
        [0]
        >>> [event.seat for event in game.apply(game.legal_actions(0)[0], seat=0)]
        [0, 1]
        """
        self._check_seat(seat, "the one to play")
        action_id = self._id_of(action, seat)
        if action_id is None or action_id not in self.legal_ids(seat):
            raise explain(self.board, self._known_to(seat), self._parse(action))
        return self._apply(action_id, seat)

    def _id_of(self, action: Action | str, seat: int | None) -> int | None:
        """The engine's id of an action that a seat may choose now; None for one that no position allows."""
        if isinstance(action, str) and action in self.board.ids_by_text:  # as views spell it, which saves the reading
            return self.board.ids_by_text[action]
        action = self._parse(action)
        return self.board.action_id(action, self._offered(seat) if action.verb == "keep" else ())

    def _known_to(self, seat: int | None) -> dict[str, Any]:
        """What a refused action is explained with, to a seat, else to the one to play."""
        board, words = self.board, self.words
        chooser = words[AT.to_play] if seat is None else seat
        return {**public_part(board, words, claims_of(board, words)), **own_part(board, words, chooser)}

    def _parse(self, action: Action | str) -> Action:
        if isinstance(action, Action):
            return action
        if not isinstance(action, str):
            raise TypeError(f"apply takes an Action or its text, not {type(action).__name__}")
        try:
            return parse_action(action, self.board)
        except NotAnAction as error:
            raise IllegalAction("R2.1", str(error)) from None

    def _apply(self, action_id: int, seat: int | None) -> list[Event]:
        chooser = self.words[AT.to_play] if seat is None else seat
        if self.board.actions[action_id].verb == "draw":
            events = self._draw(action_id, chooser)
        else:
            events = self._do(action_id, chooser, is_secret=seat is not None and self.is_opening)
        self._ids = None
        self.history.extend(events)
        return events

    def _draw(self, action_id: int, chooser: int) -> list[Event]:
        """Most actions are draws, which need less of a state to be told."""
        calls.act(self.board.arrays, self.state, action_id)
        log = self.words[AT.log][: self.words[AT.log_count]].tobytes()
        events, outcome = told_by_draw(self.board.colours, action_id - FIRST_DRAW, log)
        self._last = _shared_move(chooser, self.board.actions[action_id], outcome)
        self._moves.append(self._last)
        return list(events)

    def _do(self, action_id: int, chooser: int, is_secret: bool) -> list[Event]:
        """Any other action; a secret one is a choice of opening tickets before others have chosen (R1.2)."""
        offered = self._offered(chooser) if self.board.actions[action_id].verb == "keep" else []
        before = memoryview(self.words.tobytes()).cast("q")
        was_opening = self.is_opening
        if is_secret:
            calls.choose(self.state, chooser, action_id - self.board.first_keep + 1)
        else:
            calls.act(self.board.arrays, self.state, action_id)
        log = read_log(self.words)
        outcome = tuple(self.board.colours[card] for card in cards_from_deck(log))
        self._last = _shared_move(chooser, self.board.action(action_id, offered), outcome)
        events = events_of(self.board, log, before, self.words)
        self._moves += self._opening_moves(events) if was_opening else [self._last]
        return events

    def _opening_moves(self, events: list[Event]) -> list[Move]:
        """R1.2: the choices that have been carried out, in seat order."""
        kept = [(int(event.seat or 0), tuple(event.secret["tickets"])) for event in events if event.name == "keep"]
        return [_shared_move(seat, Action("keep", tickets=tickets), ()) for seat, tickets in kept]

    def scores(self) -> list[dict[str, int]]:
        """The score of every seat by its parts; of a running game, as if it ended here (R6)."""
        if self._final_scores is not None:  # they are asked for again and again, and the longest path takes a while
            return [score.copy() for score in self._final_scores]
        rows: IntArray = np.zeros((self.players, len(SCORE_PARTS)), np.int64)
        calls.score(self.board.arrays, self.state, rows)
        scores = [dict(zip(SCORE_PARTS, row, strict=True)) for row in rows.tolist()]
        if self.is_over:
            self._final_scores = [score.copy() for score in scores]
        return scores

    def winners(self) -> list[int]:
        """R6.5: the seats that won, several if they share the win; none while the game runs."""
        if not self.is_over:
            return []
        winners: list[int] = np.flatnonzero(win_shares(score_rows(self.scores()))).tolist()
        return winners

    def view(self, seat: int | None, history_from: int = 0) -> View:
        """All that a seat may know, as JSON; `view(None)` is a spectator's. Its history begins at `history_from`.

        >>> game = Game("usa", players=2, seed=1)
        >>> seen = len(game.history)
        >>> events = game.apply(game.legal_actions()[0])
        >>> len(game.view(0, history_from=seen)["history"]) == len(events)
        True
        """
        self._check_seat(seat, "a spectator")
        if history_from < 0:
            raise ValueError(f"history_from {history_from}: events are numbered from 0")
        scores = self.scores() if self.is_over else []
        history = self.history[history_from:]
        legal = self._legal_texts(seat)
        return make_view(self.board, self.state, seat, self.version, history, legal, scores, self.winners())

    def _legal_texts(self, seat: int | None) -> list[str]:
        if seat is None:
            return []
        if self.words[AT.phase] == engine.KEEP_TICKETS:
            return [action.text for action in self.legal_actions(seat)]
        texts = self.board.action_texts
        return [texts[action_id] for action_id in self.legal_ids(seat)]

    # Parts of a view, for who makes many (the others are PUBLIC_PARTS and OWN_PARTS of view.py)

    def turn_part(self) -> dict[str, Any]:
        """What every action changes, for all to see."""
        scores = self.scores() if self.is_over else []
        return turn_part(self.board, self.words, self.version, scores, self.winners())

    def choice_part(self, seat: int | None) -> dict[str, Any]:
        """Who looks, and what they may choose."""
        return choice_part(self.words, seat, self._legal_texts(seat))

    def history_part(self, seat: int | None, first: int = 0) -> list[EventView]:
        """The events from number `first` on, as a seat may know them."""
        return history_part(seat, self.history[first:])

    def determinize(self, seat: int | None, seed: int | None = None) -> "Game":
        """A game that `seat` could not tell from this one: all it can't know is dealt anew."""
        other = self.copy()
        base = seed_base("determinize", secrets.randbits(128) if seed is None else seed)
        calls.redeal(self.board.arrays, other.state, engine.NOBODY if seat is None else seat, base, 0)
        other._ids = None
        return other

    def position(self) -> dict[str, Any]:
        """Everything, hidden parts included, as JSON (docs/concepts.md)."""
        if self._writer is None:
            self._writer = PositionWriter(self.board)
        return self._writer.write(words_of(self.state))

    def record(self, seats: list[RecordedSeat] | None = None) -> str:
        """The game so far as text, from which `from_record` makes it again. `seats` says who played.

        >>> game = Game("usa", players=2, seed=1)
        >>> Game.from_record(game.record()).position() == game.position()
        True
        """
        result = [score["total"] for score in self.scores()] if self.is_over else None
        waiting = [(seat, self.choice(seat)) for seat in range(self.players)]
        choices = [Move(seat, action, ()) for seat, action in waiting if action is not None]
        record = Record(self.board, self._start, self._moves, choices, self.seed, self.number, result, seats)
        return write_record(record)
