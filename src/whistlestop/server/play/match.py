"""Match: a table as its log tells it. No HTTP, no database, no clock of its own.

`decide` judges a command and makes the entry for the log; `apply` makes the entry true, the same in every process and
after every restart. Between the two the entry is stored.
"""

from dataclasses import dataclass
from typing import Literal

from whistlestop.actions.action import Action
from whistlestop.actions.verbs import parse_action
from whistlestop.board import Board
from whistlestop.game import Game
from whistlestop.game.record import Move, Record
from whistlestop.server.play.clocks import Clocks
from whistlestop.server.play.entries import (
    Act,
    AnswerUndo,
    AskUndo,
    Begin,
    Downtime,
    Emote,
    Entry,
    Leave,
    Rematch,
    Return,
    SetPace,
    Sit,
    Stay,
    TakeOver,
    Vote,
)
from whistlestop.server.play.table_settings import BotSeat, Level, MatchSettings, Pace

KEYS_REMEMBERED = 8

Status = Literal["open", "running", "over"]


@dataclass(slots=True)
class Seat:
    """A seat as the table sees it."""

    is_bot: bool
    name: str = ""
    level: Level | None = None
    is_taken: bool = False
    has_left: bool = False
    bot_plays: bool = False
    """A bot plays here: always on a bot's seat, for a while on a person's."""

    @property
    def is_present(self) -> bool:
        """A person who plays and can be asked."""
        return self.is_taken and not self.is_bot and not self.has_left and not self.bot_plays


@dataclass(slots=True)
class Change:
    """What an entry did: from which event on the history is new, or None where every view stayed as it was."""

    events_from: int | None = None
    is_choice: bool = False
    """Somebody chose opening tickets: for the others the game is as it was."""
    is_rewritten: bool = False
    """The game went back: viewers need a whole view."""


@dataclass(frozen=True, slots=True)
class Seed:
    """Where the deal comes from: the seed that nobody knows before the end, or the record of an imported game.

    Of an imported game there is nothing to promise: whoever has the record knows its cards."""

    seed: int
    commitment: str | None
    record: str | None = None


@dataclass(slots=True)
class UndoRequest:
    """Who asks for their last action back, and who has agreed (the asker too)."""

    seat: int
    agreed: set[int]


@dataclass(frozen=True, slots=True)
class Undoable:
    """The last action, where it revealed nothing: whose it was, and the game before it."""

    seat: int
    before: Game


