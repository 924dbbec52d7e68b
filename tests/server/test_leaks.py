"""Nothing hidden gets out: deal anew whatever a viewer can't know, and not a byte of its messages changes."""

import copy
import dataclasses
import random

import pytest
from pydantic_core import to_json

from tests.server.table_of_friends import Table, running_table
from whistlestop.game.events import Event
from whistlestop.game.view import View
from whistlestop.server.play.decide import decide
from whistlestop.server.play.entries import Act, Begin, Entry, read_entry
from whistlestop.server.play.match import Change, Match, Seed
from whistlestop.server.play.messages import Feed, error_message
from whistlestop.server.play.protocol import ActCommand
from whistlestop.server.play.refusal import Refusal

GAMES = [("san-francisco", "pp"), ("san-francisco", "pbp"), ("usa", "pp"), ("usa", "ppbpp")]


class Scrambler:
    """Gives events other secrets than they have, unless they are the viewer's own; the same ones whenever it is asked.

    What a game has seen is scrambled once, not again after each of its actions.
    """

    def __init__(self, viewer: int | None, rng: random.Random) -> None:
        self.viewer, self.rng = viewer, rng
        self.seen: list[Event] = []
        self.scrambled: list[Event] = []

    def __call__(self, history: list[Event]) -> list[Event]:
        count = len(self.seen)
        while self.seen[:count] != history[:count]:  # an undo has taken the last ones back
            count -= 1
        self.seen = history[:]
        self.scrambled[count:] = map(self._scramble, history[count:])
        return self.scrambled[:]

    def _scramble(self, event: Event) -> Event:
        if event.seat == self.viewer and self.viewer is not None:
            return event
        return dataclasses.replace(event, secret={name: f"secret {self.rng.random()}" for name in event.secret})


def twin_for(match: Match, viewer: int | None, rng: random.Random, scramble: Scrambler | None = None) -> Match:
    """A match that differs in all that the viewer can't know."""
    twin = copy.copy(match)
    assert match.game is not None
    twin.game = match.game.determinize(viewer, seed=rng.randrange(10**9))
    twin.game.history = (scramble or Scrambler(viewer, rng))(match.game.history)
    for seat in range(match.game.players):
        if seat != viewer and twin.game.choice(seat):  # R1.2: what others have chosen, while some still choose
            twin.game.take_back(seat)
            twin.game.apply(rng.choice(twin.game.legal_actions(seat)), seat)
    if match.status != "over":  # then the seed is told
        twin.seed = Seed(match.seed.seed + 1, match.seed.commitment)
    twin.undoable = match.undoable and dataclasses.replace(match.undoable, before=twin.game)
    return twin


def view_of(match: Match, seat: int) -> View:
    """What a bot is asked with."""
    assert match.game is not None
    return match.game.view(seat)


def _scrambled_entry(entry: Entry, viewer: int | None) -> Entry:
    """The stored action of somebody else, with other cards; a deal that nobody has seen."""
    if isinstance(entry, Act) and entry.seat != viewer:
        return Act(entry.seat, "something else", ["red"], "another key")
    return Begin({"deck": "another"}, entry.fill) if isinstance(entry, Begin) else entry


