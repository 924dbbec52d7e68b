"""Verifying a record: was every card dealt by the seed, every action legal, every point counted?

>>> from whistlestop.game import Game
>>> game = Game("usa", players=2, seed=7)
>>> events = game.apply(game.legal_actions()[0])
>>> verify(game.record()).action_count
1
"""

from dataclasses import dataclass
from typing import Any

from whistlestop.actions.illegal import IllegalAction
from whistlestop.game import Game
from whistlestop.game.commitment import commitment as commitment_to
from whistlestop.game.record import BadRecord, Move, Record, fingerprint, read_record


@dataclass(frozen=True)
class Verdict:
    """What was found true of a record."""

    commitment: str
    """The one to compare with what was shown before the game."""
    action_count: int
    card_count: int
    """How many cards left the deck after the opening."""
    result: list[int] | None
    """The totals; None of a game that is not over."""


def verify(text: str, commitment: str | None = None) -> Verdict:
    """Deal the game of a record again from its seed and play it; BadRecord names the first line that differs.

    With the commitment that was shown before the game, it must be the deal that was promised as well.
    """
    record = read_record(text)
    game = _dealt(record, text)
    found = commitment_to(record.seed or 0, record.number, fingerprint(record.board.map), game.players)
    if commitment is not None and commitment.strip().lower() != found:
        raise BadRecord(
            f"{_line_of(text, 'seed')}: this is not the deal that was promised: the commitment of its seed, number, "
            f"map and players is {found}, not {commitment}"
        )
    for move in record.moves:
        _play(game, move)
    for move in record.choices:
        _play(game, move, move.seat)
    return Verdict(
        commitment=found,
        action_count=len(record.moves),
        card_count=sum(len(move.outcome) for move in record.moves),
        result=_result(game, record, text),
    )


def _dealt(record: Record, text: str) -> Game:
    """R1: the game as the seed deals it, if that is the start of the record."""
    if record.seed is None:
        raise BadRecord("seed: missing; without a seed nobody can tell who dealt these cards")
    start, players = _line_of(text, "start"), record.start.get("players")
    if type(players) is not int or players not in record.board.player_counts:
        raise BadRecord(f"{start}: {players!r} players can't play on {record.board.map.name}")
    game = Game(record.board, players, record.seed, record.number)
    dealt = game.position()
    if record.start != dealt:
        raise BadRecord(f"{start}: the seed deals something else: {_difference(record.start, dealt)}")
    return game


def _difference(said: dict[str, Any], dealt: dict[str, Any]) -> str:
    """The first key in which two positions differ."""
    key = next(key for key in [*dealt, *said] if key not in said or key not in dealt or said[key] != dealt[key])
    if isinstance(said.get(key), list) and key in dealt and len(said[key]) == len(dealt[key]):
        at = next(i for i, value in enumerate(dealt[key]) if said[key][i] != value)
        return f"{key}[{at}] is {dealt[key][at]}, and the record says {said[key][at]}"
    return f"{key} is {dealt.get(key)}, and the record says {said.get(key)}"


def _play(game: Game, move: Move, seat: int | None = None) -> None:
    """One action, with the cards that the seed brings; for a `seat`, see `Game.apply`."""
    if seat is None and move.seat != game.to_play:
        raise BadRecord(f"line {move.line}: seat {move.seat} can't play, it is the turn of seat {game.to_play}")
    try:
        game.apply(move.action, seat)
    except IllegalAction as error:
        raise BadRecord(f"line {move.line}: {error}") from None
    came, said = " ".join(game.last_move.outcome) or "no card", " ".join(move.outcome) or "no card"
    if came != said:
        raise BadRecord(f"line {move.line}: the seed brings {came}, and the record says {said}")


def _result(game: Game, record: Record, text: str) -> list[int] | None:
    """R6: the totals of a finished game, if the record has the same."""
    totals = [score["total"] for score in game.scores()]
    if record.result is None:
        return totals if game.is_over else None
    if not game.is_over:
        raise BadRecord(f"{_line_of(text, 'result')}: the actions do not reach the end of the game")
    if record.result != totals:
        raise BadRecord(f"{_line_of(text, 'result')}: the totals are {totals}, and the record says {record.result}")
    return totals


def _line_of(text: str, key: str) -> str:
    """Where the record's line of a kind stands, for messages."""
    for number, line in enumerate(text.splitlines(), start=1):
        if line.split()[:1] == [key]:
            return f"line {number}, {key}"
    return key