class Match:
    """The state of one table."""

    def __init__(self, id: str, settings: MatchSettings, board: Board, seed: Seed, created: float) -> None:
        self.id = id
        self.settings = settings
        self.board = board
        self.seed = seed
        self.version = 0
        self.at = created
        self.seats = _first_seats(settings)
        self.pace: Pace = settings.pace
        self.game: Game | None = None
        self.status: Status = "open"
        self.awaited: list[int] = []
        """Seats that have to choose now."""
        self.undoable: Undoable | None = None
        self.changed = 0
        """The version that last changed the game: an action chosen before it is stale."""
        self.changed_at = created
        self.undo: UndoRequest | None = None
        self.votes: dict[int, set[int]] = {}
        """Who wants a bot to play for a seat."""
        self.take_overs: dict[int, float] = {}
        """When a bot plays for a seat because all the others want it, unless its person says that they are there."""
        self._notice: dict[int, float] = {}
        self.rematch: str | None = None
        self.clocks = Clocks(settings.clock, len(self.seats))
        self.keys: dict[int, dict[str, int]] = {}

    @property
    def is_joinable(self) -> bool:
        """Anybody may sit down here."""
        return self.settings.public and self.status != "over" and bool(self.vacant_seats)

    @property
    def vacant_seats(self) -> list[int]:
        """Seats without a person: nobody has come yet, or they left."""
        return [i for i, seat in enumerate(self.seats) if not seat.is_bot and (not seat.is_taken or seat.has_left)]

    @property
    def persons(self) -> list[int]:
        """Seats of the people who are there and play."""
        return [i for i, seat in enumerate(self.seats) if seat.is_present]

    @property
    def host(self) -> int | None:
        """The host of the game before, where this is a rematch; else, or while they are not here, the first person."""
        people = [i for i, seat in enumerate(self.seats) if not seat.is_bot and seat.is_taken]
        return self.settings.host if self.settings.host in people else next(iter(people), None)

    def _refresh(self) -> None:
        """After every entry: note what is asked for many times until the next one."""
        self.awaited = [] if self.game is None else self.game.awaited
        self.status = "open" if self.game is None else "over" if self.game.is_over else "running"

    def choice(self, seat: int | None) -> Action | None:
        """R1.2: the opening tickets that a seat has chosen, until all have chosen."""
        return None if self.game is None or seat is None else self.game.choice(seat)

    # Entries

    def apply(self, entry: Entry, at: float, game: Game | None = None) -> Change:
        """Make an entry true. `game` is the game after it, where `decide` has played that already."""
        self.version += 1
        self.at = max(at, self.at)
        change = self._apply(entry, game)
        is_new_game = change.events_from is not None and not change.is_choice
        if is_new_game:
            self.undo = None
        elif self._is_undo_agreed():
            self._go_back()
            change.is_rewritten = True
        self._count_votes()
        if is_new_game or change.is_rewritten:
            self.changed, self.changed_at = self.version, self.at
        self._refresh()
        turn = -1 if self.game is None or self.game.is_opening else self.game.turn_count
        self.clocks.await_seats(self.awaited, turn, self.at)
        return change

    def _apply(self, entry: Entry, game: Game | None) -> Change:
        match entry:
            case Sit(seat, name):
                self.seats[seat] = Seat(False, name=name, is_taken=True)
                self._came_back(seat)
            case Leave(seat):
                if self.game is None:
                    self.seats[seat] = Seat(False)
                else:
                    self.seats[seat].has_left = True
            case Begin(start, fill):
                return self._begin(start, fill, game)
            case Act():
                return self._act(entry, game)
            case AskUndo(seat):
                self.undo = UndoRequest(seat, {seat})
            case AnswerUndo(seat, agree):
                assert self.undo is not None
                self.undo = UndoRequest(self.undo.seat, self.undo.agreed | {seat}) if agree else None
            case Vote(seat, about, notice):
                self.votes.setdefault(about, set()).add(seat)
                self._notice[about] = notice
            case Stay(seat):
                self._forget_votes(seat)
                self.clocks.stay(seat, self.at)
            case TakeOver(seat):
                self.seats[seat].bot_plays = True
                self._forget_votes(seat)
            case Return(seat):
                self.seats[seat].bot_plays = self.seats[seat].has_left = False
                self._came_back(seat)
            case Downtime(seconds):
                self.clocks.stand_still(seconds)
                self.take_overs = {seat: at + seconds for seat, at in self.take_overs.items()}
            case Emote():
                pass
            case SetPace(_, pace):
                self.pace = pace
            case Rematch(_, other):
                self.rematch = other
        return Change()

    def _begin(self, start: dict[str, object], fill: Level | None, game: Game | None) -> Change:
        for i, seat in enumerate(self.seats):
            if not seat.is_taken:
                self.seats[i] = Seat(True, level=fill or self.settings.stand_in, is_taken=True, bot_plays=True)
        if game is not None:
            self.game = game
        elif self.seed.record is not None:
            self.game = Game.from_record(self.seed.record, self.board)
        else:
            self.game = Game.at_start_of(Record(self.board, start, seed=self.seed.seed))
        return Change(events_from=0)

    def _act(self, act: Act, game: Game | None) -> Change:
        assert self.game is not None
        if act.key:
            known = self.keys.setdefault(act.seat, {})
            known[act.key] = self.version
            if len(known) > KEYS_REMEMBERED:
                del known[next(iter(known))]
        self._forget_votes(act.seat)
        before = self.game
        if game is None:
            game = before.copy()
            game.replay(Move(act.seat, self._action(act.action), act.outcome), act.seat)
        self.game = game
        self.undoable = Undoable(act.seat, before) if _reveals_nothing(act, before, game) else None
        events_before = len(before.history)
        return Change(events_before, is_choice=len(game.history) == events_before)

    def _action(self, text: str) -> Action:
        """Mostly as views spell it, which saves the reading."""
        return self.board.actions_by_text.get(text) or parse_action(text, self.board)

    def _is_undo_agreed(self) -> bool:
        """Opening tickets that nobody has seen need no consent, another action that of all who are here."""
        if self.undo is None:
            return False
        return self.choice(self.undo.seat) is not None or self.undo.agreed >= set(self.persons)

    def _go_back(self) -> None:
        assert self.undo is not None
        assert self.game is not None
        if self.choice(self.undo.seat):
            self.game = self.game.copy()
            self.game.take_back(self.undo.seat)
        else:
            assert self.undoable is not None
            self.game, self.undoable = self.undoable.before, None
        self.undo = None

    def _count_votes(self) -> None:
        """A bot plays for a seat once all the others who are here want it, and its person was warned in time."""
        for about, voters in list(self.votes.items()):
            if not voters >= set(self.persons) - {about}:
                self.take_overs.pop(about, None)
            elif self._notice[about] and not self.seats[about].has_left:
                self.take_overs.setdefault(about, self.at + self._notice[about])
            else:
                self.seats[about].bot_plays = True
                self._forget_votes(about)

    def _forget_votes(self, about: int) -> None:
        self.votes.pop(about, None)
        self.take_overs.pop(about, None)

    def _came_back(self, seat: int) -> None:
        self._forget_votes(seat)
        self.clocks.grant_overtime(seat, self.at)

    # What the server itself has to do

    def level_of(self, seat: int) -> Level:
        """The bot that plays on a seat."""
        return self.seats[seat].level or self.settings.stand_in

    @property
    def can_begin(self) -> bool:
        """Whether all seats are taken and nothing is dealt yet."""
        return self.game is None and all(seat.is_taken for seat in self.seats)

    @property
    def bot_seats(self) -> list[int]:
        """Seats that a bot plays for now."""
        return [i for i, seat in enumerate(self.seats) if seat.bot_plays]

    def bots_awaited(self) -> list[int]:
        """Awaited seats that a bot plays."""
        return [seat for seat in self.awaited if self.seats[seat].bot_plays]

    def persons_awaited(self) -> list[int]:
        """Awaited seats that a person plays."""
        return [seat for seat in self.awaited if not self.seats[seat].bot_plays]

    def overdue(self) -> list[tuple[float, int]]:
        """When a bot is to play for a person, by their clock or by the others' vote; first come first."""
        deadlines = [(self.clocks.deadline(seat), seat) for seat in self.persons_awaited()]
        deadlines += [(at, seat) for seat, at in self.take_overs.items()]
        return sorted((deadline, seat) for deadline, seat in deadlines if deadline is not None)

    @property
    def wake_at(self) -> float | None:
        """When the server itself has something to do here: begin, move a bot, or stop a clock."""
        if self.can_begin or self.bots_awaited():
            return self.at
        overdue = self.overdue()
        return overdue[0][0] if overdue else None


def _first_seats(settings: MatchSettings) -> list[Seat]:
    """The seats when a table is opened: bots sit there, and those who played a game that is over."""
    if settings.played_by is not None:
        return [Seat(one.is_bot, one.name, one.level, True, bot_plays=one.is_bot) for one in settings.played_by]
    return [
        Seat(True, level=seat.level, is_taken=True, bot_plays=True) if isinstance(seat, BotSeat) else Seat(False)
        for seat in settings.seats
    ]


def _reveals_nothing(act: Act, before: Game, after: Game) -> bool:
    """Whether an action may be taken back: no card was turned or drawn, no ticket seen, no hand or choice laid open."""
    return not act.outcome and act.action != "tickets" and not before.is_opening and not after.is_over
