"""Matches for tests, without server or database: commands in, entries applied, the log kept."""

import random
from dataclasses import dataclass, field

from whistlestop.board import load_board
from whistlestop.server.play.decide import Decision, begin, bot_act, decide, take_seat
from whistlestop.server.play.entries import NAMES, Entry, body_of, read_entry
from whistlestop.server.play.match import Change, Match, Seed
from whistlestop.server.play.protocol import CLIENT_MESSAGE
from whistlestop.server.play.table_settings import MatchSettings


@dataclass
class Table:
    """A match and its log. Time stands still unless a test moves it."""

    match: Match
    now: float = 1000.0
    log: list[tuple[str, str, float]] = field(default_factory=list)

    def do(self, decision: Decision | None) -> Change | None:
        if decision is None:
            return None
        self.log.append((NAMES[type(decision.entry)], body_of(decision.entry), self.now))
        return self.match.apply(decision.entry, self.now, decision.game)

    def enter(self, entry: Entry) -> Change | None:
        return self.do(Decision(entry))

    def say(self, seat: int, type: str, /, key: str = "k", **fields: object) -> Change | None:
        command = CLIENT_MESSAGE.validate_python({"type": type, "key": key, **fields})
        return self.do(decide(self.match, seat, command, self.now))  # type: ignore[arg-type]

    def act(self, seat: int, action: str, key: str = "") -> Change | None:
        return self.say(seat, "act", key or f"act {self.match.version}", version=self.match.version, action=action)

    def sit(self, seat: int, name: str = "Ann") -> Change | None:
        return self.do(take_seat(self.match, seat, name))

    def begin(self) -> Change | None:
        return self.do(begin(self.match))

    def move_bot(self) -> Change | None:
        seat = self.match.bots_awaited()[0]
        return self.do(bot_act(self.match, seat, self.legal(seat)[0]))

    def play(self, seat: int, action: str) -> Change | None:
        """An action of a person or of a bot."""
        if self.match.seats[seat].bot_plays:
            return self.do(bot_act(self.match, seat, action))
        return self.act(seat, action)

    def choose_opening_tickets(self) -> None:
        """Every seat keeps all it was offered."""
        for seat in list(self.match.awaited):
            self.play(seat, self.legal(seat)[-1])

    def legal(self, seat: int) -> list[str]:
        assert self.match.game is not None
        return self.match.game.view(seat)["legal_actions"]

    def play_on(self, actions: int, rng: random.Random) -> None:
        """Random actions for whoever is awaited."""
        for _ in range(actions):
            if not self.match.awaited:
                return
            seat = rng.choice(self.match.awaited)
            self.play(seat, rng.choice(self.legal(seat)))

    def reloaded(self) -> Match:
        """The match that the log alone makes."""
        fresh = blank_match(self.match.settings)
        for kind, body, at in self.log:
            fresh.apply(read_entry(kind, body), at)
        return fresh


def blank_match(settings: MatchSettings, seed: int = 5) -> Match:
    return Match("m", settings, load_board(settings.map), Seed(seed, "c"), 1000.0)


def table(seats: str = "pp", seed: int = 5, **settings: object) -> Table:
    """An empty table. Seats: p for a person, b for a bot."""
    kinds = [{"kind": "person"} if seat == "p" else {"kind": "bot", "level": "easy"} for seat in seats]
    given = {"map": "san-francisco", "seats": kinds, "order": "fixed", **settings}
    return Table(blank_match(MatchSettings.model_validate(given), seed))


def running_table(seats: str = "pp", seed: int = 5, **settings: object) -> Table:
    """A table at which everybody sits, all cards dealt."""
    result = table(seats, seed, **settings)
    for seat, kind in enumerate(seats):
        if kind == "p":
            result.sit(seat, f"Person {seat}")
    result.begin()
    return result
