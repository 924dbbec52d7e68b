"""The history of a view, turn by turn."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

JsonEvent = Mapping[str, Any]


def split_turns(events: Iterable[JsonEvent]) -> Iterator[list[JsonEvent]]:
    """The events cut where a turn ends or another seat acts; what has no seat stays with the turn it came in.

    >>> draw, end = {"event": "draw", "seat": 0}, {"event": "end-turn", "seat": 0}
    >>> [len(turn) for turn in split_turns([draw, draw, end, {"event": "pass", "seat": 1}])]
    [3, 1]
    """
    turn: list[JsonEvent] = []
    seat = None
    for event in events:
        if event["seat"] is not None and seat not in (None, event["seat"]):
            yield turn
            turn, seat = [], None
        turn.append(event)
        seat = event["seat"] if seat is None else seat
        if event["event"] == "end-turn":
            yield turn
            turn, seat = [], None
    if turn:
        yield turn