class Watch:
    """Compares, for every viewer, the messages of a match with those of its twin."""

    def __init__(self, seats: int, seed: int) -> None:
        self.viewers: list[int | None] = [*range(seats), None]
        self.feeds = {viewer: (Feed(), Feed()) for viewer in self.viewers}
        """What each viewer was told so far, and its twin, at a table that always differed in all that it can't know."""
        self.rng = random.Random(seed)
        self.scramblers = {viewer: Scrambler(viewer, self.rng) for viewer in self.viewers}
        self.messages = self.partial = 0
        self.differing_hands = 0

    def compare(self, match: Match, entry: Entry, change: Change) -> None:
        assert match.game is not None
        position = match.game.position()
        for viewer in self.viewers:
            twin = twin_for(match, viewer, self.rng, self.scramblers[viewer])
            assert Feed().view(match, viewer, 1.0) == Feed().view(twin, viewer, 1.0)
            seen = Feed().update(match, entry, change, 1.0).to(viewer, 1)
            assert seen == Feed().update(twin, _scrambled_entry(entry, viewer), change, 1.0).to(viewer, 1)
            self.compare_news(match, twin, entry, change, viewer)
            self.messages += 3
            assert twin.game is not None
            self.differing_hands += twin.game.position() != position

    def compare_news(self, match: Match, twin: Match, entry: Entry, change: Change, viewer: int | None) -> None:
        """Version 2 tells what changed: that, too, depends only on what the viewer saw before and sees now."""
        own, other = self.feeds[viewer]
        seen = own.update(match, entry, change, 1.0).to(viewer, 2)
        assert seen == other.update(twin, _scrambled_entry(entry, viewer), change, 1.0).to(viewer, 2)
        self.partial += b'"claimed"' not in seen


def step(table: Table, rng: random.Random) -> tuple[Entry, Change]:
    """One more entry: mostly an action, sometimes talk or an undo."""
    match = table.match
    if match.undoable and match.undoable.seat in match.persons and rng.random() < 0.1 and not match.undo:
        change = table.say(match.undoable.seat, "undo")
    elif match.undo:
        undecided = [seat for seat in match.persons if seat not in match.undo.agreed]
        change = table.say(undecided[0], "answer-undo", agree=rng.random() < 0.7)
    elif rng.random() < 0.05:
        change = table.say(rng.choice(match.persons), "pace", pace="fast" if match.pace == "slow" else "slow")
    else:
        seat = rng.choice(match.awaited)
        change = table.play(seat, rng.choice(table.legal(seat)))
    assert change is not None
    kind, body, _ = table.log[-1]
    return read_entry(kind, body), change


@pytest.mark.parametrize(("map", "seats"), GAMES)
def test_messages_tell_a_viewer_nothing_that_it_may_not_know(map: str, seats: str) -> None:
    table = running_table(seats, map=map, seed=len(seats))
    watch, rng = Watch(len(seats), seed=1), random.Random(3)
    while table.match.awaited:
        watch.compare(table.match, *step(table, rng))
    assert watch.messages > 600
    assert watch.partial > watch.messages / 6  # they were really told only what changed
    assert watch.differing_hands > watch.messages / 4  # the twins really hold other cards


def test_refusals_tell_nothing_either() -> None:
    """What a seat learns from trying actions depends on what it may know only."""
    table, rng = running_table("ppp", map="usa"), random.Random(5)
    tried = 0
    for _ in range(150):
        step(table, rng)
        for seat in table.match.persons:
            twin = twin_for(table.match, seat, rng)
            other = rng.choice([s for s in table.match.persons if s != seat])
            action = rng.choice([*table.legal(rng.choice(table.match.awaited)), "draw wild", "tickets", "draw blue"])
            assert answer(table.match, seat, action) == answer(twin, seat, action)
            assert answer(table.match, other, "nonsense") == answer(twin, other, "nonsense")
            tried += 1
    assert tried > 400


def answer(match: Match, seat: int, action: str) -> bytes:
    """What a seat hears at once when it tries an action, apart from its outcome."""
    command = ActCommand(type="act", key="k", version=match.version, action=action)
    try:
        decide(match, seat, command, 0.0)
    except Refusal as refusal:
        return error_message(match.version, refusal, "k")
    return b"accepted"


def test_bots_are_asked_with_what_their_seat_may_know() -> None:
    table, rng = running_table("bpb", map="usa"), random.Random(6)
    for _ in range(120):
        for seat in table.match.bots_awaited():
            twin = twin_for(table.match, seat, rng)
            assert to_json(view_of(table.match, seat)) == to_json(view_of(twin, seat))
        step(table, rng)
