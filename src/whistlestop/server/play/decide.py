"""Which commands a match accepts: each becomes an entry for the log, or a Refusal that says why not."""

import math
from dataclasses import dataclass

from whistlestop.actions.illegal import IllegalAction
from whistlestop.game import Game
from whistlestop.server.play.entries import (
    Act,
    AnswerUndo,
    AskUndo,
    Begin,
    Entry,
    Leave,
    Return,
    SetPace,
    Sit,
    Stay,
    Vote,
)
from whistlestop.server.play.match import Match
from whistlestop.server.play.protocol import (
    ActCommand,
    AnswerUndoCommand,
    AnyCommand,
    BeginCommand,
    LeaveCommand,
    PaceCommand,
    ReturnCommand,
    StayCommand,
    UndoCommand,
    VoteCommand,
)
from whistlestop.server.play.refusal import Conflict, Forbidden, Invalid
from whistlestop.server.play.table_settings import Level

LONGEST_LOG = 10_000
"""Entries after which a match takes moves only. A game has a few hundred."""
TALK = (UndoCommand, AnswerUndoCommand, VoteCommand, LeaveCommand, PaceCommand)
"""Commands that could go to and fro for ever."""


@dataclass(frozen=True, slots=True)
class Decision:
    """An entry to store. `game` is the game after it, played ahead to know which cards leave the deck.

    Once the entry is stored, `Match.apply` may take this game as it is and need not play the entry's action again: the
    entry names the action and the cards, so every other reader of the log comes to the same game (a test compares)."""

    entry: Entry
    game: Game | None = None


def decide(match: Match, seat: int, command: AnyCommand, now: float) -> Decision | None:
    """The entry that a seat's command makes, or None where it has been done already."""
    if match.version >= LONGEST_LOG and isinstance(command, TALK):
        raise Conflict("log-full", "Too much has been said and taken back at this table: it accepts only moves now.")
    match command:
        case ActCommand():
            return _act(match, seat, command)
        case UndoCommand():
            return _undo(match, seat)
        case AnswerUndoCommand(agree=agree):
            return _answer_undo(match, seat, agree)
        case VoteCommand(seat=about):
            return _vote(match, seat, about, now)
        case StayCommand():
            return Decision(Stay(seat)) if seat in match.votes else None
        case ReturnCommand():
            return take_seat(match, seat, match.seats[seat].name)
        case LeaveCommand():
            return Decision(Leave(seat)) if seat not in match.vacant_seats and not match.seats[seat].is_bot else None
        case BeginCommand(fill=level):
            return _begin(match, seat, level)
        case PaceCommand(pace=pace):
            return Decision(SetPace(seat, pace)) if pace != match.pace else None


def take_seat(match: Match, seat: int, name: str) -> Decision | None:
    """Somebody with the right to a seat sits down on it, for the first time or again."""
    if match.seats[seat].is_bot:
        raise Conflict("seat-taken", "The table began without you: a bot has this seat for good. You may watch.")
    if not match.seats[seat].is_taken:
        return Decision(Sit(seat, name))
    if match.seats[seat].has_left or match.seats[seat].bot_plays:
        return Decision(Return(seat))
    return None


def begin(match: Match, fill: Level | None = None, game: Game | None = None) -> Decision:
    """The deal, which the seed has decided before anybody sat down; or the `game` of a record."""
    if match.seed.record is not None:
        return Decision(Begin({}, fill), game)
    game = Game(match.board, len(match.seats), match.seed.seed)
    return Decision(Begin(game.position(), fill))


def bot_act(match: Match, seat: int, action: str) -> Decision:
    """A bot's action, which the bot workers have checked against the legal ones."""
    return _play(match, seat, action, "")


def _begin(match: Match, seat: int, level: Level) -> Decision | None:
    if match.game is not None:
        return None
    if seat != match.host:
        raise Forbidden("not-the-host", "Only the host can start the game before everybody is here.")
    return begin(match, level)


def _act(match: Match, seat: int, command: ActCommand) -> Decision | None:
    if command.key in match.keys.get(seat, ()):
        return None
    if match.game is None:
        raise Conflict("not-begun", "The game has not begun: some seats are still empty.")
    if match.seats[seat].bot_plays:
        raise Conflict("bot-plays", "A bot is playing for you: take your seat back first.")
    if command.version < match.changed or command.version > match.version:
        raise Conflict("stale", "The table has moved on since you chose: look again, then choose.")
    if match.choice(seat):
        raise Conflict("already-chosen", "You have chosen your tickets: wait for the others, or undo.", "R1.2")
    return _play(match, seat, command.action, command.key)


def _play(match: Match, seat: int, action: str, key: str) -> Decision:
    assert match.game is not None
    if match.game.is_over:
        raise Conflict("over", "The game is over.", "R6.1")
    if seat not in match.awaited:
        raise Conflict("not-your-turn", "It is not your turn.", "R2.1")
    after = match.game.copy()
    try:
        after.apply(action, seat)
    except IllegalAction as error:
        raise Invalid("illegal-action", str(error), error.rule) from None
    move = after.last_move
    entry = Act(seat, str(move.action), list(move.outcome), key)
    return Decision(entry, after)


def _undo(match: Match, seat: int) -> Decision | None:
    if match.undo is not None and match.undo.seat == seat:
        return None
    if match.seats[seat].bot_plays:  # else who is away could take every choice of the bot back, for ever
        raise Conflict("bot-plays", "A bot is playing for you: take your seat back first.")
    is_own = match.undoable is not None and match.undoable.seat == seat
    if not match.choice(seat) and not is_own:
        raise Conflict("no-undo", "Only your own last action can be undone, and only if it revealed nothing.")
    return Decision(AskUndo(seat))


def _answer_undo(match: Match, seat: int, agree: bool) -> Decision | None:
    if match.undo is None or seat in match.undo.agreed or seat not in match.persons:
        return None
    return Decision(AnswerUndo(seat, agree))


def _vote(match: Match, seat: int, about: int, now: float) -> Decision | None:
    if about >= len(match.seats) or match.seats[about].is_bot or about == seat:
        raise Invalid("bad-vote", "Vote on another person's seat.")
    if match.status != "running" or seat not in match.persons:
        raise Conflict("bad-vote", "Only players at a running table can vote.")
    if match.seats[about].bot_plays or seat in match.votes.get(about, ()):
        return None
    if match.seats[about].has_left:
        return Decision(Vote(seat, about))
    if about not in match.clocks.since:
        raise Conflict("too-early", "It is not their turn: nobody is waiting for them.")
    wait = math.ceil(match.clocks.vote_at(about) - now)
    if wait > 0:
        raise Conflict("too-early", f"They may still be thinking: you can vote in {wait} s if they don't move.")
    return Decision(Vote(seat, about, match.clocks.patience.notice))
