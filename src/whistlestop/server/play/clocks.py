"""Clocks: since when each seat is awaited, how long it has thought in all, and when its time is up."""

from typing import NamedTuple

from whistlestop.server.play.table_settings import Clock

OVERTIME = 20
"""Seconds for each turn of a person who has used up the time of the game, or comes back when their time is up."""


class Patience(NamedTuple):
    """How long a person may keep the others waiting before they can ask for a bot, and is warned before one plays."""

    absence: float = 120
    notice: float = 30


class Clocks:
    """The clocks of a table. Times come from the log, so every process that reads it sees the same clocks."""

    __slots__ = ("_overtime", "_resumed", "_stayed", "_turns", "clock", "patience", "since", "spent")

    def __init__(self, clock: Clock, seats: int) -> None:
        self.clock = clock
        self.patience = Patience()
        """Of the server that the table is on; no entry depends on it."""
        self.spent = [0.0] * seats
        self.since: dict[int, float] = {}
        """Since when each awaited seat is awaited in its turn. An undo does not start the turn anew."""
        self._resumed: dict[int, float] = {}
        self._turns: dict[int, tuple[int, float]] = {}
        self._overtime: dict[int, float] = {}
        self._stayed: dict[int, float] = {}
        """When an awaited person last said that they are there."""

    def await_seats(self, seats: list[int], turn: int, at: float) -> None:
        """From now on `seats` are awaited, in turn number `turn`; who was awaited in it already goes on thinking."""
        for seat in list(self.since):
            if seat not in seats or self._turns[seat][0] != turn:
                self.spent[seat] += max(0.0, at - self._resumed.pop(seat))
                del self.since[seat]
        for seat in seats:
            if self._turns.get(seat, (None, 0.0))[0] != turn:
                self._turns[seat] = (turn, at)
                self._overtime.pop(seat, None)
                self._stayed.pop(seat, None)
            self.since[seat] = self._turns[seat][1]
            self._resumed.setdefault(seat, at)

    def grant_overtime(self, seat: int, at: float) -> None:
        """A person is back: they get some time to look, once in a turn."""
        self._overtime.setdefault(seat, at + OVERTIME)

    def stay(self, seat: int, at: float) -> None:
        """A person says that they are there: the others' patience begins anew."""
        self._stayed[seat] = at

    def vote_at(self, seat: int) -> float:
        """From when on the others may ask for a bot: not before half of an awaited person's time is gone."""
        since, deadline = self.since[seat], self.deadline(seat)
        half = since if deadline is None else (since + deadline) / 2
        return max(half, self._stayed.get(seat, since) + self.patience.absence)

    def stand_still(self, seconds: float) -> None:
        """The clocks of all who are awaited did not run for `seconds`."""
        for seat in self.since:
            turn, began = self._turns[seat]
            self._turns[seat] = (turn, began + seconds)
            self.since[seat] += seconds
            self._resumed[seat] += seconds
            for later in (self._overtime, self._stayed):
                if seat in later:
                    later[seat] += seconds

    def deadline(self, seat: int) -> float | None:
        """When an awaited seat's time is up; None without a clock."""
        match self.clock.per:
            case "move":
                planned = self.since[seat] + self.clock.seconds
            case "game":
                planned = self._resumed[seat] + max(OVERTIME, self.clock.seconds - self.spent[seat])
            case _:
                return None
        return max(planned, self._overtime.get(seat, planned))
